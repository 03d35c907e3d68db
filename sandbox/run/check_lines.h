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
    bool last;          ///< of its part
  };
  std::string name;
  std::vector<Segment> segments;
  std::vector<std::string> warnings = {};  ///< of its file
};

/** Distance from a line up to which a position lies on it, m: more than the rounding of world coordinates. */
constexpr double on_line = 1e-6;

/** Distance of a position (x y) from a segment, m. */
double distance(const CheckLine::Segment& segment, const double* position);

/** True if the segment from p to q (x y each), or a part of it, lies on a segment of the line; p may be q. */
bool lies_on(const CheckLine& line, const double* p, const double* q);

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

/** Finds the crossings of one rock over one line, step by step where it is near the line. A rock on the line is on the
 *  side from which it came; one that starts there has none until it leaves the line. */
class LineFollower {
 public:
  explicit LineFollower(const CheckLine& line) : line_(&line) {}

  /** The rock is here now; if this is not the last step that was added, it has been away from the line since. */
  void start(const Passage& passage);
  /** True if the rock may reach the line on a path of this length, m. */
  bool may_reach(double path) const { return !(path < free_); }
  /** The rock has moved along such a path, on which it does not reach the line. */
  void skip(double path) { free_ -= path; }
  /** Adds the next step. @param out  crossings are added, without rock and class */
  void add(const Passage& passage, std::vector<Crossing>& out);
  /** Adds the step by which the rock leaves the ground; its heights are those of the step before. */
  void leave(Passage passage, std::vector<Crossing>& out);

 private:
  void cross(const Passage& passage, std::vector<Crossing>& out);
  void measure_free_path();

  const CheckLine* line_;
  Passage last_;                      ///< of the last step that was added
  bool started_ = false;              ///< there is a last step
  double free_ = 0;                   ///< m that the rock can move without reaching the line
  std::vector<signed char> on_side_;  ///< by segment: where the rock is on it, the side from which it came, else 0
};

}  // namespace sandbox
#endif
