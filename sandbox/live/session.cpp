#include "live/session.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

#include "common/error.h"
#include "common/output_file.h"
#include "common/text.h"
#include "common/warnings.h"
#include "live/bare_terrain.h"
#include "live/ground_file.h"
#include "run/attachments.h"

namespace sandbox::live {
namespace {

std::string ending_of(const std::filesystem::path& file) { return sandbox::lower(file.extension().string()); }

bool same_shape(const RockSpec& a, const RockSpec& b) {
  return a.shape == b.shape && a.file == b.file && a.size == b.size && a.points == b.points && a.seed == b.seed &&
         a.sizing == b.sizing && a.density == b.density && a.mass == b.mass;
}

/** Steps a world to the moment at which its scene is shown first. */
void pass_opening(World& world) {
  world.advance(static_cast<std::uint32_t>(world.setup().opening / world.settings().time_step));
}

/** The world of a set-up at that moment. */
std::unique_ptr<World> opened(Setup setup) {
  auto world = std::make_unique<World>(std::move(setup));
  pass_opening(*world);
  return world;
}

std::optional<Picture> terrain_image_of(const World& world) {
  const std::filesystem::path& image = world.setup().scenario.terrain.image;
  if (image.empty()) return std::nullopt;
  return read_picture(image);
}

bool same(const rf_ground& a, const rf_ground& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/** Compared by hash: the bytes include padding. */
bool same(const rf_settings& a, const rf_settings& b) { return rf_hash_settings(&a) == rf_hash_settings(&b); }

}  // namespace

Session::Session(const std::string& sample) {
  const samples::Sample& found = samples::find(sample);
  replace(opened(found.make()), sample, &found);
}

void Session::refuse_while_recording() const {
  if (world_->recording()) throw InputError("a recording is being made; save or discard it first");
}

void Session::replace(std::unique_ptr<World> world, const std::string& name, const samples::Sample* sample) {
  std::optional<Picture> image = terrain_image_of(*world);
  world_ = std::move(world);
  terrain_image_ = std::move(image);
  loop = false;
  scene_name_ = name;
  sample_ = sample;
  ++scene_number_;
  pacer.reset();
  history_.clear();
  opened_with_ = present();
  Warnings().print(world_->built().warnings());
}

bool Session::open_sample(const std::string& name) {
  return attempt([&] {
    refuse_while_recording();
    const samples::Sample& found = samples::find(name);
    replace(opened(found.make()), name, &found);
  });
}

/** A file with the table [ground] alone changes the ground of the scene. */
void Session::open_scenario(const std::filesystem::path& file) {
  if (const std::optional<rf_ground> ground = read_ground(file)) {
    if (!set_ground(*ground)) throw InputError(message_);
    return;
  }
  Setup setup;
  setup.scenario = read_scenario(file);
  // Few rocks, so that the window starts at once; --rocks and the panel change their number.
  const std::uint32_t all = setup.scenario.rock_count;
  setup.scenario.rock_count = std::min(all, most_rocks_opened);
  if (all > most_rocks_opened) setup.rocks_of_file = all;
  if (all > setup.scenario.rock_count) {
    std::fprintf(stderr, "note: %u of the %u rocks of %s are shown; the panel changes their number\n",
                 setup.scenario.rock_count, all, file.string().c_str());
  }
  if (!setup.scenario.scatter.empty()) {
    std::fprintf(stderr, "note: [scatter] of %s acts in rockfall run only; all rocks have the ground of [ground]\n",
                 file.string().c_str());
  }
  setup.distance = 250;
  replace(opened(std::move(setup)), file.stem().string(), nullptr);
}

const std::vector<std::string>& opened_endings() {
  static const std::vector<std::string> endings = {".toml", ".asc", ".tif", ".tiff", ".pts", ".xyz", ".obj", ".rfrec"};
  return endings;
}

bool Session::open_file(const std::filesystem::path& named) {
  return attempt([&] {
    refuse_while_recording();
    const bool exists = std::filesystem::is_regular_file(named);
    if (!exists && named.has_extension()) throw InputError(named.string() + ": there is no such file");
    const std::filesystem::path file = exists ? named : find_scenario(named.string());
    const std::string ending = ending_of(file);
    if (ending == ".toml") {
      open_scenario(file);
    } else if (ending == ".asc" || ending == ".tif" || ending == ".tiff") {
      replace(opened(with_terrain(world_->setup(), file)), file.stem().string(), nullptr);
    } else if (ending == ".pts" || ending == ".xyz" || ending == ".obj") {
      RockSpec spec;
      spec.name = file.stem().string();
      spec.file = file;
      if (!set_rock(0, spec)) throw InputError(message_);
    } else if (ending == ".rfrec") {
      open_recording(file);
    } else {
      throw InputError(file.string() + ": unknown kind of file; known are " + join(opened_endings(), ", "));
    }
  });
}

bool Session::save_scenario(const std::filesystem::path& file) {
  return attempt([&] {
    Scenario scenario = world_->scenario_now();
    scenario.name = file.stem().string();
    copy_attached_beside(scenario, attached_.path(), file);
    const std::string text = runnable_text(scenario, std::filesystem::absolute(file).parent_path());
    write_file(file, [&](std::ostream& out) { out << text; });
    message_ = "saved " + file.string() + "; run it with: rockfall run " + shell_word(file.string());
    if (world_->has_released()) message_ += "; the rocks that were thrown are not part of it";
  });
}

bool Session::save_ground(const std::filesystem::path& file) {
  return attempt([&] {
    const std::string text = ground_text(world_->ground());
    write_file(file, [&](std::ostream& out) { out << text; });
  });
}

bool Session::restart() {
  return attempt([&] {
    refuse_while_recording();
    world_->restart();
    loop = false;
  });
}

Adjusted Session::present() const {
  // In a sweep, the settings of the scenario, not those with the first value of the sweep.
  const Setup& setup = world_->setup();
  return {{world_->ground(), world_->own_parameters() ? setup.scenario.settings : world_->settings()},
          setup.scenario.rocks};
}

template <class Action>
bool Session::change(const Action& action) {
  Change made{present(), {}, {}};
  if (!attempt(action)) return false;
  made.after = present();
  history_.note(std::move(made));
  return true;
}

bool Session::set_ground(const rf_ground& ground) {
  return change([&] { world_->set_ground(ground); });
}

bool Session::set_settings(const rf_settings& settings) {
  return change([&] { world_->set_settings(settings); });
}

bool Session::set_rock(std::size_t shape, const RockSpec& spec) {
  return change([&] {
    world_->set_rock(shape, spec);
    ++shape_number_;
  });
}

/** Changes back what differs between the two; the rest stays as it is. */
void Session::apply(const Adjusted& from, const Adjusted& wanted) {
  const Adjusted now = present();
  const bool ground = !same(from.set.ground, wanted.set.ground) && !same(now.set.ground, wanted.set.ground);
  const bool settings = !same(from.set.settings, wanted.set.settings) && !same(now.set.settings, wanted.set.settings);
  if ((ground || settings) && world_->own_parameters()) {
    throw InputError("undo: the values of a sweep stay as they are; end it first");
  }
  // Shapes first: a recording refuses them, and then nothing has changed.
  for (std::size_t i = 0; i < std::min(now.rocks.size(), wanted.rocks.size()); ++i) {
    const bool changed = i >= from.rocks.size() || !same_shape(from.rocks[i], wanted.rocks[i]);
    if (!changed || same_shape(now.rocks[i], wanted.rocks[i])) continue;
    world_->set_rock(i, wanted.rocks[i]);
    ++shape_number_;
  }
  if (ground) world_->set_ground(wanted.set.ground);
  if (settings) world_->set_settings(wanted.set.settings);
}

bool Session::undo() {
  if (!history_.can_undo()) return false;
  return attempt([&] {
    const Change& last = history_.last();
    if (last.thrown) {
      if (world_->is_released_later(last.thrown->rock)) {
        throw InputError("undo: the rock is thrown at a later moment; go there first");
      }
      // A restart, a recording, or stepping from an earlier moment may have taken the rock away already.
      if (world_->released_last(last.thrown->rock)) world_->withdraw();
    } else {
      apply(last.after, last.before);
    }
    history_.back();
  });
}

bool Session::redo() {
  if (!history_.can_redo()) return false;
  return attempt([&] {
    Change& next = history_.next();
    if (next.thrown) {
      Throw& rock = *next.thrown;
      rock.rock = world_->release(rock.x, rock.y, rock.clearance, rock.velocity, rock.shape);
    } else {
      apply(next.before, next.after);
    }
    history_.forward();
  });
}

bool Session::set_variants(std::vector<VariantSpec> variants) {
  return attempt([&] {
    refuse_while_recording();
    world_->set_variants(std::move(variants));
    loop = false;
  });
}

bool Session::compare_with(const ParameterSet& kept) {
  const rf_settings& now = world_->settings();
  return set_variants({{"B: present", now.scheme, now.model},
                       {"A: kept", kept.settings.scheme, kept.settings.model, kept.ground, kept.settings}});
}

bool Session::sweep(const Parameter& parameter, double from, double to, int count) {
  std::vector<VariantSpec> variants;
  count = std::clamp(count, 2, 8);
  for (int i = 0; i < count; ++i) {
    ParameterSet set = present().set;
    const double value = std::clamp(from + (to - from) * i / (count - 1), parameter.least, parameter.most);
    parameter.put(set, value);
    variants.push_back({std::string(parameter.symbol) + " = " + short_number(parameter.get(set) / parameter.shown_unit),
                        set.settings.scheme, set.settings.model, set.ground, set.settings});
  }
  return set_variants(std::move(variants));
}

void Session::set_loop(bool on) {
  if (loop && !on) seek_end();
  loop = on;
}

/** Goes to the last stored moment, from which the run continues. */
void Session::seek_end() {
  const std::vector<Moment>& moments = world_->timeline().moments();
  if (moments.size() > 1) attempt([&] { world_->seek(moments.size() - 1); });
}

bool Session::step_back() {
  return attempt([&] {
    refuse_while_recording();
    pacer.paused = true;
    world_->step_back();
  });
}

bool Session::seek(std::uint64_t step) {
  return attempt([&] {
    if (world_->replaying()) {
      world_->seek_recording(step);
    } else {
      world_->seek(world_->timeline().first_after(step) - 1);
    }
  });
}

bool Session::set_release_count(std::uint32_t count) {
  return attempt([&] { world_->set_release_count(count); });
}

bool Session::open_with_rocks(std::uint32_t count) {
  return attempt([&] {
    refuse_while_recording();
    if (world_->replaying()) throw InputError("a recording has its own rocks: their number cannot be given");
    if (world_->setup().starts) throw InputError(scene_name_ + " places its own rocks: their number cannot be given");
    world_->set_release_count(count);
    world_->restart();
    loop = false;
    world_->forget_former_run();
    pass_opening(*world_);
  });
}

bool Session::release(double x, double y, double clearance, const double velocity[3], std::uint32_t shape) {
  std::uint32_t rock = 0;
  if (!attempt([&] { rock = world_->release(x, y, clearance, velocity, shape); })) return false;
  Change made;
  made.thrown = Throw{x, y, clearance, {velocity[0], velocity[1], velocity[2]}, shape, rock};
  history_.note(std::move(made));
  return true;
}

/** Plays the stored moments from the first to the last, and again. */
void Session::advance_loop(double seconds) {
  const std::vector<Moment>& moments = world_->timeline().moments();
  if (pacer.paused) return;
  loop_time_ += std::min(seconds, 0.25) * pacer.time_scale;
  if (loop_time_ > moments.back().time || loop_time_ < moments.front().time) loop_time_ = moments.front().time;
  const auto after = std::upper_bound(moments.begin(), moments.end(), loop_time_,
                                      [](double time, const Moment& moment) { return time < moment.time; });
  world_->seek(static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - moments.begin() - 1, 0)));
}

void Session::advance(double seconds) {
  if (pacer.step_requested()) loop = false;
  if (loop && !world_->recording() && world_->timeline().moments().size() > 1) {
    advance_loop(seconds);
    pacer.note_picture(seconds, pacer.paused ? 0 : std::min(seconds, 0.25) * pacer.time_scale);
    return;
  }
  loop_time_ = world_->time();
  const std::uint32_t steps = pacer.steps(seconds, world_->settings().time_step);
  const double before = world_->time();
  try {
    if (steps > 0) world_->advance(steps);
  } catch (const std::exception& error) {
    message_ = error.what();
    pacer.paused = true;
  }
  pacer.note_picture(seconds, world_->time() - before);
}

}  // namespace sandbox::live
