#include "rock/assemble.h"

#include <cmath>
#include <initializer_list>

#include "numerics/error.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "numerics/roots.h"
#include "numerics/symmetric_eigen.h"
#include "rock/derived_arrays.h"
#include "rock/hull.h"
#include "rock/layout.h"
#include "rock/mass_properties.h"
#include "rock/surface.h"
#include "rock/vertex_tree.h"

namespace rockfall {

namespace {

constexpr uint32_t kUnused = 0xffffffffu;

struct Scratch {
  uint32_t* hull;  // triangles of the computed hull
  uint64_t* edges;
  uint32_t* new_index;  // of each point; kUnused if it is no hull vertex
  FaceScratch faces;
};

Scratch lay_out_scratch(Arena& arena, uint32_t point_count) {
  const size_t points = point_count, triangles = 2 * points;
  Scratch s;
  s.hull = arena.take<uint32_t>(3 * triangles);
  s.edges = arena.take<uint64_t>(3 * triangles);
  s.new_index = arena.take<uint32_t>(points);
  s.faces.seeds = arena.take<FaceSeed>(triangles);
  s.faces.state = arena.take<TriangleState>(triangles);
  s.faces.stamp = arena.take<uint32_t>(points);
  s.faces.members = arena.take<uint32_t>(points);
  s.faces.found = arena.take<uint32_t>(triangles);
  s.faces.owned_first = arena.take<uint32_t>(points + 1);
  s.faces.owned = arena.take<uint32_t>(triangles);
  s.faces.seen = arena.take<uint32_t>(points);
  s.faces.order = arena.take<uint32_t>(points);
  s.faces.tree = arena.take<double>(VertexTree::doubles(point_count));
  return s;
}

Eigen::Quaterniond frame_of(const Mat3& axes) {
  Eigen::Quaterniond q(axes);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  q.coeffs() /= std::sqrt(q.coeffs().dot(q.coeffs()));
  return q;
}

class Assembler {
 public:
  Assembler(const rf_rock_def& def, void* memory, rf_error* error) : def_(def), memory_(memory), error_(error) {}

  rf_status assemble(const rf_rock** rock) {
    Cloud cloud;
    rf_status status = check_cloud(def_.points, def_.point_count, &cloud, error_);
    if (status != RF_OK) return status;
    status = def_.triangles ? assemble_by(HullMethod::merged, cloud) : assemble_cloud(cloud);
    if (status == RF_OK) *rock = rock_;
    return status;
  }

 private:
  rf_status assemble_cloud(const Cloud& cloud) {
    if (def_.point_count <= kMaxMergedVertices) return assemble_small_cloud(cloud);
    rf_status status = assemble_by(HullMethod::by_size, cloud);
    if (status == RF_HULL_FAILED && method_ != HullMethod::exact) status = assemble_by(HullMethod::exact, cloud);
    if (status == RF_HULL_FAILED && def_.point_count <= kMaxMergedPoints) {
      status = assemble_by(HullMethod::merged, cloud);
    }
    return status;
  }

  // If both methods fail, the first one says why.
  rf_status assemble_small_cloud(const Cloud& cloud) {
    rf_status status = assemble_by(HullMethod::merged, cloud);
    if (status != RF_HULL_FAILED) return status;
    const rf_error of_merged = error_ ? *error_ : rf_error{};
    status = assemble_by(HullMethod::exact, cloud);
    if (status == RF_HULL_FAILED && error_) *error_ = of_merged;
    return status;
  }

  rf_status assemble_by(HullMethod method, const Cloud& cloud) {
    cloud_ = cloud;
    method_ = method;
    rf_status status = find_triangles();
    if (status == RF_OK) status = lay_out();
    if (status == RF_OK) status = compute_mass();
    if (status == RF_OK) status = find_faces();
    return status;
  }

  rf_status bad_hull(const char* text) {
    if (def_.triangles) return fail(error_, RF_BAD_HULL, text);
    return fail(error_, RF_HULL_FAILED,
                "the computed convex hull did not pass its checks: too many of the points lie in one plane only up to "
                "rounding; thin the cloud, or give triangles");
  }

  rf_status find_triangles() {
    Arena arena(memory_);
    reserve_rock(arena, def_.point_count);
    scratch_ = lay_out_scratch(arena, def_.point_count);
    if (!def_.triangles) {
      source_ = scratch_.hull;
      return convex_hull(def_.points, def_.point_count, cloud_, &method_, scratch_.hull, &triangle_count_, error_);
    }
    source_ = def_.triangles;
    triangle_count_ = def_.triangle_count;
    return check_indices();
  }

  rf_status check_indices() {
    if (triangle_count_ < 4 || triangle_count_ > 2 * def_.point_count - 4) {
      return bad_hull(
          "triangle_count is impossible for a closed surface with point_count points (4 to 2 * point_count - 4)");
    }
    for (size_t i = 0; i < 3 * static_cast<size_t>(triangle_count_); ++i) {
      if (source_[i] < def_.point_count) continue;
      return fail_with(error_, RF_BAD_HULL, "triangles[%zu] is %lu, must be below point_count (%lu)", i,
                       static_cast<unsigned long>(source_[i]), static_cast<unsigned long>(def_.point_count));
    }
    return RF_OK;
  }

  // Hull vertices keep the order of the points. Coordinates are relative to the cloud's centre until K is computed.
  rf_status lay_out() {
    for (uint32_t i = 0; i < def_.point_count; ++i) scratch_.new_index[i] = kUnused;
    const size_t corners = 3 * static_cast<size_t>(triangle_count_);
    for (size_t i = 0; i < corners; ++i) scratch_.new_index[source_[i]] = 0;
    uint32_t vertex_count = 0;
    for (uint32_t i = 0; i < def_.point_count; ++i) {
      if (scratch_.new_index[i] != kUnused) scratch_.new_index[i] = vertex_count++;
    }
    if (!is_closed_surface(source_, triangle_count_, vertex_count, scratch_.edges)) {
      return bad_hull("triangles do not form one closed surface: every edge must belong to two of them");
    }

    rock_ = begin_rock(memory_, vertex_count, triangle_count_, arrays_);
    for (uint32_t i = 0; i < def_.point_count; ++i) {
      if (scratch_.new_index[i] == kUnused) continue;
      const Vec3 p = load3(def_.points + 3 * static_cast<size_t>(i)) - cloud_.centre;
      store3(p, arrays_.vertices + 3 * static_cast<size_t>(scratch_.new_index[i]));
    }
    for (size_t i = 0; i < corners; ++i) arrays_.triangles[i] = scratch_.new_index[source_[i]];
    return RF_OK;
  }

  rf_status compute_mass() {
    const MassProperties body = mass_properties(arrays_.vertices, arrays_.triangles, triangle_count_);
    if (!(body.volume > 0)) return bad_hull("triangles are not oriented outward: the volume is not > 0");
    const double scale = apply_sizing(body.volume);
    const SymmetricEigen principal = symmetric_eigen(body.inertia);
    rock_->cube_root_of_mass = cube_root(rock_->mass);
    const double moment_scale = rock_->mass / body.volume * (scale * scale);
    for (int k = 0; k < 3; ++k) {
      rock_->inertia[k] = principal.values[k] * moment_scale;
      rock_->inverse_inertia[k] = 1 / rock_->inertia[k];
    }
    for (const double x : {rock_->mass, rock_->volume, rock_->density, rock_->inertia[0], rock_->inverse_inertia[0],
                           rock_->inverse_inertia[2]}) {
      if (!(x > 0) || !is_finite(x)) {
        return fail(error_, RF_BAD_VALUE, "points, density and mass give a mass or inertia that is not finite and > 0");
      }
    }
    store3(scale * (cloud_.centre + body.centroid), rock_->centre_of_mass);
    const Eigen::Quaterniond frame = frame_of(principal.axes);
    rock_->frame[0] = frame.w();
    store3(frame.vec(), rock_->frame + 1);
    place_vertices(body.centroid, principal.axes, scale);
    cloud_ = cloud_.scaled(scale);
    return RF_OK;
  }

  double apply_sizing(double volume) {
    rock_->volume = volume;
    rock_->density = def_.density;
    rock_->mass = def_.mass;
    if (def_.sizing == RF_SIZE_BY_DENSITY) rock_->mass = def_.density * volume;
    if (def_.sizing == RF_SIZE_BY_MASS) rock_->density = def_.mass / volume;
    if (def_.sizing != RF_SIZE_SCALE_TO_MASS) return 1;
    rock_->volume = def_.mass / def_.density;
    const double ratio = rock_->volume / volume;
    return ratio > 0 && is_finite(ratio) ? cube_root(ratio) : 1;
  }

  void place_vertices(const Vec3& centroid, const Mat3& axes, double scale) {
    Vec3 low(0, 0, 0), high(0, 0, 0);
    double farthest = 0;
    for (size_t i = 0; i < rock_->vertex_count; ++i) {
      double* const vertex = arrays_.vertices + 3 * i;
      const Vec3 p = scale * (axes.transpose() * (load3(vertex) - centroid));
      store3(p, vertex);
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
      farthest = larger_of(farthest, p.dot(p));
    }
    compute_derived_arrays(*rock_, arrays_);
    store3(high - low, rock_->extent);
    rock_->half_diagonal = 0.5 * (high - low).norm();
    rock_->bounding_radius = std::sqrt(farthest);
  }

  rf_status find_faces() {
    const bool is_convex = method_ == HullMethod::exact;
    const Surface surface = {arrays_.vertices,   rock_->vertex_count, arrays_.triangles, triangle_count_,
                             arrays_.star_first, arrays_.stars,       is_convex};
    rock_->face_count = merge_faces(surface, cloud_, scratch_.faces, arrays_.faces);
    if (rock_->face_count < 4) return bad_hull("triangles do not form a convex surface");
    set_offsets(*rock_, arrays_);
    return RF_OK;
  }

  const rf_rock_def& def_;
  void* memory_;
  rf_error* error_;
  HullMethod method_ = HullMethod::merged;  // of the triangles
  Cloud cloud_ = {};
  Scratch scratch_ = {};
  RockArrays arrays_ = {};
  const uint32_t* source_ = nullptr;  // triangles over the points of the def
  uint32_t triangle_count_ = 0;
  rf_rock* rock_ = nullptr;
};

}  // namespace

size_t rock_block_bytes(uint32_t point_count) {
  Arena arena(nullptr);
  reserve_rock(arena, point_count);
  lay_out_scratch(arena, point_count);
  return arena.bytes();
}

rf_status assemble_rock(const rf_rock_def& def, void* memory, const rf_rock** rock, rf_error* error) {
  return Assembler(def, memory, error).assemble(rock);
}

}  // namespace rockfall
