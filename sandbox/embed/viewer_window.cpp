// Draws a rock on a slope in a window; needs rockfall::viewer and GLFW.
#include <GLFW/glfw3.h>
#include <rockfall/rockfall.h>
#include <rockfall_viewer/viewer.h>

int main() {
  const double corners[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, 0, 0, 1};
  alignas(RF_MEMORY_ALIGNMENT) static unsigned char memory[1 << 16];
  rf_rock_def def = rf_default_rock_def();
  def.points = corners, def.point_count = 5;
  rf_plane slope = rf_default_plane();
  slope.slope_x = -0.8;
  rf_scene scene = rf_default_scene();
  rf_state state = rf_default_state();
  const rf_rock* rock = nullptr;
  scene.rocks = &rock, scene.rock_count = 1;
  if (rf_cook_rock(&def, memory, sizeof memory, &rock, nullptr) != RF_OK) return 1;
  if (rf_plane_terrain(&slope, &scene.terrain, nullptr) != RF_OK) return 1;
  if (rf_place_above_ground(&scene, &state, 3.0, nullptr) != RF_OK) return 1;

  glfwInit();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3), glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(960, 600, "a rock on a slope", nullptr, nullptr);
  if (!window) return 1;
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow*, int width, int height) { glViewport(0, 0, width, height); });
  glfwMakeContextCurrent(window), glfwSwapInterval(1);
  rockfall_viewer::Viewer viewer(glfwGetProcAddress);
  viewer.set_scene(scene, {{-20, -50, 200, 50}});  // the part of the infinite plane to draw
  while (!glfwWindowShouldClose(window)) {
    for (int i = 0; i < 8; ++i) rf_step(&scene, &state, nullptr);  // 2 ms each; 60 frames per second
    viewer.draw(rockfall_viewer::OrbitCamera{rockfall_viewer::vec3(state.position)}.camera(), &state, 1);
    glfwSwapBuffers(window);
    glfwPollEvents();
  }
}
