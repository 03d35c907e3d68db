#include "scenario/scenario_terrain.h"

#include <string>

#include "common/error.h"
#include "io/crs.h"

namespace sandbox {
TerrainSpec read_terrain(TomlTable table, const std::filesystem::path& scenario) {
  TerrainSpec spec;
  spec.crs = table.text("crs", "");
  if (!spec.crs.empty()) {
    spec.crs_place = table.place("crs");
    try {
      crs_from_text(spec.crs);
    } catch (const InputError& error) {
      table.fail("crs", error.what());
    }
  }
  spec.reproject = table.boolean("reproject", false);
  const std::string kind = table.choice("kind", table.has("file") ? "file" : "", {"file", "ramp", "plane"});
  if (kind != "file") table.refuse({"file", "z_scale", "nodata"}, "kind = \"file\"");
  if (kind != "ramp") {
    table.refuse({"slope_length", "head_length", "flat_length", "width", "cell", "roughness", "seed"},
                 "kind = \"ramp\"");
  }
  if (kind == "file") {
    spec.kind = TerrainSpec::Kind::file;
    spec.file = table.need_file("file", scenario);
    table.refuse({"slope_deg"}, "kind = \"ramp\" or \"plane\"");
    if (table.has("z_scale")) spec.z_scale = table.need_number("z_scale", positive);
    if (table.has("nodata")) spec.nodata = table.need_number("nodata");
  } else {
    spec.slope_deg = table.need_number("slope_deg", {0, 85});
    spec.kind = kind == "plane" ? TerrainSpec::Kind::plane : TerrainSpec::Kind::ramp;
  }
  if (kind == "ramp") {
    const Range length{0, 1e5, true};
    spec.slope_length = table.need_number("slope_length", length);
    spec.head_length = table.number("head_length", spec.head_length, {0, 1e5});
    spec.flat_length = table.number("flat_length", spec.flat_length, {0, 1e5});
    spec.width = table.number("width", spec.width, length);
    spec.cell = table.number("cell", spec.cell, {0.05, 1000});
    spec.roughness = table.number("roughness", spec.roughness, {0, 100});
    spec.seed = table.integer("seed", spec.seed, 0, UINT64_MAX);
  }
  if (table.has("image")) spec.image = table.need_file("image", scenario);
  table.finish();
  return spec;
}

std::optional<RoughnessSpec> read_roughness(std::optional<TomlTable> given) {
  if (!given) return std::nullopt;
  RoughnessSpec spec;
  spec.spacing = given->number("spacing", spec.spacing, {0.01, 1000});
  spec.seed = given->integer("seed", spec.seed, 0, UINT64_MAX);
  given->finish();
  return spec;
}

}  // namespace sandbox
