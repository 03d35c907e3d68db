#include "live/glfw_library.h"

#include <cstdlib>
#include <iostream>

namespace sandbox::live {
namespace {

// GLFW is one library per program, and so are its errors.
std::string last_error;
bool prints_errors = false;

void note_error(int, const char* text) {
  // Some errors come again with every picture.
  if (prints_errors && last_error != text) std::cerr << "rockfall_sandbox: the window system reports: " << text << "\n";
  last_error = text;
}

/** The last error in brackets; empty if there was none. */
std::string reason() { return last_error.empty() ? "" : " (" + last_error + ")"; }

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr const char* without_a_window = "pictures need no window: --screenshot FILE";

}  // namespace

GlfwLibrary::GlfwLibrary() {
  glfwSetErrorCallback(note_error);
  works_ = glfwInit() == GLFW_TRUE;
}

GlfwLibrary::~GlfwLibrary() {
  prints_errors = false;
  if (works_) glfwTerminate();
}

GLFWwindow* GlfwLibrary::open_window(int width, int height) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  GLFWwindow* const window = glfwCreateWindow(width, height, "rockfall", nullptr, nullptr);
  if (window == nullptr) return nullptr;
  glfwMakeContextCurrent(window);
  prints_errors = true;
  return window;
}

std::string GlfwLibrary::why_no_screen() const {
  const std::string display = environment("DISPLAY");
  if (display.empty()) {
    return "there is no screen: the variable DISPLAY is not set; start the program in a desktop session (under Wayland "
           "with Xwayland), or log in with ssh -X; " +
           std::string(without_a_window);
  }
  return "the screen of DISPLAY=" + display + " cannot be opened" + reason() +
         "; start the program in the desktop session of that screen; " + without_a_window;
}

std::string GlfwLibrary::why_no_window() const {
  return "this screen has no OpenGL 3.3" + reason() +
         "; install or update the driver of the graphics card, or the software renderer of Mesa (Debian: "
         "libgl1-mesa-dri) and set LIBGL_ALWAYS_SOFTWARE=1; " +
         without_a_window;
}

}  // namespace sandbox::live
