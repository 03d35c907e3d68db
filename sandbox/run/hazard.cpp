#include "run/hazard.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/error.h"
#include "common/text.h"
#include "io/raster.h"
#include "io/vectors.h"
#include "run/hazard_rasters.h"

namespace sandbox {
namespace {

constexpr double most_cells = 1e9;
constexpr double many_cells = 2.5e7;       // more take minutes to write
constexpr std::uint32_t fewest_cells = 4;  // along a side, without a warning

void add_part(const std::vector<Position>& points, const double* origin, CheckLine& line) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Position &a = points[i - 1], &b = points[i];
    if (a == b) continue;
    line.segments.push_back({{a[0] - origin[0], a[1] - origin[1]}, {b[0] - origin[0], b[1] - origin[1]}, false});
  }
  if (!line.segments.empty()) line.segments.back().last = true;
}

/** True if a part of the segment lies in the rectangle, its sides included. */
bool meets(const CheckLine::Segment& segment, const double lower[2], const double upper[2]) {
  double from = 0, to = 1;  // shares of the segment between the sides
  for (std::size_t k = 0; k < 2; ++k) {
    const double along = segment.b[k] - segment.a[k];
    if (along == 0) {
      if (segment.a[k] < lower[k] || segment.a[k] > upper[k]) return false;
      continue;
    }
    const double first = (lower[k] - segment.a[k]) / along, second = (upper[k] - segment.a[k]) / along;
    from = std::max(from, std::min(first, second));
    to = std::min(to, std::max(first, second));
  }
  return from <= to;
}

/** Names of the points and lines of release that lie on a line; areas do not, but for single rocks. */
std::vector<std::string> releases_on(const CheckLine& line, const BuiltScene& built) {
  std::vector<std::string> names;
  for (std::size_t run = 0; run < built.run_count(); ++run) {
    const rf_release& release = built.release(run);
    if (release.kind == RF_RELEASE_AREA || !built.source(run).cells.index.empty()) continue;
    const std::uint32_t pieces = std::max(release.point_count, 2u) - 1;
    for (std::uint32_t i = 0; i < pieces; ++i) {
      const double* from = release.points + 2 * std::size_t{i};
      const double* to = release.point_count > 1 ? from + 2 : from;
      if (!lies_on(line, from, to)) continue;
      names.push_back(built.run_name(run));
      break;
    }
  }
  return names;
}

/** Empty if no rock starts on the line. */
std::string warning_of_starts(const std::string& place, const CheckLine& line, const BuiltScene& built) {
  const std::vector<std::string> names = releases_on(line, built);
  if (names.empty()) return {};
  const std::string first = names[0].empty() ? "" : " '" + shortened(names[0]) + "'";
  const std::string others = names.size() == 1 ? " lies" : " and " + counted(names.size() - 1, "further one") + " lie";
  return place + ": the release" + first + others + " on the line; rocks that start on it cross it only where they " +
         "come back";
}

}  // namespace

CellGrid cells_over(const BuiltScene& built, double cell) {
  const Raster& frame = built.frame();
  if (frame.columns == 0) throw InputError("rasters need a terrain with an extent, a plane has none");
  CellGrid grid;
  grid.cell = cell;
  const double width = frame.columns * frame.cell_x, depth = frame.rows * frame.cell_y;
  const auto cells = [cell](double length) { return std::max(1.0, std::ceil(length / cell - 1e-9)); };
  const double columns = cells(width), rows = cells(depth);
  if (!(columns * rows <= most_cells)) {
    throw InputError("rasters with cells of " + format_number(cell, 6) + " m would have " +
                     format_number(columns * rows, 3) +
                     " cells; at most 1e9 are possible: give a larger --raster-cell");
  }
  grid.columns = static_cast<std::uint32_t>(columns);
  grid.rows = static_cast<std::uint32_t>(rows);
  grid.left = frame.x0 - 0.5 * frame.cell_x - built.origin()[0];
  const double top = frame.y0 + (frame.rows - 0.5) * frame.cell_y - built.origin()[1];
  grid.bottom = top - rows * cell;
  return grid;
}

std::vector<CheckLine> make_lines(const Scenario& scenario, const BuiltScene& built) {
  std::vector<CheckLine> lines;
  for (const LineSpec& spec : scenario.lines) {
    CheckLine line;
    line.name = spec.name;
    if (spec.file.empty()) {
      add_part(spec.points, built.origin(), line);
    } else {
      VectorFile vectors = read_vectors(spec.file, spec.layer);
      bring_to(built.frame().crs, scenario.terrain.reproject, spec.file, vectors);
      need_kind(Shape::Kind::line, "[[line]] '" + spec.name + "'", spec.file, vectors);
      line.warnings = vectors.warnings;
      for (const Feature& feature : vectors.features) {
        for (const Shape& shape : feature.shapes) {
          add_part(shape.points, built.origin(), line);
        }
      }
    }
    if (line.segments.empty()) throw InputError(spec.place + ": line '" + line.name + "' has no extent");
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> warnings_of_lines(const Scenario& scenario, const BuiltScene& built,
                                           const std::vector<CheckLine>& lines) {
  std::vector<std::string> warnings;
  for (const CheckLine& line : lines) {
    warnings.insert(warnings.end(), line.warnings.begin(), line.warnings.end());
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string warning = warning_of_starts(scenario.lines[i].place, lines[i], built);
    if (!warning.empty()) warnings.push_back(warning);
  }
  if (built.grid().columns == 0) return warnings;  // a plane has no sides
  const rf_rectangle area = built.grid_area();
  const double lower[2] = {area.x_min, area.y_min}, upper[2] = {area.x_max, area.y_max};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool met = std::any_of(lines[i].segments.begin(), lines[i].segments.end(),
                                 [&](const CheckLine::Segment& segment) { return meets(segment, lower, upper); });
    if (met) continue;
    warnings.push_back(scenario.lines[i].place + ": no rock can cross it: it lies beside the terrain, which covers " +
                       extent_text(built.frame()));
  }
  return warnings;
}

std::vector<std::string> warnings_of_plan(const Scenario& scenario, const BuiltScene& built, const HazardPlan& plan) {
  std::vector<std::string> warnings = warnings_of_lines(scenario, built, plan.lines);
  if (!plan.cells && !scenario.events.empty()) {
    warnings.push_back(scenario.events[0].place + ": has no effect: intensities need --rasters");
  }
  if (plan.cells && std::min(plan.cells->columns, plan.cells->rows) < fewest_cells) {
    warnings.push_back("--raster-cell " + format_number(plan.cells->cell, 6) + ": the rasters have only " +
                       std::to_string(plan.cells->columns) + " x " + std::to_string(plan.cells->rows) +
                       " cells over the whole terrain");
  }
  if (plan.cells && static_cast<double>(plan.cells->count()) > many_cells) {
    const std::size_t files = HazardRasters::names().size() * (plan.classes > 1 ? plan.classes + 1 : 1);
    warnings.push_back("--raster-cell " + format_number(plan.cells->cell, 6) + ": each of the " +
                       counted(files, "raster") + " has " + std::to_string(plan.cells->count() / 1000000) +
                       " million cells, also where no rock passes; writing them takes many minutes, a larger " +
                       "--raster-cell is faster");
  }
  return warnings;
}

Hazard::Hazard(const HazardPlan& plan) : crossings(plan.lines.size()) {
  if (plan.cells) cells.emplace(*plan.cells, plan.classes);
}

void Hazard::add(const Hazard& other) {
  if (cells) cells->add(*other.cells);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    crossings[i].insert(crossings[i].end(), other.crossings[i].begin(), other.crossings[i].end());
  }
}

void Hazard::sort() {
  for (auto& line : crossings) {
    std::sort(line.begin(), line.end(), [](const Crossing& a, const Crossing& b) {
      return a.rock != b.rock ? a.rock < b.rock : a.time < b.time;
    });
  }
}

void Hazard::write(ByteWriter& out) const {
  if (cells) cells->write(out);
  for (const auto& line : crossings) out.put_all(line);
}

void Hazard::read(ByteReader& in) {
  if (cells) cells->read(in);
  for (auto& line : crossings) {
    const auto more = in.get_all<Crossing>();
    line.insert(line.end(), more.begin(), more.end());
  }
}

RockFollower::RockFollower(const HazardPlan& plan, const Passage& release) : crossings_(plan.lines.size()) {
  if (plan.cells) {
    footprint_.emplace(*plan.cells);
    footprint_->add(release);
  }
  for (const CheckLine& line : plan.lines) lines_.emplace_back(line);
  start_lines(release);
}

void RockFollower::start_lines(const Passage& passage) {
  for (LineFollower& line : lines_) line.start(passage);
}

bool RockFollower::may_reach_line(double path) const {
  return std::any_of(lines_.begin(), lines_.end(), [path](const LineFollower& line) { return line.may_reach(path); });
}

void RockFollower::skip_lines(double path) {
  for (LineFollower& line : lines_) line.skip(path);
}

void RockFollower::add_to_lines(const Passage& passage) {
  for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i].add(passage, crossings_[i]);
}

void RockFollower::leave_over_lines(const Passage& passage, const std::function<bool(const double*)>& over_ground) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::vector<Crossing> last;
    lines_[i].leave(passage, last);
    std::copy_if(last.begin(), last.end(), std::back_inserter(crossings_[i]),
                 [&](const Crossing& crossing) { return over_ground(crossing.position); });
  }
}

void RockFollower::finish(std::uint32_t rock, std::size_t rock_class, const rf_state& end, Hazard& hazard) const {
  if (footprint_) {
    const bool stopped = end.end == RF_ENDED_STOPPED;
    const std::uint32_t cell = stopped ? hazard.cells->grid().cell_at(end.position[0], end.position[1]) : no_cell;
    hazard.cells->add(rock_class, *footprint_, cell);
  }
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    for (Crossing crossing : crossings_[i]) {
      crossing.rock = rock;
      crossing.rock_class = static_cast<std::uint32_t>(rock_class);
      hazard.crossings[i].push_back(crossing);
    }
  }
}

}  // namespace sandbox
