// Parts of a campaign that were written by hand: their hash is right, but no campaign has their results.
#include "run/part_file.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "captured_output.h"
#include "common/bytes.h"
#include "run/value_counts.h"
#include "small_campaign.h"

namespace {

/** A part of five rocks with trajectories, crossings of a line, and passages over cells. */
struct HandWritten {
  HandWritten() : campaign(2) {
    campaign.plan.lines = sandbox::make_lines(campaign.scenario, campaign.built);
    campaign.options.rocks = 5;
    campaign.options.recorded_rocks = 2;
    result = run_rocks(campaign.built, campaign.options);
  }

  /** The message of a reader about these results after a change of them; empty if it accepts them. */
  std::string answer(const std::function<void(sandbox::RunResult&)>& change) const {
    sandbox::RunResult changed = result;
    change(changed);
    return answer_with(campaign.plan, changed);
  }
  std::string answer_with(const sandbox::HazardPlan& plan, const sandbox::RunResult& written) const {
    return refusal([&] {
      sandbox::PartReader(part_bytes({"{}", 1, 5}, written), "a.rfpart").result(plan, campaign.built.scene());
    });
  }

  CellCampaign campaign;
  sandbox::RunResult result;
};

}  // namespace

TEST_CASE("a part with a state that no rock of the scene can end with is refused") {
  const HandWritten part;
  CHECK(part.answer([](sandbox::RunResult&) {}).empty());
  const auto refused = [&](const std::function<void(rf_state&)>& change) {
    return says(part.answer([&](sandbox::RunResult& result) { change(result.ends[3]); }),
                "a.rfpart: the file is broken");
  };
  CHECK(refused([&](rf_state& state) { state.rock = part.campaign.built.scene().rock_count; }));
  CHECK(refused([](rf_state& state) { state.end = RF_MOVING; }));
  CHECK(refused([](rf_state& state) { state.end = RF_END_COUNT; }));
  CHECK(refused([](rf_state& state) { state.position[1] = std::nan(""); }));
}

TEST_CASE("a part with statistics, points or crossings that are no numbers, or of no rock class, is refused") {
  const HandWritten part;
  REQUIRE(!part.result.tracks[1].empty());
  REQUIRE(!part.result.hazard->crossings[0].empty());
  const auto refused = [&](const std::function<void(sandbox::RunResult&)>& change) {
    return says(part.answer(change), "a.rfpart: the file is broken");
  };
  CHECK(refused([](sandbox::RunResult& r) { r.rock_statistics[2].maximum[RF_VELOCITY] = std::nan(""); }));
  CHECK(refused([](sandbox::RunResult& r) { r.rock_statistics[2].start[0] = HUGE_VAL; }));
  CHECK(refused([](sandbox::RunResult& r) { r.tracks[1].back().position[2] = std::nan(""); }));
  CHECK(refused([](sandbox::RunResult& r) { r.hazard->crossings[0][0].rock_class = 1; }));
  CHECK(refused([](sandbox::RunResult& r) { r.hazard->crossings[0][0].top = std::nan(""); }));
  CHECK(refused([](sandbox::RunResult& r) { r.wall = std::nan(""); }));
}

TEST_CASE("a part with passages over cells outside of the raster is refused") {
  const HandWritten part;
  sandbox::HazardPlan small = part.campaign.plan;
  small.cells->rows = 1;
  CHECK(says(part.answer_with(small, part.result), "a.rfpart: the file is broken"));
}

TEST_CASE("values with another number than their count, out of order, or below zero are refused") {
  struct Bin {
    std::uint32_t key, count;
  };
  const auto read = [](std::uint64_t count, const std::vector<float>& values, const std::vector<Bin>& bins) {
    sandbox::ByteWriter out;
    out.put(count);
    out.put(0.0f);
    out.put(9.0f);
    out.put_all(values);
    out.put_all(bins);
    return refusal([&] {
      sandbox::ByteReader in(out.bytes(), "v");
      sandbox::ValueCounts::read(in);
    });
  };
  CHECK(read(2, {1, 3}, {}).empty());
  CHECK(read(7, {}, {{3, 5}, {4, 2}}).empty());
  CHECK(says(read(3, {1, 3}, {}), "v: the file is broken"));
  CHECK(says(read(2, {1, std::nanf("")}, {}), "v: the file is broken"));
  CHECK(says(read(2, {1, -3}, {}), "v: the file is broken"));
  CHECK(says(read(8, {}, {{3, 5}, {4, 2}}), "v: the file is broken"));
  CHECK(says(read(7, {}, {{4, 5}, {4, 2}}), "v: the file is broken"));
  CHECK(says(read(8, {1}, {{3, 5}, {4, 2}}), "v: the file is broken"));
}
