#include "scenario/shapes.h"

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "io/points.h"

namespace sandbox {
namespace {

struct NamedShape {
  const char* name;
  rf_shape_kind kind;
  double size[3];
};

constexpr NamedShape named_shapes[] = {
    {"box", RF_SHAPE_BOX, {1, 1, 1}},
    {"tetrahedron", RF_SHAPE_TETRAHEDRON, {1, 1, 1}},
    {"octahedron", RF_SHAPE_OCTAHEDRON, {1, 1, 1}},
    {"eota", RF_SHAPE_EOTA, {1, 1, 1}},
    {"eota111", RF_SHAPE_EOTA, {1, 1, 1}},
    {"eota221", RF_SHAPE_EOTA, {1, 1, 0.5}},
    {"disc", RF_SHAPE_DISC, {1, 1, 0.5}},
    {"ellipsoid", RF_SHAPE_ELLIPSOID, {1, 1, 1}},
    {"random", RF_SHAPE_RANDOM, {1, 1, 1}},
};

const NamedShape& find_shape(const std::string& name) {
  const auto* const found = std::find_if(std::begin(named_shapes), std::end(named_shapes),
                                         [&](const NamedShape& shape) { return name == shape.name; });
  if (found == std::end(named_shapes)) throw InputError("shape '" + name + "' is unknown");
  return *found;
}

bool is_about_mass(const std::string& message) { return message.find("mass") != std::string::npos; }

/** Throws for a rock that cannot be made. */
[[noreturn]] void refuse_rock(const RockSpec& spec, const std::string& why) {
  const std::string& place = is_about_mass(why) ? spec.mass_place : spec.shape_place;
  const std::string rock = spec.file.empty() ? "rock '" + spec.name + "'" : spec.file.string();
  throw InputError((place.empty() ? "" : place + ": ") + rock + ": " + why);
}

std::vector<double> standard_points(const RockSpec& spec) {
  const NamedShape& named = find_shape(spec.shape);
  const std::array<double, 3> size = size_of_shape(spec);
  rf_shape_def def = rf_default_shape_def();
  def.kind = named.kind;
  std::copy(size.begin(), size.end(), def.size);
  def.point_count = spec.points;
  def.seed = spec.seed;
  rf::Result<std::vector<double>> points = rf::shape_points(def);
  if (!points) refuse_rock(spec, points.text());
  return std::move(*points);
}

}  // namespace

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const NamedShape& shape : named_shapes) all.emplace_back(shape.name);
    return all;
  }();
  return names;
}

bool has_point_count(const std::string& shape) { return shape == "disc" || shape == "ellipsoid" || shape == "random"; }
bool has_seed(const std::string& shape) { return shape == "random"; }

std::array<double, 3> size_of_shape(const RockSpec& spec) {
  const NamedShape& named = find_shape(spec.shape);
  return spec.size.value_or(std::array<double, 3>{named.size[0], named.size[1], named.size[2]});
}

std::vector<double> points_of(const RockSpec& spec) {
  return spec.shape.empty() ? read_points(spec.file) : standard_points(spec);
}

namespace {

bool is_usual_density(double density) { return density >= 1000 && density <= 8000; }

}  // namespace

std::string density_warning(const RockSpec& spec) {
  const double density = spec.density;
  if (spec.sizing == RF_SIZE_BY_MASS || is_usual_density(density)) return "";
  const bool tonnes = is_usual_density(1000 * density);
  return "rock '" + spec.name + "': a density of " + format_number(density, 6) +
         " kg/m3 is unusual; rocks have 2000 to 3300 kg/m3" +
         (tonnes ? "; is " + format_number(1000 * density, 6) + " meant (" + format_number(density, 6) + " t/m3)?"
                 : "");
}

std::vector<std::string> rock_warnings(const RockSpec& spec, const rf::Rock& rock) {
  std::vector<std::string> warnings;
  const double* const extent = rock.properties().extent;
  const auto [least, most] = std::minmax_element(extent, extent + 3);
  if (!(*most >= 0.1 && *most <= 30 && *least >= 0.01)) {
    warnings.push_back(
        "rock '" + spec.name + "': a size of " + format_number(*most, 3) + " x " +
        format_number(extent[0] + extent[1] + extent[2] - *least - *most, 3) + " x " + format_number(*least, 3) +
        " m is unusual; rocks of 0.1 to 10 m are tested; coordinates are in metres, masses in kilograms");
  }
  const double density = rock.properties().density, mass = rock.properties().mass;
  if (spec.sizing == RF_SIZE_BY_MASS && !is_usual_density(density)) {
    const bool tonnes = is_usual_density(1000 * density);
    warnings.push_back("rock '" + spec.name + "': mass and size give a density of " + format_number(density, 6) +
                       " kg/m3, which is unusual; rocks have 2000 to 3300 kg/m3" +
                       (tonnes
                            ? "; is " + format_number(1000 * mass, 6) + " kg meant (" + format_number(mass, 6) + " t)?"
                            : "; sizes are in metres, masses in kilograms"));
  }
  return warnings;
}

rf::Rock cook_rock(const RockSpec& spec) { return cook_rock(spec, points_of(spec)); }

rf::Rock cook_rock(const RockSpec& spec, const std::vector<double>& points) {
  rf_rock_def def = rf::rock_def(points);
  def.sizing = spec.sizing;
  def.density = spec.density;
  def.mass = spec.mass;
  rf::Result<rf::Rock> rock = rf::Rock::cook(def);
  if (!rock) refuse_rock(spec, rock.text());
  return std::move(*rock);
}

}  // namespace sandbox
