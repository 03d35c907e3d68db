#include "run/vector_files.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/polygons.h"
#include "io/vector_writer.h"
#include "run/check_status.h"
#include "run/rock_rows.h"

namespace sandbox {
namespace {

constexpr double cliff = 0.70710678118654752;  // vertical part of the normal of ground of 45 degrees

Attribute text(const std::string& value) { return Attribute(value); }

/** Angle between the horizontal and the line from the foot of the cliff to the end. The foot is the first recorded
 *  point over ground of less than 45 degrees after one over steeper ground; without steep ground it is the start. */
double shadow_angle(const rf_terrain& terrain, const Track& track) {
  const TrackPoint* foot = &track.front();
  bool steep = false;
  for (const TrackPoint& point : track) {
    rf_terrain_sample sample{};
    check_status(rf_terrain_at(&terrain, point.position[0], point.position[1], &sample), "a sample of the terrain");
    if (sample.exists == 0) break;
    if (sample.normal[2] < cliff) {
      steep = true;
    } else if (steep) {
      foot = &point;
      break;
    }
  }
  const TrackPoint& end = track.back();
  const double dx = end.position[0] - foot->position[0], dy = end.position[1] - foot->position[1];
  return degrees_below_horizontal(foot->position[2] - end.position[2], std::sqrt(dx * dx + dy * dy));
}

Shape shape_of(const Source& source, const double* origin) {
  if (!source.polygon.points.empty()) return source.polygon;
  Shape shape;
  const rf_release& release = source.release;
  shape.kind = release.kind == RF_RELEASE_POINT  ? Shape::Kind::point
               : release.kind == RF_RELEASE_LINE ? Shape::Kind::line
                                                 : Shape::Kind::polygon;
  for (std::uint32_t i = 0; i < release.point_count; ++i) {
    shape.points.push_back({source.points[2 * i] + origin[0], source.points[2 * i + 1] + origin[1]});
  }
  return shape;
}

/** The areas of cells, which are too many for a polygon each. */
std::vector<ValuePolygon> areas_of(const SourceCells& cells, const double* origin, const Crs& crs) {
  std::uint32_t first_row = cells.index.front() / cells.columns, last_row = first_row;
  for (const std::uint32_t cell : cells.index) {
    first_row = std::min(first_row, cell / cells.columns);
    last_row = std::max(last_row, cell / cells.columns);
  }
  Raster frame;
  frame.columns = cells.columns;
  frame.rows = last_row - first_row + 1;
  frame.x0 = cells.x0 + origin[0];
  frame.y0 = cells.y0 + first_row * cells.cell_y + origin[1];
  frame.cell_x = cells.cell_x;
  frame.cell_y = cells.cell_y;
  frame.crs = crs;
  std::vector<float> values(std::size_t{frame.columns} * frame.rows, std::numeric_limits<float>::quiet_NaN());
  const std::size_t before = std::size_t{first_row} * cells.columns;
  for (const std::uint32_t cell : cells.index) values[cell - before] = 1;
  return polygons_of_cells(frame, values);
}

void write_sources(VectorWriter& out, const BuiltScene& built) {
  out.layer("sources", VectorWriter::Geometry::any, {{"name", text("")}});
  const double* origin = built.origin();
  for (std::size_t i = 0; i < built.run_count(); ++i) {
    const Source& source = built.source(i);
    if (source.cells.index.empty()) {
      out.shape(shape_of(source, origin), {source.name});
      continue;
    }
    for (const ValuePolygon& area : areas_of(source.cells, origin, built.frame().crs)) {
      out.shape(area.shape, {source.name});
    }
  }
}

void write_check_lines(VectorWriter& out, const BuiltScene& built, const std::vector<CheckLine>& lines) {
  out.layer("lines", VectorWriter::Geometry::line, {{"name", text("")}});
  for (const CheckLine& line : lines) {
    Shape part;
    part.kind = Shape::Kind::line;
    for (const CheckLine::Segment& segment : line.segments) {
      const Shape piece = part_of(segment, built.origin());
      if (part.points.empty()) part.points.push_back(piece.points[0]);
      part.points.push_back(piece.points[1]);
      if (!segment.last) continue;
      out.shape(part, {line.name});
      part.points.clear();
    }
  }
}

}  // namespace

Shape part_of(const CheckLine::Segment& segment, const double* origin) {
  Shape shape;
  shape.kind = Shape::Kind::line;
  shape.points = {{segment.a[0] + origin[0], segment.a[1] + origin[1]},
                  {segment.b[0] + origin[0], segment.b[1] + origin[1]}};
  return shape;
}

void write_deposit_layers(const std::filesystem::path& file, const Report& report,
                          const std::vector<CheckLine>& lines) {
  const double* origin = report.built.origin();
  VectorWriter out(file, report.built.frame().crs);
  out.layer("deposits", VectorWriter::Geometry::point_z, rock_fields());
  for (std::size_t i = 0; i < report.result.ends.size(); ++i) {
    const double* p = report.result.ends[i].position;
    out.point({p[0] + origin[0], p[1] + origin[1], p[2] + origin[2]}, rock_attributes(report, i));
  }
  write_sources(out, report.built);
  if (!lines.empty()) write_check_lines(out, report.built, lines);
  if (!report.built.ground_areas().empty()) {
    out.layer("soils", VectorWriter::Geometry::polygon, {{"class", text("")}});
    for (const GroundArea& area : report.built.ground_areas()) out.shape(area.polygon, {area.name});
  }
  out.close();
}

void write_trajectory_layer(const std::filesystem::path& file, const Report& report) {
  const double* origin = report.built.origin();
  VectorWriter out(file, report.built.frame().crs);
  std::vector<VectorWriter::Field> fields = rock_fields();
  fields.push_back({"shadow_angle_deg", 0.0});
  out.layer("trajectories", VectorWriter::Geometry::line_zm, fields);
  for (std::size_t i = 0; i < report.result.tracks.size(); ++i) {
    const Track& track = report.result.tracks[i];
    std::vector<std::array<double, 4>> points;
    for (const TrackPoint& point : track) {
      points.push_back(
          {point.position[0] + origin[0], point.position[1] + origin[1], point.position[2] + origin[2], point.time});
    }
    if (points.size() == 1) points.push_back(points[0]);
    std::vector<Attribute> attributes = rock_attributes(report, i);
    attributes.emplace_back(shadow_angle(report.built.scene().terrain, track));
    out.line(points, attributes);
  }
  out.close();
}

}  // namespace sandbox
