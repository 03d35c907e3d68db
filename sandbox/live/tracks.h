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

/** Marks in soil that are kept: 7 MB here, and 15 MB for drawing. */
constexpr std::size_t most_scars = 100000;
/** Impacts that are kept, the first ones: 8 MB. */
constexpr std::size_t most_impacts = 200000;

/** A place where a rock was in soil. */
struct ScarMark {
  float place[3];    ///< on the ground, where its normal meets S
  float depth;       ///< m
  float along[3];    ///< half of its length, m, in the direction of motion
  float normal[3];   ///< of the ground
  float half_width;  ///< m, of a ball with the bounding radius at this depth
  float centre[3];   ///< S of the rock
  double time;       ///< s, when it was made
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
  /** By the time when they were made; at most `most_scars`. */
  const std::vector<ScarMark>& scars() const { return scars_; }
  /** How many were removed before the first of scars(), to make room, since the segments were last removed or replaced.
   */
  std::size_t dropped_scars() const { return dropped_scars_; }
  const std::vector<TrackSegment>& segments() const { return segments_; }
  /** How many of the segments end until a time, s. They are in the order of time. */
  std::size_t segments_until(double time) const;
  /** No more segments are added: what follows is in no trajectory and no map. */
  bool full() const;
  /** Changes whenever segments are removed or replaced, not when some are added. */
  std::uint64_t generation() const { return generation_; }

  /** Removes all segments and starts at the present states. */
  void clear(const std::vector<Variant>& variants);
  /** Keeps the first `count` segments, and what was made until a time, and continues from the present states.
   *  @param time  s */
  void cut(std::size_t count, double time, const std::vector<Variant>& variants);
  /** Continues from the present states: after rocks were added, or came back at another moment. */
  void continue_from(const std::vector<Variant>& variants);
  /** Adds a segment for every rock that moved, and marks of those in soil.
   *  @param time  s, now */
  void extend(const std::vector<Variant>& variants, double time);
  /** Removes segments and scars of a rock, and lowers counts of segments, in ascending order, accordingly. */
  void remove_rock(std::uint32_t rock, const std::vector<std::size_t*>& counts);

 private:
  using End = std::array<float, 7>;  // position and values
  /** The last mark of a rock that has not left the soil since. */
  struct LastMark {
    float place[3];
    float distance;  ///< m, from which on it needs another one; 0: there is none
  };
  static LastMark last_mark_of(const ScarMark& scar);
  /** Finds the last marks among those that are kept. */
  void find_last_marks(const std::vector<Variant>& variants);
  /** Adds a mark of a rock where it has moved far enough from its last one. */
  void extend_scar(const Variant& variant, std::uint32_t rock, std::uint32_t number, double time);
  void make_room_for_scar();
  static End end_of(const rf_scene& scene, const rf_state& state);

  std::vector<TrackSegment> segments_;
  std::vector<ScarMark> scars_;
  std::vector<ImpactMark> impacts_;
  std::vector<std::vector<End>> ends_;             // by variant and rock
  std::vector<std::vector<LastMark>> last_marks_;  // by variant and rock
  std::size_t dropped_scars_ = 0;
  std::uint64_t generation_ = 1;
};

}  // namespace sandbox::live
#endif
