// Contacts with rigid ground that is the same everywhere, which the lanes search for several rocks together.
#include "step/rocks_on_grid.h"

TEST_CASE("rocks with few and many vertices near rigid ground have the same bits in lanes and alone") {
  RocksOnGrid world;
  check_runners(world, 400);
  world.shorten_heights();
  check_runners(world, 400);
}
