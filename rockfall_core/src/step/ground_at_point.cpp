#include "step/ground_at_point.h"

#include "step/batch.h"
#include "step/drag_below.h"

namespace rockfall {

rf_ground contact_ground_at(const BatchJob& job, double x, double y) { return job.grid->contact_ground_at(x, y); }

bool add_drag_below(const BatchJob& job, const rf_rock& rock, const double position[3], bool in_contact, double& drag) {
  if (job.ground && job.everywhere.without_drag) {
    if (in_contact) drag += job.ground->contact_drag * rock.mass;
    return true;
  }
  Drag total;
  total.linear = drag;
  add_ground_drag(*job.grid, rock, load3(position), in_contact, total);
  drag = total.linear;
  return total.angular == 0;
}

}  // namespace rockfall
