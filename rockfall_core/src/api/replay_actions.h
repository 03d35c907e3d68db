// The recorded actions of a host, applied to a replay.
#pragma once

#include <rockfall/replay.h>

namespace rockfall {

/// An action of the host, no comparison, keyframe or end.
bool is_action(uint32_t kind);

/// Applies the actions at the present step. RF_CORRUPTED also for states whose shape is not in the scene.
rf_status apply_actions(rf_replay& replay, rf_error* error);

/// RF_CORRUPTED if a state has a shape that is not in the scene.
rf_status check_shapes(const rf_replay& replay, rf_error* error);

/// Writes the shapes that the recording adds to the memory of the replay, and all shapes of the scene to its array.
rf_status load_shapes(rf_replay& replay, const rf_recording_info& info, rf_error* error);

/// Calls rf_replay::set_ground.
rf_status change_ground(const rf_replay& replay, const rf_ground& ground, rf_error* error);

/// Call rf_replay::set_heights with the heights after the change, and before it.
rf_status make_height_change(const rf_replay& replay, const rf_record& record, rf_error* error);
rf_status take_back_height_change(const rf_replay& replay, const rf_record& record, rf_error* error);

/// Checks the arguments of the calls of a replay.
rf_status check_replay(const rf_replay* replay, rf_error* error);

/// Checks the arguments of the calls that follow rf_replay_begin.
rf_status check_begun(const rf_replay* replay, const rf_replay_report* report, rf_error* error);

/// Empties the buffer of events, if there is one.
void clear_events(const rf_replay& replay);

/// Sets step, hash and end, and compares the states with the recorded hashes and states of the present step.
void report_present_step(rf_replay& replay, rf_replay_report& report);

/// RF_CORRUPTED: "the recording contains invalid data: <what> failed".
rf_status fail_action(const char* what, rf_error* error);

}  // namespace rockfall
