#include "contact/submerged_faces.h"

namespace rockfall {

SubmergedTriangle clip_triangle(const TriangleOverPlane& triangle) {
  const Vec3 corner[3] = {triangle.corner(0), triangle.corner(1), triangle.corner(2)}, area = triangle.area(),
             centroid = (corner[0] + corner[1] + corner[2]) / 3.0;
  if (triangle.is_below()) return {area, centroid};
  const CutCorner cut = cut_corner(triangle.height);
  const Vec3 &tip = corner[cut.tip], &left = corner[(cut.tip + 1) % 3], &right = corner[(cut.tip + 2) % 3];
  const double share = cut.share();
  const Vec3 tip_centroid = tip + (cut.left * (left - tip) + cut.right * (right - tip)) / 3.0;
  if (cut.tip_below) return {share * area, tip_centroid};
  const double rest = 1.0 - share;
  if (!(rest > 0)) return {Vec3(0, 0, 0), centroid};
  return {rest * area, (centroid - share * tip_centroid) / rest};
}

PressedPoints::PressedPoints(const TriangleOverPlane& triangle, const double into[3]) {
  const double* const h = triangle.height;
  const Corner corner[3] = {
      {triangle.corner(0), h[0], into[0]}, {triangle.corner(1), h[1], into[1]}, {triangle.corner(2), h[2], into[2]}};
  if (triangle.is_below()) {
    add_below(corner[0], corner[1], corner[2], 1);
    return;
  }
  const CutCorner cut = cut_corner(h);
  const Corner &tip = corner[cut.tip], &left = corner[(cut.tip + 1) % 3], &right = corner[(cut.tip + 2) % 3];
  const Corner cut_left = between(tip, left, cut.left), cut_right = between(tip, right, cut.right);
  if (cut.tip_below) {
    add_below(tip, cut_left, cut_right, cut.share());
    return;
  }
  add_below(cut_left, left, right, 1 - cut.left);
  add_below(cut_left, right, cut_right, cut.left * (1 - cut.right));
}

PressedPoints::Corner PressedPoints::between(const Corner& from, const Corner& to, double fraction) {
  return {from.place + fraction * (to.place - from.place), from.height + fraction * (to.height - from.height),
          from.into + fraction * (to.into - from.into)};
}

// Add the part of a triangle below the plane that moves into the soil.
void PressedPoints::add_below(const Corner& a, const Corner& b, const Corner& c, double of_area) {
  const double away[3] = {-a.into, -b.into, -c.into};
  const int moving_in = (away[0] < 0) + (away[1] < 0) + (away[2] < 0);
  if (moving_in == 0) return;
  if (moving_in == 3) return add(a, b, c, of_area);
  const Corner* const corner[3] = {&a, &b, &c};
  const CutCorner cut = cut_corner(away);
  const Corner &tip = *corner[cut.tip], &left = *corner[(cut.tip + 1) % 3], &right = *corner[(cut.tip + 2) % 3];
  const Corner cut_left = between(tip, left, cut.left), cut_right = between(tip, right, cut.right);
  if (cut.tip_below) return add(tip, cut_left, cut_right, cut.share() * of_area);
  add(cut_left, left, right, (1 - cut.left) * of_area);
  add(cut_left, right, cut_right, cut.left * (1 - cut.right) * of_area);
}

void PressedPoints::add(const Corner& a, const Corner& b, const Corner& c, double of_area) {
  struct Orbit {
    double weight, near, far;  // barycentric coordinates: 1 - 2 far = near, far, far
  };
  constexpr Orbit kOrbits[2] = {{0.22338158967801146570, 0.10810301816807022736, 0.44594849091596488632},
                                {0.10995174365532186764, 0.81684757298045851308, 0.09157621350977074346}};
  const Corner* const corner[3] = {&a, &b, &c};
  for (const Orbit& orbit : kOrbits) {
    for (int k = 0; k < 3; ++k) {
      const Corner &own = *corner[k], &next = *corner[(k + 1) % 3], &last = *corner[(k + 2) % 3];
      place[count] = orbit.near * own.place + orbit.far * (next.place + last.place);
      depth[count] = -(orbit.near * own.height + orbit.far * (next.height + last.height));
      share[count++] = orbit.weight * of_area;
    }
  }
}

}  // namespace rockfall
