#include "shapes.h"

#include <algorithm>
#include <new>

#include "error.h"
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

std::vector<double> standard_points(const RockSpec& spec) {
  const NamedShape& named = find_shape(spec.shape);
  rf_shape_def def = rf_default_shape_def();
  def.kind = named.kind;
  for (std::size_t k = 0; k < 3; ++k) def.size[k] = spec.size ? (*spec.size)[k] : named.size[k];
  def.point_count = spec.points;
  def.seed = spec.seed;
  std::uint32_t count = 0;
  rf_error error{};
  if (rf_shape_points(&def, nullptr, 0, &count, &error) != RF_OK) {
    throw InputError("rock '" + spec.name + "': " + error.text);
  }
  std::vector<double> points(3 * std::size_t{count});
  if (rf_shape_points(&def, points.data(), count, &count, &error) != RF_OK) {
    throw InputError("rock '" + spec.name + "': " + error.text);
  }
  return points;
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

std::vector<double> points_of(const RockSpec& spec) {
  return spec.shape.empty() ? read_points(spec.file) : standard_points(spec);
}

void CookedRock::Free::operator()(void* memory) const {
  ::operator delete (memory, std::align_val_t{RF_MEMORY_ALIGNMENT});
}

CookedRock::CookedRock(const RockSpec& spec) : name_(spec.name) {
  const std::vector<double> points = points_of(spec);
  rf_rock_def def = rf_default_rock_def();
  def.points = points.data();
  def.point_count = static_cast<std::uint32_t>(points.size() / 3);
  def.sizing = spec.sizing;
  def.density = spec.density;
  def.mass = spec.mass;
  std::size_t bytes = 0;
  rf_error error{};
  rf_status status = rf_rock_memory(&def, &bytes, &error);
  if (status == RF_OK) {
    memory_.reset(::operator new (bytes, std::align_val_t{RF_MEMORY_ALIGNMENT}));
    status = rf_cook_rock(&def, memory_.get(), bytes, &rock_, &error);
  }
  if (status == RF_OK) status = rf_rock_get(rock_, &properties_);
  if (status != RF_OK) {
    const std::string where = spec.file.empty() ? "rock '" + spec.name + "'" : spec.file.string();
    throw InputError(where + ": " + (error.text[0] != '\0' ? error.text : rf_status_text(status)));
  }
}

}  // namespace sandbox
