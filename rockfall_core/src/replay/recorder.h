// Writes recordings. The caller has checked the arguments. The functions return false, and write nothing, if the memory
// is too small.
#pragma once

#include <rockfall/recording.h>

namespace rockfall {

size_t recording_header_bytes(uint32_t metadata_bytes);

/// SIZE_MAX on overflow.
size_t recorder_step_bytes(uint32_t count);

/// Initialises a recorder and writes the header.
bool write_header(rf_recorder& recorder, const rf_recording_def& def, const rf_scene_identity& identity,
                  const rf_settings& settings);

bool write_add(rf_recorder& recorder, const rf_state& state);
bool write_replace(rf_recorder& recorder, uint32_t rock, const rf_state& state);
bool write_remove(rf_recorder& recorder, uint32_t rock, rf_removal removal);
bool write_impulse(rf_recorder& recorder, uint32_t rock, const double impulse[3], const double* point);
bool write_settings(rf_recorder& recorder, const rf_settings& settings);
bool write_ground(rf_recorder& recorder, const rf_ground& ground);

uint64_t shape_record_bytes(const rf_rock& rock);
bool write_shape(rf_recorder& recorder, const rf_rock& rock);

uint64_t heights_record_bytes(uint32_t columns, uint32_t rows);
/// @param before  heights before the change
bool write_heights(rf_recorder& recorder, const rf_node_heights& change, const double* before);

/// Counts steps and writes the hash and the states that are due after them; keeps a keyframe.
bool write_stepped(rf_recorder& recorder, const rf_state* states, uint32_t count, uint32_t steps);

/// Steps until a hash or states are to be written.
uint32_t steps_until_due(const rf_recorder& recorder);

/// Size of the keyframes and the end record.
uint64_t end_bytes(const rf_recorder& recorder);

bool write_end(rf_recorder& recorder, const rf_state* states, uint32_t count);

}  // namespace rockfall
