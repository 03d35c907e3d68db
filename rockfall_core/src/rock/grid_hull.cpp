#include "rock/grid_hull.h"

#include <algorithm>
#include <cmath>

#include "rock/buffer.h"
#include "rock/volume_sign.h"

namespace rockfall {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

enum class FacetState : uint8_t { unused, part_of_hull, visible };

struct Facet {
  GridPlane plane;
  uint32_t corner[3];
  uint32_t neighbour[3];  // across the edge from corner i to the next one
  uint32_t outside;       // first of the points above it that belong to it
  uint32_t farthest;      // of these
  double height;          // of the farthest
  uint32_t next_queued;
  uint32_t next_unused;
  FacetState state;
  bool queued;
};

// An edge between a visible facet and one that is not.
struct HorizonEdge {
  uint32_t from, to;
  uint32_t beyond;  // the facet that stays
};

// A point whose facet has become visible. Its coordinates are loaded when it is found, so that the loads overlap with
// the search for the next ones.
struct FreedPoint {
  Vec3 place;
  uint32_t point;
};

// Every point outside of the hull so far belongs to one facet that it is above of. The points that are farthest from
// their facets become vertices, facet by facet in the order in which these were made.
class GridHull {
 public:
  GridHull(const double* points, uint32_t count)
      : points_(points),
        count_(count),
        facets_(2 * static_cast<size_t>(count)),
        visible_(2 * static_cast<size_t>(count)),
        horizon_(count),
        freed_(count),
        next_outside_(count),
        starting_at_(count) {}

  bool has_memory() const {
    return facets_.data() && visible_.data() && horizon_.data() && freed_.data() && next_outside_.data() &&
           starting_at_.data();
  }

  // False if the points lie in one plane.
  bool find() {
    if (!make_tetrahedron()) return false;
    while (first_queued_ != kNone) {
      const uint32_t f = first_queued_;
      first_queued_ = facet(f).next_queued;
      facet(f).queued = false;
      const bool has_points = facet(f).state == FacetState::part_of_hull && facet(f).outside != kNone;
      if (has_points) add_vertex(facet(f).farthest, f);
    }
    return true;
  }

  size_t write(uint32_t* triangles) const {
    size_t written = 0;
    for (uint32_t f = 0; f < facet_count_; ++f) {
      const Facet& facet = facets_.data()[f];
      if (facet.state != FacetState::part_of_hull) continue;
      std::copy(facet.corner, facet.corner + 3, triangles + 3 * written++);
    }
    return written;
  }

 private:
  Vec3 at(uint32_t point) const { return load3(points_ + 3 * static_cast<size_t>(point)); }
  Facet& facet(uint32_t f) const { return facets_.data()[f]; }

  // Any four points would do that do not lie in one plane.
  bool make_tetrahedron() {
    const uint32_t a = 0, b = count_ - 1;
    const Vec3 along = at(b) - at(a);
    const uint32_t c = farthest([&](const Vec3& v) { return along.cross(v).squaredNorm(); });
    const Vec3 normal = along.cross(at(c) - at(a));
    const uint32_t d = farthest([&](const Vec3& v) { return std::fabs(normal.dot(v)); });
    const int sign = exact_volume_sign(along, at(c) - at(a), at(d) - at(a));
    if (sign == 0) return false;
    const uint32_t p = sign < 0 ? b : c, q = sign < 0 ? c : b;  // a p q seen counter-clockwise from outside
    const uint32_t corners[4][3] = {{a, p, q}, {p, a, d}, {q, p, d}, {a, q, d}};
    const uint32_t neighbours[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (uint32_t i = 0; i < 4; ++i) set_facet(take_facet(), corners[i], neighbours[i]);
    last_made_ = 3;
    uint32_t hint = 0;
    for (uint32_t i = 0; i < count_; ++i) {
      for (uint32_t k = 0; k < 4; ++k, hint = (hint + 1) % 4) {
        if (give_to(hint, i, at(i))) break;
      }
    }
    return true;
  }

  template <class Measure>
  uint32_t farthest(const Measure& measure) const {
    uint32_t best = 0;
    double largest = 0;
    for (uint32_t i = 0; i < count_; ++i) {
      const double x = measure(at(i) - at(0));
      if (!(x > largest)) continue;
      largest = x;
      best = i;
    }
    return best;
  }

  uint32_t take_facet() {
    if (unused_ == kNone) return facet_count_++;
    const uint32_t f = unused_;
    unused_ = facet(f).next_unused;
    return f;
  }

  // It may stay in the queue: a facet that takes its place has its turn then.
  void release(uint32_t f) {
    facet(f).state = FacetState::unused;
    facet(f).next_unused = unused_;
    unused_ = f;
  }

  void set_facet(uint32_t f, const uint32_t corner[3], const uint32_t neighbour[3]) {
    Facet& x = facet(f);
    x.plane = grid_plane(at(corner[0]), at(corner[1]), at(corner[2]));
    std::copy(corner, corner + 3, x.corner);
    std::copy(neighbour, neighbour + 3, x.neighbour);
    x.outside = kNone;
    x.height = -1e300;
    x.state = FacetState::part_of_hull;
  }

  // Makes the point belong to the facet if it is above it.
  bool give_to(uint32_t f, uint32_t point, const Vec3& place) {
    Facet& x = facet(f);
    double height;
    if (!is_above(x.plane, place, &height)) return false;
    next_outside_.data()[point] = x.outside;
    x.outside = point;
    if (height > x.height) {
      x.height = height;
      x.farthest = point;
    }
    if (!x.queued) enqueue(f);
    return true;
  }

  void enqueue(uint32_t f) {
    facet(f).queued = true;
    facet(f).next_queued = kNone;
    if (first_queued_ == kNone) {
      first_queued_ = f;
    } else {
      facet(last_queued_).next_queued = f;
    }
    last_queued_ = f;
  }

  void add_vertex(uint32_t point, uint32_t first_visible) {
    find_visible(point, first_visible);
    collect_freed(point);
    make_cone(point);
    uint32_t hint = last_made_;
    for (uint32_t i = 0; i < freed_count_; ++i) hint = give_to_cone(freed_.data()[i], hint);
  }

  // The visible facets are connected.
  void find_visible(uint32_t point, uint32_t first) {
    visible_count_ = 0;
    horizon_count_ = 0;
    mark_visible(first);
    for (size_t i = 0; i < visible_count_; ++i) {
      const Facet& seen = facet(visible_.data()[i]);
      for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t g = seen.neighbour[k];
        if (facet(g).state == FacetState::visible) continue;
        double height;
        if (is_above(facet(g).plane, at(point), &height)) {
          mark_visible(g);
        } else {
          horizon_.data()[horizon_count_++] = {seen.corner[k], seen.corner[(k + 1) % 3], g};
        }
      }
    }
  }

  void mark_visible(uint32_t f) {
    facet(f).state = FacetState::visible;
    visible_.data()[visible_count_++] = f;
  }

  void collect_freed(uint32_t vertex) {
    freed_count_ = 0;
    for (size_t i = 0; i < visible_count_; ++i) {
      const uint32_t f = visible_.data()[i];
      for (uint32_t p = facet(f).outside; p != kNone; p = next_outside_.data()[p]) {
        if (p != vertex) freed_.data()[freed_count_++] = {at(p), p};
      }
      release(f);
    }
  }

  // Facets from the horizon to the new vertex; neighbour 1 of each is the next one around it, neighbour 2 the last one.
  void make_cone(uint32_t vertex) {
    for (size_t i = 0; i < horizon_count_; ++i) {
      const HorizonEdge& edge = horizon_.data()[i];
      const uint32_t corner[3] = {edge.from, edge.to, vertex}, neighbour[3] = {edge.beyond, kNone, kNone};
      last_made_ = take_facet();
      set_facet(last_made_, corner, neighbour);
      starting_at_.data()[edge.from] = last_made_;
      Facet& beyond = facet(edge.beyond);
      for (uint32_t k = 0; k < 3; ++k) {
        if (beyond.corner[k] == edge.to) beyond.neighbour[k] = last_made_;
      }
    }
    for (size_t i = 0; i < horizon_count_; ++i) {
      const uint32_t f = starting_at_.data()[horizon_.data()[i].from];
      const uint32_t next = starting_at_.data()[horizon_.data()[i].to];
      facet(f).neighbour[1] = next;
      facet(next).neighbour[2] = f;
    }
  }

  // Searches from `hint` in both directions around the new vertex. Returns the facet found, or `hint` if the point is
  // above none, that is inside the hull.
  uint32_t give_to_cone(const FreedPoint& freed, uint32_t hint) {
    uint32_t next = hint, last = hint;
    for (size_t tried = 0; tried < horizon_count_; ++tried) {
      const bool forward = tried % 2 == 0;
      const uint32_t f = forward ? next : (last = facet(last).neighbour[2]);
      if (forward) next = facet(next).neighbour[1];
      if (give_to(f, freed.point, freed.place)) return f;
    }
    return hint;
  }

  const double* points_;
  uint32_t count_;
  Buffer<Facet> facets_;
  Buffer<uint32_t> visible_;
  Buffer<HorizonEdge> horizon_;
  Buffer<FreedPoint> freed_;
  Buffer<uint32_t> next_outside_;  // of the same facet
  Buffer<uint32_t> starting_at_;   // of each corner: the new facet whose first corner it is
  size_t visible_count_ = 0, horizon_count_ = 0;
  uint32_t freed_count_ = 0, facet_count_ = 0, last_made_ = 0;
  uint32_t unused_ = kNone, first_queued_ = kNone, last_queued_ = kNone;
};

}  // namespace

bool grid_hull(const double* points, uint32_t count, uint32_t* triangles, size_t* found) {
  GridHull hull(points, count);
  *found = 0;
  if (!hull.has_memory()) return false;
  if (count >= 4 && hull.find()) *found = hull.write(triangles);
  return true;
}

}  // namespace rockfall
