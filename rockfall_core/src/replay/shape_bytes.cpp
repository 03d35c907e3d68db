#include "replay/shape_bytes.h"

#include <initializer_list>

#include "numerics/real.h"
#include "rock/assemble.h"
#include "rock/derived_arrays.h"

namespace rockfall {
namespace {

constexpr size_t kFixedPart = packed_bytes(kShapeFields);

struct ShapeCounts {
  uint32_t vertices, triangles, faces;
};

ShapeCounts counts_of(const unsigned char* packed) {
  return {load_u32(packed), load_u32(packed + 4), load_u32(packed + 8)};
}

// A closed surface of V vertices has 2 V - 4 triangles.
bool are_possible(const ShapeCounts& counts) {
  return counts.vertices >= 4 && counts.vertices <= kMaxRockPoints && counts.triangles == 2 * counts.vertices - 4 &&
         counts.faces >= 4 && counts.faces <= counts.triangles;
}

uint64_t bytes_of(const ShapeCounts& counts) {
  return kFixedPart + uint64_t{24} * counts.vertices + uint64_t{32} * counts.faces + uint64_t{12} * counts.triangles;
}

void pack_reals(const double* values, size_t count, unsigned char*& out) {
  for (size_t i = 0; i < count; ++i, out += 8) store_real(values[i], out);
}

// False if a number is not finite.
bool unpack_reals(const unsigned char*& in, size_t count, double* values) {
  bool finite = true;
  for (size_t i = 0; i < count; ++i, in += 8) {
    values[i] = load_real(in);
    finite = finite && is_finite(values[i]);
  }
  return finite;
}

bool members_are_valid(const rf_rock& rock) {
  bool valid = true;
  for (const double value :
       {rock.mass, rock.cube_root_of_mass, rock.volume, rock.density, rock.bounding_radius, rock.half_diagonal}) {
    valid = valid && value > 0 && is_finite(value);
  }
  for (int k = 0; k < 3; ++k) {
    valid = valid && rock.inertia[k] > 0 && rock.inverse_inertia[k] > 0 && rock.extent[k] > 0 &&
            is_finite(rock.inertia[k]) && is_finite(rock.inverse_inertia[k]) && is_finite(rock.extent[k]) &&
            is_finite(rock.centre_of_mass[k]);
  }
  for (const double value : rock.frame) valid = valid && is_finite(value);
  return valid;
}

}  // namespace

uint64_t packed_shape_bytes(const rf_rock& rock) {
  return bytes_of({rock.vertex_count, rock.triangle_count, rock.face_count});
}

uint64_t packed_shape_bytes(const unsigned char* packed) {
  const ShapeCounts counts = counts_of(packed);
  return are_possible(counts) ? bytes_of(counts) : 0;
}

void pack_shape(const rf_rock& rock, unsigned char* out) {
  pack(kShapeFields, &rock, out);
  out += kFixedPart;
  pack_reals(rock.vertices(), 3 * static_cast<size_t>(rock.vertex_count), out);
  pack_reals(rock.array<double>(rock.faces_offset), 4 * static_cast<size_t>(rock.face_count), out);
  for (size_t i = 0; i < 3 * static_cast<size_t>(rock.triangle_count); ++i, out += 4) {
    store_u32(rock.triangles()[i], out);
  }
}

size_t unpacked_shape_bytes(const unsigned char* packed) {
  const ShapeCounts counts = counts_of(packed);
  return cooked_bytes(counts.vertices, counts.triangles);
}

const rf_rock* unpack_shape(const unsigned char* packed, void* memory) {
  const ShapeCounts counts = counts_of(packed);
  RockArrays arrays;
  rf_rock* const rock = lay_out_rock(memory, counts.vertices, counts.triangles, counts.faces, arrays);
  unpack(kShapeFields, packed, rock);
  const unsigned char* in = packed + kFixedPart;
  bool valid = members_are_valid(*rock);
  valid = unpack_reals(in, 3 * static_cast<size_t>(counts.vertices), arrays.vertices) && valid;
  valid = unpack_reals(in, 4 * static_cast<size_t>(counts.faces), arrays.faces) && valid;
  for (size_t i = 0; i < 3 * static_cast<size_t>(counts.triangles); ++i, in += 4) {
    arrays.triangles[i] = load_u32(in);
    valid = valid && arrays.triangles[i] < counts.vertices;
  }
  if (!valid) return nullptr;
  compute_derived_arrays(*rock, arrays);
  return rock;
}

}  // namespace rockfall
