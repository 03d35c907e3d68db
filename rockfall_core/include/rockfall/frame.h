/* rockfall/frame.h: a frame that follows a trajectory without twisting about its direction, for cameras that chase a
 * rock and for ribbons along its path. Its normal is carried along by parallel transport with two reflections from each
 * point to the next (Wang, Juettler, Zheng, Liu: Computation of rotation minimizing frames, ACM Transactions on
 * Graphics 27, 2008): of fourth order in the spacing of the points, exact where the path is plane.
 */
#ifndef ROCKFALL_FRAME_H
#define ROCKFALL_FRAME_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Speed below which a velocity counts as having no direction, m/s. */
#define RF_FRAME_LEAST_SPEED 1e-9

/** A frame on a trajectory: plain data; orthonormal, right-handed. */
typedef struct rf_frame {
  double position[3]; /**< in I, m */
  double tangent[3];  /**< along the velocity, in I */
  double normal[3];   /**< carried along without twist; upwards at the start */
  double binormal[3]; /**< tangent x normal */
} rf_frame;

/** The first frame of a trajectory: normal as near as can be to `up`.
 *  Without a direction (see RF_FRAME_LEAST_SPEED) the tangent is chosen across `up`; where velocity and `up` are
 *  parallel the normal is chosen across both.
 *  @param up  nullable, any length > 0: z
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (not finite, or `up` of no length). Thread-safe. */
RF_API rf_status rf_frame_start(const double position[3], const double velocity[3], const double up[3],
                                rf_frame* frame);

/** Carry a frame to the next point of its trajectory. A velocity without direction leaves the axes as they are; one
 * that is reversed turns the frame about its normal. Errors: RF_NULL_ARGUMENT, RF_BAD_VALUE (not finite; the frame is
 * left as it was). Thread-safe for different frames. */
RF_API rf_status rf_frame_advance(rf_frame* frame, const double position[3], const double velocity[3]);

/** Frames of a whole trajectory: rf_frame_start() and then rf_frame_advance() from point to point.
 *  @param positions, velocities  x y z of `count` points
 *  @param frames                 out: room for `count`
 *  Errors: as those two; frames before the bad point are written. Thread-safe. */
RF_API rf_status rf_frame_along(const double* positions, const double* velocities, uint32_t count, const double up[3],
                                rf_frame* frames);

/** The frame as a unit quaternion, real part first, that takes (tangent, normal, binormal) components to I.
 *  Errors: RF_NULL_ARGUMENT. Thread-safe. */
RF_API rf_status rf_frame_orientation(const rf_frame* frame, double orientation[4]);

#ifdef __cplusplus
}
#endif
#endif
