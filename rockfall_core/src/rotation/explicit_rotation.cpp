#include "rotation/explicit_rotation.h"

#include "rotation/explicit_rule.h"

namespace rockfall {

ExplicitRotation explicit_rotation(const Vec3& inertia, double dt, const Vec3& drag, const Vec3& omega) {
  const ExplicitRotationOf<double> rotation =
      explicit_rule(vector_of(inertia.data()), dt, vector_of(drag.data()), vector_of(omega.data()));
  ExplicitRotation result;
  for (int k = 0; k < 3; ++k) {
    const double* const row = rotation.inverse_mass.at[k];
    result.inverse_mass.row(k) << row[0], row[1], row[2];
    result.omega[k] = rotation.omega[k];
  }
  return result;
}

}  // namespace rockfall
