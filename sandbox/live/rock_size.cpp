#include "live/rock_size.h"

#include <cmath>

#include "scenario/shapes.h"

namespace sandbox::live {

std::array<double, 3> size_of_rock(const RockSpec& spec, const rf::Rock& rock) {
  std::array<double, 3> size = size_of_shape(spec);
  if (spec.sizing != RF_SIZE_SCALE_TO_MASS) return size;
  // The volume of the shape as given, from a copy whose mass equals it.
  RockSpec as_given = spec;
  as_given.sizing = RF_SIZE_BY_DENSITY;
  as_given.density = 1;
  const double scale = std::cbrt(rock->volume / cook_rock(as_given)->mass);
  for (double& side : size) side *= scale;
  return size;
}

}  // namespace sandbox::live
