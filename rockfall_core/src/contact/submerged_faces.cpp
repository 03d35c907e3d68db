#include "contact/submerged_faces.h"

namespace rockfall {

SubmergedTriangle clip_triangle(const TriangleOverPlane& triangle) {
  const Vec3 corner[3] = {triangle.corner(0), triangle.corner(1), triangle.corner(2)}, area = triangle.area(),
             centroid = (corner[0] + corner[1] + corner[2]) / 3.0;
  if (triangle.is_below()) return {area, centroid};
  const CutCorner cut = cut_corner(triangle);
  const Vec3 &tip = corner[cut.tip], &left = corner[(cut.tip + 1) % 3], &right = corner[(cut.tip + 2) % 3];
  const double share = cut.share();
  const Vec3 tip_centroid = tip + (cut.left * (left - tip) + cut.right * (right - tip)) / 3.0;
  if (cut.tip_below) return {share * area, tip_centroid};
  const double rest = 1.0 - share;
  if (!(rest > 0)) return {Vec3(0, 0, 0), centroid};
  return {rest * area, (centroid - share * tip_centroid) / rest};
}

SubmergedPoints::SubmergedPoints(const TriangleOverPlane& triangle) {
  const double* const h = triangle.height;
  const Corner corner[3] = {{triangle.corner(0), h[0]}, {triangle.corner(1), h[1]}, {triangle.corner(2), h[2]}};
  if (triangle.is_below()) {
    add(corner[0], corner[1], corner[2], 1);
    return;
  }
  const CutCorner cut = cut_corner(triangle);
  const Corner &tip = corner[cut.tip], &left = corner[(cut.tip + 1) % 3], &right = corner[(cut.tip + 2) % 3];
  const Corner cut_left = {tip.place + cut.left * (left.place - tip.place), 0},
               cut_right = {tip.place + cut.right * (right.place - tip.place), 0};
  if (cut.tip_below) {
    add(tip, cut_left, cut_right, cut.share());
    return;
  }
  add(cut_left, left, right, 1 - cut.left);
  add(cut_left, right, cut_right, cut.left * (1 - cut.right));
}

void SubmergedPoints::add(const Corner& a, const Corner& b, const Corner& c, double of_area) {
  const Corner* const corner[3] = {&a, &b, &c};
  for (int k = 0; k < 3; ++k) {
    const Corner &from = *corner[k], &to = *corner[(k + 1) % 3];
    place[count] = 0.5 * (from.place + to.place);
    depth[count] = -0.5 * (from.height + to.height);
    share[count++] = of_area / 3.0;
  }
}

}  // namespace rockfall
