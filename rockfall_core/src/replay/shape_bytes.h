// A cooked shape as portable bytes: the members of rf_rock below, then vertices, faces, triangles.
#pragma once

#include "replay/fields.h"
#include "rock/rock.h"

namespace rockfall {

#define RF_FIELD(member) make_field<decltype(rf_rock::member)>(#member, offsetof(rf_rock, member))

inline constexpr Field kShapeFields[] = {
    RF_FIELD(vertex_count),      RF_FIELD(triangle_count), RF_FIELD(face_count), RF_FIELD(mass),
    RF_FIELD(cube_root_of_mass), RF_FIELD(volume),         RF_FIELD(density),    RF_FIELD(inertia),
    RF_FIELD(inverse_inertia),   RF_FIELD(centre_of_mass), RF_FIELD(frame),      RF_FIELD(extent),
    RF_FIELD(bounding_radius),   RF_FIELD(half_diagonal),
};

#undef RF_FIELD

/// Size of the packed shape.
uint64_t packed_shape_bytes(const rf_rock& rock);

/// The same from its first bytes, which hold the numbers of vertices, triangles and faces; 0 if they are impossible.
uint64_t packed_shape_bytes(const unsigned char* packed);

void pack_shape(const rf_rock& rock, unsigned char* out);

/// Size of the block for unpack_shape(), a multiple of RF_MEMORY_ALIGNMENT.
/// @param packed  with possible numbers
size_t unpacked_shape_bytes(const unsigned char* packed);

/// Makes the shape in a block of unpacked_shape_bytes(). Null if a number is not finite, an index is out
/// of range, or mass, volume, density, inertia, extent or radii are not more than 0.
const rf_rock* unpack_shape(const unsigned char* packed, void* memory);

}  // namespace rockfall
