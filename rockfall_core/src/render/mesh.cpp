#include "render/mesh.h"

#include "render/convention.h"

namespace rockfall {
namespace {

void store(const Vec3& v, float* out) {
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(v[k]);
}

Vec3 unit(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(0, 0, 1);
}

void write_flat(const rf_rock& rock, const Axes& axes, const rf_rock_mesh& mesh) {
  for (uint32_t i = 0; i < rock.triangle_count; ++i) {
    const uint32_t* const corners = rock.triangles() + 3 * static_cast<size_t>(i);
    const Vec3 normal = to_engine(axes, unit(load3(rock.area(i))));
    for (uint32_t k = 0; k < 3; ++k) {
      const size_t vertex = 3 * static_cast<size_t>(i) + k;
      if (mesh.positions) {
        store(axes.scale * to_engine(axes, load3(rock.vertex(corners[k]))), mesh.positions + 3 * vertex);
      }
      if (mesh.normals) store(normal, mesh.normals + 3 * vertex);
    }
  }
}

Vec3 load(const float* v) {
  return Vec3(static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2]));
}

// The mean normals of the vertices, weighted by area, are added up in the array of the caller.
void write_mean_normals(const rf_rock& rock, const Axes& axes, float* normals) {
  const size_t count = 3 * static_cast<size_t>(rock.vertex_count);
  for (size_t i = 0; i < count; ++i) normals[i] = 0;
  const double per_square = 1 / (rock.bounding_radius * rock.bounding_radius);  // so that single precision holds them
  for (uint32_t i = 0; i < rock.triangle_count; ++i) {
    const uint32_t* const corners = rock.triangles() + 3 * static_cast<size_t>(i);
    const Vec3 normal = per_square * load3(rock.area(i));
    for (uint32_t k = 0; k < 3; ++k) {
      float* const sum = normals + 3 * static_cast<size_t>(corners[k]);
      store(load(sum) + normal, sum);
    }
  }
  for (size_t i = 0; i < count; i += 3) store(to_engine(axes, unit(load(normals + i))), normals + i);
}

void write_smooth(const rf_rock& rock, const Axes& axes, const rf_rock_mesh& mesh) {
  for (uint32_t v = 0; v < rock.vertex_count && mesh.positions; ++v) {
    store(axes.scale * to_engine(axes, load3(rock.vertex(v))), mesh.positions + 3 * static_cast<size_t>(v));
  }
  if (mesh.normals) write_mean_normals(rock, axes, mesh.normals);
}

}  // namespace

void count_mesh(const rf_rock& rock, rf_rock_mesh& mesh) {
  mesh.index_count = 3 * rock.triangle_count;
  mesh.vertex_count = mesh.shading == RF_SHADING_FLAT ? mesh.index_count : rock.vertex_count;
}

void write_mesh(const rf_rock& rock, const rf_rock_mesh& mesh) {
  const Axes& axes = axes_of(mesh.convention);
  const bool flat = mesh.shading == RF_SHADING_FLAT;
  if (flat) {
    write_flat(rock, axes, mesh);
  } else {
    write_smooth(rock, axes, mesh);
  }
  for (uint32_t i = 0; i < rock.triangle_count && mesh.indices; ++i) {
    for (uint32_t k = 0; k < 3; ++k) {
      // The second and third corner change places.
      const uint32_t corner = 3 * i + (axes.swap_corners && k > 0 ? 3 - k : k);
      mesh.indices[3 * static_cast<size_t>(i) + k] = flat ? corner : rock.triangles()[corner];
    }
  }
}

}  // namespace rockfall
