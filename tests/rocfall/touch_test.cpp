// The touch of a hull: vertices that cannot be the lowest ones are left out of the search, which changes no bit.
#include "rocfall/touch.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/scenes.h"

using namespace support;
using rockfall::GridTerrain;
using rockfall::load3;
using rockfall::Placement;
using rockfall::Vec3;
using rockfall::rocfall::CountedGround;
using rockfall::rocfall::GroundWork;
using rockfall::rocfall::LowestVertex;

namespace {

LowestVertex lowest_of_all(const GridTerrain& terrain, const rf_rock& rock, const Placement& at) {
  LowestVertex lowest;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const Vec3 arm = at.rotation * load3(rock.vertex(i)), position = at.position + arm;
    double z;
    if (!terrain.height_at(position[0], position[1], z)) continue;
    if (position[2] - z < lowest.gap) lowest = {true, position[2] - z, i, arm};
  }
  return lowest;
}

// Rough ground with holes, far from the origin.
void shape(OnGrid& on, Random& random, double cell) {
  on.grid.x0 = random.between(-1e6, 1e6);
  on.grid.y0 = random.between(-1e6, 1e6);
  const double slope_x = random.between(-2, 2), slope_y = random.between(-2, 2);
  on.roughen(random, slope_x, slope_y, cell * random.between(0, 0.5));
  for (int i = 0; i < 12; ++i) on.at(random.below(on.grid.columns), random.below(on.grid.rows)) = NAN;
  on.renew();
}

Placement placed(const GridTerrain& terrain, const rf_grid& grid, Random& random, double radius) {
  const double x = grid.x0 + (grid.columns - 1) * grid.cell_x * random.uniform(),
               y = grid.y0 + (grid.rows - 1) * grid.cell_y * random.uniform();
  double z;
  if (!terrain.height_at(x, y, z)) z = 0;  // over a hole
  double orientation[4];
  random.orientation(orientation);
  return {Vec3(x, y, z + radius * random.between(-1, 2)), rockfall::rotation_matrix(rockfall::load_quat(orientation))};
}

}  // namespace

TEST_CASE("the vertex of a hull nearest to the ground is that of a search of all vertices, to the last bit") {
  int found = 0, different = 0, of_several = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const double cell = seed % 2 ? 2.0 : 0.4;
    // Boxes parallel to a plane have several lowest vertices: the first one counts.
    OnGrid on(seed % 4 < 2 ? box_rock(1, 0.9, 0.7) : shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.8, 0.5, 60), 40, 30, cell);
    if (seed % 8 > 1) shape(on, random, cell);
    const GridTerrain terrain(on.grid);
    const rf_rock& rock = *on.scene.rocks[0];
    for (int i = 0; i < 500; ++i) {
      Placement at = placed(terrain, on.grid, random, rock.bounding_radius);
      if (i % 10 == 0) at.rotation.setIdentity();
      GroundWork work;
      const LowestVertex lowest = lowest_vertex(CountedGround<GridTerrain>(terrain, work), rock, at),
                         expected = lowest_of_all(terrain, rock, at);
      found += lowest.exists;
      of_several += seed % 8 == 1 && i % 10 == 0;
      different += lowest.exists != expected.exists || lowest.index != expected.index || lowest.gap != expected.gap ||
                   lowest.arm != expected.arm;
    }
  }
  CHECK(found > 15000);
  CHECK(of_several > 200);
  CHECK(different == 0);
}
