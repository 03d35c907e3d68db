// What is known of a rock: gaps instead of zeros, sums that do not restart, sizes as they are.
#include <doctest/doctest.h>

#include <cmath>

#include "live/pacer.h"
#include "live/plot.h"
#include "live/readable.h"
#include "live/rock_size.h"
#include "samples/samples.h"
#include "scenario/shapes.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("before a rock was watched its percussions are gaps, not zeros") {
  World world(samples::find("ramp").make());
  world.advance(500);
  world.watch(7);
  std::size_t gaps = 0;
  for (const Sample& sample : world.variants()[0].series.samples()) {
    for (const Quantity unknown : {friction, percussion, sweeps}) gaps += std::isnan(sample.value[unknown]) ? 1 : 0;
    CHECK_FALSE(std::isnan(sample.value[kinetic]));
  }
  CHECK(gaps == 3 * world.variants()[0].series.samples().size());
  CHECK(std::isinf(world.variants()[0].series.measured_since()));
  world.advance(100);
  CHECK(world.variants()[0].series.measured_since() == doctest::Approx(1.002));
}

TEST_CASE("the values of a rock are kept while another one is watched") {
  World world(samples::find("ramp").make());
  world.advance(500);
  const std::vector<Sample> first = world.variants()[0].series.samples();
  REQUIRE(first.size() == 500);
  world.watch(3);
  world.advance(200);
  world.watch(0);
  const std::vector<Sample>& again = world.variants()[0].series.samples();
  REQUIRE(again.size() > 510);
  for (std::size_t i = 0; i < 500; ++i) {
    const Sample& now = again[i + 1];  // the first moment is the start
    CHECK(now.time == first[i].time);
    CHECK(now.value[percussion] == first[i].value[percussion]);
  }
  CHECK(std::isnan(again.back().value[sweeps]));
  world.advance(10);
  CHECK(world.variants()[0].series.samples().back().value[sweeps] >= 0);
}

TEST_CASE("the energy ledger of every rock counts from its start, also when it is watched later") {
  World world(samples::find("ramp").make());
  const double before = rf_kinetic_energy(&world.variants()[0].scene, &world.variants()[0].states[5]);
  world.advance(800);
  world.watch(5);
  const LedgerSum& sum = world.variants()[0].ledgers[5];
  CHECK(sum.since == 0);
  const double now = rf_kinetic_energy(&world.variants()[0].scene, &world.variants()[0].states[5]);
  CHECK(sum.kinetic_change == doctest::Approx(now - before));
  CHECK(sum.contact_work < 0);
  const double none[3] = {0, 0, 0};
  const std::uint32_t released = world.release(20, 0, 2, none, 0);
  CHECK(world.variants()[0].ledgers[released].since == doctest::Approx(1.6));
}

TEST_CASE("the size of a rock is the one it has after it was scaled to its mass") {
  const Setup setup = samples::find("mountain").make();
  const World world(setup);
  const std::array<double, 3> size = size_of_rock(world.rock_spec(0), world.built().rock(0));
  CHECK(size[0] == doctest::Approx(0.94).epsilon(0.01));
  CHECK(size[1] == doctest::Approx(0.94).epsilon(0.01));
  CHECK(size[2] == doctest::Approx(0.47).epsilon(0.01));
  // Setting one size to what is shown changes nothing.
  RockSpec same = world.rock_spec(0);
  same.size = size;
  CHECK(cook_rock(same)->volume == doctest::Approx(world.built().rock(0)->volume));
}

TEST_CASE("the pace that was reached and the pictures per second are measured") {
  Pacer pacer;
  for (int i = 0; i < 20; ++i) pacer.note_picture(0.05, 0.015);
  CHECK(pacer.reached_scale() == doctest::Approx(0.3));
  CHECK(pacer.pictures_per_second() == doctest::Approx(20));
}

TEST_CASE("an axis is not scaled to rounding errors and has round ticks") {
  const AxisRange energy = axis_range_for(123456.001, 123456.002, 1e-3, 4);
  CHECK(energy.high - energy.low > 10);
  const AxisRange axis = axis_range_for(0, 8.3, 0.01, 4);
  CHECK(axis.low == 0);
  CHECK(axis.high >= 8.3);
  CHECK((axis.tick == 2 || axis.tick == 5));
  CHECK(axis_range_for(5e-14, 8e-14, 0.01, 4).high >= 0.005);
  CHECK(axis_range_for(1, -1, 0.5, 4).high == 0.5);  // no value at all
}

TEST_CASE("numbers of the panels show no rounding noise and no exponent") {
  CHECK(readable(3e-15, 1e-6) == "0");
  CHECK(readable(10831.2, 1e-6) == "10800");
  CHECK(readable(1.6123, 1e-6) == "1.61");
  CHECK(readable(999.7, 0) == "1000");
  CHECK(with_prefix(1.06e7, "J", 1e-5) == "10.6 MJ");
  CHECK(with_prefix(-2.91e-11, "J", 1e-5) == "0 J");
  CHECK(with_prefix(380, "J", 1e-5) == "380 J");
  CHECK(with_prefix(999.9, "J", 1e-5) == "1 kJ");
  CHECK(six_digits(15558123.4, "J") == "15.5581 MJ");
  CHECK(six_digits(-456.789012, "J") == "-456.789 J");
  CHECK(tick_text(5000) == "5000");
  CHECK(tick_text(50000) == "50k");
  CHECK(tick_text(-1.5e6) == "-1.5M");
  CHECK(tick_text(0.005) == "0.005");
}

TEST_CASE("the values of a plot as text leave unknown ones empty") {
  World world(samples::find("ramp").make());
  world.advance(20);
  world.watch(1);
  world.advance(3);
  const std::string text = csv(all_plots()[7], world);
  CHECK(text.rfind("time_s,percussion_N s\n0,\n", 0) == 0);
  CHECK(text.find("0.046,") != std::string::npos);
}
