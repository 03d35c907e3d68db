// MuJoCo: a convex mesh on a height field, one rock in the model. A model of 1000 free bodies would solve the contacts
// of all rocks as one system, which is slower. MuJoCo has no coefficient of restitution: the contact is a damped spring
// with the same restitution in a free impact.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <sstream>

#include "engine.h"

namespace compare {

namespace {

constexpr double kPi = 3.14159265358979323846;

// Time constant of the contact; MuJoCo requires at least two time steps.
double time_constant(const Setup& setup) { return 2.5 * setup.time_step; }
double damping_ratio(const Setup& setup) {
  const double log = std::log(setup.restitution);
  return -log / std::sqrt(kPi * kPi + log * log);
}

std::string model_text(const Setup& setup) {
  const rf_grid& grid = *setup.grid;
  const Range range = heights_of(grid);
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(17);
  text << "<mujoco><option timestep='" << setup.time_step << "' gravity='0 0 " << -setup.gravity << "'/>"
       << "<compiler autolimits='true'/><asset><hfield name='terrain' nrow='" << grid.rows << "' ncol='" << grid.columns
       << "' size='" << 0.5 * grid.cell_x * (grid.columns - 1) << ' ' << 0.5 * grid.cell_y * (grid.rows - 1) << ' '
       << range.high - range.low << " 5'/><mesh name='hull' vertex='";
  for (uint32_t i = 0; i < 3 * setup.rock.vertex_count; ++i) text << setup.rock.vertices[i] << ' ';
  text << "'/></asset><default><geom friction='" << setup.friction << " 0 0' condim='3' solref='"
       << time_constant(setup) << ' ' << damping_ratio(setup) << "' margin='0'/></default><worldbody>"
       << "<geom type='hfield' hfield='terrain' contype='1' conaffinity='2' pos='"
       << middle(grid.x0, grid.cell_x, grid.columns) << ' ' << middle(grid.y0, grid.cell_y, grid.rows) << ' '
       << range.low << "'/><body><freejoint/><inertial pos='0 0 0' mass='" << setup.rock.mass << "' diaginertia='"
       << setup.rock.inertia[0] << ' ' << setup.rock.inertia[1] << ' ' << setup.rock.inertia[2]
       << "'/><geom type='mesh' mesh='hull' contype='2' conaffinity='1'/></body></worldbody></mujoco>";
  return text.str();
}

mjModel* load(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], text.data(), text.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("scene.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (!model) {
    std::fprintf(stderr, "MuJoCo: %s\n", error);
    std::abort();
  }
  return model;
}

// Without this handler MuJoCo writes its warnings to a file in the working folder.
void print_warning(const char* warning) { std::fprintf(stderr, "MuJoCo: %s\n", warning); }

class Mujoco final : public Engine {
 public:
  explicit Mujoco(const Setup& setup) {
    mju_user_warning = print_warning;
    model_ = load(model_text(setup));
    const rf_grid& grid = *setup.grid;
    const Range range = heights_of(grid);
    const std::size_t nodes = static_cast<std::size_t>(grid.columns) * grid.rows;
    for (std::size_t i = 0; i < nodes; ++i) {
      model_->hfield_data[i] = (grid.heights_f32[i] - range.low) / (range.high - range.low);
    }
    data_ = mj_makeData(model_);
  }
  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  std::string version() const override { return mj_versionString(); }
  const char* precision() const override { return sizeof(mjtNum) == sizeof(double) ? "double" : "single"; }
  bool takes_many() const override { return false; }

  void add(uint32_t, const rf_state& start) override {
    mj_resetData(model_, data_);
    for (int k = 0; k < 3; ++k) data_->qpos[k] = start.position[k];
    for (int k = 0; k < 4; ++k) data_->qpos[3 + k] = start.orientation[k];
  }
  void remove(uint32_t) override {}
  void step() override { mj_step(model_, data_); }
  Motion motion(uint32_t) const override {
    const mjtNum *p = data_->qpos, *v = data_->qvel;
    return {{p[0], p[1], p[2]}, std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])};
  }

 private:
  mjModel* model_;
  mjData* data_;
};

}  // namespace

std::unique_ptr<Engine> make_mujoco(const Setup& setup) { return std::make_unique<Mujoco>(setup); }

}  // namespace compare
