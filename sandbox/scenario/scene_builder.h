// Makes the scene of a scenario for the engine: cooked rocks, terrain, settings and releases.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENE_BUILDER_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENE_BUILDER_H

#include <map>
#include <optional>
#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "common/bytes.h"
#include "io/raster.h"
#include "scenario/ground_places.h"
#include "scenario/rock_classes.h"
#include "scenario/scenario.h"
#include "scenario/sources.h"

namespace sandbox {

/** Selects that a built scene keeps the contents of the files of its ground. */
struct KeepGroundFiles {};

/** Owns everything that the scene refers to. */
class BuiltScene {
 public:
  /** Throws InputError. */
  explicit BuiltScene(const Scenario& scenario);
  /** The same, with the ground files kept for set_ground_of(). */
  BuiltScene(const Scenario& scenario, KeepGroundFiles);
  BuiltScene(const BuiltScene&) = delete;
  BuiltScene& operator=(const BuiltScene&) = delete;

  const rf_scene& scene() const { return scene_.get(); }
  rf_scene& scene() { return scene_.get(); }
  const rf::Rock& rock(std::uint32_t index) const { return scene_.rock(index); }
  /** Name of the class of a shape. */
  const std::string& rock_name(std::uint32_t shape) const { return rock_classes_[class_of(shape)].name; }
  const std::vector<RockClass>& rock_classes() const { return rock_classes_; }
  /** Index of the class of a shape. */
  std::size_t class_of(std::uint32_t shape) const { return class_of_shape_[shape]; }
  const double* origin() const { return scene().terrain.origin; }

  /** Number of runs of a table, or of sources. */
  std::size_t run_count() const { return sources_->count(); }
  const std::string& run_name(std::size_t run) const { return (*sources_)[run].name; }
  const rf_release& release(std::size_t run) const { return (*sources_)[run].release; }
  const Source& source(std::size_t run) const { return (*sources_)[run]; }
  /** Writes the definition of all sources; see Sources::put. */
  void put_sources(ByteWriter& out) const { sources_->put(out); }
  /** The run or source that a rock belongs to. */
  std::size_t run_of(std::uint32_t rock) const { return sources_->source_of(rock); }

  /** Initial state of a rock; see Sources::start. Throws InputError where the position is not over ground. */
  rf_state start(std::uint32_t rock, std::uint64_t seed, std::uint32_t* redrawn = nullptr) const;

  /** Size, position and coordinate system of the terrain, without heights; zero columns for a plane. */
  const Raster& frame() const { return frame_; }
  const std::vector<GroundArea>& ground_areas() const { return ground_areas_; }
  /** True if soils, forests or rasters give the member of rf_ground at nodes of the terrain, or at all of them.
   *  @param field  rf_ground_field */
  bool ground_given_somewhere(std::int32_t field) const { return (given_somewhere_ >> field & 1u) != 0; }
  bool ground_given_everywhere(std::int32_t field) const { return (given_everywhere_ >> field & 1u) != 0; }
  /** False if they give all members at all nodes. */
  bool uniform_ground_is_met() const { return (~given_everywhere_ & ((1u << RF_GROUND_FIELD_COUNT) - 1)) != 0; }
  /** Ground presets of [[soil]] that the terrain has somewhere, each once. */
  const std::vector<std::string>& soil_presets() const { return soil_presets_; }
  /** Ground parameters that are drawn for each rock; see ScatteredGround. */
  const ScatterSpec& scatter() const { return scatter_; }
  /** What is doubtful in scenario and files, a sentence each. */
  const std::vector<std::string>& warnings() const { return warnings_; }

  /** The terrain grid in local coordinates; zero columns for a plane. */
  const rf_grid& grid() const;
  /** The area that the grid covers; not for a plane. */
  rf_rectangle grid_area() const;

  /** Stores the heights of the relief over the grid, if there is relief, for steps that take half the time, with the
   * same bits; not where computing them would take longer than it saves, and at most 128 MiB. Changes of the ground may
   * drop them. Not while rocks are stepped.
   * @param rocks  that will be stepped
   * @param tasks  nullable */
  void store_relief(std::uint32_t rocks, const rf_tasks* tasks = nullptr);
  /** True if store_relief() would store heights. */
  bool gains_from_stored_relief(std::uint32_t rocks) const;

  /** Changes the uniform ground, used where no raster gives a value; numbers that [[soil]] gives to the whole terrain
   * stay. Returns RF_BAD_VALUE, and changes nothing, if it is not valid. Not while rocks are stepped. */
  rf_status set_ground(const rf_ground& ground);
  /** Takes the ground of a scenario that differs from that of the scene in numbers of [ground] and of its soils only,
   * as if the scene were built of it. Reads no file; warnings() stay. Throws InputError, and then changes nothing. The
   * scene must have a grid and keep its ground files. Not while rocks are stepped. */
  void set_ground_of(const Scenario& scenario);
  /** The uniform ground. */
  const rf_ground& ground() const { return *scene_.ground(); }
  /** The largest value of each member anywhere on the terrain. No member is negative. */
  rf_ground largest_ground() const;
  /** Replaces a shape. Throws InputError, and then changes nothing. Not while rocks are stepped. */
  void set_rock(std::uint32_t index, const RockSpec& spec);

 private:
  void add_rocks(const Scenario& scenario);
  void make_terrain(const Scenario& scenario);
  void make_plane(const Scenario& scenario);
  void make_grid(const Scenario& scenario, Raster raster);
  /** Moves all members but fields and warnings into the scene. */
  void take(GroundPlaces&& places);

  rf::Scene scene_;
  std::vector<RockClass> rock_classes_;
  std::vector<std::size_t> class_of_shape_;
  Raster frame_;
  GroundFiles ground_files_;  ///< empty unless they are kept
  std::vector<GroundArea> ground_areas_;
  std::vector<std::string> soil_presets_;
  std::map<std::int32_t, double> covering_;  ///< see GroundPlaces
  std::uint32_t given_somewhere_ = 0, given_everywhere_ = 0;
  ScatterSpec scatter_;
  std::vector<std::string> warnings_;
  std::optional<Sources> sources_;
};

/** Heights of a ramp, the same bits on every platform. */
Raster make_ramp(const TerrainSpec& spec);

/** Tangent of an angle in degrees, rounded to the same bits on every platform. */
double steady_tangent(double degrees);

}  // namespace sandbox
#endif
