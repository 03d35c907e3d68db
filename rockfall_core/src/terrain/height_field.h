// Height fields in the memory layouts of engines: samples of several types, triangles or bilinear patches.
#pragma once

#include <rockfall/terrain_formats.h>

#include <cstring>
#include <limits>
#include <type_traits>

#include "terrain/cells.h"
#include "terrain/grid_cell.h"
#include "terrain/surface_memory.h"

namespace rockfall {

/// A checked height field. Rows are counted from the south, whatever their order in memory.
class HeightField {
 public:
  explicit HeightField(const rf_height_field& field)
      : field_(field), column_stride_(column_stride(field)), row_stride_(row_stride(field)) {}

  /// Bytes of one sample. @param format  an rf_height_format
  static size_t sample_bytes(int32_t format) {
    static constexpr size_t kBytes[RF_HEIGHT_FORMAT_COUNT] = {8, 4, 2, 2};
    return kBytes[format];
  }
  static size_t column_stride(const rf_height_field& field) {
    return field.column_stride ? field.column_stride : sample_bytes(field.format);
  }
  static size_t row_stride(const rf_height_field& field) {
    return field.row_stride ? field.row_stride : field.columns * column_stride(field);
  }

  /// Height of a sample that is no hole.
  static double height_of(const rf_height_field& field, double sample) { return field.offset + field.scale * sample; }

  /// visit(number) with a number of the type of the samples.
  template <class Visit>
  auto with_type_of_samples(Visit visit) const {
    switch (field_.format) {
      case RF_HEIGHT_FLOAT64:
        return visit(double{});
      case RF_HEIGHT_FLOAT32:
        return visit(float{});
      case RF_HEIGHT_UINT16:
        return visit(uint16_t{});
      default:
        return visit(int16_t{});
    }
  }

  /// Height of a node; NaN for a hole.
  double height(uint32_t column, uint32_t row) const {
    return with_type_of_samples([&](auto type) { return height_as<decltype(type)>(column, row); });
  }
  /// The same where the type of the samples is known. @tparam Number  see with_type_of_samples()
  template <class Number>
  double height_as(uint32_t column, uint32_t row) const {
    const unsigned char* const at = static_cast<const unsigned char*>(field_.heights) +
                                    memory_row(row, field_.rows) * row_stride_ + column * column_stride_;
    Number sample;
    std::memcpy(&sample, at, sizeof sample);
    if constexpr (std::is_integral_v<Number>) {
      if (field_.has_hole && sample == field_.hole) return std::numeric_limits<double>::quiet_NaN();
    }
    return height_of(field_, static_cast<double>(sample));
  }

  /// Row of nodes (or of cells, with `count` rows of cells) in memory.
  size_t memory_row(uint32_t row, uint32_t count) const {
    return field_.row_order == RF_ROWS_TO_SOUTH ? count - 1 - row : row;
  }

  /// The cell of a position, and the position inside it, 0 to 1.
  struct Cell {
    uint32_t column, row;
    double u, w;
  };
  bool find(double x, double y, Cell& cell) const;

  /// Heights of the corners of a cell; false where there is no ground.
  bool corners(const Cell& cell, FieldCorners& out) const;

  /// Height and slopes at a position; false where there is no ground.
  struct Point {
    double height, rise_x, rise_y;
  };
  bool at(const Cell& cell, Point& out) const;

  CellSurface surface() const {
    if (field_.interpolation == RF_INTERPOLATION_BILINEAR) return CellSurface::bilinear;
    // In memory order "down" runs from the first row to the next; with rows to the south that is the other diagonal.
    const bool down = field_.interpolation == RF_INTERPOLATION_DIAGONAL_DOWN;
    return down == (field_.row_order == RF_ROWS_TO_NORTH) ? CellSurface::diagonal_from_low
                                                          : CellSurface::diagonal_to_low;
  }

  /// A position between the corners of its cell.
  PointOfCell<double> point_on(const FieldCorners& h, const Cell& cell) const {
    return point_of_cell(surface(), h.a, h.b, h.c, h.d, cell.u, cell.w);
  }

  /// The cell at (x, y); false outside, over holes, and in the last column and row, which have a far edge.
  bool inner_cell(double x, double y, CellCorners& out) const;

  uint32_t material(const Cell& cell) const {
    if (!field_.materials) return 0;
    return field_.materials[memory_row(cell.row, field_.rows - 1) * (field_.columns - 1) + cell.column];
  }
  const rf_ground& ground(const Cell& cell) const {
    if (!field_.grounds) return field_.ground;
    const uint32_t number = material(cell);
    return number < field_.ground_count ? field_.grounds[number] : field_.ground;
  }

  /// The nodes of all cells that a rectangle touches; false if it lies outside. `covered`: it lies entirely inside.
  bool nodes_around(const rf_rectangle& area, Nodes& nodes, bool& covered) const;

  const rf_height_field& field() const { return field_; }

 private:
  const rf_height_field& field_;
  size_t column_stride_, row_stride_;
};

/// An upper plane of a rectangle; slope_spread is 0.
rf_upper_plane height_field_plane(const rf_height_field& field, const rf_rectangle& area);

// Callbacks of an rf_terrain made from an rf_height_field.
void height_field_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
void height_field_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
uint32_t height_field_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);
uint32_t height_field_material(void* user, double x, double y);

/// Write a height to a sample: one with exactly this height if there is such, so that heights that were read can be
/// written back; the nearest otherwise. False if the format cannot hold it.
bool encode_height(const rf_height_field& field, double height, unsigned char* sample);

}  // namespace rockfall
