#include "run/check_lines.h"

#include <algorithm>
#include <cmath>

#include "run/quantities.h"

namespace sandbox {
namespace {

double side(const CheckLine::Segment& s, const double* p) {
  return (s.b[0] - s.a[0]) * (p[1] - s.a[1]) - (s.b[1] - s.a[1]) * (p[0] - s.a[0]);
}

double distance(const CheckLine::Segment& s, const double* p) {
  const double dx = s.b[0] - s.a[0], dy = s.b[1] - s.a[1];
  const double square = dx * dx + dy * dy;
  const double along = square > 0 ? ((p[0] - s.a[0]) * dx + (p[1] - s.a[1]) * dy) / square : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double x = p[0] - s.a[0] - t * dx, y = p[1] - s.a[1] - t * dy;
  return std::sqrt(x * x + y * y);
}

double between(double a, double b, double share) { return a + share * (b - a); }

Crossing make_crossing(const Passage& a, const Passage& b, double share, const CheckLine::Segment& segment) {
  Crossing crossing{};
  crossing.time = between(a.time, b.time, share);
  double velocity[3];
  for (std::size_t k = 0; k < 3; ++k) {
    crossing.position[k] = between(a.position[k], b.position[k], share);
    velocity[k] = between(a.velocity[k], b.velocity[k], share);
  }
  crossing.speed = between(a.speed, b.speed, share);
  crossing.translation = between(a.translation, b.translation, share);
  crossing.rotation = between(a.rotation, b.rotation, share);
  crossing.centre = between(a.centre, b.centre, share);
  crossing.top = between(a.top, b.top, share);
  const double horizontal = std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  crossing.angle = degrees_per_radian * std::atan2(-velocity[2], horizontal);
  const double dx = segment.b[0] - segment.a[0], dy = segment.b[1] - segment.a[1];
  crossing.line_angle = degrees_per_radian * std::atan2(std::fabs(dx * velocity[1] - dy * velocity[0]),
                                                        std::fabs(dx * velocity[0] + dy * velocity[1]));
  return crossing;
}

}  // namespace

void LineFollower::start(const Passage& passage) {
  free_ = 1e300;
  for (const CheckLine::Segment& segment : line_->segments) {
    free_ = std::min(free_, distance(segment, passage.position));
  }
  free_ *= 0.999999;
  last_ = passage;
}

void LineFollower::add(const Passage& passage, std::vector<Crossing>& out) {
  const double dx = passage.position[0] - last_.position[0], dy = passage.position[1] - last_.position[1];
  const double moved = std::sqrt(dx * dx + dy * dy);
  if (may_reach(moved)) {
    cross(passage, out);
    start(passage);
    return;
  }
  skip(moved);
  last_ = passage;
}

void LineFollower::cross(const Passage& passage, std::vector<Crossing>& out) {
  const std::size_t first = out.size();
  for (const CheckLine::Segment& segment : line_->segments) {
    const double before = side(segment, last_.position), after = side(segment, passage.position);
    if ((before < 0) == (after < 0)) continue;
    const double share = before / (before - after);
    const double p[2] = {between(last_.position[0], passage.position[0], share),
                         between(last_.position[1], passage.position[1], share)};
    const double dx = segment.b[0] - segment.a[0], dy = segment.b[1] - segment.a[1];
    const double along = ((p[0] - segment.a[0]) * dx + (p[1] - segment.a[1]) * dy) / (dx * dx + dy * dy);
    if (!(along >= 0 && (along < 1 || (segment.last && along <= 1)))) continue;
    out.push_back(make_crossing(last_, passage, share, segment));
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
            [](const Crossing& a, const Crossing& b) { return a.time < b.time; });
}

}  // namespace sandbox
