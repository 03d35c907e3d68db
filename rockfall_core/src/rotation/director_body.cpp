// The standard rigid body on three directors (Gebhardt & Romero, section 5.1).
#include "rotation/director_step.h"

namespace rockfall {

bool step_director_body(const rf_body& body, rf_body_state& state, rf_body_report* report) {
  constexpr int kMost = 50;
  const DirectorProblem problem = director_problem(body, state);
  Vec3 w = first_turn(problem), change = Vec3::Zero();
  double last = 1e300;
  for (int iteration = 0; iteration < kMost; ++iteration) {
    const DirectorTurn turn = director_turn(w);
    const DirectorBalance balance = director_balance(problem, turn);
    const double size = balance.value.cwiseAbs().sum();
    if (settled(size, last, balance.scale)) {
      finish_director_step(body, problem, turn, balance.moment, 0, state, report);
      if (report) {
        report->constraint_residual = 0;
        report->iterations = iteration;
      }
      return true;
    }
    if (size > last) {  // too far: half the way
      change *= 0.5;
      w += change;
      continue;
    }
    last = size;
    const Vec3 a = balance.slope.col(0), b = balance.slope.col(1), c = balance.slope.col(2), bc = b.cross(c);
    const Vec3& f = balance.value;
    change = (1.0 / a.dot(bc)) * Vec3(f.dot(bc), f.dot(c.cross(a)), f.dot(a.cross(b)));
    w -= change;
  }
  return false;
}

}  // namespace rockfall
