/* rockfall/frame.h: rotation-minimising frame along a trajectory, for cameras that follow a rock and for ribbons drawn
 * along its path. The normal is transported from each point to the next by two reflections (Wang, Juettler, Zheng, Liu:
 * Computation of rotation minimizing frames, ACM Transactions on Graphics 27, 2008). The error is of fourth order in
 * the distance of the points, and zero for a path in a plane.
 */
#ifndef ROCKFALL_FRAME_H
#define ROCKFALL_FRAME_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Speed below which a velocity has no direction, m/s. */
#define RF_FRAME_MIN_SPEED 1e-9

/** A frame at one point of a trajectory: plain data; orthonormal, right-handed. */
typedef struct rf_frame {
  double position[3]; /**< in I, m */
  double tangent[3];  /**< unit vector along the velocity, in I */
  double normal[3];   /**< unit vector in I, transported without rotation about the tangent; upwards at the start */
  double binormal[3]; /**< tangent x normal */
} rf_frame;

/** Compute the first frame of a trajectory. The normal is the unit vector perpendicular to the velocity closest to
 *  `up`. If the speed is below RF_FRAME_MIN_SPEED, any tangent perpendicular to `up` is taken. If the velocity is
 *  parallel to `up`, any normal perpendicular to both is taken.
 *  @param position  in I, m
 *  @param velocity  in I, m/s
 *  @param up        in I, any length > 0; null: z
 *  @param error     nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (an argument or the frame is not finite, or `up` has length zero).
 *  Thread-safe. */
RF_API rf_status rf_frame_start(const double position[3], const double velocity[3], const double up[3], rf_frame* frame,
                                rf_error* error);

/** Move a frame to the next point of its trajectory. The axes stay the same if the speed is below RF_FRAME_MIN_SPEED. A
 *  reversed velocity rotates the frame by half a turn about its normal.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (an argument or the new frame is not finite; the frame keeps its value).
 *  Thread-safe for different frames. */
RF_API rf_status rf_frame_advance(rf_frame* frame, const double position[3], const double velocity[3], rf_error* error);

/** Compute the frames of a whole trajectory: rf_frame_start() for the first point, rf_frame_advance() for the others.
 *  @param positions, velocities  3 * count numbers x y z, m and m/s
 *  @param frames                 out: array of `count`
 *  @param error                  nullable; the text gives the number of the point
 *  Errors: as those two; no frame is written then. Thread-safe. */
RF_API rf_status rf_frame_along(const double* positions, const double* velocities, uint32_t count, const double up[3],
                                rf_frame* frames, rf_error* error);

/** Unit quaternion of a frame, real part first: takes (tangent, normal, binormal) components to I.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (not finite). Thread-safe. */
RF_API rf_status rf_frame_orientation(const rf_frame* frame, double orientation[4], rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
