// Convex hull by the reentrant C library of Qhull (Barber, Dobkin, Huhdanpaa 1996).
#include "rock/hull.h"

#include <algorithm>
#include <cstdlib>

#include "numerics/error.h"
#include "numerics/symmetric_eigen.h"

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

// Zeroed memory of the C library, null where there is none: operator new would need the C++ run time.
template <class T>
class Buffer {
 public:
  explicit Buffer(size_t count) : data_(static_cast<T*>(std::calloc(count, sizeof(T)))) {}
  ~Buffer() { std::free(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* data() const { return data_; }

 private:
  T* data_;
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

void normalise(const double* points, const uint32_t* order, size_t count, const Cloud& cloud, double* result) {
  const double scale = 1 / power_of_two_below(cloud.extent);
  for (size_t i = 0; i < count; ++i) {
    const double* p = points + 3 * static_cast<size_t>(order[i]);
    for (int k = 0; k < 3; ++k) result[3 * i + static_cast<size_t>(k)] = (p[k] - cloud.centre[k]) * scale;
  }
}

// Largest difference of normalised coordinates that align_points() takes for rounding, which includes that of the axes.
constexpr double kAlignment = 1e-13;

// Principal axes of the second moments of the points about their mean, as columns.
Mat3 principal_axes(const double* points, size_t count) {
  Vec3 mean(0, 0, 0);
  for (size_t i = 0; i < count; ++i) mean += load3(points + 3 * i);
  mean /= static_cast<double>(count);
  Mat3 moments = Mat3::Zero();
  for (size_t i = 0; i < count; ++i) {
    const Vec3 p = load3(points + 3 * i) - mean;
    for (int k = 0; k < 3; ++k) moments.col(k) += p[k] * p;
  }
  return symmetric_eigen(moments).axes;
}

// Turns the points into their principal axes and makes coordinates equal that differ by rounding: the plane of the
// corners of a disc or prism is exact then. Returns false if there is no memory.
bool align_points(double* points, size_t count) {
  const Buffer<double> coordinates(count);
  double* const sorted = coordinates.data();
  if (!sorted) return false;
  const Mat3 axes = principal_axes(points, count);
  for (size_t i = 0; i < count; ++i) store3(axes.transpose() * load3(points + 3 * i), points + 3 * i);
  for (size_t k = 0; k < 3; ++k) {
    for (size_t i = 0; i < count; ++i) sorted[i] = points[3 * i + k];
    std::sort(sorted, sorted + count);
    size_t distinct = 0;
    for (size_t i = 1; i < count; ++i) {
      if (sorted[i] - sorted[distinct] > kAlignment) sorted[++distinct] = sorted[i];
    }
    for (size_t i = 0; i < count; ++i) {
      points[3 * i + k] = *(std::upper_bound(sorted, sorted + distinct + 1, points[3 * i + k]) - 1);
    }
  }
  return true;
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

// Points are those of `order`, normalised; there is room for 2 * count triangles.
int run_qhull(HullMethod method, qhT* qh, double* points, const uint32_t* order, size_t count, Triangle* triangles,
              size_t* found, FILE* sink) {
  qh_zero(qh, sink);
  char merged[] = "qhull Pp", unmerged[] = "qhull Q0 Pp", joggled[] = "qhull QJ1e-12 Pp";
  char* const options = method == HullMethod::merged ? merged : method == HullMethod::joggled ? joggled : unmerged;
  *found = 0;
  int code = qh_new_qhull(qh, 3, static_cast<int>(count), points, False, options, nullptr, sink);
  if (code == 0) code = collect(qh, order, triangles, 2 * count, found);
  qh_freeqhull(qh, !qh_ALL);
  int blocks = 0, bytes = 0;
  qh_memfreeshort(qh, &blocks, &bytes);
  return code;
}

// Height over longest edge below which a triangle counts as thin. Rounding turns the plane of a thinner one so far that
// it cuts into the hull.
constexpr double kThinTriangle = 1e-6;

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

// Removes the superfluous corners of thin triangles from `order` and the normalised points, of each triangle that has
// lost none yet. Returns the number of points left.
size_t remove_thin_corners(const double* points, const Triangle* triangles, size_t triangle_count, uint32_t* order,
                           double* normalised, size_t count, unsigned char* removed) {
  for (size_t i = 0; i < triangle_count; ++i) {
    const uint32_t* const index = triangles[i].corner;
    if (removed[index[0]] || removed[index[1]] || removed[index[2]]) continue;
    const double* const corner[3] = {points + 3 * static_cast<size_t>(index[0]),
                                     points + 3 * static_cast<size_t>(index[1]),
                                     points + 3 * static_cast<size_t>(index[2])};
    const int superfluous = superfluous_corner(corner);
    if (superfluous >= 0) removed[index[superfluous]] = 1;
  }
  size_t left = 0;
  for (size_t i = 0; i < count; ++i) {
    if (removed[order[i]]) continue;
    order[left] = order[i];
    std::copy(normalised + 3 * i, normalised + 3 * i + 3, normalised + 3 * left);
    ++left;
  }
  return left;
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

}  // namespace

bool has_hull_library() { return true; }

rf_status convex_hull(const double* points, uint32_t count, const Cloud& cloud, HullMethod method, uint32_t* triangles,
                      uint32_t* triangle_count, rf_error* error) {
  *triangle_count = 0;
  const Sink sink;
  if (!sink.file()) return fail(error, RF_HULL_FAILED, "the null device for the messages of Qhull could not be opened");
  const Buffer<uint32_t> order(count);
  const Buffer<double> cloud_points(3 * static_cast<size_t>(count));
  const Buffer<Triangle> found(2 * static_cast<size_t>(count));
  const Buffer<qhT> qh(1);
  const Buffer<unsigned char> removed(count);
  const auto out_of_memory = [&] { return fail(error, RF_HULL_FAILED, "the convex hull ran out of memory"); };
  if (!order.data() || !cloud_points.data() || !found.data() || !qh.data() || !removed.data()) return out_of_memory();
  size_t used = sort_distinct_points(points, count, order.data());
  normalise(points, order.data(), used, cloud, cloud_points.data());
  if (method == HullMethod::aligned && !align_points(cloud_points.data(), used)) return out_of_memory();
  size_t found_count = 0;
  const auto run = [&] {
    return run_qhull(method, qh.data(), cloud_points.data(), order.data(), used, found.data(), &found_count,
                     sink.file());
  };
  int code = run();
  if (code == 0 && method != HullMethod::merged && found_count / 2 + 2 <= kMaxMergedVertices) {  // Euler's formula
    method = HullMethod::merged;
    code = run();
  }
  for (int i = 0; code == 0 && i < kMaxRemovals; ++i) {
    const size_t left =
        remove_thin_corners(points, found.data(), found_count, order.data(), cloud_points.data(), used, removed.data());
    if (left == used) break;
    used = left;
    code = run();
  }
  if (code != 0) {
    return fail_with(error, RF_HULL_FAILED, "the convex hull could not be computed: Qhull returned code %d", code);
  }
  std::sort(found.data(), found.data() + found_count);
  for (size_t i = 0; i < found_count; ++i) {
    std::copy(found.data()[i].corner, found.data()[i].corner + 3, triangles + 3 * i);
  }
  *triangle_count = static_cast<uint32_t>(found_count);
  return RF_OK;
}

}  // namespace rockfall
