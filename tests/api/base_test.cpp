#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <set>
#include <string>

TEST_CASE("every status has a different text, and any other number has a text too") {
  std::set<std::string> names;
  for (int i = RF_OK; i <= RF_MISMATCH; ++i) {
    const char* text = rf_status_text(static_cast<rf_status>(i));
    REQUIRE(text != nullptr);
    CHECK(std::string(text) != "");
    names.insert(text);
  }
  CHECK(names.size() == static_cast<size_t>(RF_MISMATCH) + 1);
  const rf_status beyond = static_cast<rf_status>(RF_MISMATCH + 1);
  REQUIRE(rf_status_text(beyond) != nullptr);
  CHECK(names.count(rf_status_text(beyond)) == 0);
}

TEST_CASE("the version of the linked library equals that of the headers") {
  CHECK(rf_version() == RF_VERSION_MAJOR * 10000 + RF_VERSION_MINOR * 100 + RF_VERSION_PATCH);
}
