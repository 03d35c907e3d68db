#include "common/room.h"

#include <doctest/doctest.h>

#include "temporary.h"

TEST_CASE("results that need more memory or disk than there is are told with both numbers") {
  const sandbox::Room room{8e9, 5e9};
  CHECK(sandbox::shortages(7e9, 4e9, room).empty());
  const auto both = sandbox::shortages(174093e6, 9e9, room);
  REQUIRE(both.size() == 2);
  CHECK(says(both[0], "need about 174093 MB of memory, but only 8000 MB are free"));
  CHECK(says(both[1], "need about 9000 MB, but only 5000 MB are free on their disk"));
  CHECK(sandbox::shortages(1e30, 1e30, {}).empty());
}

TEST_CASE("the free disk space of a folder is known before the folder exists") {
  const Temporary temporary;
  const sandbox::Room room = sandbox::room_for(temporary.folder / "later" / "results");
  REQUIRE(room.disk);
  CHECK(*room.disk > 0);
}
