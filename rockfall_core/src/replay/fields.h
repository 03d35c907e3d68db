// Lists of the members that are hashed and stored. A member added to one of these structs must be added here; the
// static assertions below check this.
#pragma once

#include <rockfall/step.h>

#include <type_traits>

#include "replay/hasher.h"
#include "replay/little_endian.h"

namespace rockfall {

/// A member: `count` numbers of `bytes` bytes each at `offset`.
struct Field {
  const char* name;
  uint32_t offset;
  uint32_t bytes;  // 4 or 8
  uint32_t count;
  bool real;
};

template <class Member>
constexpr Field make_field(const char* name, size_t offset) {
  using Number = std::remove_all_extents_t<Member>;
  static_assert(std::is_same_v<Number, double> || std::is_same_v<Number, uint64_t> ||
                    std::is_same_v<Number, uint32_t> || std::is_same_v<Number, int32_t>,
                "only numbers of fixed width can be stored");
  return {name, static_cast<uint32_t>(offset), sizeof(Number), sizeof(Member) / sizeof(Number),
          std::is_same_v<Number, double>};
}

#define RF_FIELD(Struct, member) make_field<decltype(Struct::member)>(#member, offsetof(Struct, member))

inline constexpr Field kStateFields[] = {
    RF_FIELD(rf_state, position),   RF_FIELD(rf_state, orientation),
    RF_FIELD(rf_state, velocity),   RF_FIELD(rf_state, angular_velocity),
    RF_FIELD(rf_state, slippage),   RF_FIELD(rf_state, still_time),
    RF_FIELD(rf_state, scar_depth), RF_FIELD(rf_state, scar_path),
    RF_FIELD(rf_state, step),       RF_FIELD(rf_state, rock),
    RF_FIELD(rf_state, end),        RF_FIELD(rf_state, phase),
    RF_FIELD(rf_state, contact),
};

inline constexpr Field kSettingsFields[] = {
    RF_FIELD(rf_settings, scheme),        RF_FIELD(rf_settings, time_step),        RF_FIELD(rf_settings, gravity),
    RF_FIELD(rf_settings, solver_sweeps), RF_FIELD(rf_settings, solver_tolerance), RF_FIELD(rf_settings, stop_speed),
    RF_FIELD(rf_settings, stop_time),     RF_FIELD(rf_settings, time_limit),       RF_FIELD(rf_settings, model),
    RF_FIELD(rf_settings, rocfall_shape), RF_FIELD(rf_settings, soil_law),         RF_FIELD(rf_settings, scar_length),
};

inline constexpr Field kGroundFields[] = {
    RF_FIELD(rf_ground, mu_min),
    RF_FIELD(rf_ground, mu_max),
    RF_FIELD(rf_ground, kappa),
    RF_FIELD(rf_ground, beta),
    RF_FIELD(rf_ground, restitution_normal),
    RF_FIELD(rf_ground, restitution_tangential),
    RF_FIELD(rf_ground, restitution_threshold),
    RF_FIELD(rf_ground, contact_drag),
    RF_FIELD(rf_ground, layer_drag),
    RF_FIELD(rf_ground, layer_drag_rotation),
    RF_FIELD(rf_ground, layer_height),
    RF_FIELD(rf_ground, contact_drag_height),
    RF_FIELD(rf_ground, rolling_resistance),
    RF_FIELD(rf_ground, soil_strength),
    RF_FIELD(rf_ground, soil_drag),
    RF_FIELD(rf_ground, soil_drag_rotation),
    RF_FIELD(rf_ground, soil_density),
    RF_FIELD(rf_ground, roughness_70),
    RF_FIELD(rf_ground, roughness_20),
    RF_FIELD(rf_ground, roughness_10),
    RF_FIELD(rf_ground, rocfall_restitution_normal),
    RF_FIELD(rf_ground, rocfall_restitution_tangential),
    RF_FIELD(rf_ground, rocfall_friction),
    RF_FIELD(rf_ground, rocfall_rolling_friction),
    RF_FIELD(rf_ground, rocfall_impulse_cap),
    RF_FIELD(rf_ground, rocfall_bounce_speed),
};

#undef RF_FIELD

/// True if the fields fill the struct from `begin` to `end` without gaps other than padding.
template <size_t N>
constexpr bool covers(const Field (&fields)[N], size_t begin, size_t end, size_t alignment) {
  size_t offset = begin;
  for (const Field& field : fields) {
    const size_t step = field.bytes < alignment ? field.bytes : alignment;
    offset = (offset + step - 1) / step * step;
    if (field.offset != offset) return false;
    offset += static_cast<size_t>(field.bytes) * field.count;
  }
  return (offset + alignment - 1) / alignment * alignment == end;
}

static_assert(covers(kStateFields, 0, sizeof(rf_state), alignof(rf_state)), "kStateFields misses a member");
static_assert(covers(kSettingsFields, offsetof(rf_settings, scheme), sizeof(rf_settings), alignof(rf_settings)),
              "kSettingsFields misses a member");
static_assert(covers(kGroundFields, 0, sizeof(rf_ground), alignof(rf_ground)), "kGroundFields misses a member");

/// Size of the packed fields.
template <size_t N>
constexpr size_t packed_bytes(const Field (&fields)[N]) {
  size_t bytes = 0;
  for (const Field& field : fields) bytes += static_cast<size_t>(field.bytes) * field.count;
  return bytes;
}

template <size_t N>
void pack(const Field (&fields)[N], const void* object, unsigned char* out) {
  for (const Field& field : fields) {
    const unsigned char* member = static_cast<const unsigned char*>(object) + field.offset;
    for (uint32_t i = 0; i < field.count; ++i, member += field.bytes, out += field.bytes) {
      if (field.bytes == 8) {
        uint64_t bits;
        std::memcpy(&bits, member, sizeof bits);
        store_u64(bits, out);
      } else {
        uint32_t bits;
        std::memcpy(&bits, member, sizeof bits);
        store_u32(bits, out);
      }
    }
  }
}

template <size_t N>
void unpack(const Field (&fields)[N], const unsigned char* in, void* object) {
  for (const Field& field : fields) {
    unsigned char* member = static_cast<unsigned char*>(object) + field.offset;
    for (uint32_t i = 0; i < field.count; ++i, member += field.bytes, in += field.bytes) {
      if (field.bytes == 8) {
        const uint64_t bits = load_u64(in);
        std::memcpy(member, &bits, sizeof bits);
      } else {
        const uint32_t bits = load_u32(in);
        std::memcpy(member, &bits, sizeof bits);
      }
    }
  }
}

template <size_t N>
void hash_fields(const Field (&fields)[N], const void* object, Hasher& hasher) {
  for (const Field& field : fields) {
    const unsigned char* member = static_cast<const unsigned char*>(object) + field.offset;
    for (uint32_t i = 0; i < field.count; ++i, member += field.bytes) {
      uint64_t bits = 0;
      uint32_t bits32;
      double value;
      if (field.real) {
        std::memcpy(&value, member, sizeof value);
        hasher.real(value);
        continue;
      }
      if (field.bytes == 8) {
        std::memcpy(&bits, member, sizeof bits);
      } else {
        std::memcpy(&bits32, member, sizeof bits32);
        bits = bits32;
      }
      hasher.word(bits);
    }
  }
}

/// Hash of the names, types and order of the fields. It detects bytes that were written with other members.
template <size_t N>
uint64_t layout_hash(const Field (&fields)[N]) {
  Hasher hasher(kHashLayout);
  for (const Field& field : fields) {
    hasher.bytes(reinterpret_cast<const unsigned char*>(field.name), std::strlen(field.name));
    hasher.word(field.bytes);
    hasher.word(field.count);
    hasher.word(field.real);
  }
  return hasher.value();
}

}  // namespace rockfall
