#include "run/check_lines.h"

#include <algorithm>
#include <cmath>

#include "common/segment.h"
#include "run/quantities.h"

namespace sandbox {
namespace {

/** Distance from the straight line through the segment, left of it positive, m. The bits do not depend on which end is
 *  the first, but for the sign. */
double signed_distance(const CheckLine::Segment& s, const double* p) {
  const bool turned = s.b[0] < s.a[0] || (s.b[0] == s.a[0] && s.b[1] < s.a[1]);
  const double *const first = turned ? s.b : s.a, *const last = turned ? s.a : s.b;
  const double dx = last[0] - first[0], dy = last[1] - first[1];
  const double left = (dx * (p[1] - first[1]) - dy * (p[0] - first[0])) / std::sqrt(dx * dx + dy * dy);
  return turned ? -left : left;
}

/** 0 on the straight line through the segment, else the side of it. */
signed char side(double signed_distance) {
  if (std::fabs(signed_distance) <= on_line) return 0;
  return signed_distance < 0 ? -1 : 1;
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
  crossing.angle = degrees(std::atan2(-velocity[2], horizontal));
  const double dx = segment.b[0] - segment.a[0], dy = segment.b[1] - segment.a[1];
  crossing.line_angle = degrees(
      std::atan2(std::fabs(dx * velocity[1] - dy * velocity[0]), std::fabs(dx * velocity[0] + dy * velocity[1])));
  return crossing;
}

bool share_an_end(const CheckLine::Segment& s, const CheckLine::Segment& t) {
  const auto same = [](const double* p, const double* q) { return p[0] == q[0] && p[1] == q[1]; };
  return same(s.a, t.a) || same(s.a, t.b) || same(s.b, t.a) || same(s.b, t.b);
}

}  // namespace

double distance(const CheckLine::Segment& s, const double* p) { return distance_to_segment(s.a, s.b, p); }

bool lies_on(const CheckLine& line, const double* p, const double* q) {
  const CheckLine::Segment release{{p[0], p[1]}, {q[0], q[1]}, true};
  const bool point = p[0] == q[0] && p[1] == q[1];
  return std::any_of(line.segments.begin(), line.segments.end(), [&](const CheckLine::Segment& segment) {
    if (point) return distance(segment, p) <= on_line;
    if (side(signed_distance(segment, p)) != 0 || side(signed_distance(segment, q)) != 0) return false;
    // Of two segments on a straight line that overlap, an end of one lies on the other.
    return distance(segment, p) <= on_line || distance(segment, q) <= on_line ||
           distance(release, segment.a) <= on_line || distance(release, segment.b) <= on_line;
  });
}

void LineFollower::start(const Passage& passage) {
  if (started_ && passage.time == last_.time) return;  // the sides are known
  started_ = true;
  last_ = passage;
  on_side_.assign(line_->segments.size(), 0);
  measure_free_path();
}

void LineFollower::measure_free_path() {
  free_ = 1e300;
  for (const CheckLine::Segment& segment : line_->segments) {
    free_ = std::min(free_, distance(segment, last_.position));
  }
  // A rock that moves freely never comes so near that it could be on the line.
  free_ = std::max(0.0, 0.999999 * free_ - 10 * on_line);
}

void LineFollower::add(const Passage& passage, std::vector<Crossing>& out) {
  const double dx = passage.position[0] - last_.position[0], dy = passage.position[1] - last_.position[1];
  const double moved = std::sqrt(dx * dx + dy * dy);
  if (may_reach(moved)) {
    cross(passage, out);
    last_ = passage;
    measure_free_path();
    return;
  }
  skip(moved);
  last_ = passage;
}

void LineFollower::leave(Passage passage, std::vector<Crossing>& out) {
  passage.centre = last_.centre;
  passage.top = last_.top;
  add(passage, out);
}

void LineFollower::cross(const Passage& passage, std::vector<Crossing>& out) {
  struct Found {
    double share;
    const CheckLine::Segment* segment;
  };
  std::vector<Found> found;
  for (std::size_t i = 0; i < line_->segments.size(); ++i) {
    const CheckLine::Segment& segment = line_->segments[i];
    const double before = signed_distance(segment, last_.position), after = signed_distance(segment, passage.position);
    const signed char from = side(before) != 0 ? side(before) : on_side_[i], to = side(after);
    on_side_[i] = to == 0 && distance(segment, passage.position) <= on_line ? from : static_cast<signed char>(0);
    if (from == 0 || to == 0 || from == to) continue;
    const double share = side(before) == 0 ? 0 : before / (before - after);
    const double p[2] = {between(last_.position[0], passage.position[0], share),
                         between(last_.position[1], passage.position[1], share)};
    if (distance(segment, p) > on_line) continue;
    // Where two segments meet, a rock crosses the line once.
    const bool known = std::any_of(found.begin(), found.end(), [&](const Found& other) {
      const double q[2] = {between(last_.position[0], passage.position[0], other.share),
                           between(last_.position[1], passage.position[1], other.share)};
      return share_an_end(segment, *other.segment) && std::hypot(p[0] - q[0], p[1] - q[1]) <= 4 * on_line;
    });
    if (!known) found.push_back({share, &segment});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.share < b.share; });
  for (const Found& crossing : found) out.push_back(make_crossing(last_, passage, crossing.share, *crossing.segment));
}

}  // namespace sandbox
