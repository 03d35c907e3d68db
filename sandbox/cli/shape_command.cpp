#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "common/error.h"
#include "common/text.h"
#include "common/warnings.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

std::array<double, 3> parse_size(const std::string& text) {
  const auto words = split_words(text);
  std::array<double, 3> size{};
  bool good = words.size() == 3;
  for (std::size_t k = 0; good && k < 3; ++k) good = parse_number(words[k], size[k]) && size[k] > 0;
  if (!good) throw InputError("--size needs three positive numbers such as 0.93,0.93,0.47, has '" + text + "'");
  return size;
}

RockSpec spec_of(const ShapeArguments& arguments) {
  RockSpec spec;
  spec.name = arguments.shape;
  const auto& names = shape_names();
  std::error_code failed;
  if (std::find(names.begin(), names.end(), arguments.shape) != names.end()) {
    spec.shape = arguments.shape;
    if (!arguments.size.empty()) spec.size = parse_size(arguments.size);
  } else if (std::filesystem::exists(arguments.shape, failed)) {
    spec.file = arguments.shape;
    if (!arguments.size.empty()) throw InputError("--size is for the standard shapes; a file has its own size");
  } else {
    throw InputError(shortened(arguments.shape) +
                     ": neither a file nor a standard shape; the shapes are: " + join(names));
  }
  spec.points = arguments.points.value_or(spec.points);
  spec.seed = arguments.seed.value_or(spec.seed);
  if (arguments.mass) spec.mass = *arguments.mass;
  if (arguments.density) spec.density = *arguments.density;
  if (arguments.mass) spec.sizing = arguments.density ? RF_SIZE_SCALE_TO_MASS : RF_SIZE_BY_MASS;
  return spec;
}

std::vector<std::string> warnings_of(const ShapeArguments& arguments, const RockSpec& spec, const rf::Rock& rock) {
  std::vector<std::string> warnings;
  if (arguments.points && !has_point_count(spec.shape)) {
    warnings.push_back(std::string("--points has no effect: ") + only_some_have_points);
  }
  if (arguments.seed && !has_seed(spec.shape)) {
    warnings.push_back(std::string("--seed has no effect: ") + only_random_has_seed);
  }
  const std::string density = density_warning(spec);
  if (!density.empty()) warnings.push_back(density);
  const std::vector<std::string> doubtful = rock_warnings(spec, rock);
  warnings.insert(warnings.end(), doubtful.begin(), doubtful.end());
  return warnings;
}

std::string three(const double* values) {
  return format_number(values[0], 8) + "  " + format_number(values[1], 8) + "  " + format_number(values[2], 8);
}

/** The place, with 0 for coordinates that differ from 0 by rounding only. */
std::array<double, 3> without_rounding(const double* place, double extent) {
  std::array<double, 3> rounded{};
  for (std::size_t k = 0; k < 3; ++k) rounded[k] = std::fabs(place[k]) > 1e-12 * extent ? place[k] : 0;
  return rounded;
}

}  // namespace

void shape_command(const ShapeArguments& arguments) {
  const RockSpec spec = spec_of(arguments);
  const rf::Rock rock = cook_rock(spec);
  const rf_rock_properties& p = rock.properties();
  Warnings().print(warnings_of(arguments, spec, rock));
  std::cout << "rock               " << spec.name << "\n"
            << "mass               " << format_number(p.mass, 8) << " kg\n"
            << "volume             " << format_number(p.volume, 8) << " m3\n"
            << "density            " << format_number(p.density, 8) << " kg/m3\n"
            << "principal inertia  " << three(p.inertia) << " kg m2\n"
            << "extent along them  " << three(p.extent) << " m\n"
            << "centre of mass     " << three(without_rounding(p.centre_of_mass, p.bounding_radius).data()) << " m\n"
            << "principal frame    " << format_number(p.frame[0], 8) << "  " << three(p.frame + 1)
            << " (quaternion A_BK, real part first)\n"
            << "bounding radius    " << format_number(p.bounding_radius, 8) << " m\n"
            << "hull               " << p.vertex_count << " vertices, " << p.triangle_count << " triangles, "
            << p.face_count << " flat faces\n";
}

}  // namespace sandbox
