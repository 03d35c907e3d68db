// Ensembles of rocks down a uniform slope with relief, with or without a run-out area at its foot.
#ifndef ROCKFALL_SANDBOX_VERIFY_SLOPE_TRIAL_H
#define ROCKFALL_SANDBOX_VERIFY_SLOPE_TRIAL_H

#include <cstdint>
#include <vector>

#include "verify/world.h"

namespace sandbox::verify {

/** A slope that descends along +x from x = 0, and a second slope from its foot on. */
struct Hillside {
  double angle_deg = 35;
  double length = 600;      ///< m, along the slope
  double foot_deg = 0;      ///< angle of the run-out area
  double foot_length = 0;   ///< m, horizontal; 0: the terrain ends at the foot
  double half_width = 150;  ///< m
  double cell = 2;          ///< m
  double relief = 0.2;      ///< m; the nodes lie higher than the slope by a uniform random height up to this
  rf_ground ground = rf_default_ground();  ///< with obstacle heights: random relief of 1 m spacing on top
};

/** The terrain with one shape. The rock must outlive it. */
class HillsideScene {
 public:
  /** Throws RunError with the engine's text. */
  HillsideScene(const Rock& rock, const Hillside& hillside, const rf_settings& settings);

  const rf_scene& scene() const { return scene_.get(); }
  /** Rock `number` at x = 3 m in a random orientation, with a speed down the slope. */
  rf_state start(std::uint32_t number, double clearance, double speed) const;

 private:
  rf::Scene scene_;
  double angle_;
};

struct TrialOptions {
  std::uint32_t rocks = 40;
  double clearance = 2;    ///< m, between the rock's lowest point and the ground at the start
  double start_speed = 0;  ///< m/s, down the slope
  rf_settings settings = rf_default_settings();
  unsigned threads = 1;
  bool quiet = true;  ///< no progress display
};

/** Sums over one trajectory, sampled every 10 ms; all but max_speed on the slope only, without its run-out area. */
struct TrialRock {
  static constexpr double high_jump = 5;  ///< m
  rf_state start{}, end{};
  double time = 0, distance = 0;  ///< s; m, horizontal
  double max_speed = 0, max_jump = 0;
  double speed_sum = 0, jump_sum = 0, angular_speed_sum = 0;  ///< integrals over time
  double kinetic_sum = 0, rotational_sum = 0;                 ///< integrals of energies over time
  double jump_distance_sum = 0;                               ///< integral of the height of S over the distance
  double high_distance = 0;                                   ///< m, horizontal, with S above high_jump
  std::vector<double> bin_time, bin_path;                     ///< s and m, in bins along the slope
  /** Horizontal distance from start to end, m. */
  double runout() const;
  /** Angle of the line from start to end with the horizontal, degrees. */
  double reach_deg() const;
  /** Angle of the horizontal line from start to end with the fall line, degrees. */
  double lateral_deg() const;
};

struct TrialResult {
  double bin_length = 50;  ///< m, along the slope
  std::vector<TrialRock> rocks;

  double mean_speed() const;
  double mean_of_maxima() const;
  double max_speed() const;
  double mean_jump_over_time() const;
  double mean_jump_over_distance() const;  ///< as means per terrain cell
  double high_jump_share() const;          ///< of the horizontal distance, with S above TrialRock::high_jump
  double mean_angular_speed() const;       ///< rad/s
  double rotational_share() const;         ///< of the kinetic energy
  /** Mean speed between two distances along the slope, m/s; NaN if no rock was there. */
  double speed_between(double from, double to) const;
  std::uint32_t ended(rf_end end) const;
  /** Mean and standard deviation of the horizontal run-out, m. */
  rf_moments runout() const;
};

/** The result depends on neither threads nor their order. Throws RunError. */
TrialResult run_trial(const Rock& rock, const Hillside& hillside, const TrialOptions& options);

/** Compact test body of the European approval, EOTA 111, of a volume in m3 and 2700 kg/m3. */
Rock eota111(double volume);

}  // namespace sandbox::verify
#endif
