#include "scenario/valley.h"

#include <rockfall/campaign.h>

#include <algorithm>
#include <cmath>

#include "common/output_file.h"
#include "io/raster.h"
#include "io/vector_writer.h"

namespace sandbox {
namespace {

constexpr double west = 2600000, south = 1200000, width = 600, depth = 800;

struct Knot {
  double x, z;
};

/** Linear between the knots. @param beyond  after the last one */
template <std::size_t Count>
double interpolated(const Knot (&knots)[Count], double x, double beyond) {
  for (std::size_t i = 1; i < Count; ++i) {
    if (x > knots[i].x) continue;
    const double share = (x - knots[i - 1].x) / (knots[i].x - knots[i - 1].x);
    return knots[i - 1].z + share * (knots[i].z - knots[i - 1].z);
  }
  return beyond;
}

/** The profile from west to east; the cliff is moved east and west along the valley. */
double profile(double x) {
  static const Knot knots[] = {{-100, 1010}, {80, 1000},   {110, 936},   {230, 852}, {300, 818}, {362, 803},
                               {368, 803},   {371, 804.5}, {375, 804.5}, {384, 800}, {398, 799}, {408, 799},
                               {440, 796},   {520, 793},   {560, 795},   {700, 815}};
  return interpolated(knots, x, 800);
}

/** Position of the cliff from west to east at a distance from the southern edge; piecewise linear, m. */
double shift(double y) {
  static const Knot knots[] = {{0, 0}, {150, 12}, {300, -6}, {420, -14}, {560, 8}, {680, 16}, {900, 0}};
  return interpolated(knots, y, 0);
}

double height(double x, double y, const ValleySpec& spec) {
  // The meander of the cliff fades towards the dam and the road, which are straight.
  const double fade = std::clamp((340 - x) / 150, 0.0, 1.0);
  double random[2];
  rf_random_pair(spec.seed, static_cast<std::uint32_t>(std::lround(x * 100)),
                 static_cast<std::uint32_t>(std::lround(y * 100)), random);
  const double uneven = x < 355 ? 0.3 : x < 412 ? 0.0 : 0.05;
  return profile(x - shift(y) * fade) + uneven * (2 * random[0] - 1);
}

Shape polygon(std::vector<Position> points) {
  Shape shape;
  shape.kind = Shape::Kind::polygon;
  for (Position& point : points) point = {west + point[0], south + point[1]};
  shape.points = std::move(points);
  return shape;
}

Shape strip(double from, double to) { return polygon({{from, 0}, {to, 0}, {to, depth}, {from, depth}}); }

void write_layers(ResultFiles& files, const Crs& crs) {
  VectorWriter soils(files.add("soils.gpkg"), crs);
  soils.layer("soils", VectorWriter::Geometry::polygon, {{"class", std::string()}});
  soils.shape(strip(0, 130), {std::string("extra_hard")});
  soils.shape(strip(130, 300), {std::string("hard")});
  soils.shape(strip(300, 398), {std::string("medium_hard")});
  soils.shape(strip(398, 408), {std::string("hard")});
  soils.shape(strip(408, width), {std::string("soft")});
  soils.close();
  VectorWriter forest(files.add("forest.gpkg"), crs);
  forest.layer("forest", VectorWriter::Geometry::polygon, {{"name", std::string()}});
  forest.shape(polygon({{240, 80}, {330, 60}, {345, 320}, {300, 380}, {235, 300}}), {std::string("protection forest")});
  forest.close();
  VectorWriter sources(files.add("sources.gpkg"), crs);
  sources.layer("cliff", VectorWriter::Geometry::polygon, {{"name", std::string()}});
  sources.shape(polygon({{84, 150}, {118, 150}, {112, 420}, {98, 650}, {84, 650}, {76, 420}}), {std::string("cliff")});
  sources.close();
  VectorWriter road(files.add("road.gpkg"), crs);
  road.layer("road", VectorWriter::Geometry::line, {{"name", std::string()}});
  Shape line;
  line.kind = Shape::Kind::line;
  line.points = {{west + 403, south}, {west + 403, south + 500}, {west + 403, south + depth}};
  road.shape(line, {std::string("road")});
  road.close();
}

const char* const scenario_head =
    R"(# A made-up valley with cliff, talus, forest, dam and road, in LV95. Written by `rockfall sample valley`.
[scenario]
name = "valley"
description = "Cliff, talus, forest, dam and road; two block classes and three return periods"

[terrain]
file = "dem.tif"

[[rock]]
name = "small"
shape = "eota111"
size = [0.76, 0.76, 0.76]   # 0.3 m3
density = 2700.0
share = 0.7

[[rock]]
name = "large"
shape = "eota221"
density = 2700.0
share = 0.3
[rock.volume]               # around 3 m3
distribution = "lognormal"
median = 3.0
sigma = 0.3
minimum = 1.0
maximum = 8.0

[ground]
preset = "medium"

[[soil]]
file = "soils.gpkg"
attribute = "class"

[[forest]]
file = "forest.gpkg"
density = "medium"

[[release]]
name = "cliff"
kind = "slope"
slope_min = 50.0
file = "sources.gpkg"

[[line]]
name = "meadow"
points = [[2600310.0, 1200000.0], [2600310.0, 1200800.0]]

[[line]]
name = "dam"                # at its foot, on the side of the mountain
points = [[2600366.0, 1200000.0], [2600366.0, 1200800.0]]

[[line]]
name = "road"
file = "road.gpkg"

[[event]]
return_period = 30
rocks = ["small"]
blocks = 2

[[event]]
return_period = 100
blocks = 5

[[event]]
return_period = 300
rocks = ["large"]
blocks = 10

[settings]
time_step = 0.002
time_limit = 90.0

[run]
)";

Raster heights(const ValleySpec& spec) {
  Raster raster;
  raster.columns = static_cast<std::uint32_t>(std::lround(width / spec.cell));
  raster.rows = static_cast<std::uint32_t>(std::lround(depth / spec.cell));
  raster.cell_x = raster.cell_y = spec.cell;
  raster.x0 = west + 0.5 * spec.cell;
  raster.y0 = south + 0.5 * spec.cell;
  raster.crs = crs_from_text("EPSG:2056");
  for (std::uint32_t row = 0; row < raster.rows; ++row) {
    for (std::uint32_t column = 0; column < raster.columns; ++column) {
      raster.values.push_back(height((column + 0.5) * spec.cell, (row + 0.5) * spec.cell, spec));
    }
  }
  return raster;
}

}  // namespace

std::vector<std::string> valley_files() {
  return {"valley.toml", "dem.tif", "soils.gpkg", "forest.gpkg", "sources.gpkg", "road.gpkg"};
}

void write_valley(const std::filesystem::path& folder, const ValleySpec& spec) {
  ResultFiles files(folder);
  const Raster raster = heights(spec);
  Band band{"height", {}};
  for (const double z : raster.values) band.values.push_back(static_cast<float>(z));
  write_geotiff(files.add("dem.tif"), raster, {band});
  write_layers(files, raster.crs);
  write_file(files.add("valley.toml"), [&](std::ostream& out) {
    out << scenario_head << "rocks = " << spec.rocks << "\nseed = " << spec.seed << "\n";
  });
  files.finish();
}

}  // namespace sandbox
