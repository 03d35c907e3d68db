// Convex hull by the reentrant C library of Qhull (Barber, Dobkin, Huhdanpaa 1996).
#include "rock/hull.h"

#include <algorithm>
#include <cmath>

#include "numerics/error.h"
#include "rock/buffer.h"
#include "rock/grid_hull.h"
#include "rock/spacing.h"
#include "rock/volume_sign.h"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace rockfall {

namespace {

struct Triangle {
  uint32_t corner[3];
  bool operator<(const Triangle& other) const {
    return std::lexicographical_compare(corner, corner + 3, other.corner, other.corner + 3);
  }
};

// Distinct points in lexicographic order, so that the hull does not depend on the order of the cloud.
size_t sort_distinct_points(const double* points, uint32_t count, uint32_t* order) {
  const auto at = [points](uint32_t i) { return points + 3 * static_cast<size_t>(i); };
  for (uint32_t i = 0; i < count; ++i) order[i] = i;
  std::sort(order, order + count, [&](uint32_t i, uint32_t j) {
    const double *a = at(i), *b = at(j);
    for (int k = 0; k < 3; ++k) {
      if (a[k] != b[k]) return a[k] < b[k];
    }
    return i < j;
  });
  const auto same = [&](uint32_t i, uint32_t j) { return std::equal(at(i), at(i) + 3, at(j)); };
  return static_cast<size_t>(std::unique(order, order + count, same) - order);
}

// Scaling by a power of two is exact.
double power_of_two_below(double x) {
  double p = 1;
  while (p > x) p *= 0.5;
  while (2 * p <= x) p *= 2;
  return p;
}

double normalising_scale(const Cloud& cloud) { return 1 / power_of_two_below(cloud.extent); }

void normalise(const double* points, const uint32_t* order, size_t count, const Cloud& cloud, double* result) {
  const double scale = normalising_scale(cloud);
  for (size_t i = 0; i < count; ++i) {
    const double* p = points + 3 * static_cast<size_t>(order[i]);
    for (int k = 0; k < 3; ++k) result[3 * i + static_cast<size_t>(k)] = (p[k] - cloud.centre[k]) * scale;
  }
}

// Rounds normalised coordinates to the grid of grid_hull(), as finely as the normalised points are rounded already.
void round_to_grid(const double* normalised, size_t count, double* result) {
  for (size_t i = 0; i < 3 * count; ++i) result[i] = std::floor(kLargestGridCoordinate * normalised[i] + 0.5);
}

// Triangulates each facet as a fan around its corner of lowest index; Qhull orders the corners clockwise. Qhull reports
// errors by longjmp, so no object in this function has a destructor.
int collect(qhT* qh, const uint32_t* order, Triangle* out, size_t capacity, size_t* found) {
  *found = 0;
  const int code = setjmp(qh->errexit);
  if (code == 0) {
    qh->NOerrexit = False;
    for (facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next) {
      setT* corners = qh_facet3vertex(qh, facet);
      const int size = qh_setsize(qh, corners);
      const auto index = [&](int i) {
        const vertexT* vertex = static_cast<vertexT*>(corners->e[i % size].p);
        return order[qh_pointid(qh, vertex->point)];
      };
      int first = 0;
      for (int i = 1; i < size; ++i) {
        if (index(i) < index(first)) first = i;
      }
      for (int i = 1; i + 1 < size && *found < capacity; ++i) {
        out[(*found)++] = {{index(first), index(first + i + 1), index(first + i)}};
      }
      qh_settempfree(qh, &corners);
    }
  }
  qh->NOerrexit = True;
  return code;
}

// What is given to Qhull; there is room for 2 * count triangles.
struct HullInput {
  double* points;         // normalised
  const uint32_t* order;  // their numbers in the cloud
  size_t count;
  Triangle* triangles;
  FILE* sink;
};

// Returns the code of Qhull, 0 on success.
int run_qhull(qhT* qh, const HullInput& input, size_t* found) {
  char options[] = "qhull Pp";
  qh_zero(qh, input.sink);
  *found = 0;
  int code = qh_new_qhull(qh, 3, static_cast<int>(input.count), input.points, False, options, nullptr, input.sink);
  if (code == 0) code = collect(qh, input.order, input.triangles, 2 * input.count, found);
  qh_freeqhull(qh, !qh_ALL);
  int blocks = 0, bytes = 0;
  qh_memfreeshort(qh, &blocks, &bytes);
  return code;
}

// Height over longest edge below which a triangle counts as thin. Rounding turns the plane of a thinner one so far that
// it cuts into the hull.
constexpr double kThinTriangle = 1e-6;

// Smallest distance of corners over the extent of the cloud that makes no triangle thin whose corners are on a circle:
// its height over its longest edge is at least its shortest edge over twice the diameter.
constexpr double kSpacing = 2 * kThinTriangle;

// Each removal of points makes at least one thin triangle disappear, and may make others.
constexpr int kMaxRemovals = 16;

// The corner of a thin triangle opposite its longest edge, which is nearly on that edge; -1 if it is not thin.
int superfluous_corner(const double* const corner[3]) {
  double longest = 0;
  int opposite = 0;
  for (int i = 0; i < 3; ++i) {
    const double length = (load3(corner[(i + 1) % 3]) - load3(corner[(i + 2) % 3])).norm();
    if (!(length > longest)) continue;
    longest = length;
    opposite = i;
  }
  const Vec3 a = load3(corner[0]);
  const double twice_area = (load3(corner[1]) - a).cross(load3(corner[2]) - a).norm();
  return twice_area < kThinTriangle * longest * longest ? opposite : -1;
}

// Marks the superfluous corners of thin triangles, of each triangle that has lost none yet. Returns whether there was
// one.
bool mark_thin_corners(const double* points, const Triangle* triangles, size_t triangle_count, unsigned char* removed) {
  bool any = false;
  for (size_t i = 0; i < triangle_count; ++i) {
    const uint32_t* const index = triangles[i].corner;
    if (removed[index[0]] || removed[index[1]] || removed[index[2]]) continue;
    const double* const corner[3] = {points + 3 * static_cast<size_t>(index[0]),
                                     points + 3 * static_cast<size_t>(index[1]),
                                     points + 3 * static_cast<size_t>(index[2])};
    const int superfluous = superfluous_corner(corner);
    if (superfluous < 0) continue;
    removed[index[superfluous]] = 1;
    any = true;
  }
  return any;
}

// Qhull always writes its error messages to a stream.
FILE* open_sink() {
#ifdef _WIN32
  return std::fopen("NUL", "w");
#else
  return std::fopen("/dev/null", "w");
#endif
}

class Sink {
 public:
  Sink() : file_(open_sink()) {}
  ~Sink() {
    if (file_) std::fclose(file_);
  }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  FILE* file() const { return file_; }

 private:
  FILE* file_;
};

// The computation of one hull, with its memory.
class HullFinder {
 public:
  HullFinder(const double* points, uint32_t count, const Cloud& cloud, HullMethod method)
      : points_(points),
        count_(count),
        cloud_(cloud),
        method_(method),
        order_(count),
        normalised_(3 * static_cast<size_t>(count)),
        found_(2 * static_cast<size_t>(count)),
        qh_(1),
        removed_(count),
        close_(count),
        spacing_table_(spacing_table_size(count)),
        grid_(method == HullMethod::merged ? 1 : 3 * static_cast<size_t>(count)) {}

  bool has_memory() const {
    return order_.data() && normalised_.data() && found_.data() && qh_.data() && removed_.data() && close_.data() &&
           spacing_table_.data() && grid_.data();
  }

  void prepare() {
    used_ = sort_distinct_points(points_, count_, order_.data());
    normalise(points_, order_.data(), used_, cloud_, normalised_.data());
  }

  rf_status find(rf_error* error) {
    rf_status status = method_ == HullMethod::by_size ? run_by_size(error) : run(error);
    for (int i = 0; status == RF_OK && i < kMaxRemovals; ++i) {
      if (!mark_thin_corners(points_, found_.data(), found_count_, removed_.data())) break;
      // An exact hull divides the points in a plane up to rounding into other triangles each time.
      if (i == 0 && method_ == HullMethod::exact) mark_all_close_points();
      drop_removed();
      status = run(error);
    }
    return status;
  }

  HullMethod method() const { return method_; }

  // Writes the triangles in an order that depends on the points only. Returns their number.
  uint32_t write(uint32_t* triangles) const {
    std::sort(found_.data(), found_.data() + found_count_);
    for (size_t i = 0; i < found_count_; ++i) {
      std::copy(found_.data()[i].corner, found_.data()[i].corner + 3, triangles + 3 * i);
    }
    return static_cast<uint32_t>(found_count_);
  }

 private:
  size_t vertices_found() const { return found_count_ / 2 + 2; }  // Euler's formula

  // Decides for one of the other methods. The exact hull may have more vertices than the merged one.
  rf_status run_by_size(rf_error* error) {
    method_ = HullMethod::exact;
    rf_status status = run(error);
    if (status != RF_OK || vertices_found() > kMaxMergedVertices + kMaxMergedVertices / 10) return status;
    keep_corners();
    method_ = HullMethod::merged;
    status = run(error);
    if (status != RF_OK || vertices_found() <= kMaxMergedVertices) return status;
    method_ = HullMethod::exact;
    return run(error);
  }

  rf_status run(rf_error* error) { return method_ == HullMethod::merged ? run_merged(error) : run_exact(error); }

  rf_status run_merged(rf_error* error) {
    const Sink sink;
    if (!sink.file()) {
      return fail(error, RF_HULL_FAILED, "the null device for the messages of Qhull could not be opened");
    }
    const HullInput input = {normalised_.data(), order_.data(), used_, found_.data(), sink.file()};
    const int code = run_qhull(qh_.data(), input, &found_count_);
    if (code == 0) return RF_OK;
    return fail_with(error, RF_HULL_FAILED, "the convex hull could not be computed: Qhull returned code %d", code);
  }

  rf_status run_exact(rf_error* error) {
    round_to_grid(normalised_.data(), used_, grid_.data());
    uint32_t* const corners = reinterpret_cast<uint32_t*>(found_.data());
    if (!grid_hull(grid_.data(), static_cast<uint32_t>(used_), corners, &found_count_)) {
      return fail(error, RF_HULL_FAILED, "the convex hull ran out of memory");
    }
    if (found_count_ == 0) return fail(error, RF_HULL_FAILED, "the points of the convex hull lie in one plane");
    for (size_t i = 0; i < 3 * found_count_; ++i) corners[i] = order_.data()[corners[i]];
    return RF_OK;
  }

  void mark_all_close_points() {
    uint32_t* const table = spacing_table_.data();
    std::fill(table, table + spacing_table_size(count_), 0u);
    const double spacing = kSpacing * cloud_.extent * normalising_scale(cloud_);
    mark_close_points(normalised_.data(), used_, spacing, table, close_.data());
    for (size_t i = 0; i < used_; ++i) {
      if (close_.data()[i]) removed_.data()[order_.data()[i]] = 1;
    }
  }

  // Of the exact hull: the others are inside, and the time for merging grows with their number.
  void keep_corners() {
    unsigned char* const removed = removed_.data();
    std::fill(removed, removed + count_, static_cast<unsigned char>(1));
    for (size_t i = 0; i < found_count_; ++i) {
      for (const uint32_t corner : found_.data()[i].corner) removed[corner] = 0;
    }
    drop_removed();
    std::fill(removed, removed + count_, static_cast<unsigned char>(0));
  }

  void drop_removed() {
    size_t left = 0;
    for (size_t i = 0; i < used_; ++i) {
      if (removed_.data()[order_.data()[i]]) continue;
      order_.data()[left] = order_.data()[i];
      std::copy(normalised_.data() + 3 * i, normalised_.data() + 3 * i + 3, normalised_.data() + 3 * left);
      ++left;
    }
    used_ = left;
  }

  const double* points_;
  uint32_t count_;
  const Cloud& cloud_;
  HullMethod method_;
  size_t used_ = 0;
  size_t found_count_ = 0;
  Buffer<uint32_t> order_;     // numbers of the points that are used
  Buffer<double> normalised_;  // their coordinates
  Buffer<Triangle> found_;
  Buffer<qhT> qh_;
  Buffer<unsigned char> removed_;  // one mark per point
  Buffer<unsigned char> close_;    // of mark_close_points()
  Buffer<uint32_t> spacing_table_;
  Buffer<double> grid_;  // of grid_hull(), but for HullMethod::merged
};

}  // namespace

bool has_hull_library() { return true; }

rf_status convex_hull(const double* points, uint32_t count, const Cloud& cloud, HullMethod* method, uint32_t* triangles,
                      uint32_t* triangle_count, rf_error* error) {
  *triangle_count = 0;
  HullFinder finder(points, count, cloud, *method);
  if (!finder.has_memory()) return fail(error, RF_HULL_FAILED, "the convex hull ran out of memory");
  finder.prepare();
  const rf_status status = finder.find(error);
  *method = finder.method();
  if (status != RF_OK) return status;
  *triangle_count = finder.write(triangles);
  return RF_OK;
}

}  // namespace rockfall
