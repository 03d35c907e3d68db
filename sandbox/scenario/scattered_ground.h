// Ground parameters that differ from rock to rock.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCATTERED_GROUND_H
#define ROCKFALL_SANDBOX_SCENARIO_SCATTERED_GROUND_H

#include <rockfall/rockfall.h>

#include <utility>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** The scene of one rock: a copy whose ground has the drawn values everywhere; mu_max is at least mu_min. Can be
 * neither copied nor moved. */
class ScatteredGround {
 public:
  /** Throws InputError if the drawn values give no valid ground.
   *  @param scene    outlives this
   *  @param largest  see BuiltScene::largest_ground */
  ScatteredGround(const rf_scene& scene, const ScatterSpec& scatter, const rf_ground& largest, std::uint32_t rock,
                  std::uint64_t seed);
  ScatteredGround(const ScatteredGround&) = delete;
  ScatteredGround& operator=(const ScatteredGround&) = delete;

  const rf_scene& scene() const { return scene_; }
  /** rf_ground_field and value. */
  const std::vector<std::pair<std::int32_t, double>>& values() const { return values_; }

 private:
  static void sample(void* user, const double* xy, std::uint32_t count, rf_terrain_sample* out);
  static void upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
  static std::uint32_t vertices(void* user, const rf_rectangle* area, double* xyz, std::uint32_t capacity);
  static std::uint32_t material(void* user, double x, double y);

  rf_terrain base_;
  rf_scene scene_;
  std::vector<std::pair<std::int32_t, double>> values_;
};

}  // namespace sandbox
#endif
