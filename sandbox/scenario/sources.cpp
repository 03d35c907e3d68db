#include "scenario/sources.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/text.h"
#include "io/raster.h"
#include "io/table.h"

namespace sandbox {
namespace {

constexpr std::uint32_t most_draws = 100;
constexpr std::uint64_t next_seed = 0x9E3779B97F4A7C15u;  // of the next draw of a position

// Fractional parts of multiples of these are evenly distributed, and so are pairs of them (the R2 sequence).
constexpr double step_of_sources = 0.7548776662466927, step_of_classes = 0.5698402909980532;

double even_share(std::uint32_t rock, double step) {
  const double product = (rock + 0.5) * step;
  return product - std::floor(product);
}

/** The first index whose running sum of weights exceeds `share` of the total; sets `rest` to the share within it. */
template <class Weight>
std::size_t choose(std::size_t count, double share, double& rest, Weight weight) {
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) total += weight(i);
  double left = share * total;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (left < weight(i)) {
      rest = left / weight(i);
      return i;
    }
    left -= weight(i);
  }
  rest = std::min(left / weight(count - 1), 1.0);
  return count - 1;
}

double length_of(const std::vector<Position>& line) {
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i][0] - line[i - 1][0], dy = line[i][1] - line[i - 1][1];
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length;
}

double size_of(const Shape& shape) {
  if (shape.kind == Shape::Kind::point) return 1;
  if (shape.kind == Shape::Kind::line) return length_of(shape.points);
  double area = area_of(shape.points);
  for (const auto& hole : shape.holes) area -= area_of(hole);
  return std::max(area, 0.0);
}

bool in_hole(const Source& source, const rf_state& state, const double* origin) {
  if (source.polygon.holes.empty()) return false;
  return !contains(source.polygon, state.position[0] + origin[0], state.position[1] + origin[1]);
}

/** The message of the library about a local position, with the position in world coordinates. */
std::string in_world(std::string text, const double* local, const double* origin) {
  const std::string place = "(" + format_number(local[0], 9) + ", " + format_number(local[1], 9) + ")";
  const std::size_t at = text.find(place);
  if (at == std::string::npos) return text;
  return text.replace(at, place.size(), position_text(local[0] + origin[0], local[1] + origin[1]));
}

/** Why none of the positions drawn from a source is a start. @param in_holes  of them, in holes of its polygon */
std::string reason_of_draws(const Source& source, std::uint32_t in_holes) {
  const std::string name = source.name.empty() ? "the source" : "the source '" + source.name + "'";
  const std::string at = " at " + std::to_string(most_draws) + " positions drawn from " + name;
  if (in_holes == 0) return "no ground was found" + at;
  return "no start was found" + at + "; " + std::to_string(in_holes) + " of them lie in holes of its polygon";
}

/** Positions in world coordinates as those of the release. */
template <class Points>
void set_points(Source& source, ReleaseSpec::Kind kind, const Points& points, const double* origin) {
  for (const auto& point : points) {
    source.points.push_back(point[0] - origin[0]);
    source.points.push_back(point[1] - origin[1]);
  }
  source.release.kind = static_cast<std::int32_t>(kind);
  source.release.point_count = static_cast<std::uint32_t>(points.size());
}

}  // namespace

Sources::Sources(const Scenario& scenario, const std::vector<RockClass>& classes, const SourceTerrain& terrain)
    : classes_(classes), by_share_(has_shares(scenario.rocks)) {
  if (terrain.grid != nullptr) {
    const rf_grid& grid = *terrain.grid;
    extent_[0] = grid.x0 + grid.origin[0];
    extent_[1] = extent_[0] + (grid.columns - 1) * grid.cell_x;
    extent_[2] = grid.y0 + grid.origin[1];
    extent_[3] = extent_[2] + (grid.rows - 1) * grid.cell_y;
  }
  add(scenario.release, scenario, terrain);
  for (const ReleaseSpec& spec : scenario.further_releases) add(spec, scenario, terrain);
  of_runs_ = scenario.release.kind == ReleaseSpec::Kind::runs;
  by_weight_ = sources_.size() > 1 && !of_runs_;
  for (Source& source : sources_) source.release.points = source.points.data();
}

Source Sources::common(const ReleaseSpec& spec) const {
  Source source;
  source.name = spec.name;
  source.place = spec.place;
  source.weight = spec.share;
  rf_release& release = source.release;
  release = rf_default_release();
  release.random_orientation = spec.orientation ? 0 : 1;
  if (spec.orientation) std::copy(spec.orientation->begin(), spec.orientation->end(), release.orientation);
  release.height_min = spec.height[0];
  release.height_max = spec.height[1];
  std::copy(spec.velocity.begin(), spec.velocity.end(), release.velocity);
  std::copy(spec.angular_velocity.begin(), spec.angular_velocity.end(), release.angular_velocity);
  release.rock_first = 0;
  release.rock_count = classes_.back().first_shape + classes_.back().shapes;
  for (const std::string& name : spec.rocks) {
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      if (classes_[i].name == name) source.rocks.push_back(i);
    }
  }
  return source;
}

void Sources::add(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain) {
  if (spec.kind == ReleaseSpec::Kind::runs) return add_runs(spec, terrain.origin);
  if (spec.kind == ReleaseSpec::Kind::raster || spec.kind == ReleaseSpec::Kind::slope) {
    return add_cells(spec, scenario, terrain);
  }
  if (!spec.file.empty()) return add_vectors(spec, scenario, terrain);
  Source source = common(spec);
  set_points(source, spec.kind, spec.points, terrain.origin);
  sources_.push_back(std::move(source));
}

namespace {

double velocity_in(const Table& table, std::size_t row, std::size_t column) {
  const double velocity = table.number(row, column);
  if (std::fabs(velocity) <= largest_release_velocity) return velocity;
  throw InputError(table.place(row, column) + ": a velocity must be at most " +
                   format_number(largest_release_velocity) + " m/s in size, is " + format_number(velocity));
}

void check_name(const std::string& name, const std::string& place) {
  if (name.empty()) throw InputError(place + ": the run has no name");
  if (has_control_character(name)) throw InputError(place + ": the name of a run must not have control characters");
}

}  // namespace

void Sources::add_runs(const ReleaseSpec& spec, const double* origin) {
  const RunsSpec& runs = spec.runs;
  const Table table(runs.file);
  const std::size_t run = table.column(runs.run);
  const std::size_t place[2] = {table.column(runs.x), table.column(runs.y)};
  table.rows_by(run);  // refuses two starts of a run, which observations could not be told apart by
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Source source = common(spec);
    source.name = table.text(row, run);
    check_name(source.name, table.place(row, run));
    source.place = table.place(row, place[0]);
    source.points = {table.number(row, place[0]) - origin[0], table.number(row, place[1]) - origin[1]};
    source.release.kind = RF_RELEASE_POINT;
    source.release.point_count = 1;
    if (!runs.vx.empty()) {
      const std::string* const names[3] = {&runs.vx, &runs.vy, &runs.vz};
      for (std::size_t k = 0; k < 3; ++k) source.release.velocity[k] = velocity_in(table, row, table.column(*names[k]));
    }
    if (!runs.rock.empty()) {
      const std::string& wanted = table.text(row, table.column(runs.rock));
      const auto rock =
          std::find_if(classes_.begin(), classes_.end(), [&](const RockClass& known) { return known.name == wanted; });
      if (rock == classes_.end()) {
        std::vector<std::string> known;
        for (const RockClass& one : classes_) known.push_back(one.name);
        throw InputError(table.place(row, table.column(runs.rock)) + ": there is no rock '" + shortened(wanted) +
                         "'; there are: " + join(known));
      }
      source.release.rock_first = rock->first_shape;
      source.release.rock_count = rock->shapes;
    }
    sources_.push_back(std::move(source));
  }
}

void Sources::add_vectors(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain) {
  VectorFile vectors = read_vectors(spec.file, spec.layer);
  bring_to(terrain.crs, scenario.terrain.reproject, spec.file, vectors);
  warnings_.insert(warnings_.end(), vectors.warnings.begin(), vectors.warnings.end());
  static constexpr Shape::Kind wanted[] = {Shape::Kind::point, Shape::Kind::line, Shape::Kind::polygon};
  static constexpr const char* kinds[] = {"point", "line", "area"};
  const auto kind = static_cast<std::size_t>(spec.kind);
  need_kind(wanted[kind], std::string("a release with kind = \"") + kinds[kind] + "\"", spec.file, vectors);
  const std::size_t first = sources_.size();
  double total = 0;
  for (const Feature& feature : vectors.features) {
    for (const Shape& shape : feature.shapes) {
      Source source = common(spec);
      set_points(source, spec.kind, shape.points, terrain.origin);
      if (shape.kind == Shape::Kind::polygon) source.polygon = shape;
      source.weight = size_of(shape);
      total += source.weight;
      sources_.push_back(std::move(source));
    }
  }
  if (!(total > 0)) throw InputError(spec.file.string() + ": its geometries have no extent");
  for (std::size_t i = first; i < sources_.size(); ++i) sources_[i].weight *= spec.share / total;
}

void Sources::add_cells(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain) {
  Source source = common(spec);
  source.cells = cells_of(spec, scenario, terrain, warnings_);
  source.points = {0, 0};
  source.release.kind = RF_RELEASE_POINT;
  source.release.point_count = 1;
  sources_.push_back(std::move(source));
}

std::size_t Sources::source_of(std::uint32_t rock) const {
  if (!by_weight_) return rock % sources_.size();
  double rest = 0;
  return choose(sources_.size(), even_share(rock, step_of_sources), rest,
                [&](std::size_t i) { return sources_[i].weight; });
}

/** Where a rock lies in the distribution of all classes and sizes, from 0 to 1. The shares are evenly distributed, also
 *  within each run of a table, whose rocks are as many numbers apart as there are runs. */
double Sources::share_of(std::uint32_t rock) const {
  if (!of_runs_) return even_share(rock, step_of_classes);
  const auto runs = static_cast<std::uint32_t>(sources_.size());
  const double sum = even_share(rock / runs, step_of_classes) + even_share(rock % runs, step_of_sources);
  return sum - std::floor(sum);
}

void Sources::choose_shape(const Source& source, std::uint32_t rock, rf_release& release) const {
  if (!by_share_ && source.rocks.empty()) {
    // By the number of the rock within its run: that of the scenario skips shapes if the numbers of runs and shapes
    // share a factor.
    if (!of_runs_) return;
    release.rock_first += (rock / static_cast<std::uint32_t>(sources_.size())) % release.rock_count;
    release.rock_count = 1;
    return;
  }
  const double share = share_of(rock);
  const auto take = [&release](std::uint32_t first, std::uint32_t count, double within) {
    release.rock_first = first + std::min(static_cast<std::uint32_t>(within * count), count - 1);
    release.rock_count = 1;
  };
  const bool of_run = release.rock_count < classes_.back().first_shape + classes_.back().shapes;
  if (of_run) return take(release.rock_first, release.rock_count, share);
  const std::size_t count = source.rocks.empty() ? classes_.size() : source.rocks.size();
  const auto class_at = [&](std::size_t i) -> const RockClass& {
    return classes_[source.rocks.empty() ? i : source.rocks[i]];
  };
  double rest = 0;
  const std::size_t chosen = choose(count, share, rest, [&](std::size_t i) { return class_at(i).share; });
  take(class_at(chosen).first_shape, class_at(chosen).shapes, rest);
}

rf_state Sources::start(const rf_scene& scene, std::uint32_t rock, std::uint64_t seed, std::uint32_t* redrawn) const {
  const Source& source = sources_[source_of(rock)];
  rf_release release = source.release;
  choose_shape(source, rock, release);
  const double* origin = scene.terrain.origin;
  const bool fixed = release.kind == RF_RELEASE_POINT && source.cells.index.empty();
  double drawn[2] = {0, 0};
  rf_error error{};
  std::uint32_t in_holes = 0;
  for (std::uint32_t attempt = 0; attempt < most_draws; ++attempt) {
    release.seed = seed + attempt * next_seed;
    if (!source.cells.index.empty()) {
      draw_position(source.cells, rock, release.seed, drawn);
      release.points = drawn;
    }
    rf_state state = rf_default_state();
    const rf_status status = rf_release_state(&scene, &release, rock, &state, &error);
    if (status == RF_OK && !in_hole(source, state, origin)) return state;
    if (status == RF_OK) ++in_holes;
    if (status != RF_OK && status != RF_BAD_VALUE) break;
    if (fixed) break;
    if (status != RF_OK && redrawn != nullptr) ++*redrawn;
  }
  const std::string where =
      (source.place.empty() ? "" : source.place + ": ") + "release of rock " + std::to_string(rock) + ": ";
  if (!fixed) throw InputError(where + reason_of_draws(source, in_holes) + text_of_extent());
  rf_terrain_sample sample{};
  const bool no_ground =
      rf_terrain_at(&scene.terrain, release.points[0], release.points[1], &sample) == RF_OK && sample.exists == 0;
  if (!no_ground) throw InputError(where + in_world(error.text, release.points, origin));
  throw InputError(where + "position " + position_text(release.points[0] + origin[0], release.points[1] + origin[1]) +
                   " is not over ground" + text_of_extent());
}

std::string Sources::text_of_extent() const {
  if (!(extent_[1] > extent_[0])) return "";
  return "; the terrain covers " + position_text(extent_[0], extent_[2]) + " to " +
         position_text(extent_[1], extent_[3]);
}

}  // namespace sandbox
