/* rockfall/base.h: version, status codes and error text shared by every header.
 *
 * Conventions of the whole library
 *   units        SI: m, kg, s, rad, N, J
 *   frames       I inertial, z up; K principal axes of a rock, origin at its centre of mass S;
 *                B the frame in which a point cloud was given
 *   quaternions  real part first; A_IK(p) takes K coordinates to I coordinates
 *   arrays       points are x y z x y z ...
 *   memory       a step allocates nothing; objects that the library builds are in memory owned by the caller
 *   threads      no global variables; any number of threads may read the same const object
 *   defaults     rf_init_NAME(out, sizeof *out) writes the defaults of struct rf_NAME and its struct_size;
 *                rf_default_NAME() is the same as a value. At most `size` bytes are written. If `size` is not that of
 *                the library, because the client was compiled with the headers of another version, RF_BAD_DEF is
 *                returned, and every call that takes the struct refuses it. Thread-safe. rf_check_abi (abi.h) compares
 *                the layout of all structs at once.
 */
#ifndef ROCKFALL_BASE_H
#define ROCKFALL_BASE_H

#include <stddef.h>
#include <stdint.h>

#define RF_VERSION_MAJOR 0
#define RF_VERSION_MINOR 1
#define RF_VERSION_PATCH 0

#if defined(_WIN32) && defined(RF_SHARED)
#if defined(RF_BUILDING)
#define RF_API __declspec(dllexport)
#else
#define RF_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && defined(RF_SHARED)
#define RF_API __attribute__((visibility("default")))
#else
#define RF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Alignment in bytes of the memory block for rf_cook_rock. */
#define RF_MEMORY_ALIGNMENT 64u

/** Result of a call. Every function that can fail returns one; zero is success. */
typedef enum rf_status {
  RF_OK = 0,
  RF_NULL_ARGUMENT,     /**< a required pointer is null */
  RF_BAD_DEF,           /**< struct_size is wrong: the struct was not made by its rf_init_* or rf_default_* function, or
                             the client was compiled with the headers of another version of the library */
  RF_BAD_VALUE,         /**< a number is not finite or out of range; the error text names the field */
  RF_MEMORY_TOO_SMALL,  /**< a memory block or an array of the caller is too small */
  RF_MEMORY_MISALIGNED, /**< the memory block is not aligned to RF_MEMORY_ALIGNMENT */
  RF_TOO_FEW_POINTS,    /**< fewer than four different points: they enclose no volume */
  RF_FLAT_CLOUD,        /**< all points lie in one plane (to rounding) */
  RF_BAD_HULL,          /**< the triangles given do not form a closed, outward-oriented, convex surface */
  RF_NO_HULL_LIBRARY,   /**< this build cannot compute convex hulls: give the triangles of the hull */
  RF_HULL_FAILED,       /**< the convex hull could not be computed */
  RF_FAULTY_STATE,      /**< the state of a rock is, or would become, non-finite: the rock ends with RF_ENDED_FAULT */
  RF_UNSUPPORTED,       /**< the requested combination is not available; the error text says which */
  RF_WRONG_VERSION,     /**< the bytes have another version of the format */
  RF_TRUNCATED,         /**< the bytes end too early */
  RF_CORRUPTED,         /**< the bytes have another format, or were changed after they were written */
  RF_MISMATCH           /**< the recording was made in another scene; the error text says what differs */
} rf_status;

/** Details of a failed call. Owned by the caller. Every function that takes one accepts null. Steps and measurements
 *  take none: rf_scene_check(), rf_state_check(), rf_observation_check() and rf_events_check() say what is refused. */
typedef struct rf_error {
  rf_status status; /**< the status that the call returned */
  char text[232];   /**< one sentence, NUL-terminated, with the field and its value; empty on RF_OK */
} rf_error;

/** Short English description of a status: a static string, never null. Thread-safe. */
RF_API const char* rf_status_text(rf_status status);

/** Version of the linked library: major * 10000 + minor * 100 + patch. Thread-safe. */
RF_API uint32_t rf_version(void);

#ifdef __cplusplus
}
#endif
#endif
