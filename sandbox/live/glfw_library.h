// Initialisation and end of GLFW.
#ifndef ROCKFALL_SANDBOX_LIVE_GLFW_LIBRARY_H
#define ROCKFALL_SANDBOX_LIVE_GLFW_LIBRARY_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace sandbox::live {

/** GLFW while it is initialised. Its end closes the windows. */
class GlfwLibrary {
 public:
  GlfwLibrary() : works_(glfwInit() == GLFW_TRUE) {}
  ~GlfwLibrary() {
    if (works_) glfwTerminate();
  }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;

  /** False where there is no screen. */
  bool works() const { return works_; }

 private:
  bool works_;
};

}  // namespace sandbox::live
#endif
