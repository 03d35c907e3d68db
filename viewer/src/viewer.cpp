#include "rockfall_viewer/viewer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "arrow_layer.h"
#include "drawing.h"
#include "marker_layer.h"
#include "ribbon_layer.h"
#include "rock_layer.h"
#include "shadow_map.h"
#include "sky_layer.h"
#include "spot_layer.h"
#include "state_guard.h"
#include "terrain_layer.h"
#include "tree_layer.h"

namespace rockfall_viewer {

RockInstance rock_of(const rf_state& state, const Colour& colour) {
  RockInstance rock{{}, {}, state.rock, colour};
  std::copy(state.position, state.position + 3, rock.position);
  std::copy(state.orientation, state.orientation + 4, rock.orientation);
  return rock;
}

struct Viewer::Impl {
  TerrainLayer terrain;
  RockLayer rocks;
  RibbonLayer ribbons, faint_ribbons;
  SpotLayer spots;
  TreeLayer trees;
  ArrowLayer arrows;
  MarkerLayer markers;
  SkyLayer sky;
  ShadowMap shadow;
  DrawCost cost;
  std::uint64_t faint_generation = 0;
  std::vector<RockInstance> state_rocks;

  void shadow_pass(Drawing drawing) {
    drawing.projection = drawing.shadow;
    drawing.depth_only = true;
    shadow.begin();
    // The depth offset prevents lit faces from shadowing themselves.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 3.0f);
    terrain.draw(drawing);
    rocks.draw(drawing);
    trees.draw(drawing);
    glDisable(GL_POLYGON_OFFSET_FILL);
  }

  void colour_pass(const Drawing& drawing, const Camera& camera, const Frame& frame) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    shadow.bind_texture();
    rocks.draw(drawing);
    terrain.draw(drawing);
    trees.draw(drawing);
    rocks.draw_outline(drawing);
    spots.draw(drawing, camera, frame.ground_spots, frame.ground_spot_count);
    // Of two segments at the same place the first one drawn is seen.
    ribbons.draw(drawing, frame.ribbon_count);
    faint_ribbons.draw(drawing, static_cast<std::size_t>(-1), true);
    sky.draw(drawing, camera);
    spots.draw(drawing, camera, frame.air_spots, frame.air_spot_count);
    markers.draw(drawing, frame.markers, frame.marker_count);
    arrows.draw(drawing, frame.arrows, frame.arrow_count);
  }
};

namespace {

/** @param side  the longer side, pixels */
void check_texture(const char* what, std::int64_t side) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (side <= most) return;
  throw ViewerError(std::string(what) + ": more pixels than the largest texture of this OpenGL driver, " +
                    std::to_string(most));
}

}  // namespace

Viewer::Viewer(Loader loader) {
  if (loader == nullptr || gladLoadGL(loader) == 0 || GLAD_GL_VERSION_3_3 == 0) {
    throw ViewerError("the OpenGL context does not support version 3.3");
  }
  const StateGuard guard;
  impl_ = std::make_unique<Impl>();
}

Viewer::~Viewer() = default;

void Viewer::set_terrain(const rf_terrain& terrain, const TerrainExtent& extent) {
  TerrainData data = sample_terrain(terrain, extent);
  check_texture("terrain", std::max(data.columns, data.rows));
  const StateGuard guard;
  impl_->terrain.set(std::move(data));
}

void Viewer::set_ground(const rf_terrain& terrain) {
  const StateGuard guard;
  impl_->terrain.set_ground(terrain);
}

void Viewer::set_rocks(const rf_rock* const* rocks, std::uint32_t count) {
  const StateGuard guard;
  impl_->rocks.set(rocks, count);
}

void Viewer::set_image(int width, int height, const std::uint8_t* bytes) {
  check_texture("image", std::max(width, height));
  const StateGuard guard;
  impl_->terrain.set_image(width, height, bytes);
}

void Viewer::set_overlay(int columns, int rows, const std::uint8_t* bytes) {
  check_texture("overlay", std::max(columns, rows));
  const StateGuard guard;
  impl_->terrain.set_overlay(columns, rows, bytes);
}

void Viewer::set_trees(const Tree* trees, std::size_t count) {
  const StateGuard guard;
  impl_->trees.set(trees, count);
}

void Viewer::set_faint_ribbons(const RibbonSegment* segments, std::size_t count) {
  const StateGuard guard;
  impl_->faint_ribbons.set(segments, count, ++impl_->faint_generation);
}

void Viewer::set_ribbons(const RibbonSegment* segments, std::size_t count, std::uint64_t generation) {
  const StateGuard guard;
  impl_->ribbons.set(segments, count, generation);
}

void Viewer::set_scene(const rf_scene& scene, const TerrainExtent& extent) {
  set_terrain(scene.terrain, extent);
  set_rocks(scene.rocks, scene.rock_count);
}

void Viewer::draw(const Camera& camera, const rf_state* states, std::size_t count, const Look& look) {
  std::vector<RockInstance>& rocks = impl_->state_rocks;
  rocks.clear();
  for (std::size_t i = 0; i < count; ++i) rocks.push_back(rock_of(states[i]));
  Frame frame;
  frame.rocks = rocks.data();
  frame.rock_count = rocks.size();
  draw(camera, frame, look);
}

void Viewer::draw(const Camera& camera, const Frame& frame, const Look& look) {
  const auto begin = std::chrono::steady_clock::now();
  const StateGuard guard;
  const GLint* const viewport = guard.viewport();
  if (viewport[2] <= 0 || viewport[3] <= 0) return;
  impl_->cost = {};
  Drawing drawing;
  drawing.look = &look;
  drawing.eye = camera.eye;
  drawing.width = viewport[2];
  drawing.height = viewport[3];
  drawing.sun = direction(look.sun_azimuth, std::clamp(look.sun_elevation, 0.05, 1.57));
  drawing.pixel = 2 * std::tan(0.5 * camera.field_of_view) / drawing.height;
  drawing.cost = &impl_->cost;
  const double aspect = drawing.width / drawing.height;
  const Matrix projection =
      perspective(camera.field_of_view, aspect, camera.near_plane, camera.far_plane, camera.shift_x, camera.shift_y);
  drawing.projection = product(projection, view_rotation(axes_of(camera)));
  const double shadow_radius = std::max(1.2 * length(camera.target - camera.eye), 5.0);
  drawing.shadow = ShadowMap::projection(camera, drawing.sun, shadow_radius);

  impl_->rocks.prepare(frame, camera.eye);
  if (look.shadows) impl_->shadow_pass(drawing);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(guard.framebuffer()));
  glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
  impl_->colour_pass(drawing, camera, frame);
  impl_->cost.submit_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

const DrawCost& Viewer::cost() const { return impl_->cost; }

std::array<double, 2> Viewer::height_range() const {
  const TerrainData& data = impl_->terrain.data();
  return {data.base + static_cast<double>(data.lowest), data.base + static_cast<double>(data.highest)};
}

}  // namespace rockfall_viewer
