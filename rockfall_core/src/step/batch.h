// Stepping many rocks in SIMD lanes, in flight, with drag, in soil and in contact; what the lanes cannot solve is left
// to the step of a single rock. Each lane performs exactly the arithmetic of that step, so the results have the same
// bits.
#pragma once

#include <rockfall/observe.h>
#include <rockfall/step.h>

#include "numerics/inline_calls.h"
#include "step/area_ground.h"
#include "step/ground_query.h"
#include "step/shared_rocks.h"
#include "step/soil_query.h"
#include "step/step_contact.h"
#include "terrain/cells.h"
#include "terrain/grid.h"
#include "terrain/surface_memory.h"

namespace rockfall {

constexpr uint32_t kUnknownVertices = ~uint32_t{0};

/// All terrain vertices in a small area around a rock.
struct TerrainVertices {
  static constexpr uint32_t kRoom = 3;
  uint32_t count;  // kUnknownVertices: not searched. All places are known if it is at most kRoom.
  double place[kRoom][3];
  ROCKFALL_ALWAYS_INLINE TerrainVertices() : count(kUnknownVertices) {}
};

struct BatchJob;

/// Functions that the lanes call outside their own files. The files of the lanes are compiled for specific instruction
/// sets, so they reach all other code through these pointers and those of `kernels`.
struct CoreCalls {
  GroundQuery (*query_ground)(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                              const QueryInput& input, rf_state& state, StepContact* observed);
  bool (*find_flight_drag)(const rf_rock& rock, const rf_terrain& terrain, const double position[3], double& drag);
  HullArrays (*hull_arrays)(const rf_rock& rock);
  AreaGround (*area_ground)(const BatchJob& job, const rf_rectangle& area);  // for a grid whose ground varies
  rf_ground (*contact_ground_at)(const BatchJob& job, double x, double y);
  bool (*add_drag_below)(const BatchJob& job, const rf_rock& rock, const double position[3], bool in_contact,
                         double& drag);
  LaneDrag (*soil_drag)(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double velocity[3],
                        const double angular_velocity[3]);
  bool (*finds_steep_face)(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found);
  bool (*find_soil_contacts)(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found,
                             const double position[3], const double velocity[3], const LaneDrag& drag, double& depth,
                             DetectedContacts* contacts, bool& touches);
  void (*observe_soil)(const double normal[3], double clearance, const double position[3], const double rotation[9],
                       const double velocity[3], StepContact& out);
  bool (*touches_terrain_vertex)(const BatchJob& job, const rf_rock& rock, const double position[3],
                                 const double rotation[9], const rf_upper_plane& plane);
  bool (*hull_contains)(const rf_rock& rock, const double position[3], const double rotation[9], const double place[3]);
  rf_status (*step_detected)(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                             const KnownRotation& rotation, const double midpoint_rotation[9],
                             const DetectedContacts& detected, rf_state& state, StepContact* observed);
  GroundBound (*bound)(const BatchJob& job, const rf_rectangle& area);       // on a grid: without slope_spread
  GroundBound (*near_bound)(const BatchJob& job, const rf_rectangle& area);  // without slope_spread; not on a grid
  double (*slope_spread)(const BatchJob& job, const rf_rectangle& area, const rf_upper_plane& plane);  // on a grid
  TerrainVertices (*find_terrain_vertices)(const BatchJob& job, const rf_rock& rock, const rf_rectangle& area);
  bool (*take_rocks)(SharedRocks& shared, RockRange& rocks);
  bool (*rocks_wait)(const SharedRocks& shared);
  bool (*can_step)(const rf_state& state);
  rf_status (*step)(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report, StepContact* observed);
  double (*slippage_decay_at)(const rf_terrain& terrain, double time_step, double x, double y);
  bool (*cell)(const rf_terrain& terrain, double x, double y, CellCorners& cell);
  double (*height_above_ground)(const rf_terrain& terrain, const double position[3], SurfaceMemory& memory);
  void (*observe_contact)(const rf_observation& observation, uint32_t i, const StepContact& contact, bool& in_contact);
  rf_cell_passage* (*passage_at)(const rf_observation& observation, uint32_t i, double x, double y);
  double* (*top_of)(const rf_observation& observation, const rf_cell_passage& passage);
};

/// Rocks to step, and what is known of their scene.
struct BatchJob {
  const rf_scene* scene;
  rf_state* states;
  uint32_t count;
  SharedRocks* shared;                // nullable: rocks that no task has taken yet
  uint32_t together;                  // rocks that step at the same time, at most; all without `shared`
  uint32_t steps;                     // maximum for each rock
  const uint32_t* steps_of;           // nullable: maximum of each rock, at most `steps`
  const ContactObserver* observer;    // nullable
  const rf_observation* observation;  // nullable
  const GridTerrain* grid;            // nullable: the terrain, if it is a grid
  const VertexKernels* kernels;
  const rf_ground* ground;  // nullable: that of the grid, if it is the same everywhere
  AreaGround everywhere;    // of all ground of the scene
  bool ground_varies;       // from place to place, on a grid
  bool has_contact_drag;    // somewhere on a grid
  bool soil_in_lanes;       // see soil_in_lanes(); on a grid
  double soil_pressure;     // where all drag of soil is the same and acts on S only: soil_pressure(); else negative
  double slippage_decay;    // exp(-beta dt), the decay of slippage per step of flight; negative: not uniform
  bool on_height_field;     // cell() gives cells of a height field
  CellSurface surface;      // in these cells
  CoreCalls core;
};

/// True if rocks of this scene can be stepped in lanes: hard contact and a terrain whose upper plane may be hole_free.
bool can_batch(const rf_scene& scene);

BatchJob batch_job(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps);

/// Advance the rocks of a job, with the widest vectors of this machine.
void step_batch(const BatchJob& job);

using LaneRunner = void (*)(const BatchJob& job);
/// The same with the given lanes. Sets the members of the job that describe a grid.
void step_batch(const BatchJob& job, LaneRunner run);

// Lanes, each compiled for one instruction set.
void run_lanes_one(const BatchJob& job);  // one rock at a time
void run_lanes_baseline(const BatchJob& job);
void run_lanes_avx2(const BatchJob& job);
void run_lanes_avx512(const BatchJob& job);

}  // namespace rockfall
