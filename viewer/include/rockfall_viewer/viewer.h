// Draws a terrain, its rocks, trajectories and contacts into the OpenGL context that is current.
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

/** OpenGL refused something; the text says what. */
struct ViewerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** The part of a terrain that is drawn, and how finely it is sampled. */
struct TerrainExtent {
  rf_rectangle area{-100, -100, 100, 100};  ///< local coordinates, m
  double cell_x = 1;                        ///< m between samples; give the cells of a grid to see exactly its nodes
  double cell_y = 1;                        ///< m. More than 4096 samples along a side are thinned out
};

/** How the ground is coloured, besides the hill shading. */
enum class TerrainColour {
  relief = 0,  ///< by height
  ground = 1,  ///< by ground parameters: see ground_colour()
  plain = 2    ///< one grey
};

/** What the colour of a ribbon shows. */
enum class RibbonColour { velocity = 0, energy = 1, jump_height = 2, rotation = 3 };

/** A rock to be drawn. */
struct RockInstance {
  double position[3];     ///< of its centre of mass, m
  double orientation[4];  ///< unit quaternion A_IK, real part first, as in rf_state
  std::uint32_t shape;    ///< index into the shapes of set_rocks(); others are not drawn
  Colour colour;
};

/** The rock of a state, where it is. */
RockInstance rock_of(const rf_state& state, const Colour& colour = {0.75f, 0.38f, 0.22f});

/** A piece of a trajectory, local coordinates. */
struct RibbonSegment {
  float from[3];
  float to[3];
  float from_value[4];  ///< velocity m/s, kinetic energy J, jump height m, rotation rad/s
  float to_value[4];
};

/** An arrow from a place. */
struct Arrow {
  double from[3];
  double vector[3];  ///< m; shorter than a millimetre is not drawn
  float colour[4];   ///< with opacity
};

/** A mark that keeps its size on the screen. */
struct Pin {
  double position[3];
  Colour colour;
  float size;  ///< pixels
};

/** What one picture shows besides terrain, shapes and ribbons. The arrays are read during draw() only. */
struct Frame {
  const RockInstance* rocks = nullptr;
  std::size_t rock_count = 0;
  const Arrow* arrows = nullptr;
  std::size_t arrow_count = 0;
  const Pin* pins = nullptr;
  std::size_t pin_count = 0;
  std::size_t ribbon_count = static_cast<std::size_t>(-1);  ///< the first so many segments of set_ribbons() are drawn
};

/** How it is shown. */
struct Look {
  TerrainColour terrain_colour = TerrainColour::relief;
  bool wireframe = false;  ///< the mesh as it is drawn, with its levels of detail
  bool shadows = true;
  double contour_interval = 0;  ///< m of height between contour lines; 0 draws none
  double grid_interval = 0;     ///< m between the lines of a horizontal grid; 0 draws none
  double sun_azimuth = 2.36;    ///< rad, where the light comes from, 0 along +x; default north-west
  double sun_elevation = 0.75;  ///< rad
  double least_rock_size = 3;   ///< pixels: rocks too far away to be seen are drawn so large; 0: as they are
  bool ribbons = true;
  RibbonColour ribbon_colour = RibbonColour::velocity;
  double ribbon_maximum = 30;  ///< value at the red end of the scale, in the unit of the quantity
  double ribbon_width = 2.5;   ///< pixels
};

/** What the last picture cost. */
struct DrawCost {
  std::uint32_t calls = 0;      ///< draw calls
  std::uint64_t triangles = 0;  ///< sent
  double submit_seconds = 0;    ///< on this thread; the GPU may still be at work
};

/** Draws scenes. Uses the context that is current when it is made, in every call; one thread at a time. Binds what it
 *  needs and puts back program, vertex array, framebuffer, viewport, depth, blend, cull, scissor and texture state. */
class Viewer {
 public:
  /** Address of an OpenGL function by its name. */
  using Function = void (*)();
  using Loader = Function (*)(const char* name);

  /** Compiles the shaders. Throws ViewerError if the context has no OpenGL 3.3. */
  explicit Viewer(Loader loader);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /** Samples the terrain; it is not kept. Throws ViewerError for an empty or endless area. */
  void set_terrain(const rf_terrain& terrain, const TerrainExtent& extent);
  /** Samples the ground parameters again after they changed. */
  void set_ground(const rf_terrain& terrain);
  /** Makes meshes of the hulls; the shapes are not kept. */
  void set_rocks(const rf_rock* const* rocks, std::uint32_t count);
  /** Trajectories. Segments already sent are sent again only if `generation` differs from the last call's: keep it
   *  while segments are only added at the end. */
  void set_ribbons(const RibbonSegment* segments, std::size_t count, std::uint64_t generation);

  /** Terrain and shapes of a scene; the part of the terrain to be drawn. */
  void set_scene(const rf_scene& scene, const TerrainExtent& extent);

  /** Draws into the framebuffer and the viewport that are bound. Clears both colour and depth first. */
  void draw(const Camera& camera, const Frame& frame, const Look& look = {});
  /** The same with nothing but rocks. */
  void draw(const Camera& camera, const rf_state* states, std::size_t count, const Look& look = {});

  const DrawCost& cost() const;
  /** Lowest and highest ground drawn, m. */
  std::array<double, 2> height_range() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/** OpenGL objects that viewers of this program hold at present: for tests of leaks. */
long live_gl_objects();

}  // namespace rockfall_viewer
#endif
