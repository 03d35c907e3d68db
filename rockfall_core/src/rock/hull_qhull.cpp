// Convex hull by the reentrant C library of Qhull (Barber, Dobkin, Huhdanpaa 1996).
#include "rock/hull.h"

#include <algorithm>
#include <memory>
#include <vector>

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
std::vector<uint32_t> distinct_points(const double* points, uint32_t count) {
  const auto at = [points](uint32_t i) { return points + 3 * static_cast<size_t>(i); };
  std::vector<uint32_t> order(count);
  for (uint32_t i = 0; i < count; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
    const double *a = at(i), *b = at(j);
    for (int k = 0; k < 3; ++k) {
      if (a[k] != b[k]) return a[k] < b[k];
    }
    return i < j;
  });
  const auto same = [&](uint32_t i, uint32_t j) { return std::equal(at(i), at(i) + 3, at(j)); };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  return order;
}

// Scaling by a power of two is exact.
double power_of_two_below(double x) {
  double p = 1;
  while (p > x) p *= 0.5;
  while (2 * p <= x) p *= 2;
  return p;
}

std::vector<double> normalised(const double* points, const std::vector<uint32_t>& order, const Cloud& cloud) {
  const double scale = 1 / power_of_two_below(cloud.extent);
  std::vector<double> result(3 * order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const double* p = points + 3 * static_cast<size_t>(order[i]);
    for (int k = 0; k < 3; ++k) result[3 * i + static_cast<size_t>(k)] = (p[k] - cloud.centre[k]) * scale;
  }
  return result;
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

int run(std::vector<double>& points, const uint32_t* order, std::vector<Triangle>& triangles, FILE* sink) {
  const auto qh = std::make_unique<qhT>();
  qh_zero(qh.get(), sink);
  char options[] = "qhull Pp";
  const int count = static_cast<int>(points.size() / 3);
  int code = qh_new_qhull(qh.get(), 3, count, points.data(), False, options, sink, sink);
  size_t found = 0;
  if (code == 0) code = collect(qh.get(), order, triangles.data(), triangles.size(), &found);
  triangles.resize(found);
  qh_freeqhull(qh.get(), !qh_ALL);
  int blocks = 0, bytes = 0;
  qh_memfreeshort(qh.get(), &blocks, &bytes);
  return code;
}

// Qhull always writes its error messages to a stream.
FILE* open_sink() {
#ifdef _WIN32
  return std::fopen("NUL", "w");
#else
  return std::fopen("/dev/null", "w");
#endif
}

struct Close {
  void operator()(FILE* file) const { std::fclose(file); }
};

}  // namespace

bool has_hull_library() { return true; }

rf_status convex_hull(const double* points, uint32_t count, const Cloud& cloud, uint32_t* triangles,
                      uint32_t* triangle_count, rf_error* error) {
  *triangle_count = 0;
  const std::unique_ptr<FILE, Close> sink(open_sink());
  if (!sink) return fail(error, RF_HULL_FAILED, "the null device for the messages of Qhull could not be opened");
  const std::vector<uint32_t> order = distinct_points(points, count);
  std::vector<double> cloud_points = normalised(points, order, cloud);
  std::vector<Triangle> found(2 * order.size());
  const int code = run(cloud_points, order.data(), found, sink.get());
  if (code != 0) {
    char text[96];
    std::snprintf(text, sizeof text, "the convex hull could not be computed: Qhull returned code %d", code);
    return fail(error, RF_HULL_FAILED, text);
  }
  std::sort(found.begin(), found.end());
  for (size_t i = 0; i < found.size(); ++i) std::copy(found[i].corner, found[i].corner + 3, triangles + 3 * i);
  *triangle_count = static_cast<uint32_t>(found.size());
  return RF_OK;
}

}  // namespace rockfall
