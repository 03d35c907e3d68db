#include "rock/assemble.h"

#include <cstring>
#include <new>
#include <utility>

#include "numerics/error.h"
#include "numerics/roots.h"
#include "numerics/symmetric_eigen.h"
#include "rock/hull.h"
#include "rock/mass_properties.h"
#include "rock/surface.h"
#include "rock/vertex_tree.h"

namespace rockfall {

namespace {

constexpr uint32_t kPadding = 8;
constexpr uint32_t kUnused = 0xffffffffu;

// Allocates aligned arrays from a block; without a block it only counts bytes.
class Arena {
 public:
  explicit Arena(void* block) : block_(static_cast<unsigned char*>(block)) {}
  template <class T>
  T* take(size_t count) {
    const size_t start = bytes_;
    bytes_ += (count * sizeof(T) + RF_MEMORY_ALIGNMENT - 1) / RF_MEMORY_ALIGNMENT * RF_MEMORY_ALIGNMENT;
    return block_ ? reinterpret_cast<T*>(block_ + start) : nullptr;
  }
  size_t bytes() const { return bytes_; }

 private:
  unsigned char* block_;
  size_t bytes_ = 0;
};

uint32_t padded_count_for(uint32_t vertex_count) { return (vertex_count + kPadding - 1) / kPadding * kPadding; }

void lay_out_blocks(Arena& arena, size_t vertices, size_t triangles, RockArrays& a) {
  const size_t neighbours = 3 * triangles;
  a.block_first = arena.take<uint32_t>(vertices + 1);
  a.blocks = arena.take<StarBlock>((neighbours + StarBlock::kSize * vertices) / StarBlock::kSize);
}

// Faces come last because their number is computed last.
RockArrays lay_out_arrays(Arena& arena, uint32_t vertex_count, uint32_t triangle_count) {
  arena.take<rf_rock>(1);
  RockArrays a;
  a.vertices = arena.take<double>(3 * static_cast<size_t>(vertex_count));
  a.padded = arena.take<double>(3 * static_cast<size_t>(padded_count_for(vertex_count)));
  a.triangles = arena.take<uint32_t>(3 * static_cast<size_t>(triangle_count));
  a.areas = arena.take<double>(3 * static_cast<size_t>(triangle_count));
  a.star_first = arena.take<uint32_t>(static_cast<size_t>(vertex_count) + 1);
  a.stars = arena.take<StarTriangle>(3 * static_cast<size_t>(triangle_count));
  a.block_first = nullptr;
  a.blocks = nullptr;
  if (vertex_count <= StarBlock::kMostVertices) lay_out_blocks(arena, vertex_count, triangle_count, a);
  a.faces = arena.take<double>(4 * static_cast<size_t>(triangle_count));
  return a;
}

// Reserves enough for any rock with vertices among `point_count` points.
void reserve_rock(Arena& arena, uint32_t point_count) {
  RockArrays arrays = lay_out_arrays(arena, point_count, 2 * point_count);
  const uint32_t most = StarBlock::kMostVertices;
  if (point_count > most) lay_out_blocks(arena, most, 2 * static_cast<size_t>(most), arrays);
}

// Clears a block and makes the rock in it, without faces.
rf_rock* begin_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, RockArrays& arrays) {
  Arena arena(memory);
  arrays = lay_out_arrays(arena, vertex_count, triangle_count);
  std::memset(memory, 0, arena.bytes());
  rf_rock* const rock = new (memory) rf_rock();
  rock->vertex_count = vertex_count;
  rock->padded_count = padded_count_for(vertex_count);
  rock->triangle_count = triangle_count;
  return rock;
}

// Repeats the vertices coordinate by coordinate.
void pad_vertices(const rf_rock& rock, const RockArrays& arrays) {
  const size_t padded = rock.padded_count, last = rock.vertex_count - 1;
  for (size_t i = 0; i < padded; ++i) {
    const double* const vertex = arrays.vertices + 3 * (i < last ? i : last);
    for (size_t k = 0; k < 3; ++k) arrays.padded[k * padded + i] = vertex[k];
  }
}

void compute_areas(const rf_rock& rock, const RockArrays& arrays) {
  for (size_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t* const corner = arrays.triangles + 3 * t;
    const auto vertex = [&](int k) { return load3(arrays.vertices + 3 * static_cast<size_t>(corner[k])); };
    const Vec3 first = vertex(0), area = 0.5 * (vertex(1) - first).cross(vertex(2) - first);
    store3(area, arrays.areas + 3 * t);
  }
}

void fill_stars(const rf_rock& rock, const RockArrays& arrays) {
  const size_t corners = 3 * static_cast<size_t>(rock.triangle_count);
  uint32_t* const first = arrays.star_first;
  std::memset(first, 0, (static_cast<size_t>(rock.vertex_count) + 1) * sizeof *first);
  // Counting sort. While the stars are filled, first[i + 1] is the end of the filled part of star i.
  for (size_t k = 0; k < corners; ++k) {
    if (arrays.triangles[k] + 1 < rock.vertex_count) ++first[arrays.triangles[k] + 2];
  }
  for (uint32_t i = 0; i < rock.vertex_count; ++i) first[i + 1] += first[i];
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t* const corner = arrays.triangles + 3 * static_cast<size_t>(t);
    for (uint32_t k = 0; k < 3; ++k) {
      arrays.stars[first[corner[k] + 1]++] = {corner[(k + 1) % 3], corner[(k + 2) % 3], t};
    }
  }
}

// The triangle of a star whose corner b is a given vertex. In a star that is no ring: any other that is left.
uint32_t place_of(uint32_t b, const StarTriangle* star, uint32_t first, uint32_t count) {
  for (uint32_t k = first; k < count; ++k) {
    if (star[k].b == b) return k;
  }
  return first;
}

// Writes the blocks of a vertex, at least one, in the order in which its triangles follow each other. Returns their
// number.
uint32_t fill_blocks(const RockArrays& arrays, uint32_t vertex, StarBlock* blocks) {
  const uint32_t first = arrays.star_first[vertex], count = arrays.star_first[vertex + 1] - first;
  StarTriangle ring[6 * StarBlock::kMostVertices];  // all corners: the triangles may be those of no hull
  ring[0] = {vertex, vertex, 0};
  std::memcpy(ring, arrays.stars + first, count * sizeof *ring);
  for (uint32_t k = 1; k < count; ++k) std::swap(ring[k], ring[place_of(ring[k - 1].c, ring, k, count)]);
  const uint32_t block_count = count == 0 ? 1 : (count + StarBlock::kSize - 1) / StarBlock::kSize;
  for (uint32_t k = 0; k < block_count * StarBlock::kSize; ++k) {
    StarBlock& block = blocks[k / StarBlock::kSize];
    const uint32_t at = k % StarBlock::kSize;
    const StarTriangle& triangle = ring[k < count ? k : 0];
    block.rest = block_count - 1 - k / StarBlock::kSize;
    block.number[at] = triangle.b;
    for (size_t axis = 0; axis < 3; ++axis) {
      block.place[axis][at] = arrays.vertices[3 * static_cast<size_t>(triangle.b) + axis];
      block.area[axis][at] = k < count ? arrays.areas[3 * static_cast<size_t>(triangle.triangle) + axis] : 0.0;
    }
  }
  return block_count;
}

void fill_star_blocks(const rf_rock& rock, const RockArrays& arrays) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    arrays.block_first[i] = count;
    count += fill_blocks(arrays, i, arrays.blocks + count);
  }
  arrays.block_first[rock.vertex_count] = count;
}

void compute_derived(const rf_rock& rock, const RockArrays& arrays) {
  pad_vertices(rock, arrays);
  compute_areas(rock, arrays);
  fill_stars(rock, arrays);
  if (arrays.blocks) fill_star_blocks(rock, arrays);
}

// After the number of faces is known.
void set_offsets(rf_rock& rock, const RockArrays& arrays) {
  const auto offset = [&rock](const void* array) {
    return static_cast<uint32_t>(static_cast<const unsigned char*>(array) - reinterpret_cast<unsigned char*>(&rock));
  };
  rock.vertices_offset = offset(arrays.vertices);
  rock.padded_offset = offset(arrays.padded);
  rock.triangles_offset = offset(arrays.triangles);
  rock.areas_offset = offset(arrays.areas);
  rock.star_first_offset = offset(arrays.star_first);
  rock.stars_offset = offset(arrays.stars);
  rock.block_first_offset = arrays.blocks ? offset(arrays.block_first) : 0;
  rock.blocks_offset = arrays.blocks ? offset(arrays.blocks) : 0;
  rock.faces_offset = offset(arrays.faces);
  rock.bytes = rock.faces_offset + 4 * sizeof(double) * static_cast<uint64_t>(rock.face_count);
}

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
  s.faces.merged = arena.take<uint8_t>(triangles);
  s.faces.stamp = arena.take<uint32_t>(points);
  s.faces.members = arena.take<uint32_t>(points);
  s.faces.found = arena.take<uint32_t>(triangles);
  s.faces.owned_first = arena.take<uint32_t>(points + 1);
  s.faces.owned = arena.take<uint32_t>(triangles);
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
    status = def_.triangles || def_.point_count <= kMaxMergedVertices ? assemble_by(HullMethod::merged, cloud)
                                                                      : assemble_large(cloud);
    if (status == RF_OK) *rock = rock_;
    return status;
  }

 private:
  rf_status assemble_large(const Cloud& cloud) {
    rf_status status = assemble_by(HullMethod::unmerged, cloud);
    if (status == RF_HULL_FAILED) status = assemble_by(HullMethod::joggled, cloud);
    if (status != RF_HULL_FAILED) return status;
    if (def_.point_count <= kMaxMergedPoints) return assemble_by(HullMethod::merged, cloud);
    return fail(error_, RF_HULL_FAILED,
                "too many of the points lie in one plane only up to rounding: thin the cloud, or give triangles");
  }

  rf_status assemble_by(HullMethod method, const Cloud& cloud) {
    cloud_ = cloud;
    rf_status status = find_triangles(method);
    if (status == RF_OK) status = lay_out();
    if (status == RF_OK) status = compute_mass();
    if (status == RF_OK) status = find_faces();
    return status;
  }

  rf_status bad_hull(const char* text) {
    if (def_.triangles) return fail(error_, RF_BAD_HULL, text);
    return fail(error_, RF_HULL_FAILED, "the computed convex hull did not pass its checks");
  }

  rf_status find_triangles(HullMethod method) {
    Arena arena(memory_);
    reserve_rock(arena, def_.point_count);
    scratch_ = lay_out_scratch(arena, def_.point_count);
    if (!def_.triangles) {
      source_ = scratch_.hull;
      return convex_hull(def_.points, def_.point_count, cloud_, method, scratch_.hull, &triangle_count_, error_);
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
      char text[128];
      std::snprintf(text, sizeof text, "triangles[%zu] is %lu, must be below point_count (%lu)", i,
                    static_cast<unsigned long>(source_[i]), static_cast<unsigned long>(def_.point_count));
      return bad_hull(text);
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
      farthest = std::fmax(farthest, p.dot(p));
    }
    compute_derived(*rock_, arrays_);
    store3(high - low, rock_->extent);
    rock_->half_diagonal = 0.5 * (high - low).norm();
    rock_->bounding_radius = std::sqrt(farthest);
  }

  rf_status find_faces() {
    const Surface surface = {arrays_.vertices, rock_->vertex_count, arrays_.triangles, triangle_count_};
    rock_->face_count = merge_faces(surface, cloud_, scratch_.faces, arrays_.faces);
    if (rock_->face_count < 4) return bad_hull("triangles do not form a convex surface");
    set_offsets(*rock_, arrays_);
    return RF_OK;
  }

  const rf_rock_def& def_;
  void* memory_;
  rf_error* error_;
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

size_t cooked_bytes(uint32_t vertex_count, uint32_t triangle_count) {
  Arena arena(nullptr);
  lay_out_arrays(arena, vertex_count, triangle_count);
  return arena.bytes();
}

rf_rock* lay_out_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, uint32_t face_count,
                      RockArrays& arrays) {
  rf_rock* const rock = begin_rock(memory, vertex_count, triangle_count, arrays);
  rock->face_count = face_count;
  set_offsets(*rock, arrays);
  return rock;
}

void finish_rock(const rf_rock& rock, const RockArrays& arrays) { compute_derived(rock, arrays); }

rf_status assemble_rock(const rf_rock_def& def, void* memory, const rf_rock** rock, rf_error* error) {
  return Assembler(def, memory, error).assemble(rock);
}

}  // namespace rockfall
