/* rockfall/base.h: version, status codes and error text shared by every header.
 *
 * Conventions of the whole library
 *   units        SI: m, kg, s, rad, N, J
 *   frames       I inertial, z up; K principal axes of a rock, origin at its centre of mass S;
 *                B the frame in which a point cloud was given
 *   quaternions  real part first; A_IK(p) takes K coordinates to I coordinates
 *   arrays       points are x y z x y z ...
 *   memory       the library never allocates while it steps; what it builds lives in memory of the caller
 *   threads      no globals; a const object may be used by any number of threads at once
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

/** Alignment in bytes that every block of memory handed to the library needs. */
#define RF_MEMORY_ALIGNMENT 64u

/** What a call came to. Every function that can fail returns one; zero is success. */
typedef enum rf_status {
  RF_OK = 0,
  RF_NULL_ARGUMENT,     /**< a pointer that must not be null was null */
  RF_BAD_DEF,           /**< a def was not made by its rf_default_… function, or by another version's */
  RF_BAD_VALUE,         /**< a number is not finite or out of range; the error text names the field */
  RF_MEMORY_TOO_SMALL,  /**< the block handed in is smaller than the size query said */
  RF_MEMORY_MISALIGNED, /**< the block handed in is not aligned to RF_MEMORY_ALIGNMENT */
  RF_TOO_FEW_POINTS,    /**< fewer than four different points cannot enclose a volume */
  RF_FLAT_CLOUD,        /**< all points lie in one plane (to rounding) */
  RF_BAD_HULL,          /**< triangles handed in do not form a closed, outward, convex surface */
  RF_NO_HULL_LIBRARY,   /**< this build has no convex hull: hand in finished triangles */
  RF_HULL_FAILED,       /**< the convex hull could not be computed */
  RF_FAULTY_STATE,      /**< a rock's state is, or would become, non-finite; it was stopped and reported */
  RF_UNSUPPORTED,       /**< the combination asked for is not available; the error text says which */
  RF_WRONG_VERSION,     /**< bytes written in another version of the format */
  RF_TRUNCATED,         /**< bytes that end too early */
  RF_CORRUPTED,         /**< bytes of another kind, or altered since they were written */
  RF_MISMATCH           /**< a recording of another scene; the error text says what differs */
} rf_status;

/** Where a failing call says what was wrong. Owned by the caller; may be null everywhere. */
typedef struct rf_error {
  rf_status status; /**< the status that the call returned */
  char text[232];   /**< one sentence, NUL-terminated, naming the field and the value; empty on RF_OK */
} rf_error;

/** A short English name for a status: a static string, never null. Thread-safe. */
RF_API const char* rf_status_text(rf_status status);

/** Version of the library that is linked, as major * 10000 + minor * 100 + patch. Thread-safe. */
RF_API uint32_t rf_version(void);

#ifdef __cplusplus
}
#endif
#endif
