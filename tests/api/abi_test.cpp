#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cstring>
#include <string>

namespace {

// Calls an rf_init function for a client whose struct has `size` bytes; true if no byte beyond them is written.
template <class Struct>
bool stays_inside(rf_status (*init)(Struct*, size_t), size_t size, rf_status expected) {
  struct Block {
    Struct value;
    unsigned char after[64];
  } block;
  std::memset(static_cast<void*>(&block), 0xAB, sizeof block);
  if (init(&block.value, size) != expected) return false;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&block);
  for (size_t i = size; i < sizeof block; ++i) {
    if (bytes[i] != 0xAB) return false;
  }
  return true;
}

template <class Struct>
void check_sizes(const char* name, rf_status (*init)(Struct*, size_t)) {
  CAPTURE(name);
  CHECK(init(nullptr, sizeof(Struct)) == RF_NULL_ARGUMENT);
  CHECK(stays_inside<Struct>(init, sizeof(Struct), RF_OK));
  for (size_t less = 1; less <= sizeof(Struct); less += 3) {
    CHECK(stays_inside<Struct>(init, sizeof(Struct) - less, RF_BAD_DEF));
  }
  CHECK(stays_inside<Struct>(init, sizeof(Struct) + 8, RF_BAD_DEF));
  CHECK(rf_struct_size(name) == sizeof(Struct));
}

}  // namespace

TEST_CASE("defaults never write more bytes than the struct of the client has") {
  check_sizes("rf_rock_def", rf_init_rock_def);
  check_sizes("rf_shape_def", rf_init_shape_def);
  check_sizes("rf_ground", rf_init_ground);
  check_sizes("rf_terrain", rf_init_terrain);
  check_sizes("rf_grid", rf_init_grid);
  check_sizes("rf_plane", rf_init_plane);
  check_sizes("rf_roughness", rf_init_roughness);
  check_sizes("rf_settings", rf_init_settings);
  check_sizes("rf_scene", rf_init_scene);
  check_sizes("rf_state", rf_init_state);
  check_sizes("rf_release", rf_init_release);
  check_sizes("rf_body", rf_init_body);
  check_sizes("rf_recording_def", rf_init_recording_def);
  check_sizes("rf_replay", rf_init_replay);
  check_sizes("rf_events", rf_init_events);
  check_sizes("rf_observation", rf_init_observation);
  check_sizes("rf_render_def", rf_init_render_def);
  check_sizes("rf_rock_mesh", rf_init_rock_mesh);
  check_sizes("rf_height_field", rf_init_height_field);
  check_sizes("rf_terrain_bounds", rf_init_terrain_bounds);
}

TEST_CASE("settings of a client with a shorter struct are refused by the check of the settings") {
  rf_settings settings = rf_default_settings();
  CHECK(rf_settings_check(&settings, nullptr) == RF_OK);
  CHECK(rf_init_settings(&settings, sizeof settings - 8) == RF_BAD_DEF);
  CHECK(settings.time_step == 0.002);
  rf_error error;
  CHECK(rf_settings_check(&settings, &error) == RF_BAD_DEF);
  CHECK(std::string(error.text).find("settings") != std::string::npos);
}

TEST_CASE("the layout hash of the library is accepted and every other one is refused with a text") {
  rf_error error;
  CHECK(rf_check_abi(rf_layout_hash(), &error) == RF_OK);
  CHECK(error.text[0] == '\0');
  CHECK(rf_check_abi(rf_layout_hash() ^ 1, &error) == RF_BAD_DEF);
  CHECK(std::string(error.text).find("layout_hash") != std::string::npos);
  CHECK(rf_check_abi(0, nullptr) == RF_BAD_DEF);
}

TEST_CASE("the size of an unknown struct is 0") {
  CHECK(rf_struct_size("rf_weather") == 0);
  CHECK(rf_struct_size(nullptr) == 0);
}
