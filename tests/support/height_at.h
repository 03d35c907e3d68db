// The height of a terrain at a point.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/terrain.h>

inline double height_at(const rf_terrain& terrain, double x, double y) {
  rf_terrain_sample sample;
  REQUIRE(rf_terrain_at(&terrain, x, y, &sample) == RF_OK);
  REQUIRE(sample.exists == 1);
  return sample.height;
}
