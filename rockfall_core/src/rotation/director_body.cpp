// The standard rigid body on three directors (Gebhardt & Romero, section 5.1).
#include "rotation/director_step.h"

namespace rockfall {

bool step_director_body(const rf_body& body, rf_body_state& state, rf_body_report* report) {
  constexpr int kMaxIterations = 50;
  const DirectorProblem problem = director_problem(body, state);
  Vec3 w = initial_rotation(problem), change = Vec3::Zero();
  double previous = 1e300;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const DirectorUpdate update = director_update(w);
    const DirectorResidual residual = director_residual(problem, update);
    const double size = residual.value.cwiseAbs().sum();
    if (has_converged(size, previous, residual.scale)) {
      finish_director_step(body, problem, update, residual.moment, 0, state, report);
      if (report) {
        report->constraint_residual = 0;
        report->iterations = iteration;
      }
      return true;
    }
    if (size > previous) {  // overshoot: halve the step
      change *= 0.5;
      w += change;
      continue;
    }
    previous = size;
    const Vec3 a = residual.jacobian.col(0), b = residual.jacobian.col(1), c = residual.jacobian.col(2),
               bc = b.cross(c);
    const Vec3& f = residual.value;
    change = (1.0 / a.dot(bc)) * Vec3(f.dot(bc), f.dot(c.cross(a)), f.dot(a.cross(b)));
    w -= change;
  }
  return false;
}

}  // namespace rockfall
