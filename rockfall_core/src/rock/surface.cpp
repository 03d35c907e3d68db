#include "rock/surface.h"

#include <algorithm>

#include "rock/surface_search.h"

namespace rockfall {

namespace {

// Rounding of normal . vertex, of a unit normal and a vertex of a hull that is computed on a grid, is below 1e-14 of
// the extent. More costs nothing as long as it is small compared with Cloud::flat.
constexpr double kSlack = 1e-13;

// Keys of an edge in its two directions differ in the lowest bit only. Indices are below 2^31.
uint64_t edge_key(uint32_t from, uint32_t to) {
  const uint64_t low = std::min(from, to), high = std::max(from, to);
  return low << 32 | high << 1 | (from > to ? 1 : 0);
}

bool is_loop(uint64_t key) { return key >> 32 == (key & 0xffffffffu) >> 1; }

class FaceMerger {
 public:
  FaceMerger(const Surface& surface, const Cloud& cloud, const FaceScratch& scratch)
      : surface_(surface),
        cloud_(cloud),
        scratch_(scratch),
        search_({surface.vertices, surface.star_first, surface.stars}, surface.vertex_count,
                surface.is_convex ? kSlack * cloud.extent : -1,
                {scratch.seen, scratch.found, scratch.order, scratch.tree}) {}

  uint32_t merge(double* faces) {
    measure_seeds();
    assign_owners();
    mark_plain();
    sort_seeds();
    std::fill(scratch_.stamp, scratch_.stamp + surface_.vertex_count, 0u);
    uint32_t count = 0;
    for (uint32_t i = 0; i < surface_.triangle_count; ++i) {
      const FaceSeed& seed = scratch_.seeds[i];
      if (seed.height <= cloud_.flat) break;  // the plane of a sliver is inaccurate
      if (is_merged(seed.triangle)) continue;
      double* const face = faces + 4 * static_cast<size_t>(count);
      if (scratch_.state[seed.triangle] == TriangleState::plain) {
        add_plain_face(seed.triangle, face);
      } else if (!add_face(seed, count + 1, face)) {
        return 0;
      }
      ++count;
    }
    return count;
  }

 private:
  Vec3 corner(uint32_t triangle, uint32_t k) const { return vertex(index(triangle, k)); }
  uint32_t index(uint32_t triangle, uint32_t k) const {
    return surface_.triangles[3 * static_cast<size_t>(triangle) + k];
  }
  Vec3 vertex(uint32_t i) const { return load3(surface_.vertices + 3 * static_cast<size_t>(i)); }
  Vec3 area_vector(uint32_t triangle) const {
    const Vec3 a = corner(triangle, 0);
    return (corner(triangle, 1) - a).cross(corner(triangle, 2) - a);
  }

  double height(uint32_t triangle) const {
    double longest = 0;
    for (uint32_t k = 0; k < 3; ++k) {
      const Vec3 edge = corner(triangle, (k + 1) % 3) - corner(triangle, k);
      longest = std::max(longest, edge.dot(edge));
    }
    const Vec3 area = area_vector(triangle);
    return longest > 0 ? std::sqrt(area.dot(area) / longest) : 0.0;
  }

  void measure_seeds() {
    for (uint32_t i = 0; i < surface_.triangle_count; ++i) scratch_.seeds[i] = {height(i), i};
  }

  // Well-shaped triangles first: they define the planes of adjacent slivers.
  void sort_seeds() {
    std::sort(scratch_.seeds, scratch_.seeds + surface_.triangle_count, [](const FaceSeed& a, const FaceSeed& b) {
      return a.height != b.height ? a.height > b.height : a.triangle < b.triangle;
    });
  }

  // Every triangle belongs to its corner with the fewest triangles, so that no vertex owns many.
  void assign_owners() {
    uint32_t* const degree = scratch_.stamp;
    std::fill(degree, degree + surface_.vertex_count, 0u);
    const size_t corners = 3 * static_cast<size_t>(surface_.triangle_count);
    for (size_t i = 0; i < corners; ++i) ++degree[surface_.triangles[i]];
    uint32_t* const first = scratch_.owned_first;
    std::fill(first, first + surface_.vertex_count + 1, 0u);
    for (uint32_t t = 0; t < surface_.triangle_count; ++t) ++first[owner(t) + 1];
    for (uint32_t i = 0; i < surface_.vertex_count; ++i) first[i + 1] += first[i];
    uint32_t* const next = scratch_.members;
    std::copy(first, first + surface_.vertex_count, next);
    for (uint32_t t = 0; t < surface_.triangle_count; ++t) scratch_.owned[next[owner(t)]++] = t;
  }

  uint32_t owner(uint32_t triangle) const {
    uint32_t best = index(triangle, 0);
    for (uint32_t k = 1; k < 3; ++k) {
      if (scratch_.stamp[index(triangle, k)] < scratch_.stamp[best]) best = index(triangle, k);
    }
    return best;
  }

  Vec3 normal_of(uint32_t triangle) const {
    const Vec3 area = area_vector(triangle);
    return area / std::sqrt(area.dot(area));
  }

  struct Highest {
    double level;  // normal . x
    uint32_t vertex;
  };

  // The highest corner of a triangle.
  Highest highest_corner(uint32_t triangle, const Vec3& normal) const {
    Highest highest = {normal.dot(corner(triangle, 0)), index(triangle, 0)};
    for (uint32_t k = 1; k < 3; ++k) {
      const double level = normal.dot(corner(triangle, k));
      if (level > highest.level) highest = {level, index(triangle, k)};
    }
    return highest;
  }

  // Marks the triangles that are a face without others; on a rounded hull these are most. Neighbours follow
  // each other, so that what is found for them stays in the cache. Requires unsorted seeds.
  void mark_plain() {
    std::fill(scratch_.state, scratch_.state + surface_.triangle_count, TriangleState::open);
    uint32_t* const order = scratch_.members;
    search_.write_order(order);
    for (uint32_t i = 0; i < surface_.vertex_count; ++i) {
      const uint32_t vertex = order[i];
      for (uint32_t k = scratch_.owned_first[vertex]; k < scratch_.owned_first[vertex + 1]; ++k) {
        const uint32_t t = scratch_.owned[k];
        if (scratch_.seeds[t].height <= cloud_.flat) continue;
        const Vec3 normal = normal_of(t);
        const Highest highest = highest_corner(t, normal);
        const uint32_t above = search_.count_above(highest.vertex, normal, highest.level - cloud_.flat, 4);
        if (above == 3) scratch_.state[t] = TriangleState::plain;
      }
    }
  }

  void add_plain_face(uint32_t triangle, double* face) {
    scratch_.state[triangle] = TriangleState::merged;
    const Vec3 normal = normal_of(triangle);
    store3(normal, face);
    face[3] = highest_corner(triangle, normal).level;
  }

  bool add_face(const FaceSeed& seed, uint32_t mark, double* face) {
    Vec3 normal = normal_of(seed.triangle);
    const Highest highest = highest_corner(seed.triangle, normal);
    const double level = highest.level;
    double support = level;
    uint32_t on_plane = 0;
    search_.for_each_above(highest.vertex, normal, level - cloud_.flat, [&](uint32_t i, double distance) {
      support = std::max(support, distance);
      if (std::fabs(distance - level) > cloud_.flat) return;
      scratch_.stamp[i] = mark;
      scratch_.members[on_plane++] = i;
    });
    // Rounding of the corners tilts the plane of a narrow triangle.
    const double rounding = cloud_.rounding + 1e-15 * cloud_.extent;
    if (support - level > cloud_.flat + 8 * rounding * cloud_.extent / seed.height) return false;

    scratch_.state[seed.triangle] = TriangleState::merged;
    if (on_plane > 3) {
      normal = merge_coplanar(seed.triangle, mark, on_plane, normal);
      support = search_.support(index(seed.triangle, 0), normal);
    }
    store3(normal, face);
    face[3] = support;
    return true;
  }

  // Mean normal of the seed and all triangles in its plane; marks these as merged.
  Vec3 merge_coplanar(uint32_t seed, uint32_t mark, uint32_t on_plane, const Vec3& normal) {
    uint32_t* const found = scratch_.found;
    uint32_t count = 0;
    for (uint32_t i = 0; i < on_plane; ++i) {
      const uint32_t vertex = scratch_.members[i];
      for (uint32_t k = scratch_.owned_first[vertex]; k < scratch_.owned_first[vertex + 1]; ++k) {
        const uint32_t t = scratch_.owned[k];
        if (is_merged(t) || !in_plane(t, mark) || area_vector(t).dot(normal) < 0) continue;
        found[count++] = t;
      }
    }
    std::sort(found, found + count);  // the order of the sum
    Vec3 sum = area_vector(seed);
    for (uint32_t i = 0; i < count; ++i) {
      scratch_.state[found[i]] = TriangleState::merged;
      sum += area_vector(found[i]);
    }
    return sum / std::sqrt(sum.dot(sum));
  }

  bool is_merged(uint32_t triangle) const { return scratch_.state[triangle] == TriangleState::merged; }

  bool in_plane(uint32_t triangle, uint32_t mark) const {
    return scratch_.stamp[index(triangle, 0)] == mark && scratch_.stamp[index(triangle, 1)] == mark &&
           scratch_.stamp[index(triangle, 2)] == mark;
  }

  const Surface& surface_;
  const Cloud& cloud_;
  const FaceScratch& scratch_;
  SurfaceSearch search_;
};

}  // namespace

bool is_closed_surface(const uint32_t* triangles, uint32_t triangle_count, uint32_t vertex_count, uint64_t* edges) {
  if (vertex_count < 4 || triangle_count != 2 * vertex_count - 4) return false;
  const size_t edge_count = 3 * static_cast<size_t>(triangle_count);
  for (size_t i = 0; i < edge_count; i += 3) {
    for (size_t k = 0; k < 3; ++k) edges[i + k] = edge_key(triangles[i + k], triangles[i + (k + 1) % 3]);
  }
  std::sort(edges, edges + edge_count);
  for (size_t i = 0; i < edge_count; i += 2) {
    if (edges[i] != (edges[i + 1] ^ 1) || is_loop(edges[i])) return false;
  }
  return true;
}

uint32_t merge_faces(const Surface& surface, const Cloud& cloud, const FaceScratch& scratch, double* faces) {
  return FaceMerger(surface, cloud, scratch).merge(faces);
}

}  // namespace rockfall
