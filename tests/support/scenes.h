// Scenes of one rock on a plane or a grid, for tests. Not movable: they contain pointers to their members.
#pragma once

#include <rockfall/step.h>

#include <cstring>
#include <utility>
#include <vector>

#include "support/random.h"
#include "support/rocks.h"

namespace support {

struct OneRock {
  explicit OneRock(Rock shape) : owner(scene_of(std::move(shape))) {}
  OneRock(const OneRock&) = delete;
  OneRock& operator=(const OneRock&) = delete;

  rf::Scene owner;
  rf_scene& scene = owner.get();
  const Rock& rock = owner.rock(0);

 private:
  static rf::Scene scene_of(Rock shape) {
    rf::Scene made;
    made.add_rock(std::move(shape));
    return made;
  }
};

struct OnPlane : OneRock {
  explicit OnPlane(Rock shape, double slope_x = 0, double slope_y = 0) : OneRock(std::move(shape)), plane(add_plane()) {
    plane.slope_x = slope_x;
    plane.slope_y = slope_y;
    renew();
  }
  // Makes the terrain again after a change of the plane.
  void renew() {
    owner.plane()->plane() = plane;
    REQUIRE(owner.refresh_terrain().ok());
  }
  rf_plane& plane;  // the one that the terrain uses

 private:
  rf_plane& add_plane() {
    owner.set_terrain(rf::PlaneTerrain());
    return *static_cast<rf_plane*>(owner.plane()->terrain().user);
  }
};

struct OnGrid : OneRock {
  OnGrid(Rock shape, uint32_t columns, uint32_t rows, double cell)
      : OneRock(std::move(shape)),
        heights(add_grid().heights()),
        grid(*static_cast<rf_grid*>(owner.grid()->terrain().user)) {
    grid.columns = columns;
    grid.rows = rows;
    grid.cell_x = grid.cell_y = cell;
    heights.assign(static_cast<size_t>(columns) * rows, 0.0);
    renew();
  }
  void renew() {
    owner.grid()->grid() = grid;
    REQUIRE(owner.refresh_terrain().ok());
  }
  double& at(uint32_t column, uint32_t row) { return heights[static_cast<size_t>(row) * grid.columns + column]; }
  // Sets the heights to a slope with random deviations up to `bump`.
  void roughen(Random& random, double slope_x, double slope_y, double bump) {
    for (uint32_t r = 0; r < grid.rows; ++r) {
      for (uint32_t c = 0; c < grid.columns; ++c) {
        at(c, r) = slope_x * c * grid.cell_x + slope_y * r * grid.cell_y + random.between(-bump, bump);
      }
    }
    renew();
  }
  std::vector<double>& heights;
  rf_grid& grid;  // the one that the terrain uses

 private:
  rf::GridTerrain& add_grid() {
    rf_grid frame = rf_default_grid();
    frame.columns = frame.rows = 2;
    frame.cell_x = frame.cell_y = 1;
    owner.set_terrain(rf::GridTerrain::make(frame, std::vector<double>(4)).value());
    return *owner.grid();
  }
};

// A step with all that it reports.
struct ReportedStep {
  ReportedStep(const rf_scene& scene, rf_state& state) {
    report.contacts = contacts;
    report.contact_capacity = RF_MAX_CONTACTS;
    REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
  }
  ReportedStep(const ReportedStep&) = delete;
  rf_contact contacts[RF_MAX_CONTACTS];
  rf_step_report report = {};
};

inline bool same_bits(const rf_state& a, const rf_state& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline void check_same_bits(const std::vector<rf_state>& a, const std::vector<rf_state>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    CAPTURE(i);
    CHECK(same_bits(a[i], b[i]));
  }
}

// Steps rocks one by one until they end, each at most `steps` times. The status is not checked: after a fault the state
// says RF_ENDED_FAULT.
inline void step_one_by_one(const rf_scene& scene, std::vector<rf_state>& states, uint32_t steps) {
  for (rf_state& state : states) {
    for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) rf_step(&scene, &state, nullptr);
  }
}

inline rf_state random_state(Random& random, double x, double y, double z, double speed, double angular_speed) {
  rf_state state = rf_default_state();
  state.position[0] = x;
  state.position[1] = y;
  state.position[2] = z;
  random.orientation(state.orientation);
  random.fill(state.velocity, 3, speed);
  random.fill(state.angular_velocity, 3, angular_speed);
  return state;
}

}  // namespace support
