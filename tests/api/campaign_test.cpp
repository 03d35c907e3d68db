#include <rockfall/campaign.h>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

const double kSquare[8] = {1, 1, 3, 1, 3, 3, 1, 3};

struct Campaign : OnGrid {
  Campaign() : OnGrid(box_rock(1, 1, 1), 5, 5, 1), release(rf_default_release()) {
    release.points = kSquare;
    release.point_count = 1;
  }
  void refuse(rf_status status, const char* field) {
    rf_state state = rf_default_state();
    const rf_state before = state;
    rf_error error = stale_error();
    check_refusal(rf_release_state(&scene, &release, 0, &state, &error), error, status, field);
    CHECK(same_bits(before, state));
  }
  rf_release release;
};

}  // namespace

TEST_CASE("random numbers are not written where an argument is null") {
  rf_random_pair(1, 2, 3, nullptr);
  rf_random_orientation(1, 2, 3, nullptr);
  const uint32_t counter[4] = {1, 2, 3, 4}, key[2] = {5, 6};
  uint32_t out[4] = {7, 7, 7, 7};
  rf_random_block(nullptr, key, out);
  rf_random_block(counter, nullptr, out);
  rf_random_block(counter, key, nullptr);
  for (const uint32_t word : out) CHECK(word == 7);
  rf_random_block(counter, key, out);
  CHECK(out[0] != 7);
}

TEST_CASE("the default release is valid once its point is set") {
  Campaign c;
  rf_state state;
  rf_error error = stale_error();
  check_success(rf_release_state(&c.scene, &c.release, 0, &state, &error), error);
  CHECK(rf_state_check(&c.scene, &state, nullptr) == RF_OK);
  c.release.points = nullptr;
  c.refuse(RF_NULL_ARGUMENT, "release.points");
}

TEST_CASE("a release out of range is refused and the text names the member") {
  rf_error error = stale_error();
  rf_state state;
  {
    Campaign c;
    check_refusal(rf_release_state(nullptr, &c.release, 0, &state, &error), error, RF_NULL_ARGUMENT, "scene");
    check_refusal(rf_release_state(&c.scene, nullptr, 0, &state, &error), error, RF_NULL_ARGUMENT, "release");
    check_refusal(rf_release_state(&c.scene, &c.release, 0, nullptr, &error), error, RF_NULL_ARGUMENT, "state");
    c.release.struct_size = 0;
    c.refuse(RF_BAD_DEF, "release");
  }
  for (const int32_t kind : {-1, 3}) {
    Campaign c;
    c.release.kind = kind;
    c.refuse(RF_BAD_VALUE, "release.kind");
  }
  const uint32_t least[3] = {1, 2, 3};
  for (int32_t kind = 0; kind < 3; ++kind) {
    Campaign c;
    c.release.kind = kind;
    c.release.point_count = least[kind] - 1;
    c.refuse(RF_BAD_VALUE, "release.point_count");
    c.release.point_count = least[kind];
    CHECK(rf_release_state(&c.scene, &c.release, 0, &state, nullptr) == RF_OK);
  }
  for (const double bad : {kNaN, kInfinity, -1.0}) {
    Campaign c;
    c.release.height_min = bad;
    c.refuse(RF_BAD_VALUE, "release.height_min");
    c.release.height_min = 0.5;
    c.release.height_max = bad;
    c.refuse(RF_BAD_VALUE, "release.height_max");
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    Campaign c;
    c.release.velocity[1] = bad;
    c.refuse(RF_BAD_VALUE, "release.velocity[1]");
    c.release.velocity[1] = 0;
    c.release.angular_velocity[2] = bad;
    c.refuse(RF_BAD_VALUE, "release.angular_velocity[2]");
    c.release.angular_velocity[2] = 0;
    c.release.orientation[3] = bad;
    c.refuse(RF_BAD_VALUE, "release.orientation[3]");
    c.release.orientation[3] = 0;
    double points[6] = {1, 1, 2, 2, 3, bad};
    c.release.kind = RF_RELEASE_LINE;
    c.release.points = points;
    c.release.point_count = 3;
    c.refuse(RF_BAD_VALUE, "release.points[5]");
  }
}

TEST_CASE("a release with shape indices out of range is refused") {
  Campaign c;
  c.release.rock_count = 0;
  c.refuse(RF_BAD_VALUE, "rock_count");
  c.release.rock_count = 2;
  c.refuse(RF_BAD_VALUE, "rock_count");
  c.release.rock_count = 1;
  c.release.rock_first = 1;
  c.refuse(RF_BAD_VALUE, "rock_first");
  c.release.rock_first = 0xffffffffu;
  c.refuse(RF_BAD_VALUE, "rock_first");
}

TEST_CASE("an orientation of no or of enormous length is refused only if it is used") {
  Campaign c;
  c.release.orientation[0] = 0;
  rf_state state;
  CHECK(rf_release_state(&c.scene, &c.release, 0, &state, nullptr) == RF_OK);
  c.release.random_orientation = 0;
  c.refuse(RF_BAD_VALUE, "release.orientation");
  c.release.orientation[2] = 1e200;
  c.refuse(RF_BAD_VALUE, "release.orientation");
  c.release.orientation[2] = 3;  // normalised by the call
  CHECK(rf_release_state(&c.scene, &c.release, 0, &state, nullptr) == RF_OK);
  CHECK(state.orientation[2] == 1);
}

TEST_CASE("a release outside the terrain is refused with the position in the text") {
  Campaign c;
  const double outside[2] = {17.25, 1};
  c.release.points = outside;
  c.refuse(RF_BAD_VALUE, "17.25");
  c.release.points = kSquare;
  for (double& z : c.heights) z = kNaN;
  c.at(4, 4) = 0;
  c.refuse(RF_BAD_VALUE, "ground");
}

TEST_CASE("rf_measure, rf_step_with_statistics and rf_summarise refuse null pointers and empty campaigns") {
  Campaign c;
  rf_state state = rf_default_state();
  state.position[0] = state.position[1] = 2;
  state.position[2] = 7;
  double quantity[RF_QUANTITY_COUNT];
  CHECK(rf_measure(&c.scene, &state, quantity) == RF_OK);
  CHECK(quantity[RF_JUMP_HEIGHT] == 7);
  CHECK(rf_measure(nullptr, &state, quantity) == RF_NULL_ARGUMENT);
  CHECK(rf_measure(&c.scene, nullptr, quantity) == RF_NULL_ARGUMENT);
  CHECK(rf_measure(&c.scene, &state, nullptr) == RF_NULL_ARGUMENT);
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  CHECK(statistics.start[2] == 7);
  CHECK(statistics.time == 0);
  CHECK(rf_default_rock_statistics(nullptr).start[0] == 0);
  CHECK(rf_step_with_statistics(&c.scene, &state, nullptr, nullptr) == RF_NULL_ARGUMENT);
  CHECK(rf_step_with_statistics(nullptr, &state, &statistics, nullptr) == RF_NULL_ARGUMENT);
  CHECK(rf_step_with_statistics(&c.scene, nullptr, &statistics, nullptr) == RF_NULL_ARGUMENT);
  rf_campaign_summary summary;
  CHECK(rf_summarise(nullptr, 1, &summary) == RF_NULL_ARGUMENT);
  CHECK(rf_summarise(&statistics, 1, nullptr) == RF_NULL_ARGUMENT);
  CHECK(rf_summarise(&statistics, 0, &summary) == RF_BAD_VALUE);
  state.rock = 4;
  CHECK(rf_measure(&c.scene, &state, quantity) == RF_BAD_VALUE);
  CHECK(rf_step_with_statistics(&c.scene, &state, &statistics, nullptr) == RF_BAD_VALUE);
}
