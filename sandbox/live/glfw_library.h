// Initialisation and end of GLFW, and its errors in plain words.
#ifndef ROCKFALL_SANDBOX_LIVE_GLFW_LIBRARY_H
#define ROCKFALL_SANDBOX_LIVE_GLFW_LIBRARY_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

namespace sandbox::live {

/** GLFW while it is initialised. Its end closes the windows. Errors are printed to standard error as soon as a window
 * is open; before, they are the reason why none opens. */
class GlfwLibrary {
 public:
  GlfwLibrary();
  ~GlfwLibrary();
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;

  /** False where there is no screen. */
  bool works() const { return works_; }
  /** Opens a window with OpenGL 3.3 and makes it current; null where this is not possible. */
  GLFWwindow* open_window(int width, int height);
  /** Why there is no screen, and what to do. */
  std::string why_no_screen() const;
  /** Why no window could be opened, and what to do. */
  std::string why_no_window() const;

 private:
  bool works_;
};

}  // namespace sandbox::live
#endif
