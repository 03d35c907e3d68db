// The trajectories that are drawn, as segments.
#ifndef ROCKFALL_SANDBOX_LIVE_TRACKS_H
#define ROCKFALL_SANDBOX_LIVE_TRACKS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "live/variant.h"

namespace sandbox::live {

/** A piece of a trajectory. */
struct TrackSegment {
  float from[3], to[3];
  float from_value[4], to_value[4];  ///< velocity, kinetic energy, jump height, rotation
  float series;                      ///< variant
  float time;                        ///< s, at its end
  std::uint32_t rock;
};

/** A place where a rock was in soil. */
struct ScarMark {
  float place[3];        ///< on the ground below the rock
  float depth;           ///< m
  float along[3];        ///< half of its length, m, in the direction of motion
  float normal[3];       ///< of the ground
  float half_width;      ///< m
  std::size_t segments;  ///< of the tracks when it was made
  std::uint32_t rock;
  std::uint32_t variant;
};

/** A place where a rock struck the ground. */
struct ImpactMark {
  float place[3];
  float speed;           ///< m/s: normal percussion over mass
  float time;            ///< s
  std::size_t segments;  ///< of the tracks when it was made
  std::uint32_t rock;
  std::uint32_t variant;
};

class Tracks {
 public:
  const std::vector<ImpactMark>& impacts() const { return impacts_; }
  /** Takes the impacts that the variants noted. */
  void add_impacts(std::vector<Variant>& variants);
  const std::vector<ScarMark>& scars() const { return scars_; }
  const std::vector<TrackSegment>& segments() const { return segments_; }
  /** Changes whenever segments are removed or replaced, not when some are added. */
  std::uint64_t generation() const { return generation_; }

  /** Removes all segments and starts at the present states. */
  void clear(const std::vector<Variant>& variants);
  /** Keeps the first `count` segments and continues from the present states. */
  void cut(std::size_t count, const std::vector<Variant>& variants);
  /** Continues from the present states: after rocks were added. */
  void continue_from(const std::vector<Variant>& variants);
  /** Adds a segment for every rock that moved.
   *  @param time  s, now */
  void extend(const std::vector<Variant>& variants, double time);
  /** Removes segments and scars of a rock, and lowers counts of segments, in ascending order, accordingly. */
  void remove_rock(std::uint32_t rock, const std::vector<std::size_t*>& counts);

 private:
  using End = std::array<float, 7>;  // position and values
  void add_scar(const rf_scene& scene, const rf_state& state, std::uint32_t rock, std::uint32_t variant);
  static End end_of(const rf_scene& scene, const rf_state& state);

  std::vector<TrackSegment> segments_;
  std::vector<ScarMark> scars_;
  std::vector<ImpactMark> impacts_;
  std::vector<std::vector<End>> ends_;  // by variant and rock
  std::uint64_t generation_ = 1;
};

}  // namespace sandbox::live
#endif
