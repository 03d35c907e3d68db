// The rock of c99_drop.c, dropped from C++ with rockfall.hpp. Builds with and without exceptions.
#include <cstdio>
#include <rockfall/rockfall.hpp>
#include <vector>

int main() {
  const std::vector<double> corners = {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 1, 1, 0, 1, 0, 2, 1, 1, 2, 1};
  rf_grid grid = rf_default_grid();
  grid.columns = 3;
  grid.rows = 2;
  grid.cell_x = grid.cell_y = 100;
  const rf::Result<rf::Scene> scene =
      rf::SceneBuilder().rock(rf::rock_def(corners)).grid(grid, std::vector<double>{80, 0, 0, 80, 0, 0}).build();
  if (!scene) {
    std::fprintf(stderr, "rockfall: %s\n", scene.text());
    return 1;
  }
  rf_state state = scene->place(0, 10, 50, 2).value();
  while (state.end == RF_MOVING) scene->step(state).require();
  std::printf("at rest at x = %.3f m after %.2f s\n", state.position[0],
              static_cast<double>(state.step) * scene->settings().time_step);
  return state.end == RF_ENDED_STOPPED ? 0 : 1;
}
