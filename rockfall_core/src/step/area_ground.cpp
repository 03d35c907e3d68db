#include "step/area_ground.h"

#include "step/batch.h"

namespace rockfall {

bool soil_in_lanes(const rf_scene& scene, const GridTerrain& grid) {
  const bool turns =
      grid.default_ground().soil_drag_rotation != 0 || grid.ground_varies(one_member(RF_GROUND_SOIL_DRAG_ROTATION));
  return scene.settings.soil_law == RF_SOIL_DRAG_AT_S && !(turns && scene.settings.scheme == RF_SCHEME_EXPLICIT);
}

AreaGround ground_everywhere(const rf_scene& scene, const GridTerrain* grid) {
  const rf_terrain& terrain = scene.terrain;
  const bool without_drag = !(terrain.layer_height_max > 0) && !(terrain.contact_drag_height_max > 0);
  const rf_ground* const ground = grid ? grid->uniform_ground() : nullptr;
  if (!ground) return {without_drag, false, false};
  const bool soil = ground->soil_strength > 0;
  return {without_drag, !soil, soil && soil_in_lanes(scene, *grid)};
}

AreaGround area_ground(const BatchJob& job, const rf_rectangle& area) {
  constexpr double kMostNodes = 256;  // a search of more would take too long
  const GridTerrain& grid = *job.grid;
  if (grid.nodes_of(area) > kMostNodes) return {};
  const auto none_positive = [&](int member) { return !grid.signs_of(member, area).some_positive; };
  const GridGround::Signs strength = grid.signs_of(RF_GROUND_SOIL_STRENGTH, area);
  return {none_positive(RF_GROUND_LAYER_HEIGHT) && none_positive(RF_GROUND_CONTACT_DRAG_HEIGHT),
          !strength.some_positive, strength.all_positive && job.soil_in_lanes};
}

}  // namespace rockfall
