// Passes the live scene to the viewer: rocks, arrows, marks, ribbons and camera of a picture.
#ifndef ROCKFALL_SANDBOX_LIVE_STAGE_H
#define ROCKFALL_SANDBOX_LIVE_STAGE_H

#include <rockfall_viewer/picking.h>
#include <rockfall_viewer/viewer.h>

#include <optional>
#include <vector>

#include "io/raster.h"
#include "live/hazard.h"
#include "live/session.h"

namespace sandbox::live {

/** Amount of work for the graphics card, or for the software renderer. */
enum class Quality { low = 0, medium = 1, high = 2 };

enum class CameraKind { orbit = 0, fly = 1, follow = 2 };

/** Display options. */
struct Display {
  rockfall_viewer::Look look;
  CameraKind camera = CameraKind::orbit;
  bool contacts = true;
  bool percussions = true;
  bool deposits = true;
  bool dust = true;                              ///< clouds of dust where rocks strike the ground
  bool fading = true;                            ///< older parts of the trajectories are faint
  bool former_run = true;                        ///< trajectories and places of the run before the last restart
  HazardQuantity hazard = HazardQuantity::none;  ///< over the terrain
  std::size_t hazard_variant = 0;                ///< whose rocks it is of
  bool selection = false;       ///< the watched rock is outlined, with its axes, velocity and angular velocity
  bool scars = true;            ///< marks where rocks were in soil
  bool automatic_scale = true;  ///< the colour scale of the ribbons ends where 2 % of the trajectories are above
  bool level_horizon = false;   ///< the following camera returns to a level horizon

  /** True if the overlay shows values of the rocks of the scene. */
  bool hazard_of_rocks() const { return hazard != HazardQuantity::none && hazard != HazardQuantity::file; }
  double hazard_maximum = 1;  ///< value at the end of the scale of the overlay, set by the stage
  /** Sets the options of `look` that cost time. */
  void set_quality(Quality wanted);
  Quality quality = Quality::high;

  /** Several variants are told apart by the colours of their trajectories. */
  void ribbon_colour_of_scene(std::size_t variants);
};

class Stage {
 public:
  /** Needs a current OpenGL context. Throws ViewerError. */
  explicit Stage(rockfall_viewer::Viewer::Loader loader);

  Display display;
  double line_scale = 1;  ///< of the widths of ribbons and marks
  rockfall_viewer::OrbitCamera orbit;
  rockfall_viewer::FlyCamera fly;
  rockfall_viewer::FollowCamera follow;

  /** Updates the viewer and the following camera from the session. Throws ViewerError. */
  void update(Session& session);
  /** As update(), but a scene that cannot be drawn is closed: the session opens the sample `closed_scene` and says why.
   *  Throws ViewerError if that sample cannot be drawn either. */
  void update_or_close(Session& session);
  static constexpr const char* closed_scene = "first_fall";
  /** Draws into the bound framebuffer and viewport. */
  void draw();
  rockfall_viewer::Camera camera() const;
  void choose(CameraKind kind);
  /** The part of the window that the panels leave free, in pixels: the target of the camera is in its middle. */
  void set_free_area(float left, float right, float width, float top, float bottom, float height);
  /** Moves the orbit camera back or forth until all rocks and trajectories fit the free area. */
  void frame_all(const World& world);
  const rockfall_viewer::DrawCost& cost() const { return viewer_.cost(); }
  /** An additional arrow, for instance a velocity being dragged; not drawn if its length is 0. */
  rockfall_viewer::Arrow pointer{};
  /** The rock that a ray meets first, a few pixels beside it counted as well; nothing if there is none. */
  std::optional<std::uint32_t> pick(const World& world, const rockfall_viewer::Ray& ray) const;
  /** Shows a raster in world coordinates over the terrain, for instance of a campaign. Throws InputError. */
  void open_overlay(const std::filesystem::path& file, const World& world);
  bool has_overlay() const { return overlay_.has_value(); }
  /** Diagonal of the area of the terrain, m. */
  double terrain_diagonal() const { return terrain_diagonal_; }

 private:
  void open(Session& session);
  /** Chooses the distances of contours and grid lines by the heights of the terrain. */
  void set_lines_on_ground(const World& world);
  /** Points all cameras, and the light, as the scene is first seen. */
  void point_cameras(const World& world);
  /** Points the orbit camera at these places from its present direction, as near as they fit. */
  void frame(const std::vector<rockfall_viewer::Vec3>& places);
  rockfall_viewer::Camera shifted(rockfall_viewer::Camera camera) const;
  /** Raises the following camera above the ground. */
  void keep_above_ground(const rf_terrain& terrain);
  /** Moves the segments of a variant from index `first` on to where its rocks are drawn. */
  static void move_apart(const World& world, std::vector<rockfall_viewer::RibbonSegment>& segments, std::size_t first);
  void update_ribbons(Session& session);
  /** Sets the terrain, and again what lies on it: setting the terrain removes picture and overlay. */
  void set_terrain(const Session& session);
  /** Draws a larger part of an endless plane where rocks come near the end of it. */
  void draw_plane_below_rocks(const Session& session);
  void set_trees(const World& world);
  /** Adds the marks in soil that are new. */
  void update_scars(const World& world);
  void add_dust(const World& world, double now);
  void add_selection(const World& world);
  void update_hazard(const World& world);
  /** @param rocks  of the variant, of which reach is the share */
  void show_hazard(std::size_t rocks);
  void add_former_run(const World& world);
  void follow_rock(const World& world, double between);
  void add_rocks(const World& world, double between);
  void add_contacts(const World& world);
  void add_marks(const rf_contact& contact, double scale, float opacity);

  rockfall_viewer::Viewer viewer_;
  std::vector<rockfall_viewer::RockInstance> rocks_;
  std::vector<rockfall_viewer::Arrow> arrows_;
  std::vector<rockfall_viewer::Marker> markers_;
  std::vector<rockfall_viewer::Spot> ground_spots_, air_spots_;
  std::uint64_t former_run_ = 0;  // number of the one that is drawn, and of its scene
  std::size_t outlined_ = static_cast<std::size_t>(-1);
  std::vector<rockfall_viewer::RibbonSegment> ribbons_;
  std::size_t ribbon_count_ = 0;
  std::size_t dropped_scars_ = 0;                      ///< before the first of ground_spots_
  std::size_t ground_spot_count_ = 0;                  ///< that are shown
  std::uint64_t scene_ = 0, ground_ = 0, shapes_ = 0;  // numbers of the session for what is drawn
  std::uint64_t generation_ = 0;                       // of the tracks that are drawn
  rockfall_viewer::Camera follow_camera_;
  double terrain_diagonal_ = 100;
  double followed_until_ = 0;  // s
  std::uint32_t followed_ = 0;
  bool started_ = false;
  double free_[4] = {-1, 1, -1, 1};  // left, right, bottom, top of the free area, in half images from the centre
  double aspect_ = 1.6;
  double shown_time_ = 0;  // s
  HazardMap hazard_;
  rf_rectangle area_{-100, -100, 100, 100};  // of the grid, or the part of an endless plane that is drawn
  std::optional<Raster> overlay_;
  std::uint64_t hazard_changes_ = 0;
  HazardQuantity hazard_shown_ = HazardQuantity::none;
  std::size_t hazard_variant_ = 0;
  int hazard_wait_ = 0;
};

}  // namespace sandbox::live
#endif
