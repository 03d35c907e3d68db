// Crossings of rocks over lines on the map.
#ifndef ROCKFALL_SANDBOX_RUN_CHECK_LINES_H
#define ROCKFALL_SANDBOX_RUN_CHECK_LINES_H

#include <cstdint>
#include <string>
#include <vector>

#include "run/passage.h"

namespace sandbox {

/** A line of one or more parts. */
struct CheckLine {
  struct Segment {
    double a[2], b[2];  ///< local, m
    bool last;          ///< of its part: its end belongs to it
  };
  std::string name;
  std::vector<Segment> segments;
  std::string warning = {};  ///< of features without geometry; empty: none
};

/** A rock over a line; values interpolated between the two steps around it. Plain data. */
struct Crossing {
  std::uint32_t rock;        ///< number
  std::uint32_t rock_class;  ///< index
  double time;               ///< s, since the release
  double position[3];        ///< of the centre of mass, local, m
  double speed;              ///< m/s
  double translation;        ///< kinetic energy, J
  double rotation;           ///< kinetic energy, J
  double centre;             ///< height of the centre of mass above the ground, m
  double top;                ///< height of the top of the rock above the ground, m
  double angle;              ///< of the velocity below the horizontal, degrees
  double line_angle;         ///< between the horizontal velocity and the line, 0 to 90 degrees
};

/** Finds the crossings of one rock over one line, step by step where it is near the line. */
class LineFollower {
 public:
  explicit LineFollower(const CheckLine& line) : line_(&line) {}

  /** The rock is here now; it has crossed nothing since the last step. */
  void start(const Passage& passage);
  /** True if the rock may reach the line on a path of this length, m. */
  bool may_reach(double path) const { return !(path < free_); }
  /** The rock has moved along such a path, on which it does not reach the line. */
  void skip(double path) { free_ -= path; }
  /** Adds the next step. @param out  crossings are added, without rock and class */
  void add(const Passage& passage, std::vector<Crossing>& out);

 private:
  void cross(const Passage& passage, std::vector<Crossing>& out);

  const CheckLine* line_;
  Passage last_;     ///< of the last step that was added
  double free_ = 0;  ///< m that the rock can move without reaching the line
};

}  // namespace sandbox
#endif
