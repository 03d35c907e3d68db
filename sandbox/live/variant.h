// One way of computing the live scene, with the states of its rocks.
#ifndef ROCKFALL_SANDBOX_LIVE_VARIANT_H
#define ROCKFALL_SANDBOX_LIVE_VARIANT_H

#include <rockfall/rockfall.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "live/series.h"
#include "scenario/scene_builder.h"

namespace sandbox::live {

/** The last contacts of a rock, kept for display: an impact lasts a few milliseconds only. */
struct ContactMarks {
  static constexpr std::uint32_t room = 8;
  double time = -1e300;  ///< s, when they happened
  std::uint32_t count = 0;
  std::array<rf_contact, room> contacts{};
  // The strongest impact since the last moment of the timeline.
  double impact = 0;  ///< m/s: sum of the normal percussions of a step over the mass
  double impact_time = 0;
  double impact_place[3] = {0, 0, 0};
};

/** Sums of the energy ledger of a rock, J. */
struct LedgerSum {
  double since = 0;  ///< s, when the sums began
  double contact_work = 0, drag_work = 0, potential_change = 0, kinetic_change = 0;
  double largest_residual = 0;  ///< of a single step
};

struct Variant {
  std::string name;
  std::shared_ptr<BuiltScene> own;  ///< with a ground of its own; null: the scene of the world
  bool own_settings = false;
  rf_scene scene{};
  double time = 0;  ///< s, of its states: less than a time step of its own before the time of the world
  std::vector<rf_state> states, before;  ///< now, and one step earlier; of many rocks that is nearly so, for drawing
  std::vector<ContactMarks> marks;
  std::vector<rf_rock_track> contact_tracks;  ///< contact phases, of rocks that are stepped together
  std::vector<LedgerSum> ledgers;             ///< by rock
  Series series;                              ///< of the watched rock
  std::map<std::uint32_t, Series> kept;       ///< of rocks watched before
  rf_step_report report{};                    ///< of the last step of the watched rock; its contacts are in marks
};

}  // namespace sandbox::live
#endif
