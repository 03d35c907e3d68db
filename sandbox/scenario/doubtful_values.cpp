#include "scenario/doubtful_values.h"

#include <array>
#include <cmath>

#include "common/text.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

void find_doubtful_volumes(const Scenario& scenario, std::vector<std::string>& warnings) {
  for (const RockSpec& rock : scenario.rocks) {
    if (!rock.volume || rock.volume->kind != VolumeSpec::Kind::lognormal) continue;
    const VolumeSpec& volume = *rock.volume;
    const bool above = volume.maximum > 0 && volume.maximum < volume.median;
    if (!above && !(volume.minimum > volume.median)) continue;
    warnings.push_back("rock '" + rock.name + "': the " + (above ? "maximum" : "minimum") + " of its volumes, " +
                       format_number(above ? volume.maximum : volume.minimum, 6) + " m3, is " +
                       (above ? "below" : "above") + " their median, " + format_number(volume.median, 6) +
                       " m3: half of the distribution is cut off or more");
  }
}

/** Beyond what rocks at their release do. */
void find_doubtful_starts(const ReleaseSpec& release, std::vector<std::string>& warnings) {
  constexpr double most_speed = 60, most_height = 200;  // m/s, m
  const std::array<double, 3>& v = release.velocity;
  const double speed = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const std::string place = release.place + ": ";
  if (speed > most_speed) {
    warnings.push_back(place + "the rocks start with " + format_number(speed, 4) + " m/s; is " +
                       format_number(speed / 3.6, 4) + " m/s (" + format_number(speed, 4) + " km/h) meant?");
  }
  if (release.height[1] > most_height) {
    warnings.push_back(place + "the rocks start up to " + format_number(release.height[1], 6) +
                       " m over the ground; height is that of the release over the ground, not above the sea");
  }
}

}  // namespace

std::vector<std::string> doubtful_values(const Scenario& scenario) {
  std::vector<std::string> warnings;
  find_doubtful_starts(scenario.release, warnings);
  for (const ReleaseSpec& further : scenario.further_releases) find_doubtful_starts(further, warnings);
  for (const RockSpec& rock : scenario.rocks) {
    const std::string warning = density_warning(rock);
    if (!warning.empty()) warnings.push_back(warning);
  }
  find_doubtful_volumes(scenario, warnings);
  const auto hint = [&](const char* table, std::int32_t field, double value) {
    const std::string text = unit_hint(field, value);
    if (!text.empty()) warnings.push_back(std::string(table) + ": " + text);
  };
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    hint("ground", field, ground_member(scenario.ground.ground, field));
  }
  for (const FitSpec& bounds : scenario.scatter) hint("scatter", bounds.field, bounds.to);
  constexpr double most_gravity = 30;  // m/s2, above that of all planets
  if (scenario.settings.gravity > most_gravity) {
    warnings.push_back("settings.gravity is " + format_number(scenario.settings.gravity, 6) +
                       " m/s2; that of the Earth is 9.81");
  }
  const std::string time_step = time_step_warning(scenario.settings);
  if (!time_step.empty()) warnings.push_back(time_step);
  return warnings;
}

}  // namespace sandbox
