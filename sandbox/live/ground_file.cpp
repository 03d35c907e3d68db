#include "live/ground_file.h"

#include "common/text.h"
#include "scenario/scenario.h"

namespace sandbox::live {

std::string ground_text(const rf_ground& ground) {
  std::string text = "[ground]\n";
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    text += std::string(rf_ground_field_name(field)) + " = " + format_number(ground_member(ground, field), 17) + "\n";
  }
  return text;
}

std::optional<rf_ground> read_ground(const std::filesystem::path& file) {
  const std::string content = read_text(file), text(without_byte_order_mark(content));
  if (text.find("[ground]") == std::string::npos || text.find("[terrain]") != std::string::npos) return std::nullopt;
  // The table is read as part of a small scenario, at its beginning, so that lines in messages are those of the file.
  const std::string scenario =
      "\n[scenario]\nname = \"ground\"\n[terrain]\nkind = \"plane\"\nslope_deg = 0.0\n[[rock]]\nname = \"box\"\n"
      "shape = \"box\"\n[release]\nkind = \"point\"\npoints = [[0.0, 0.0]]\n[run]\nrocks = 1\n";
  return parse_scenario(text + scenario, file).ground.ground;
}

}  // namespace sandbox::live
