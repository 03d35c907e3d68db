/* rockfall/snapshot.h: the states of many rocks as bytes, to keep, to send, and to go back to. One rock needs none of
 * this: copying its rf_state is its snapshot.
 *
 * The bytes are little-endian, without pointers and padding, the same on every platform, and end with a hash of all of
 * them. docs/determinism.md describes the format. Runs continued from restored states have the same bits as runs never
 * interrupted; scene and ground are not inside (compare rf_hash_scene). */
#ifndef ROCKFALL_SNAPSHOT_H
#define ROCKFALL_SNAPSHOT_H

#include "base.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the format, which snapshots carry. */
#define RF_SNAPSHOT_VERSION 1u

/** What the head of a snapshot says. */
typedef struct rf_snapshot_info {
  uint32_t version;         /**< of the format */
  uint32_t library_version; /**< rf_version() of the library that wrote it: another may step on with other bits */
  uint32_t count;           /**< number of rocks */
} rf_snapshot_info;

/** Bytes of a snapshot of `count` rocks; SIZE_MAX if they cannot be counted in a size_t. Thread-safe. */
RF_API size_t rf_snapshot_bytes(uint32_t count);

/** Write a snapshot of `count` states.
 *  @param memory  room of the caller, any alignment
 *  @param bytes   of that room, at least rf_snapshot_bytes(count)
 *  @param error   nullable
 *  Allocates nothing. Thread-safe. Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL. */
RF_API rf_status rf_snapshot_write(const rf_state* states, uint32_t count, void* memory, size_t bytes, rf_error* error);

/** Check a snapshot and tell what is inside. Reads nothing beyond `bytes`; bytes behind the snapshot are an error.
 *  Thread-safe. Errors: RF_NULL_ARGUMENT, RF_WRONG_VERSION (another format, or rf_state had other members),
 *  RF_TRUNCATED, RF_CORRUPTED (no snapshot, or altered). */
RF_API rf_status rf_snapshot_check(const void* memory, size_t bytes, rf_snapshot_info* info, rf_error* error);

/** Put the states of a snapshot back. Nothing is written unless all of it is right.
 *  @param states    room for `capacity` states
 *  @param capacity  at least the number of rocks in the snapshot
 *  @param count     set to the number of rocks restored; 0 on failure
 *  Allocates nothing. Thread-safe. Errors: those of rf_snapshot_check, RF_MEMORY_TOO_SMALL (capacity). */
RF_API rf_status rf_snapshot_restore(const void* memory, size_t bytes, rf_state* states, uint32_t capacity,
                                     uint32_t* count, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
