#include "numerics/status.h"
#include "rock/hull.h"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace rockfall {
namespace {

using Triangle = std::array<uint32_t, 3>;

// Start with the smallest index; the sense of the turn stays.
Triangle canonical(Triangle t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return t;
}

// A flat face as a fan from its smallest index, so that Qhull's own choice of triangles does not show.
void add_fan(std::vector<uint32_t> ring, std::vector<Triangle>& out) {
  std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
  for (size_t i = 1; i + 1 < ring.size(); ++i) out.push_back(canonical({ring[0], ring[i], ring[i + 1]}));
}

bool turns_inward(const std::vector<coordT>& points, const std::vector<uint32_t>& ring, const double normal[3]) {
  double area[3] = {0, 0, 0};
  const coordT* a = &points[3 * ring[0]];
  for (size_t i = 1; i + 1 < ring.size(); ++i) {
    const coordT* b = &points[3 * ring[i]];
    const coordT* c = &points[3 * ring[i + 1]];
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    area[0] += u[1] * v[2] - u[2] * v[1];
    area[1] += u[2] * v[0] - u[0] * v[2];
    area[2] += u[0] * v[1] - u[1] * v[0];
  }
  return area[0] * normal[0] + area[1] * normal[1] + area[2] * normal[2] < 0;
}

void collect(qhT* qh, const std::vector<coordT>& points, std::vector<Triangle>& out) {
  facetT* facet;
  FORALLfacets {
    setT* vertices = qh_facet3vertex(qh, facet);
    std::vector<uint32_t> ring;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(vertices) ring.push_back(static_cast<uint32_t>(qh_pointid(qh, vertex->point)));
    qh_settempfree(qh, &vertices);
    if (ring.size() < 3) continue;
    if (turns_inward(points, ring, facet->normal)) std::reverse(ring.begin(), ring.end());
    add_fan(ring, out);
  }
}

}  // namespace

rf_status convex_hull(const double* points, uint32_t point_count, uint32_t* triangles, uint32_t* triangle_count,
                      rf_error* error) {
  // About the first point, so that large coordinates cost no digits.
  std::vector<coordT> copy(3 * static_cast<size_t>(point_count));
  for (size_t i = 0; i < copy.size(); ++i) copy[i] = points[i] - points[i % 3];
  // Qhull writes its complaints to a stream; a temporary one keeps them out of the host's output.
  FILE* const complaints = std::tmpfile();
  qhT qh_memory;
  qhT* const qh = &qh_memory;
  qh_zero(qh, complaints);
  char command[] = "qhull Pp";
  const int failed = qh_new_qhull(qh, 3, static_cast<int>(point_count), copy.data(), False, command, nullptr, complaints);
  std::vector<Triangle> found;
  if (!failed) collect(qh, copy, found);
  qh_freeqhull(qh, !qh_ALL);
  int long_memory = 0, total = 0;
  qh_memfreeshort(qh, &long_memory, &total);
  if (complaints) std::fclose(complaints);
  if (failed) {
    if (failed == qh_ERRsingular) return fail(error, RF_FLAT_CLOUD, "the points lie in one plane: no volume");
    return fail(error, RF_HULL_FAILED, "the convex hull of the points could not be computed");
  }
  if (found.size() > 2 * static_cast<size_t>(point_count)) {
    return fail(error, RF_HULL_FAILED, "the convex hull has more triangles than a polyhedron can have");
  }
  std::sort(found.begin(), found.end());
  for (size_t i = 0; i < found.size(); ++i) std::copy(found[i].begin(), found[i].end(), triangles + 3 * i);
  *triangle_count = static_cast<uint32_t>(found.size());
  return RF_OK;
}

bool has_convex_hull() { return true; }

}  // namespace rockfall
