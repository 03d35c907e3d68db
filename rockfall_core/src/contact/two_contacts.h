// Percussions of two contacts as templates, for double and SIMD lanes. Each of them opens, sticks or slips; every
// combination has a closed form, but for a scalar root where one slips and for two angles where both do.
#pragma once

#include "contact/pair_slipping.h"
#include "contact/pair_sticking.h"

namespace rockfall {

/// Estimate without the coupling of the directions: the contact slips or opens. Where both do, one rarely sticks.
template <class Condition, class Real>
Condition seems_to_slide(const PairedContact<Real>& contact) {
  const auto& g = contact.g.at;
  const VectorOf<Real>& c = contact.c;
  const Real bound = -0.5 * contact.friction * (g[1][1] + g[2][2]) * c[0], squared = c[1] * c[1] + c[2] * c[2];
  const Condition opens = c[0] >= 0.0, slips = g[0][0] * g[0][0] * squared > bound * bound;
  return opens | slips;
}

/// Percussions with which the first contact opens.
/// @param solve_one  (g, friction, c, skipped) -> percussion of a single contact
template <class Condition, class Real, class SolveOne>
PairPercussions<Condition, Real> with_first_open(const ContactPair<Real>& pair, const Condition& skipped,
                                                 const SolveOne& solve_one) {
  const Real zero = constant_like(pair.first.friction, 0.0);
  PairPercussions<Condition, Real> p;
  p.first = {{zero, zero, zero}};
  p.second = solve_one(pair.second.g, pair.second.friction, pair.second.c, skipped);
  const Condition opens = pair.first.c[0] + product(pair.between, p.second)[0] >= 0.0, pressed = p.second[0] > 0.0;
  p.found = opens & pressed;
  return p;
}

/// Percussions of two contacts, where they are found. Unless both seem to slide, the contact that closes faster is
/// assumed to stick first, and in impacts the slower one next; then both to slip, the slower one to open, and at last
/// the slower one to stick.
/// @param impact     where restitution acts
/// @param skipped    where no solution is needed
/// @param tolerance  of xi, relative to the speeds without percussions
/// @param solve_one  see with_first_open
template <class Condition, class Real, class SolveOne>
PairPercussions<Condition, Real> solve_contact_pair(const ContactPair<Real>& pair, const Condition& impact,
                                                    const Condition& skipped, double tolerance,
                                                    const SolveOne& solve_one) {
  const Condition turned = pair.first.c[0] < pair.second.c[0];
  const ContactPair<Real> ordered = {
      select_contact(turned, pair.second, pair.first), select_contact(turned, pair.first, pair.second),
      select(turned, pair.back, pair.between), select(turned, pair.between, pair.back), pair.symmetric};
  const Condition first_slides = seems_to_slide<Condition>(ordered.first),
                  second_slides = seems_to_slide<Condition>(ordered.second), slide = first_slides & second_slides;
  const Condition never = skipped & opposite(skipped);
  const Real zero = constant_like(pair.first.friction, 0.0);
  const VectorOf<Real> none = {{zero, zero, zero}};
  PairPercussions<Condition, Real> p = {never, none, none};
  const auto attempt = [&](const Condition& left_out, const auto& solution) {
    const Condition skip = skipped | p.found | left_out;
    if (all_set(skip)) return;
    const PairPercussions<Condition, Real> q = solution(skip);
    const Condition found = q.found & opposite(skip);
    replace(found, q.first, p.first);
    replace(found, q.second, p.second);
    p.found = p.found | found;
  };
  const auto slower_sticks = [&](const Condition& skip) {
    const auto q = with_second_sticking<Condition>(exchanged(ordered), skip, tolerance);
    return PairPercussions<Condition, Real>{q.found, q.second, q.first};
  };
  attempt(slide, [&](const Condition& skip) { return with_second_sticking<Condition>(ordered, skip, tolerance); });
  attempt(slide | opposite(impact), slower_sticks);
  attempt(never, [&](const Condition& skip) { return with_both_slipping<Condition>(ordered, skip, tolerance); });
  attempt(never, [&](const Condition& skip) { return with_first_open<Condition>(ordered, skip, solve_one); });
  attempt(opposite(slide | opposite(impact)), slower_sticks);
  return {p.found, select(turned, p.second, p.first), select(turned, p.first, p.second)};
}

}  // namespace rockfall
