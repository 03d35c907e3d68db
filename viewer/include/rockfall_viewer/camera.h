// Cameras: a perspective view, and three ways to control it.
#ifndef ROCKFALL_VIEWER_CAMERA_H
#define ROCKFALL_VIEWER_CAMERA_H

#include <rockfall/frame.h>

#include "vector.h"

namespace rockfall_viewer {

/** A perspective view. Plain data. */
struct Camera {
  Vec3 eye{0, -10, 5};
  Vec3 target{};               ///< point that the camera looks at; centre of the shadow map
  Vec3 up{0, 0, 1};            ///< approximate up direction; its component along the line of sight is removed
  double field_of_view = 0.8;  ///< vertical, rad
  double near_plane = 0.1;     ///< m: nearer parts are not drawn
  double far_plane = 20000;    ///< m: farther parts are not drawn
  double shift_x = 0;          ///< of the target from the centre of the image to the right, in half widths, -1 to 1
  double shift_y = 0;          ///< the same upwards, in half heights
};

/** A near plane that suits a camera at a distance from what it shows, m. */
double near_plane_at(double distance);

/** Right, up and forward directions of a camera: unit vectors. */
struct CameraAxes {
  Vec3 right, up, forward;
};
CameraAxes axes_of(const Camera& camera);

/** Orbits around a target. */
struct OrbitCamera {
  Vec3 target{};
  double distance = 50;    ///< m, > 0
  double azimuth = -1.0;   ///< rad: direction from the target to the eye, 0 along +x, pi/2 along +y
  double elevation = 0.5;  ///< rad above the horizon

  /** Rotates by angles in rad; the elevation is limited to less than a right angle. */
  void turn(double by_azimuth, double by_elevation);
  /** Moves the target perpendicular to the line of sight, in fractions of the image height. */
  void pan(double right, double up);
  /** Multiplies the distance, which is limited to 0.2 m to 100 km. */
  void zoom(double factor);
  Camera camera() const;
};

/** Moves freely. */
struct FlyCamera {
  Vec3 eye{0, -10, 5};
  double heading = 1.57;  ///< rad, 0 along +x
  double pitch = -0.3;    ///< rad above the horizon

  void turn(double by_heading, double by_pitch);
  /** Moves along the axes of the camera (up: along z), m. */
  void move(double forward, double right, double up);
  Camera camera() const;
  /** Sets position and direction from another camera. */
  void set_from(const Camera& camera);
};

/** Follows a moving body with a rotation-minimising frame along its path (rockfall/frame.h): the image neither rotates
 *  with the rock nor flips where the path is straight, vertical or ends. The direction of motion jumps at impacts; the
 *  camera follows it with a delay, so its frame moves along a smoothed path. */
class FollowCamera {
 public:
  double distance = 12;         ///< m behind the body, > 0
  double elevation = 0.35;      ///< rad above the path
  double azimuth = 0;           ///< rad, 0 straight behind
  double smoothing_time = 0.4;  ///< time constant of changes of direction, s; 0: no smoothing
  double level_time = 0;  ///< time constant with which a tilted horizon is levelled, s; 0: the frame is never rolled

  /** Starts at a body; with a velocity below 0.3 m/s it looks along +x. */
  void start(const Vec3& position, const Vec3& velocity);
  /** Advances by `seconds` > 0. Below 0.3 m/s the direction does not change. */
  void advance(const Vec3& position, const Vec3& velocity, double seconds);
  Camera camera() const;
  /** Forward: smoothed direction of motion; up and right: perpendicular to it. */
  CameraAxes frame() const;

 private:
  Vec3 position_{};
  rf_frame frame_{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}};  // of the smoothed path
  double roll_ = 0;                                              // about the path, rad; changed by level_time only
};

}  // namespace rockfall_viewer
#endif
