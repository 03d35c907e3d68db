// Rockfall in a window of one's own: build with rockfall::viewer and GLFW.
#include <GLFW/glfw3.h>
#include <rockfall/rockfall.h>
#include <rockfall_viewer/viewer.h>

#include <cstdlib>

int main(int argc, char** argv) {
  long pictures = argc > 1 ? std::atol(argv[1]) : -1;  // how many; none given: until the window is closed
  if (!glfwInit()) return 1;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(960, 600, "a rock on a plane", nullptr, nullptr);
  if (!window) return 1;
  glfwMakeContextCurrent(window);
  {
    rf_plane plane = rf_default_plane();
    plane.slope_x = -0.8;
    double points[24];
    alignas(RF_MEMORY_ALIGNMENT) static unsigned char memory[1 << 16];
    rf_shape_def shape = rf_default_shape_def();
    rf_rock_def def = rf_default_rock_def();
    def.points = points;
    const rf_rock* rock = nullptr;
    rf_scene scene = rf_default_scene();
    rf_state state = rf_default_state();
    if (rf_shape_points(&shape, points, 8, &def.point_count, nullptr) != RF_OK) return 1;
    if (rf_cook_rock(&def, memory, sizeof memory, &rock, nullptr) != RF_OK) return 1;
    if (rf_plane_terrain(&plane, &scene.terrain, nullptr) != RF_OK) return 1;
    scene.rocks = &rock;
    scene.rock_count = 1;
    if (rf_place_above_ground(&scene, &state, 3.0, nullptr) != RF_OK) return 1;

    rockfall_viewer::Viewer viewer(glfwGetProcAddress);
    viewer.set_terrain(scene.terrain, {{-20, -50, 200, 50}, 2, 2});
    viewer.set_rocks(scene.rocks, scene.rock_count);
    rockfall_viewer::OrbitCamera orbit;
    while (!glfwWindowShouldClose(window) && pictures-- != 0) {
      for (int i = 0; i < 8; ++i) rf_step(&scene, &state, nullptr);  // 8 steps of 2 ms a picture
      rockfall_viewer::RockInstance seen{{}, {}, state.rock, {0.75f, 0.35f, 0.2f}};
      for (int k = 0; k < 3; ++k) seen.position[k] = state.position[k];
      for (int k = 0; k < 4; ++k) seen.orientation[k] = state.orientation[k];
      orbit.target = rockfall_viewer::vec3(state.position);
      rockfall_viewer::Frame frame;
      frame.rocks = &seen;
      frame.rock_count = 1;
      viewer.draw(orbit.camera(), frame, {});
      glfwSwapBuffers(window);
      glfwPollEvents();
    }
  }
  glfwTerminate();
}
