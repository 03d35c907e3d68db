// What the curves of the plots join, and what they leave out.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "live/made_recording.h"
#include "live/plot.h"

using namespace sandbox::live;

namespace {

Sample speed_at(double time, float value) {
  Sample sample;
  sample.time = time;
  sample.value[speed] = value;
  return sample;
}

/** Steps of 0.01 s from 0 to 1 s. */
std::vector<Sample> a_second() {
  std::vector<Sample> samples;
  for (int i = 0; i <= 100; ++i) samples.push_back(speed_at(0.01 * i, static_cast<float>(i)));
  return samples;
}

std::size_t gaps_in(const std::vector<Sample>& samples) {
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) gaps += samples[i].after_gap ? 1 : 0;
  return gaps;
}

/** Ends of the pieces that are joined by lines, s. */
std::vector<std::array<double, 2>> pieces_of(const std::vector<Sample>& samples, double from, double to, double pixel) {
  std::vector<std::array<double, 2>> pieces;
  for (const Span& span : spans_of(samples, speed, from, to, pixel)) {
    if (!span.joined) pieces.push_back({span.time, span.time});
    pieces.back()[1] = span.time;
  }
  return pieces;
}

/** A replay of 400 steps that was played to step 50 and then at step 300. */
struct Jumped {
  Jumped() : world(sandbox::samples::shapes_side_by_side()) {
    MadeRecording made;
    made.step(400);
    world.start_replay(made.end());
    world.advance(50);
    world.seek_recording(300);
    world.advance(20);
  }
  const std::vector<Sample>& samples() const { return world.variants()[0].series.samples(); }
  World world;
};

}  // namespace

TEST_CASE("a curve is one line from its least to its greatest value in every pixel") {
  const std::vector<Span> spans = spans_of(a_second(), speed, 0, 1, 0.095);
  REQUIRE(spans.size() == 11);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    CHECK(spans[i].joined == (i > 0));
    CHECK(spans[i].low == doctest::Approx(100 * spans[i].time));
    if (i < 10) CHECK(spans[i].high == doctest::Approx(100 * spans[i].time + 9));
  }
  // Of a part of the time one more span at either side, so that the lines reach the edges.
  const auto part = pieces_of(a_second(), 0.405, 0.595, 0.001);
  REQUIRE(part.size() == 1);
  CHECK(part[0][0] == doctest::Approx(0.40));
  CHECK(part[0][1] == doctest::Approx(0.59));
}

TEST_CASE("a curve is not joined across a time that was jumped over, however wide the pixels are") {
  std::vector<Sample> samples = a_second();
  for (int i = 0; i <= 100; ++i) samples.push_back(speed_at(4 + 0.01 * i, 0));
  samples[101].after_gap = true;
  for (const double pixel : {0.001, 0.03, 0.5}) {
    CAPTURE(pixel);
    const auto pieces = pieces_of(samples, 0, 5, pixel);
    REQUIRE(pieces.size() == 2);
    CHECK(pieces[0][0] == 0);
    CHECK(pieces[0][1] <= 1);
    CHECK(pieces[1][0] == 4);
    CHECK(pieces[1][1] > 4);
  }
}

TEST_CASE("a curve is not joined across values that are not known") {
  std::vector<Sample> samples = a_second();
  for (std::size_t i = 30; i < 60; ++i) samples[i].value[speed] = no_value;
  const auto pieces = pieces_of(samples, 0, 1, 0.001);
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0][1] == doctest::Approx(0.29));
  CHECK(pieces[1][0] == doctest::Approx(0.60));
}

TEST_CASE("a value under the mouse is not known where the time was jumped over") {
  std::vector<Sample> samples = a_second();
  samples.push_back(speed_at(4, 7));
  samples.back().after_gap = true;
  REQUIRE(known_at(samples, speed, 0.5) != nullptr);
  CHECK(known_at(samples, speed, 0.5)->value[speed] == 50);
  CHECK(known_at(samples, speed, 2.5) == nullptr);
  REQUIRE(known_at(samples, speed, 4) != nullptr);
  CHECK(known_at(samples, speed, 4)->value[speed] == 7);
  CHECK(known_at(samples, speed, 4.5) == nullptr);
  samples[50].value[speed] = no_value;
  CHECK(known_at(samples, speed, 0.5) == nullptr);
}

TEST_CASE("plots of a replay begin anew where it jumped, with the state of that moment") {
  const Jumped replay;
  const std::vector<Sample>& samples = replay.samples();
  CHECK(gaps_in(samples) == 1);
  REQUIRE(samples.size() == 50 + 1 + 20);
  CHECK(samples[49].time == doctest::Approx(0.1));
  CHECK(samples[50].after_gap);
  CHECK(samples[50].time == doctest::Approx(0.6));
  CHECK(samples[51].time == doctest::Approx(0.602));
  const auto pieces = pieces_of(samples, 0, 1, 0.003);
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0][1] <= 0.1001);
  CHECK(pieces[1][0] == doctest::Approx(0.6));
}

TEST_CASE("going back before a jump of a replay and playing on removes the gap") {
  Jumped replay;
  replay.world.seek_recording(20);
  replay.world.advance(300);
  CHECK(gaps_in(replay.samples()) == 0);
  CHECK_FALSE(replay.world.timeline().has_gap_until(320));
}

TEST_CASE("a jump in a replay to a step that was played leaves no gap") {
  Jumped replay;
  replay.world.seek_recording(310);
  replay.world.advance(20);
  CHECK(gaps_in(replay.samples()) == 1);
  CHECK(replay.samples().back().time == doctest::Approx(0.66));
}

TEST_CASE("the plots of a rock that is watched later have the gap of a jump as well") {
  Jumped replay;
  replay.world.watch(1);
  CHECK(gaps_in(replay.samples()) == 1);
  for (std::size_t i = 1; i < replay.samples().size(); ++i) {
    const bool far = replay.samples()[i].time - replay.samples()[i - 1].time > 0.1;
    CHECK(replay.samples()[i].after_gap == far);
  }
  CHECK_FALSE(replay.world.timeline().has_gap_until(290));
  CHECK(replay.world.timeline().has_gap_until(300));
}

TEST_CASE("a timeline that removes the first moment after a jump keeps the gap") {
  Timeline timeline;
  for (std::uint64_t i = 0; i < 400; ++i) {
    Moment moment;
    moment.step = (i < 21 ? i : i + 100) * 10;
    moment.after_gap = i == 21;
    moment.states = {std::vector<rf_state>(6000)};
    timeline.add(std::move(moment));
  }
  REQUIRE(timeline.interval() > 10);
  CHECK_FALSE(timeline.has_gap_until(1200));
  CHECK(timeline.has_gap_until(4000));
  std::size_t gaps = 0;
  for (const Moment& moment : timeline.moments()) gaps += moment.after_gap ? 1 : 0;
  CHECK(gaps == 1);
}
