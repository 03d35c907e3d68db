// An offscreen debug context that records OpenGL errors, and small scenes to draw in it.
#ifndef ROCKFALL_TESTS_VIEWER_SCREEN_H
#define ROCKFALL_TESTS_VIEWER_SCREEN_H

#include <doctest/doctest.h>
#include <glad/gl.h>
#include <rockfall/rockfall.h>
#include <rockfall_viewer/offscreen.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

/** Callback of a debug context: records errors and severe messages. */
inline void GLAD_API_PTR store_gl_error(GLenum, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* text,
                                        const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR && severity != GL_DEBUG_SEVERITY_HIGH) {
    return;
  }
  auto* gl_errors = static_cast<std::vector<std::string>*>(const_cast<void*>(user));  // NOLINT: OpenGL's signature
  gl_errors->emplace_back(text);
}

struct Screen {
  Screen(int w, int h) : width(w), height(h) {
    std::string why;
    context = rockfall_viewer::OffscreenContext::make(true, &why);
    REQUIRE_MESSAGE(context != nullptr, why);
    viewer = std::make_unique<rockfall_viewer::Viewer>(rockfall_viewer::OffscreenContext::function);
    REQUIRE(GLAD_GL_KHR_debug != 0);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(store_gl_error, &gl_errors);
    target = std::make_unique<rockfall_viewer::OffscreenTarget>(w, h);
  }

  rockfall_viewer::Image draw(const rockfall_viewer::Camera& camera, const rockfall_viewer::Frame& frame = {},
                              const rockfall_viewer::Look& look = {}) {
    target->bind();
    viewer->draw(camera, frame, look);
    return target->read();
  }

  int width, height;
  std::vector<std::string> gl_errors;
  std::unique_ptr<rockfall_viewer::OffscreenContext> context;
  std::unique_ptr<rockfall_viewer::Viewer> viewer;
  std::unique_ptr<rockfall_viewer::OffscreenTarget> target;
};

/** A view of the origin from 60 m. */
inline rockfall_viewer::Camera from_above() {
  rockfall_viewer::OrbitCamera orbit;
  orbit.distance = 60;
  orbit.azimuth = -1.2;
  orbit.elevation = 0.7;
  return orbit.camera();
}

/** Height of level ground. */
inline double flat(double, double) { return 0; }

/** Mean red, green and blue in a square of 5 x 5 pixels, 0 to 255. */
inline std::vector<double> colour_at(const rockfall_viewer::Image& image, double x, double y) {
  std::vector<double> sum(3, 0.0);
  for (int j = -2; j <= 2; ++j) {
    for (int i = -2; i <= 2; ++i) {
      const auto row = static_cast<std::size_t>(y + j), column = static_cast<std::size_t>(x + i);
      for (std::size_t k = 0; k < 3; ++k) {
        sum[k] += image.bytes[3 * (row * static_cast<std::size_t>(image.width) + column) + k] / 25.0;
      }
    }
  }
  return sum;
}

/** A grid terrain with heights given by a function of x and y. */
struct Ground {
  template <class Height>
  Ground(std::uint32_t nodes, double cell, const Height& height) {
    grid = rf_default_grid();
    grid.columns = grid.rows = nodes;
    grid.cell_x = grid.cell_y = cell;
    grid.x0 = grid.y0 = -0.5 * cell * (nodes - 1);
    for (std::uint32_t r = 0; r < nodes; ++r) {
      for (std::uint32_t c = 0; c < nodes; ++c) heights.push_back(height(grid.x0 + c * cell, grid.y0 + r * cell));
    }
    grid.heights_f64 = heights.data();
    REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  rockfall_viewer::TerrainExtent extent() const {
    return {{grid.x0, grid.y0, -grid.x0, -grid.y0}, grid.cell_x, grid.cell_y};
  }

  std::vector<double> heights;
  rf_grid grid{};
  rf_terrain terrain{};
};

/** A cooked cube. */
struct Box {
  explicit Box(double side) {
    rf_shape_def shape = rf_default_shape_def();
    for (double& size : shape.size) size = side;
    double points[24];
    std::uint32_t count = 0;
    REQUIRE(rf_shape_points(&shape, points, 8, &count, nullptr) == RF_OK);
    rf_rock_def def = rf_default_rock_def();
    def.points = points;
    def.point_count = count;
    std::size_t bytes = 0;
    REQUIRE(rf_rock_memory(&def, &bytes, nullptr) == RF_OK);
    bytes = (bytes + RF_MEMORY_ALIGNMENT - 1) / RF_MEMORY_ALIGNMENT * RF_MEMORY_ALIGNMENT;
    memory.reset(std::aligned_alloc(RF_MEMORY_ALIGNMENT, bytes));
    REQUIRE(rf_cook_rock(&def, memory.get(), bytes, &rock, nullptr) == RF_OK);
  }
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  std::unique_ptr<void, Free> memory;
  const rf_rock* rock = nullptr;
};

#endif
