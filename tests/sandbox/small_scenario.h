// A small valid scenario, to be changed by tests.
#ifndef ROCKFALL_TESTS_SANDBOX_SMALL_SCENARIO_H
#define ROCKFALL_TESTS_SANDBOX_SMALL_SCENARIO_H

#include <string>

#include "scenario/scene_builder.h"
#include "temporary.h"

inline const std::string good_terrain = "kind = \"ramp\"\nslope_deg = 40\nslope_length = 30.0\n";

inline const std::string good = "[terrain]\n" + good_terrain +
                                "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n"
                                "[ground]\npreset = \"medium\"\n"
                                "[release]\nkind = \"point\"\npoints = [0.0, 0.0]\n";

/** The message with which the scene of a scenario is refused. */
inline std::string refused_scenario(const std::string& content) {
  const Temporary temporary;
  const auto file = temporary.write("s.toml", content);
  return refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
}

/** `good` with one part replaced. */
inline std::string with(const std::string& line, const std::string& other) {
  std::string text = good;
  text.replace(text.find(line), line.size(), other);
  return text;
}

/** `good` with another terrain and other coordinates of its start. */
inline std::string with_terrain(const std::string& terrain, const std::string& start = "[0.0, 0.0]") {
  std::string text = with("[0.0, 0.0]", start);
  text.replace(text.find(good_terrain), good_terrain.size(), terrain);
  return text;
}

#endif
