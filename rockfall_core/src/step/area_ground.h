// What is true of all ground in an area, for the SIMD lanes: how its contacts can be found.
#pragma once

#include <rockfall/step.h>

#include "terrain/grid.h"

namespace rockfall {

struct BatchJob;

/// False where it is not known.
struct AreaGround {
  bool without_drag;  // no drag of vegetation, nor of the ground near it
  bool rigid;         // RigidContactSearch finds the contacts
  bool soil;          // SoilLayerSearch finds what rocks have in it
};

/// True if the lanes can step rocks that are in soil.
bool soil_in_lanes(const rf_scene& scene, const GridTerrain& grid);

/// Of all ground of a scene. @param grid  nullable: its terrain, if that is a grid
AreaGround ground_everywhere(const rf_scene& scene, const GridTerrain* grid);

/// Of the ground of the grid, which differs from place to place.
AreaGround area_ground(const BatchJob& job, const rf_rectangle& area);

}  // namespace rockfall
