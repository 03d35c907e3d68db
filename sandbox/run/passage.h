// Quantities of a rock at one step, for the accumulators of a campaign.
#ifndef ROCKFALL_SANDBOX_RUN_PASSAGE_H
#define ROCKFALL_SANDBOX_RUN_PASSAGE_H

#include <rockfall/rockfall.h>

#include <vector>

namespace sandbox {

struct Passage {
  double time = 0;         ///< s, since the release
  double position[3]{};    ///< local, m
  double velocity[3]{};    ///< m/s
  double speed = 0;        ///< m/s
  double translation = 0;  ///< kinetic energy, J
  double rotation = 0;     ///< kinetic energy, J
  double centre = 0;       ///< height of the centre of mass above the ground, m
  double top = 0;          ///< height of the highest point of the rock above the ground below its centre of mass, m
};

/** Measures rocks of a scene, which outlives it. Thread-safe. */
class PassageMeter {
 public:
  explicit PassageMeter(const rf_scene& scene);

  /** @param quantity  as from rf_measure for this state */
  Passage measure(const rf_state& state, const double quantity[RF_QUANTITY_COUNT]) const;

 private:
  const rf_scene& scene_;
  std::vector<rf_rock_properties> rocks_;
};

}  // namespace sandbox
#endif
