/* rockfall/snapshot.h: the states of many rocks as bytes, to store, send and restore. For a single rock a copy of its
 * rf_state is enough.
 *
 * The bytes are little-endian, without pointers and padding, equal on every platform, and end with a hash of all of
 * them. docs/determinism.md describes the format. A run continued from restored states has the same bits as an
 * uninterrupted run. Scene and ground are not stored (see rf_hash_scene). */
#ifndef ROCKFALL_SNAPSHOT_H
#define ROCKFALL_SNAPSHOT_H

#include "base.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the format, stored in every snapshot. */
#define RF_SNAPSHOT_VERSION 1u

/** Header of a snapshot. */
typedef struct rf_snapshot_info {
  uint32_t version;         /**< version of the format */
  uint32_t library_version; /**< rf_version() of the library that wrote it; another version may give other bits */
  uint32_t count;           /**< number of rocks */
} rf_snapshot_info;

/** Size in bytes of a snapshot of `count` rocks; SIZE_MAX if it does not fit into a size_t. Thread-safe. */
RF_API size_t rf_snapshot_bytes(uint32_t count);

/** Write a snapshot of `count` states.
 *  @param memory  block of the caller, any alignment
 *  @param bytes   size of the block, at least rf_snapshot_bytes(count)
 *  @param error   nullable
 *  Allocates nothing. Thread-safe. Errors: RF_NULL_ARGUMENT, RF_MEMORY_TOO_SMALL. */
RF_API rf_status rf_snapshot_write(const rf_state* states, uint32_t count, void* memory, size_t bytes, rf_error* error);

/** Check a snapshot and read its header. Reads at most `bytes` bytes; extra bytes after the snapshot are an error.
 *  @param info  nullable, out
 *  Thread-safe. Errors: RF_NULL_ARGUMENT, RF_WRONG_VERSION (another format, or rf_state had other members),
 *  RF_TRUNCATED, RF_CORRUPTED (not a snapshot, or its bytes were changed). */
RF_API rf_status rf_snapshot_check(const void* memory, size_t bytes, rf_snapshot_info* info, rf_error* error);

/** Restore the states of a snapshot. Writes no state unless the whole snapshot is valid.
 *  @param states    array of `capacity` states
 *  @param capacity  at least the number of rocks in the snapshot
 *  @param count     set to the number of rocks restored; 0 on failure
 *  Allocates nothing. Thread-safe. Errors: those of rf_snapshot_check, RF_MEMORY_TOO_SMALL (capacity). */
RF_API rf_status rf_snapshot_restore(const void* memory, size_t bytes, rf_state* states, uint32_t capacity,
                                     uint32_t* count, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
