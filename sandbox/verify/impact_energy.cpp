#include "verify/impact_energy.h"

#include "common/threads.h"

namespace sandbox::verify {
namespace {

/** Impacts of one rock, found step by step. */
class ImpactRecorder {
 public:
  explicit ImpactRecorder(const ImpactLimits& limits) : limits_(limits) {}

  /** @param before, after  velocities of S before and after the step */
  void add(bool touches, const Vec& before, const Vec& after, double time_step) {
    if (touches) {
      if (flight_ >= limits_.flight) {
        first_ = dot(before, before);
        counts_ = norm(before) >= limits_.speed;
      }
      flight_ = 0;
      last_ = dot(after, after);
      return;
    }
    const bool was_short = flight_ < limits_.flight;
    flight_ += time_step;
    if (counts_ && was_short && flight_ >= limits_.flight) {
      ratios_.push_back(last_ / first_);
      counts_ = false;
    }
  }

  const std::vector<double>& ratios() const { return ratios_; }

 private:
  ImpactLimits limits_;
  double flight_ = 0;            // s
  double first_ = 0, last_ = 0;  // squares of the speed before the impact, and after its last contact
  bool counts_ = false;
  std::vector<double> ratios_;
};

}  // namespace

std::vector<double> impact_energy_ratios(const Rock& rock, const Hillside& hillside, const TrialOptions& options,
                                         const ImpactLimits& limits) {
  const HillsideScene built(rock, hillside, options.settings);
  std::vector<std::vector<double>> of_rock(options.rocks);
  ThreadPool pool(options.threads);
  pool.run(options.rocks, [&](std::uint32_t i) {
    Run run(built.scene(), built.start(i, options.clearance, options.start_speed));
    ImpactRecorder recorder(limits);
    while (run.state().end == RF_MOVING) {
      const Vec before = run.velocity();
      run.step();
      const bool touches = run.report().contact_count > 0 || run.report().submerged_area > 0;
      recorder.add(touches, before, run.velocity(), options.settings.time_step);
    }
    of_rock[i] = recorder.ratios();
  });
  std::vector<double> ratios;
  for (const std::vector<double>& one : of_rock) ratios.insert(ratios.end(), one.begin(), one.end());
  return ratios;
}

}  // namespace sandbox::verify
