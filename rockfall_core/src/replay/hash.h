// Hashes of states, rocks, ground and terrain.
#pragma once

#include <rockfall/hash.h>

#include "rock/rock.h"

namespace rockfall {

uint64_t hash_state(const rf_state& state);
uint64_t hash_states(const rf_state* states, uint32_t count);
uint64_t hash_rock(const rf_rock& rock);
uint64_t hash_rocks(const rf_rock* const* rocks, uint32_t count);
uint64_t hash_ground(const rf_ground& ground);
uint64_t hash_settings(const rf_settings& settings);

/// Hash of the content of a built-in terrain, of rf_terrain::identity of any other.
rf_terrain_hash hash_terrain(const rf_terrain& terrain);

/// True for grids and planes of the library and for relief over them, whose content can be hashed.
bool is_built_in(const rf_terrain& terrain);

/// rf_terrain::identity of relief over another terrain; 0 if the identity of that is 0.
uint64_t rough_identity(const rf_roughness& roughness);

rf_terrain_hash hash_samples(const rf_terrain& terrain, const rf_rectangle& area, uint32_t columns, uint32_t rows);

}  // namespace rockfall
