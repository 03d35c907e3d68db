#include "render/mesh.h"

#include "render/convention.h"

namespace rockfall {
namespace {

void store(const Vec3& v, float* out) {
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(v[k]);
}

// Outward, of length twice the area of the triangle.
Vec3 area_normal(const rf_rock& rock, const uint32_t* corners) {
  const Vec3 a = load3(rock.vertex(corners[0]));
  return (load3(rock.vertex(corners[1])) - a).cross(load3(rock.vertex(corners[2])) - a);
}

Vec3 unit(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(0, 0, 1);
}

void write_flat(const rf_rock& rock, const Axes& axes, const rf_rock_mesh& mesh) {
  for (uint32_t i = 0; i < rock.triangle_count; ++i) {
    const uint32_t* const corners = rock.triangles() + 3 * static_cast<size_t>(i);
    const Vec3 normal = to_engine(axes, unit(area_normal(rock, corners)));
    for (uint32_t k = 0; k < 3; ++k) {
      const size_t vertex = 3 * static_cast<size_t>(i) + k;
      if (mesh.positions) {
        store(axes.scale * to_engine(axes, load3(rock.vertex(corners[k]))), mesh.positions + 3 * vertex);
      }
      if (mesh.normals) store(normal, mesh.normals + 3 * vertex);
    }
  }
}

// The mean normals need one pass over all triangles for each vertex: no memory is available to add them up in double
// precision, and a hull has few triangles.
void write_smooth(const rf_rock& rock, const Axes& axes, const rf_rock_mesh& mesh) {
  for (uint32_t v = 0; v < rock.vertex_count; ++v) {
    const size_t at = 3 * static_cast<size_t>(v);
    if (mesh.positions) store(axes.scale * to_engine(axes, load3(rock.vertex(v))), mesh.positions + at);
    if (!mesh.normals) continue;
    Vec3 sum(0, 0, 0);
    for (uint32_t i = 0; i < rock.triangle_count; ++i) {
      const uint32_t* const corners = rock.triangles() + 3 * static_cast<size_t>(i);
      if (corners[0] == v || corners[1] == v || corners[2] == v) sum += area_normal(rock, corners);
    }
    store(to_engine(axes, unit(sum)), mesh.normals + at);
  }
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
