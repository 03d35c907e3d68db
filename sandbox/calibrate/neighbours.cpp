#include "calibrate/neighbours.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbox::calibrate {
namespace {

/** Coordinates at which each parameter is evaluated. */
constexpr std::array<double, 5> profile_places = {0, 0.25, 0.5, 0.75, 1};

std::size_t number_made(const Neighbours& neighbours) {
  return (neighbours.other_seed.empty() ? 0 : 1) + neighbours.profiles.size();
}

/** A profile point by its number. */
Point profile_point(const Point& centre, std::size_t number) {
  Point point = centre;
  point[number / profile_places.size()] = profile_places[number % profile_places.size()];
  return point;
}

/** Means with the seed after that of the run. @return steps of rocks */
std::uint64_t evaluate_other_seed(const Scenario& scenario, BuiltScene& built, const Observations& observed,
                                  RunOptions run, Neighbours& neighbours) {
  ++run.seed;
  Simulation simulation(scenario, built, observed, run);
  neighbours.other_seed = *simulation.means(neighbours.centre);
  return simulation.rock_steps();
}

}  // namespace

std::size_t neighbour_count(std::size_t parameters) { return 1 + profile_places.size() * parameters; }

Neighbours known_neighbours(const Evaluations& evaluations) {
  const Neighbours& former = evaluations.neighbours();
  Neighbours known;
  known.centre = evaluations.all()[evaluations.best()].point;
  if (former.centre != known.centre || former.other_seed.empty()) return known;
  known.other_seed = former.other_seed;
  for (std::size_t i = 0; i < former.profiles.size() && 1 + i < neighbour_count(known.centre.size()); ++i) {
    if (former.profiles[i].point != profile_point(known.centre, i)) break;
    known.profiles.push_back(former.profiles[i]);
  }
  return known;
}

std::size_t missing_neighbours(const Evaluations& evaluations) {
  const Neighbours known = known_neighbours(evaluations);
  return neighbour_count(known.centre.size()) - number_made(known);
}

std::uint64_t make_neighbours(const Scenario& scenario, BuiltScene& built, const Observations& observed,
                              const RunOptions& run, Simulation& simulation, Evaluations& evaluations, Work& work) {
  Neighbours neighbours = known_neighbours(evaluations);
  const std::size_t count = neighbour_count(neighbours.centre.size());
  std::uint64_t steps = 0;
  while (number_made(neighbours) < count && work.time.leaves_room(0)) {
    if (neighbours.other_seed.empty()) {
      steps += evaluate_other_seed(scenario, built, observed, run, neighbours);
    } else {
      const Point point = profile_point(neighbours.centre, neighbours.profiles.size());
      neighbours.profiles.push_back(evaluate(scenario, observed, point, simulation));
    }
    work.time.evaluated();
    evaluations.keep(neighbours);
    const std::size_t made = number_made(neighbours);
    work.progress.show_neighbours(made, count, std::min(work.time.of(count - made), work.time.left()));
  }
  work.progress.finish();
  return steps;
}

}  // namespace sandbox::calibrate
