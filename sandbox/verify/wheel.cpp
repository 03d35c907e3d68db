// D: a block that starts to roll about its minor axis changes to rolling about its major axis (Leine et al. 2014,
// section 5.2). Each run is chaotic: the checks use shares of an ensemble of small tilts.
#include <algorithm>

#include "common/threads.h"
#include "verify/groups.h"
#include "verify/world.h"

namespace sandbox::verify {
namespace {

const char* const wheel_paper = "L14 5.2";
constexpr double wheel_time = 60;
const std::vector<double> distances = {250, 500, 1000, 1500};

rf_state tilted_start(const World& world, std::uint32_t number) {
  double a[2], b[2];
  rf_random_pair(52, number, 0, a);
  rf_random_pair(52, number, 1, b);
  const double height = 2 * b[0] - 1, across = std::sqrt(1 - height * height);
  const Vec axis = {across * std::cos(2 * pi * b[1]), across * std::sin(2 * pi * b[1]), height};
  rf_state state = world.start(about(axis, radians(1) * a[0]), 0.1);
  store(28.0 * world.downhill(), state.velocity);
  // omega = (0, 20.8, 0) in B, brought to K.
  const Quaternion frame = load_quaternion(world.rock().properties().frame);
  store(turned(conjugate(frame), {0, 20.8, 0}), state.angular_velocity);
  return state;
}

struct Wheel {
  std::vector<int> passed;  // at each of the distances: 1 about the major axis, 0 otherwise, -1 not reached
  double runout = 0;        // m, down the slope after `wheel_time`
  bool major = false;       // at the end
};

bool about_major(const World& world, const Run& run) {
  const Vec momentum = scaled(world.rock().inertia(), run.omega());
  return std::fabs(momentum[2]) > std::fabs(momentum[0]) && std::fabs(momentum[2]) > std::fabs(momentum[1]);
}

Wheel follow(const World& world, std::uint32_t number) {
  Run run(world.scene(), tilted_start(world, number));
  Wheel wheel;
  wheel.passed.assign(distances.size(), -1);
  const auto path = [&] { return dot(run.position(), world.downhill()); };
  for (std::size_t next = 0; run.time() < wheel_time && run.state().end == RF_MOVING;) {
    run.step();
    if (next < distances.size() && path() > distances[next]) wheel.passed[next++] = about_major(world, run) ? 1 : 0;
  }
  wheel.runout = path();
  wheel.major = run.state().end == RF_MOVING && about_major(world, run);
  return wheel;
}

std::vector<Wheel> ensemble(rf_scheme scheme, const Effort& effort) {
  const Rock rock(shape_points(RF_SHAPE_BOX, {2.5, 3, 1}), RF_SIZE_BY_MASS, 22500);
  rf_settings settings = endless(scheme, 0.002);
  settings.stop_speed = rf_default_settings().stop_speed;
  const World world(rock, {radians(27), 0}, coulomb(10), settings);
  std::vector<Wheel> wheels(effort.quick ? 60 : 400);
  ThreadPool pool(effort.threads);
  pool.run(static_cast<std::uint32_t>(wheels.size()), [&](std::uint32_t i) { wheels[i] = follow(world, i); });
  return wheels;
}

struct Shares {
  std::vector<double> at;        // of all rocks: reached it and rotates about the major axis
  std::vector<double> of_those;  // of the rocks that reached it
  double end = 0;
  double far_major = 0, far_others = 0;  // mean run-outs
  double farthest = 0;                   // share among the tenth that ran farthest
};

Shares shares_of(std::vector<Wheel> wheels) {
  Shares shares;
  const auto n = static_cast<double>(wheels.size());
  for (std::size_t k = 0; k < distances.size(); ++k) {
    double major = 0, there = 0;
    for (const Wheel& wheel : wheels) {
      major += wheel.passed[k] == 1;
      there += wheel.passed[k] >= 0;
    }
    shares.at.push_back(major / n);
    shares.of_those.push_back(there > 0 ? major / there : 0);
  }
  double majors = 0;
  for (const Wheel& wheel : wheels) {
    majors += wheel.major;
    (wheel.major ? shares.far_major : shares.far_others) += wheel.runout;
  }
  shares.end = majors / n;
  shares.far_major /= std::max(1.0, majors);
  shares.far_others /= std::max(1.0, n - majors);
  std::sort(wheels.begin(), wheels.end(), [](const Wheel& a, const Wheel& b) { return a.runout > b.runout; });
  const std::size_t tenth = wheels.size() / 10;
  for (std::size_t i = 0; i < tenth; ++i) shares.farthest += wheels[i].major / static_cast<double>(tenth);
  return shares;
}

std::string list(const std::vector<double>& shares) {
  std::string out;
  for (const double share : shares) out += text("%s%.2f", out.empty() ? "" : ", ", share);
  return out;
}

}  // namespace

Table wheel(const Effort& effort) {
  Table table("D",
              "Wheel: block 2.5 x 3 x 1 m, 27 degrees, starts at 28 m/s about its minor axis, tilts up to 1 degree");
  for (const rf_scheme scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT, RF_SCHEME_EXACT}) {
    const std::vector<Wheel> wheels = ensemble(scheme, effort);
    const Shares shares = shares_of(wheels);
    const std::string head = text("%s, %zu rocks: ", scheme_text(scheme), wheels.size());
    const std::string at = "250, 500, 1000, 1500 m";
    table.report(head + "share about the major axis of those that pass " + at, "-", list(shares.of_those), wheel_paper);
    table.report(head + "share of all rocks", "-", list(shares.at), wheel_paper);
    const std::string measured = text("%.2f, %.2f", shares.of_those.front(), shares.of_those.back());
    const std::string ends =
        text("%.2f: %.0f, others %.0f m; %.2f", shares.end, shares.far_major, shares.far_others, shares.farthest);
    const std::string end_name =
        head + text("share after %.0f s: mean run-outs; share in the farthest tenth", wheel_time);
    const std::string growth = head + "share of those that pass, first and last";
    if (scheme == RF_SCHEME_EXPLICIT) {  // that scheme leaves the major axis again; less so with smaller steps
      table.report(growth, "grows: not reproduced over long run-outs", measured, wheel_paper);
    } else {
      table.check(growth, "grows", measured, wheel_paper, shares.of_those.back() > shares.of_those.front());
    }
    table.check(end_name, "larger run-out", ends, wheel_paper,
                shares.far_major > shares.far_others && shares.farthest > shares.end);
  }
  return table;
}

}  // namespace sandbox::verify
