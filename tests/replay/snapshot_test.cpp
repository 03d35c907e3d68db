#include "bits.h"

using namespace determinism;

namespace {

std::vector<unsigned char> snapshot_of(const std::vector<rf_state>& states) {
  std::vector<unsigned char> memory(rf_snapshot_bytes(static_cast<uint32_t>(states.size())));
  REQUIRE(rf_snapshot_write(states.data(), static_cast<uint32_t>(states.size()), memory.data(), memory.size(),
                            nullptr) == RF_OK);
  return memory;
}

rf_status restore(const std::vector<unsigned char>& memory, size_t bytes, std::vector<rf_state>& states,
                  rf_error* error = nullptr) {
  uint32_t count;
  return rf_snapshot_restore(memory.data(), bytes, states.data(), static_cast<uint32_t>(states.size()), &count, error);
}

}  // namespace

TEST_CASE("a run continued from a snapshot has the bits of an uninterrupted run in every scene") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    World world;
    scene.build(world);
    step_all(world.scene, world.states, scene.steps / 3);
    const std::vector<unsigned char> memory = snapshot_of(world.states);
    std::vector<rf_state> again(world.states.size(), rf_default_state());
    REQUIRE(restore(memory, memory.size(), again) == RF_OK);
    CHECK(same_bits(again, world.states));
    step_all(world.scene, world.states, 300);
    step_all(world.scene, again, 300);
    CHECK(same_bits(again, world.states));
  }
}

TEST_CASE("a snapshot truncated at any byte is refused and restores nothing") {
  World world;
  build(world, "resting");
  const std::vector<unsigned char> memory = snapshot_of(world.states);
  std::vector<rf_state> states(2, rf_default_state());
  const std::vector<rf_state> before = states;
  for (size_t bytes = 0; bytes < memory.size(); ++bytes) {
    // A block of exactly this size lets the sanitizer detect reads beyond it.
    const std::vector<unsigned char> cut(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(bytes));
    const std::vector<unsigned char>& block = bytes == 0 ? memory : cut;
    CHECK(restore(block, bytes, states) == RF_TRUNCATED);
  }
  CHECK(same_bits(states, before));
}

TEST_CASE("a snapshot with any bit changed is refused") {
  World world;
  build(world, "resting");
  std::vector<unsigned char> memory = snapshot_of(world.states);
  std::vector<rf_state> states(2, rf_default_state());
  int restored = 0;
  for (size_t bit = 0; bit < 8 * memory.size(); ++bit) {
    memory[bit / 8] = static_cast<unsigned char>(memory[bit / 8] ^ (1u << bit % 8));
    restored += restore(memory, memory.size(), states) == RF_OK;
    memory[bit / 8] = static_cast<unsigned char>(memory[bit / 8] ^ (1u << bit % 8));
  }
  CHECK(restored == 0);
  CHECK(restore(memory, memory.size(), states) == RF_OK);
}

TEST_CASE("refused snapshots return the reason") {
  World world;
  build(world, "resting");
  const std::vector<unsigned char> memory = snapshot_of(world.states);
  std::vector<rf_state> states(2, rf_default_state());
  rf_error error;
  std::vector<unsigned char> other = memory;
  other[8] = 99;
  CHECK(restore(other, other.size(), states, &error) == RF_WRONG_VERSION);
  CHECK(std::string(error.text) == "the snapshot has format version 99, this library reads 1");
  other = memory;
  other[16] ^= 1;  // members of rf_state
  CHECK(restore(other, other.size(), states, &error) == RF_WRONG_VERSION);
  other = memory;
  other[0] = 'X';
  CHECK(restore(other, other.size(), states, &error) == RF_CORRUPTED);
  other = memory;
  other[60] ^= 1;
  CHECK(restore(other, other.size(), states, &error) == RF_CORRUPTED);
  CHECK(std::string(error.text).find("altered") != std::string::npos);
  other = memory;
  other.push_back(0);
  CHECK(restore(other, other.size(), states, &error) == RF_CORRUPTED);
  other = memory;
  other[24] = other[25] = other[26] = other[27] = 0xFF;  // 4294967295 rocks
  CHECK(restore(other, other.size(), states, &error) == RF_TRUNCATED);
  states.resize(1);
  CHECK(restore(memory, memory.size(), states, &error) == RF_MEMORY_TOO_SMALL);
  CHECK(std::string(error.text).find("capacity") != std::string::npos);
}

TEST_CASE("a snapshot has the documented size, describes its contents and needs no alignment") {
  CHECK(rf_snapshot_bytes(0) == 40);
  CHECK(rf_snapshot_bytes(10) == 40 + 10 * (rf_snapshot_bytes(1) - 40));
  std::vector<rf_state> states(3, rf_default_state());
  states[2].step = 77;
  std::vector<unsigned char> memory(rf_snapshot_bytes(3) + 1);
  rf_error error;
  CHECK(rf_snapshot_write(states.data(), 3, memory.data() + 1, memory.size() - 2, &error) == RF_MEMORY_TOO_SMALL);
  REQUIRE(rf_snapshot_write(states.data(), 3, memory.data() + 1, memory.size() - 1, &error) == RF_OK);
  rf_snapshot_info info;
  REQUIRE(rf_snapshot_check(memory.data() + 1, memory.size() - 1, &info, &error) == RF_OK);
  CHECK(info.version == RF_SNAPSHOT_VERSION);
  CHECK(info.library_version == rf_version());
  CHECK(info.count == 3);
  CHECK(rf_snapshot_write(nullptr, 3, memory.data(), memory.size(), &error) == RF_NULL_ARGUMENT);
  CHECK(rf_snapshot_write(states.data(), 3, nullptr, 1000, &error) == RF_NULL_ARGUMENT);
  CHECK(rf_snapshot_check(nullptr, 0, &info, &error) == RF_NULL_ARGUMENT);
}

TEST_CASE("the check of a snapshot writes its header on success only, and needs no place for it") {
  const rf_state state = rf_default_state();
  std::vector<unsigned char> memory(rf_snapshot_bytes(1));
  REQUIRE(rf_snapshot_write(&state, 1, memory.data(), memory.size(), nullptr) == RF_OK);
  CHECK(rf_snapshot_check(memory.data(), memory.size(), nullptr, nullptr) == RF_OK);
  memory[40] ^= 1;
  rf_snapshot_info info = {7, 8, 9};
  CHECK(rf_snapshot_check(memory.data(), memory.size(), &info, nullptr) == RF_CORRUPTED);
  CHECK(rf_snapshot_check(memory.data(), 12, &info, nullptr) == RF_TRUNCATED);
  CHECK(rf_snapshot_check(memory.data(), memory.size(), nullptr, nullptr) == RF_CORRUPTED);
  CHECK(info.version == 7);
  CHECK(info.library_version == 8);
  CHECK(info.count == 9);
}
