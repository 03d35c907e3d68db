// From a scenario to what the engine steps: cooked rocks, terrain, scene and release.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENE_BUILDER_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENE_BUILDER_H

#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "io/raster.h"
#include "scenario/scenario.h"

namespace sandbox {

/** Owns everything that the scene refers to. */
class BuiltScene {
 public:
  /** Throws InputError. */
  explicit BuiltScene(const Scenario& scenario);
  BuiltScene(const BuiltScene&) = delete;
  BuiltScene& operator=(const BuiltScene&) = delete;

  const rf_scene& scene() const { return scene_.get(); }
  rf_scene& scene() { return scene_.get(); }
  const rf::Rock& rock(std::uint32_t index) const { return scene_.rock(index); }
  const std::string& rock_name(std::uint32_t index) const { return rock_names_[index]; }
  const double* origin() const { return scene().terrain.origin; }

  /** Rock i belongs to run i % run_count(). One run for a point, line or area. */
  std::size_t run_count() const { return releases_.size(); }
  const std::string& run_name(std::size_t run) const { return run_names_[run]; }
  const rf_release& release(std::size_t run) const { return releases_[run]; }

  /** Initial state of a rock. Throws InputError where the position is not over ground. */
  rf_state start(std::uint32_t rock, std::uint64_t seed) const;

  /** The terrain grid in local coordinates; zero columns for a plane. */
  const rf_grid& grid() const;

  /** Changes the uniform ground, used where no raster gives a value. Returns RF_BAD_VALUE, and changes nothing, if it
   * is not valid. Not while rocks are stepped. */
  rf_status set_ground(const rf_ground& ground);
  /** The uniform ground. */
  const rf_ground& ground() const { return *scene_.ground(); }
  /** Replaces a shape. Throws InputError, and then changes nothing. Not while rocks are stepped. */
  void set_rock(std::uint32_t index, const RockSpec& spec);

 private:
  void make_terrain(const Scenario& scenario);
  void make_plane(const Scenario& scenario);
  void make_grid(const Scenario& scenario, Raster raster, std::vector<std::vector<float>> fields);
  void make_release(const ReleaseSpec& spec);
  void make_runs(const ReleaseSpec& spec);
  rf_release common_release(const ReleaseSpec& spec) const;

  rf::Scene scene_;
  std::vector<std::string> rock_names_;
  std::vector<std::vector<double>> release_points_;
  std::vector<rf_release> releases_;
  std::vector<std::string> run_names_;
};

/** Heights of a ramp, the same bits on every platform. */
Raster make_ramp(const TerrainSpec& spec);

/** Tangent of an angle in degrees, rounded to the same bits on every platform. */
double steady_tangent(double degrees);

}  // namespace sandbox
#endif
