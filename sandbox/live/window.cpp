#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <rockfall_viewer/offscreen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <iostream>
#include <optional>
#include <vector>

#include "common/error.h"
#include "common/output_file.h"
#include "io/png.h"
#include "live/glfw_library.h"
#include "live/panels.h"
#include "live/preferences.h"
#include "live/run_modes.h"
#include "live/state_file.h"
#include "live/theme.h"
#include "live/throw.h"

namespace sandbox::live {
namespace {

/** Set by the handler of a signal; the loop then ends as with the close button, and shows no dialog. */
volatile std::sig_atomic_t end_requested = 0;

/** The renderer of the current context has no graphics card. */
bool renders_in_software() {
  constexpr unsigned name_of_renderer = 0x1F01;
  const auto get = reinterpret_cast<const unsigned char* (*)(unsigned)>(glfwGetProcAddress("glGetString"));
  const char* const name = get == nullptr ? nullptr : reinterpret_cast<const char*>(get(name_of_renderer));
  if (name == nullptr) return false;
  const std::string text = name;
  for (const char* const software : {"llvmpipe", "softpipe", "SwiftShader", "Software"}) {
    if (text.find(software) != std::string::npos) return true;
  }
  return false;
}

/** Opens files up to the first one that cannot be opened, about which the window shows a message. False if there is
 * one.
 */
bool open_files(const std::vector<std::string>& files, Session& session) {
  return std::all_of(files.begin(), files.end(), [&](const std::string& file) { return session.open_file(file); });
}

/** Keys for the text fields of Dear ImGui, which before 1.87 looks at the keyboard once a frame: where frames take long
 * it would miss a key that is pressed and released between two of them. */
class ShortPresses {
 public:
  void press(int key) { pressed_.push_back(key); }
  /** Before the frame that follows the presses. */
  void hold() {
    for (const int key : pressed_) {
      if (is_key(key) && !ImGui::GetIO().KeysDown[key]) held_.push_back(key);
    }
    pressed_.clear();
    set_held(true);
  }
  /** When the frame has begun. */
  void release() {
    set_held(false);
    held_.clear();
  }

 private:
  static bool is_key(int key) { return key >= 0 && key <= GLFW_KEY_LAST; }
  void set_held(bool down) {
    for (const int key : held_) ImGui::GetIO().KeysDown[key] = down;
  }

  std::vector<int> pressed_, held_;
};

/** The window and everything in it. */
class Window {
 public:
  explicit Window(const Arguments& arguments);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  void run();

 private:
  void frame(double seconds);
  void key(int key);
  void control_key(int key);
  void number_key(int key);
  void fly(double seconds);
  void mouse();
  rockfall_viewer::Ray ray_at(ImVec2 place) const;
  void save_picture();
  void keep_recording();
  double interface_scale() const;
  double pixels_per_point() const;
  static Window& of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

  const Arguments& arguments_;
  GlfwLibrary glfw_;  // released last
  GLFWwindow* window_ = nullptr;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Stage> stage_;
  Panels panels_;
  std::array<std::optional<rockfall_viewer::OrbitCamera>, 9> bookmarks_;
  MouseThrow throw_;
  ShortPresses short_presses_;
  bool picture_wanted_ = false;
  double interface_scale_ = 1;                          ///< of letters and panels, points
  void (*set_viewport_)(int, int, int, int) = nullptr;  ///< glViewport
};

Window::Window(const Arguments& arguments) : arguments_(arguments) {
  if (!glfw_.works()) throw RunError("no window: " + glfw_.why_no_screen());
  glfwWindowHint(GLFW_SAMPLES, preferred_antialiasing());
  window_ = glfw_.open_window(arguments.width, arguments.height);
  if (window_ == nullptr) throw RunError("no window: " + glfw_.why_no_window());
  glfwSwapInterval(1);
  std::string sample = arguments.sample;
  if (sample.empty()) sample = preferred_sample();
  try {
    session_ = std::make_unique<Session>(sample.empty() ? "mountain" : sample);
  } catch (const InputError&) {
    if (!arguments.sample.empty()) throw;
    session_ = std::make_unique<Session>("mountain");  // the last one was a file, or no longer exists
  }
  stage_ = std::make_unique<Stage>(glfwGetProcAddress);
  set_viewport_ = reinterpret_cast<void (*)(int, int, int, int)>(glfwGetProcAddress("glViewport"));
  if (renders_in_software()) stage_->display.set_quality(Quality::low);  // unless the settings say otherwise
  load_preferences(*session_, *stage_, panels_);
  panels_.recording_file = arguments.recording;
  if (arguments.rocks > 0) session_->most_rocks_opened = arguments.rocks;
  if (open_files(arguments.files, *session_)) begin_with_rocks(arguments.rocks, *session_);
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int) {
    // Only the keys for single steps repeat; repeated space would toggle pause.
    if (action == GLFW_PRESS) of(window).short_presses_.press(key);
    const bool repeats = action == GLFW_REPEAT && (key == GLFW_KEY_RIGHT || key == GLFW_KEY_LEFT);
    if (action == GLFW_PRESS || repeats) of(window).key(key);
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** files) {
    open_files({files, files + count}, *of(window).session_);
  });
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  interface_scale_ = interface_scale();
  set_interface_scale(static_cast<float>(interface_scale_));
  ImGui_ImplGlfw_InitForOpenGL(window_, true);  // calls the key callback above
  // Tab shows and hides the panels. Otherwise it would also activate a text field, which swallows the next keys.
  ImGui::GetIO().KeyMap[ImGuiKey_Tab] = -1;
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Window::~Window() {
  try {
    keep_recording();  // after an error
  } catch (const std::exception& error) {
    std::cerr << "rockfall_sandbox: the recording is lost: " << error.what() << "\n";
  }
  save_preferences(*session_, *stage_, panels_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Window::keep_recording() {
  const std::filesystem::path file = session_->keep_recording(panels_.recording_file);
  if (!file.empty()) std::cerr << "rockfall_sandbox: the recording is kept in " << file.string() << "\n";
}

double Window::interface_scale() const {
  if (arguments_.interface_scale > 0) return arguments_.interface_scale;
  // Where a window is measured in points of several pixels, ImGui scales by itself.
  float scale = 1;
  glfwGetWindowContentScale(window_, &scale, nullptr);
  return static_cast<double>(scale) / pixels_per_point();
}

double Window::pixels_per_point() const {
  int points = 0, pixels = 0;
  glfwGetWindowSize(window_, &points, nullptr);
  glfwGetFramebufferSize(window_, &pixels, nullptr);
  return points > 0 && pixels > 0 ? static_cast<double>(pixels) / points : 1.0;
}

void Window::control_key(int key) {
  if (key == GLFW_KEY_Z) ImGui::GetIO().KeyShift ? session_->redo() : session_->undo();
  if (key == GLFW_KEY_Y) session_->redo();
  if (key == GLFW_KEY_O) panels_.show_open();
  if (key == GLFW_KEY_S) panels_.show_save_scenario(*session_);
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9) bookmarks_[static_cast<std::size_t>(key - GLFW_KEY_1)] = stage_->orbit;
}

void Window::number_key(int key) {
  if (ImGui::GetIO().KeyShift) {
    if (const auto& kept = bookmarks_[static_cast<std::size_t>(key - GLFW_KEY_1)]) {
      stage_->orbit = *kept;
      stage_->choose(CameraKind::orbit);
    }
    return;
  }
  if (key == GLFW_KEY_1) stage_->choose(CameraKind::orbit);
  if (key == GLFW_KEY_2) stage_->choose(CameraKind::fly);
  if (key == GLFW_KEY_3) stage_->choose(CameraKind::follow);
}

void Window::key(int key) {
  if (ImGui::GetIO().WantTextInput) return;
  if (ImGui::GetIO().KeyCtrl) return control_key(key);
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_9) return number_key(key);
  Pacer& pacer = session_->pacer;
  switch (key) {
    case GLFW_KEY_SPACE:
      session_->pause_or_run();
      break;
    case GLFW_KEY_RIGHT:
      pacer.paused = true;
      pacer.single_step();
      break;
    case GLFW_KEY_LEFT:
      session_->step_back();
      break;
    case GLFW_KEY_L:
      session_->set_loop(!session_->loop);
      break;
    case GLFW_KEY_R:
      session_->restart();
      break;
    case GLFW_KEY_F:
      stage_->frame_all(session_->world());
      break;
    case GLFW_KEY_TAB:
      panels_.visible = !panels_.visible;
      break;
    case GLFW_KEY_F12:
      picture_wanted_ = true;
      break;
    case GLFW_KEY_F1:
    case GLFW_KEY_H:
      panels_.help = !panels_.help;
      break;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      panels_.leaving.enter(*session_, panels_.recording_file);
      break;
    case GLFW_KEY_ESCAPE:
      if (panels_.browser.shown()) {
        panels_.browser.close();
      } else {
        panels_.leaving.escape(panels_.help);
      }
      break;
    default:
      break;
  }
}

void Window::fly(double seconds) {
  if (stage_->display.camera != CameraKind::fly || ImGui::GetIO().WantTextInput) return;
  const auto held = [&](int key) { return glfwGetKey(window_, key) == GLFW_PRESS ? 1.0 : 0.0; };
  const double distance = seconds * 0.15 * stage_->terrain_diagonal();
  stage_->fly.move(distance * (held(GLFW_KEY_W) - held(GLFW_KEY_S)), distance * (held(GLFW_KEY_D) - held(GLFW_KEY_A)),
                   distance * (held(GLFW_KEY_E) - held(GLFW_KEY_Q)));
}

rockfall_viewer::Ray Window::ray_at(ImVec2 place) const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return rockfall_viewer::pixel_ray(stage_->camera(), static_cast<double>(place.x), static_cast<double>(place.y),
                                    static_cast<double>(size.x), static_cast<double>(size.y));
}

void Window::mouse() {
  const ImGuiIO& io = ImGui::GetIO();
  if (throw_.dragged()) {
    return throw_.drag(ray_at(io.MousePos), !ImGui::IsMouseDown(0), *session_, *stage_, panels_);
  }
  if (!io.WantCaptureMouse && io.KeyCtrl && ImGui::IsMouseClicked(0)) {
    return throw_.begin(ray_at(io.MousePos), *session_, *stage_);
  }
  if (io.WantCaptureMouse) return;
  const ImVec2 dragged(io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y);
  if (ImGui::IsMouseReleased(0) && std::hypot(dragged.x, dragged.y) < px(4)) {
    const std::optional<std::uint32_t> rock = stage_->pick(session_->world(), ray_at(io.MousePos));
    if (rock) session_->world().watch(*rock);
    stage_->display.selection = rock.has_value();
  }
  const double dx = static_cast<double>(io.MouseDelta.x / io.DisplaySize.y);
  const double dy = static_cast<double>(io.MouseDelta.y / io.DisplaySize.y);
  const bool turning = ImGui::IsMouseDown(0), shifting = ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
  const double zoom = std::pow(0.88, static_cast<double>(io.MouseWheel));
  switch (stage_->display.camera) {
    case CameraKind::orbit:
      if (turning) stage_->orbit.turn(-4 * dx, 4 * dy);
      if (shifting) stage_->orbit.pan(-dx, dy);
      stage_->orbit.zoom(zoom);
      break;
    case CameraKind::fly:
      if (turning) stage_->fly.turn(-3 * dx, -3 * dy);
      break;
    case CameraKind::follow:
      if (turning) {
        stage_->follow.azimuth -= 4 * dx;
        stage_->follow.elevation = std::min(1.4, std::max(-0.2, stage_->follow.elevation + 4 * dy));
      }
      stage_->follow.distance = std::min(500.0, std::max(1.0, stage_->follow.distance * zoom));
      break;
  }
}

void Window::save_picture() {
  picture_wanted_ = false;
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  // Without panels the scene is in the middle of the picture. The window shows it again in the next frame.
  const auto wide = static_cast<float>(width), high = static_cast<float>(height);
  stage_->set_free_area(0, wide, wide, 0, high, high);
  stage_->draw();
  const rockfall_viewer::Image image = rockfall_viewer::read_framebuffer(width, height);
  const std::filesystem::path file = free_name(arguments_.screenshot.empty() ? "rockfall.png" : arguments_.screenshot);
  try {
    write_png(file, image.width, image.height, image.bytes);
    session_->say("saved " + file.string());
  } catch (const std::exception& error) {
    session_->say(error.what());
  }
}

void Window::frame(double seconds) {
  glfwPollEvents();
  short_presses_.hold();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  short_presses_.release();
  mouse();
  fly(seconds);
  session_->advance(seconds);
  panels_.draw(*session_, *stage_);
  // The panels are measured in points; what the stage draws, in pixels. The window may go to another screen.
  stage_->line_scale = interface_scale_ * pixels_per_point();
  stage_->update_or_close(*session_);
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  set_viewport_(0, 0, width, height);
  if (picture_wanted_) save_picture();
  stage_->draw();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window_);
}

void Window::run() {
  for (const int signal : {SIGTERM, SIGINT}) std::signal(signal, [](int) { end_requested = 1; });
  double before = glfwGetTime();
  for (int count = 0; !panels_.leaving.decided() && end_requested == 0; ++count) {
    if (arguments_.frames > 0 && count >= arguments_.frames) break;
    if (glfwWindowShouldClose(window_) == GLFW_TRUE) {
      glfwSetWindowShouldClose(window_, GLFW_FALSE);
      panels_.leaving.close(*session_);
    }
    const double now = glfwGetTime();
    frame(now - before);
    if (count == 0) apply_view(arguments_, *session_, *stage_);
    before = now;
    if (!arguments_.state_file.empty()) write_state(arguments_.state_file, *session_, *stage_, panels_);
  }
  keep_recording();
}

}  // namespace

void run_window(const Arguments& arguments) { Window(arguments).run(); }

}  // namespace sandbox::live
