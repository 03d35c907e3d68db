// Draws terrain, rocks, trajectories and contacts into the current OpenGL context.
#ifndef ROCKFALL_VIEWER_VIEWER_H
#define ROCKFALL_VIEWER_VIEWER_H

#include <rockfall/rock.h>
#include <rockfall/step.h>
#include <rockfall/terrain.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "camera.h"
#include "colours.h"

namespace rockfall_viewer {

/** An error of OpenGL or an invalid argument; the text describes it. */
struct ViewerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** The part of a terrain that is drawn, and its sampling. */
struct TerrainExtent {
  rf_rectangle area{-100, -100, 100, 100};  ///< local coordinates, m
  double cell_x = 1;  ///< distance of samples, m, > 0; the cell size of a grid shows exactly its nodes
  double cell_y = 1;  ///< the same along y; both are enlarged where a side would have more than 4096 samples
};

/** Colouring of the terrain, in addition to shading. */
enum class TerrainColour {
  relief = 0,  ///< by height
  ground = 1,  ///< by ground parameters: see ground_colour()
  plain = 2,   ///< uniform grey
  image = 3    ///< an image over the terrain: see Viewer::set_image(); grey without one
};

/** Quantity shown by the colour of a ribbon. */
enum class RibbonColour { velocity = 0, energy = 1, jump_height = 2, rotation = 3, series = 4 };

/** A rock to draw. */
struct RockInstance {
  double position[3];     ///< of the centre of mass, m
  double orientation[4];  ///< unit quaternion A_IK, real part first, as in rf_state
  std::uint32_t shape;    ///< index into the shapes of set_rocks(); not drawn if out of range
  Colour colour;
};

/** The rock of a state, at its position. */
RockInstance rock_of(const rf_state& state, const Colour& colour = {0.75f, 0.38f, 0.22f});

/** A segment of a trajectory, local coordinates. */
struct RibbonSegment {
  float from[3];
  float to[3];
  float from_value[4];  ///< velocity m/s, kinetic energy J, jump height m, rotation rad/s
  float to_value[4];
  float series = 0;          ///< index of series_colour(), for RibbonColour::series
  float time = 0;            ///< s, at its end: see Look::ribbon_fade
  std::uint32_t number = 0;  ///< of the rock; not used by the viewer
};

/** An arrow. */
struct Arrow {
  double from[3];
  double vector[3];  ///< m; not drawn if shorter than 1 mm
  float colour[4];   ///< red, green, blue, opacity
};

enum class MarkerShape { disc = 0, cross = 1, ring = 2 };

/** A marker of constant size on the screen. */
struct Marker {
  double position[3];
  Colour colour;
  float size;  ///< pixels
  MarkerShape shape = MarkerShape::disc;
};

/** A soft elliptical spot of a size in metres. */
struct Spot {
  double centre[3];
  double a[3], b[3];  ///< half axes, m; used if `radius` is 0
  double radius;      ///< m; > 0: a round spot that faces the camera
  float colour[4];    ///< red, green, blue, opacity at the centre
};

/** A tree. */
struct Tree {
  float root[4];  ///< position of its foot, local coordinates, and height, m
  float tint;     ///< 0 to 1: colour and direction
};

/** Content of one frame, in addition to terrain and ribbons. The arrays are read during draw() only. */
struct Frame {
  const RockInstance* rocks = nullptr;
  std::size_t rock_count = 0;
  const Arrow* arrows = nullptr;
  std::size_t arrow_count = 0;
  const Marker* markers = nullptr;
  std::size_t marker_count = 0;
  const Spot* ground_spots = nullptr;  ///< on the ground, below rocks and ribbons
  std::size_t ground_spot_count = 0;
  const Spot* air_spots = nullptr;  ///< over all else, in the order of the array
  std::size_t air_spot_count = 0;
  std::size_t outlined = static_cast<std::size_t>(-1);      ///< index of a rock that is drawn with an outline
  std::size_t ribbon_count = static_cast<std::size_t>(-1);  ///< number of segments of set_ribbons() to draw
};

/** Display options. */
struct Look {
  TerrainColour terrain_colour = TerrainColour::ground;
  bool wireframe = false;  ///< draws the terrain mesh, with its levels of detail, as lines
  bool shadows = true;
  bool occlusion = true;  ///< ambient light by the part of the sky that is seen
  bool grain = true;      ///< fine pattern of ground and rocks; on rocks it is fixed to the rock
  bool base = true;       ///< the terrain stands on a base plate, with side faces
  bool trees = true;
  double contour_interval = 0;  ///< height between contour lines, m; 0: none
  double grid_interval = 0;     ///< distance of the lines of a horizontal grid, m; 0: none
  double sun_azimuth = 2.36;    ///< direction towards the light, rad, 0 along +x; default north-west
  double sun_elevation = 0.65;  ///< rad
  double min_rock_size = 3;     ///< minimum size of distant rocks, pixels; 0: no minimum
  bool ribbons = true;
  RibbonColour ribbon_colour = RibbonColour::velocity;
  double ribbon_maximum = 30;  ///< value at the upper end of the scale, SI units
  double ribbon_width = 2.5;   ///< pixels
  double ribbon_time = 0;      ///< s, the time of the picture, for ribbon_fade
  double ribbon_fade = 0;      ///< s after which a segment is faint; 0: segments do not fade
};

/** Cost of the last frame. */
struct DrawCost {
  std::uint32_t calls = 0;      ///< draw calls
  std::uint64_t triangles = 0;  ///< submitted
  double submit_seconds = 0;    ///< time on the calling thread; the GPU may finish later
};

/** Draws scenes. The OpenGL context that was current in the constructor must be current in every call; one thread at a
 *  time. Of the OpenGL state of the caller, the picture depends on the framebuffer and the viewport only. Every call
 *  restores what it changes: program, vertex array, buffers, framebuffer, viewport, capabilities, and depth, blend,
 *  polygon, clear, pixel store and texture state. Not between glBeginConditionalRender or glBeginTransformFeedback and
 *  their ends. */
class Viewer {
 public:
  /** Returns the address of an OpenGL function. */
  using Function = void (*)();
  using Loader = Function (*)(const char* name);

  /** Compiles the shaders. Throws ViewerError if the context does not support OpenGL 3.3. */
  explicit Viewer(Loader loader);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /** Samples the terrain, which is not used later. Throws ViewerError for an area that is empty, infinite or without
   *  ground; the old terrain then stays. */
  void set_terrain(const rf_terrain& terrain, const TerrainExtent& extent);
  /** Samples the ground parameters again, after a change. */
  void set_ground(const rf_terrain& terrain);
  /** An image for TerrainColour::image, over the whole area of the terrain, from its outermost samples on one side to
   *  those on the other: rows from its largest y, three bytes (red, green, blue) per pixel. Null: none. An image of the
   *  cells around the samples is half a cell larger on each side: cut it to the area. Throws ViewerError, as
   *  set_overlay() does, if it has more pixels on a side than the largest texture of the driver. */
  void set_image(int width, int height, const std::uint8_t* bytes);
  /** Colours with opacity over the same area: rows from its smallest y, four bytes (red, green, blue, opacity) per
   *  cell. Null: none. */
  void set_overlay(int columns, int rows, const std::uint8_t* bytes);
  /** The trees of the terrain; not used later. */
  void set_trees(const Tree* trees, std::size_t count);
  /** Creates meshes of the hulls; the shapes are not used later. */
  void set_rocks(const rf_rock* const* rocks, std::uint32_t count);
  /** Sets the trajectories. Segments of earlier calls are uploaded again only if `generation` differs from that of the
   *  last call: keep it unchanged while segments are only appended. */
  void set_ribbons(const RibbonSegment* segments, std::size_t count, std::uint64_t generation);
  /** Trajectories that are drawn in a faint grey, to compare with. Called seldom: all are uploaded. */
  void set_faint_ribbons(const RibbonSegment* segments, std::size_t count);

  /** Sets terrain and shapes of a scene. */
  void set_scene(const rf_scene& scene, const TerrainExtent& extent);

  /** Clears colour and depth and draws into the current framebuffer and viewport. */
  void draw(const Camera& camera, const Frame& frame, const Look& look = {});
  /** The same with rocks of states only. */
  void draw(const Camera& camera, const rf_state* states, std::size_t count, const Look& look = {});

  const DrawCost& cost() const;
  /** Lowest and highest ground of the terrain, m. */
  std::array<double, 2> height_range() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rockfall_viewer
#endif
