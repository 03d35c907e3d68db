#include "contact/submerged_faces.h"

namespace rockfall {
namespace {

struct Part {
  double share;  // of the triangle's area
  Vec3 centroid;
};

// The corner part at `tip`, cut off where the height vanishes on both of its edges.
Part corner_part(const Vec3& tip, const Vec3& left, const Vec3& right, double h_tip, double h_left, double h_right) {
  const double s = h_tip / (h_tip - h_left), t = h_tip / (h_tip - h_right);
  return {s * t, tip + (s * (left - tip) + t * (right - tip)) / 3.0};
}

}  // namespace

SubmergedTriangle clip_triangle(const Vec3& a, const Vec3& b, const Vec3& c, double ha, double hb, double hc) {
  const Vec3 area = 0.5 * (b - a).cross(c - a), centroid = (a + b + c) / 3.0;
  const double height = (ha + hb + hc) / 3.0;
  const int below = (ha < 0) + (hb < 0) + (hc < 0);
  if (below == 3) return {area, centroid, -height};
  // One corner alone on its side of the plane: the part below is that corner, or all but it.
  const bool one_below = below == 1;
  const bool a_alone = (ha < 0) == one_below, b_alone = (hb < 0) == one_below;
  Part tip;
  double h_tip, h_sum;
  if (a_alone) {
    tip = corner_part(a, b, c, ha, hb, hc);
    h_tip = ha;
  } else if (b_alone) {
    tip = corner_part(b, c, a, hb, hc, ha);
    h_tip = hb;
  } else {
    tip = corner_part(c, a, b, hc, ha, hb);
    h_tip = hc;
  }
  h_sum = h_tip / 3.0;  // height of the tip's centroid: the two other corners lie on the plane
  if (one_below) return {tip.share * area, tip.centroid, -h_sum};
  const double rest = 1.0 - tip.share;
  if (!(rest > 0)) return {Vec3(0, 0, 0), centroid, 0.0};
  return {rest * area, (centroid - tip.share * tip.centroid) / rest, -(height - tip.share * h_sum) / rest};
}

}  // namespace rockfall
