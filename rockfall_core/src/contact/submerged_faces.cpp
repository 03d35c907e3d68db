#include "contact/submerged_faces.h"

namespace rockfall {

SubmergedTriangle clip_triangle(const TriangleOverPlane& triangle) {
  const Vec3 corner[3] = {triangle.corner(0), triangle.corner(1), triangle.corner(2)}, area = triangle.area(),
             centroid = (corner[0] + corner[1] + corner[2]) / 3.0;
  const double height = (triangle.height[0] + triangle.height[1] + triangle.height[2]) / 3.0;
  if (triangle.is_below()) return {area, centroid, -height};
  const CutCorner cut = cut_corner(triangle);
  const Vec3 &tip = corner[cut.tip], &left = corner[(cut.tip + 1) % 3], &right = corner[(cut.tip + 2) % 3];
  const double share = cut.share();
  const Vec3 tip_centroid = tip + (cut.left * (left - tip) + cut.right * (right - tip)) / 3.0;
  const double tip_height = triangle.height[cut.tip] / 3.0;  // of its centroid: the two other corners lie on the plane
  if (cut.tip_below) return {share * area, tip_centroid, -tip_height};
  const double rest = 1.0 - share;
  if (!(rest > 0)) return {Vec3(0, 0, 0), centroid, 0.0};
  return {rest * area, (centroid - share * tip_centroid) / rest, -(height - share * tip_height) / rest};
}

}  // namespace rockfall
