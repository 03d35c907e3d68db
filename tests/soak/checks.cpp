#include "checks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "support/random.h"
#include "world.h"

namespace soak {
namespace {

constexpr size_t kListedOfCheck = 4;      // violations of a check that are listed, each of another world
constexpr double kMostStepsByMany = 256;  // between two comparisons of bits

struct CheckOf {
  const char* name;
  double limit;
};

constexpr CheckOf kChecks[kCheckCount] = {
    {"no fault, finite", 0},
    {"unit quaternion", 1e-12},
    {"energy balance", 1e-9},
    {"contact work <= 0", 1e-12},
    {"drag work <= 0", 1e-12},
    {"energy does not grow", 1e-9},
    {"P_N >= 0", 1e-12},
    {"|P_T| <= mu P_N", 1e-8},
    {"contact laws hold", 1e-6},
    {"path within the speed", 1.000000001},
    {"rf_step_many: same bits", 0},
    {"rf_step_many: same counts", 0},
};

double norm(const double* v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

bool finite(const rf_state& s) {
  double sum = 0 * s.slippage + 0 * s.still_time + 0 * s.scar_depth + 0 * s.scar_path;
  for (int k = 0; k < 3; ++k) sum += 0 * s.position[k] + 0 * s.velocity[k] + 0 * s.angular_velocity[k];
  for (const double x : s.orientation) sum += 0 * x;
  return sum == 0;
}

// The steps of one rock.
class Rock {
 public:
  Rock(const World& world, uint64_t seed, uint32_t index, Tally& tally)
      : state(world.starts()[index]), world_(world), scene_(world.scene()), seed_(seed), index_(index), tally_(tally) {}

  void step() {
    const rf_state before = state;
    rf_step_report report = {};
    report.contacts = contacts_;
    report.contact_capacity = RF_MAX_CONTACTS;
    const rf_status status = rf_step(&scene_, &state, &report);
    ++tally_.steps;
    count(kNoFault, status == RF_OK && finite(state) ? 0 : 1);
    if (status != RF_OK) return;
    const double* q = state.orientation;
    count(kUnitQuaternion, std::fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1));
    check_energy(before, report);
    if (scene_.settings.model == RF_MODEL_HARD_CONTACT) check_path(before);
    if (report.contact_count > 0) check_contacts(before, report);
  }

  void count(Check check, double value) { tally_.count(check, value, seed_, index_, state.step); }

  void count_end() {
    ++tally_.ends[static_cast<size_t>(state.end)];
    rf_terrain_sample below;
    if (state.end != RF_ENDED_STOPPED) return;
    if (rf_terrain_at(&scene_.terrain, state.position[0], state.position[1], &below) != RF_OK || !below.exists) return;
    tally_.stopped_deep += (below.height - state.position[2]) * below.normal[2] > world_.rock(state).bounding_radius;
  }

  rf_state state;

 private:
  // No correction of the position hides a deep contact.
  void check_path(const rf_state& before) {
    double path[3];
    for (int k = 0; k < 3; ++k) path[k] = state.position[k] - before.position[k];
    const double longest = 0.5 * scene_.settings.time_step * (norm(before.velocity) + norm(state.velocity));
    const double rounding = 1e-14 * (norm(before.position) + norm(state.position));
    count(kPath, std::max(norm(path) - rounding, 0.0) / (longest + 1e-300));
  }

  void check_energy(const rf_state& before, const rf_step_report& report) {
    const rf_energy_ledger& e = report.energy;
    const double weight = world_.rock(state).mass * scene_.settings.gravity;
    const double path =
        norm(before.velocity) + norm(state.velocity) + scene_.settings.gravity * scene_.settings.time_step;
    // The rounding of the height appears in the potential energy.
    const double scale = e.kinetic_before + e.kinetic_after + std::fabs(e.potential_change) +
                         weight * (path * scene_.settings.time_step + 1e-5 * std::fabs(state.position[2])) + 1e-290;
    count(kLedger, std::fabs(e.residual) / scale);
    count(kContactWork, e.contact_work / scale);
    count(kDragWork, e.drag_work / scale);
    count(kEnergy, (e.kinetic_after - e.kinetic_before + e.potential_change) / scale);
  }

  void check_contacts(const rf_state& before, const rf_step_report& report) {
    const bool hard = scene_.settings.model == RF_MODEL_HARD_CONTACT;
    ++tally_.contact_steps;
    tally_.restitution_off += report.restitution_off != 0;
    tally_.scaled_back += report.scaled_back != 0;
    tally_.not_converged += report.converged == 0;
    const uint32_t written = std::min(report.contact_count, RF_MAX_CONTACTS);
    const double gravity_speed = scene_.settings.gravity * scene_.settings.time_step;
    double speed = norm(before.velocity) + norm(state.velocity) + gravity_speed + 1e-6;
    double largest = 1e-12 * world_.rock(state).mass * speed;
    for (uint32_t i = 0; i < written; ++i) {
      largest = std::max(largest, norm(contacts_[i].percussion));
      speed = std::max(speed, norm(contacts_[i].velocity_before) + norm(contacts_[i].velocity_after));
    }
    for (uint32_t i = 0; i < written; ++i) {
      const rf_contact& c = contacts_[i];
      count(kPercussionSign, -c.percussion[0] / largest);
      const double tangential = std::hypot(c.percussion[1], c.percussion[2]);
      if (hard) count(kFrictionCone, (tangential - c.friction * c.percussion[0]) / largest);
    }
    if (hard && report.converged && !report.scaled_back) count(kResidual, report.solver_residual / speed);
  }

  const World& world_;
  const rf_scene& scene_;
  const uint64_t seed_;
  const uint32_t index_;
  Tally& tally_;
  rf_contact contacts_[RF_MAX_CONTACTS];
};

void run_reversed(void*, rf_task_body body, void* work, uint32_t count) {
  for (uint32_t i = count; i > 0; --i) body(work, i - 1);
}

void run_in_two_threads(void*, rf_task_body body, void* work, uint32_t count) {
  std::thread other([&] {
    for (uint32_t i = 1; i < count; i += 2) body(work, i);
  });
  for (uint32_t i = 0; i < count; i += 2) body(work, i);
  other.join();
}

// Half of the worlds without tasks.
rf_tasks random_tasks(support::Random& random) {
  const uint32_t kind = random.below(8);
  const uint32_t grain = 1 + random.below(kRocksOfWorld);
  return {nullptr, kind < 4 ? nullptr : kind < 7 ? run_reversed : run_in_two_threads, grain};
}

}  // namespace

const char* check_name(uint32_t check) { return kChecks[check].name; }
double check_limit(uint32_t check) { return kChecks[check].limit; }

void Tally::count(Check check, double value, uint64_t world, uint32_t rock, uint64_t step) {
  ++checked[check];
  const bool holds = value <= kChecks[check].limit;  // not for NaN
  if (holds && value <= worst[check]) return;
  worst[check] = value > worst[check] || value != value ? value : worst[check];
  if (holds) return;
  ++violated[check];
  list({world, rock, step, check, value});
}

void Tally::merge(const Tally& other) {
  worlds += other.worlds;
  rocks += other.rocks;
  steps += other.steps;
  steps_by_many += other.steps_by_many;
  contact_steps += other.contact_steps;
  scaled_back += other.scaled_back;
  restitution_off += other.restitution_off;
  not_converged += other.not_converged;
  stopped_deep += other.stopped_deep;
  for (size_t i = 0; i < ends.size(); ++i) ends[i] += other.ends[i];
  for (size_t i = 0; i < kCheckCount; ++i) {
    checked[i] += other.checked[i];
    violated[i] += other.violated[i];
    const double more = other.worst[i];
    if (more > worst[i] || std::isnan(more)) worst[i] = more;
  }
  for (const Violation& violation : other.violations) list(violation);
}

void Tally::list(const Violation& violation) {
  size_t of_check = 0;
  for (const Violation& other : violations) {
    if (other.check != violation.check) continue;
    if (other.world == violation.world || ++of_check == kListedOfCheck) return;
  }
  violations.push_back(violation);
}

uint64_t Tally::violation_count() const {
  uint64_t sum = 0;
  for (const uint64_t count : violated) sum += count;
  return sum;
}

void run_world(uint64_t seed, uint32_t steps, Tally& tally) {
  const World world(seed);
  support::Random random(~seed);
  std::vector<Rock> rocks;
  for (uint32_t i = 0; i < kRocksOfWorld; ++i) rocks.emplace_back(world, seed, i, tally);
  std::vector<rf_state> many = world.starts();
  const rf_tasks tasks = random_tasks(random);
  uint32_t moving = kRocksOfWorld;
  for (uint32_t done = 0; done < steps && moving > 0;) {
    const uint32_t call = std::min(static_cast<uint32_t>(std::pow(kMostStepsByMany, random.uniform())), steps - done);
    done += call;
    const uint64_t steps_before = tally.steps;
    moving = 0;
    for (Rock& rock : rocks) {
      for (uint32_t k = 0; k < call && rock.state.end == RF_MOVING; ++k) rock.step();
      moving += rock.state.end == RF_MOVING;
    }
    rf_many_report report = {};
    const rf_status status =
        rf_step_many(&world.scene(), many.data(), kRocksOfWorld, call, tasks.run ? &tasks : nullptr, &report);
    tally.steps_by_many += report.rock_steps;
    const bool same_counts = report.rock_steps == tally.steps - steps_before && report.moving == moving;
    rocks[0].count(kSameCounts, status == RF_OK && same_counts ? 0 : 1);
    for (size_t i = 0; i < rocks.size(); ++i) {
      const bool same = std::memcmp(&rocks[i].state, &many[i], sizeof(rf_state)) == 0;
      rocks[i].count(kSameBits, status == RF_OK && same ? 0 : 1);
      many[i] = rocks[i].state;
    }
  }
  for (Rock& rock : rocks) rock.count_end();
  ++tally.worlds;
  tally.rocks += kRocksOfWorld;
}

}  // namespace soak
