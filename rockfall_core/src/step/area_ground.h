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

/// Ground of the grid for contacts; see GridTerrain::contact_ground_at.
rf_ground contact_ground_at(const BatchJob& job, double x, double y);

/// Add the drag of the layer around S and of the ground near or in contact, kg/s. False if a torque acts as well.
/// @param position  of S, over the grid
bool add_drag_below(const BatchJob& job, const rf_rock& rock, const double position[3], bool in_contact, double& drag);

}  // namespace rockfall
