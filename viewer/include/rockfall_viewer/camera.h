// Cameras: what is looked at from where, and three ways of steering it.
#ifndef ROCKFALL_VIEWER_CAMERA_H
#define ROCKFALL_VIEWER_CAMERA_H

#include <rockfall/frame.h>

#include "vector.h"

namespace rockfall_viewer {

/** A perspective view. Plain data. */
struct Camera {
  Vec3 eye{0, -10, 5};
  Vec3 target{};               ///< what is looked at; shadows are finest around it
  Vec3 up{0, 0, 1};            ///< roughly; made perpendicular to the line of sight
  double field_of_view = 0.8;  ///< vertical, rad
  double nearest = 0.1;        ///< m: nothing nearer is drawn
  double farthest = 20000;     ///< m: nothing farther is drawn
};

/** Right, up and forward of a camera: unit vectors. */
struct CameraAxes {
  Vec3 right, up, forward;
};
CameraAxes axes_of(const Camera& camera);

/** Turns around a place. */
struct OrbitCamera {
  Vec3 target{};
  double distance = 50;    ///< m, > 0
  double azimuth = -1.0;   ///< rad: direction from the target to the eye, 0 along +x, pi/2 along +y
  double elevation = 0.5;  ///< rad above the horizon

  /** Turns by angles; the elevation stays between just above straight below and straight above. */
  void turn(double by_azimuth, double by_elevation);
  /** Moves the target across the line of sight: shares of the height of the picture. */
  void pan(double right, double up);
  /** Multiplies the distance; it stays between 0.2 m and 100 km. */
  void zoom(double factor);
  Camera camera() const;
};

/** Flies freely. */
struct FlyCamera {
  Vec3 eye{0, -10, 5};
  double heading = 1.57;  ///< rad, 0 along +x
  double pitch = -0.3;    ///< rad above the horizon

  void turn(double by_heading, double by_pitch);
  /** Moves along its own axes, m. */
  void move(double forward, double right, double up);
  Camera camera() const;
  /** Takes over the place and direction of another camera. */
  void take(const Camera& camera);
};

/** Follows a moving body in a frame that does not twist about its path (rockfall/frame.h): the picture neither spins
 *  with the rock nor flips where the path is straight, vertical or ends. Bounces turn the direction of motion at once;
 *  the camera comes round to it smoothly, so it rides on a path a little smoother than the rock's. */
class FollowCamera {
 public:
  double distance = 12;      ///< m behind the body, > 0
  double elevation = 0.35;   ///< rad above the path
  double azimuth = 0;        ///< rad, 0 straight behind
  double settle_time = 0.4;  ///< s in which most of a change of direction is followed; 0: at once
  double level_time = 0;  ///< s in which a tilted horizon comes back to level; 0: never, the frame stays free of twist

  /** Starts at a body; a velocity below 0.3 m/s looks along +x. */
  void start(const Vec3& position, const Vec3& velocity);
  /** Moves on by `seconds` > 0. Below 0.3 m/s the direction stays as it was. */
  void advance(const Vec3& position, const Vec3& velocity, double seconds);
  Camera camera() const;
  /** Direction of motion, and the two directions across it. */
  CameraAxes frame() const;

 private:
  Vec3 position_{};
  rf_frame frame_{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}};  // of the smoothed path
  double roll_ = 0;                                              // rad about the path, from level_time only
};

}  // namespace rockfall_viewer
#endif
