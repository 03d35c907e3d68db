// The definition of the sources as bytes.
#include "common/bytes.h"
#include "scenario/sources.h"

namespace sandbox {
namespace {

/** Member by member: between them there may be bytes without a meaning. */
void put_release(ByteWriter& out, const rf_release& release) {
  out.put(release.kind);
  out.put(release.random_orientation);
  for (const double part : release.orientation) out.put(part);
  out.put(release.height_min);
  out.put(release.height_max);
  for (const double part : release.velocity) out.put(part);
  for (const double part : release.angular_velocity) out.put(part);
  out.put(release.rock_first);
  out.put(release.rock_count);
}

void put_shape(ByteWriter& out, const Shape& shape) {
  out.put(shape.kind);
  out.put_all(shape.points);
  out.put(static_cast<std::uint64_t>(shape.holes.size()));
  for (const std::vector<Position>& hole : shape.holes) out.put_all(hole);
}

void put_cells(ByteWriter& out, const SourceCells& cells) {
  out.put_all(cells.index);
  out.put(cells.columns);
  for (const double value : {cells.x0, cells.y0, cells.cell_x, cells.cell_y}) out.put(value);
}

void put_source(ByteWriter& out, const Source& source) {
  out.put_text(source.name);
  put_release(out, source.release);
  out.put_all(source.points);
  put_shape(out, source.polygon);
  put_cells(out, source.cells);
  out.put(source.weight);
  out.put_all(source.rocks);
}

}  // namespace

void Sources::put(ByteWriter& out) const {
  out.put(static_cast<std::uint32_t>(by_weight_));
  out.put(static_cast<std::uint32_t>(of_runs_));
  out.put(static_cast<std::uint32_t>(by_share_));
  out.put(static_cast<std::uint64_t>(classes_.size()));
  for (const RockClass& of_rocks : classes_) {
    out.put_text(of_rocks.name);
    out.put(of_rocks.first_shape);
    out.put(of_rocks.shapes);
    out.put(of_rocks.share);
  }
  out.put(static_cast<std::uint64_t>(sources_.size()));
  for (const Source& source : sources_) put_source(out, source);
}

}  // namespace sandbox
