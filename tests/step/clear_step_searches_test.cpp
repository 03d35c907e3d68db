#include "step/clear_step_searches.h"

#include <doctest/doctest.h>

#include <initializer_list>

using rockfall::ClearStepSearches;

namespace {

// Queries without contact until a search is wanted.
int queries_until_search(ClearStepSearches searches) {
  int queries = 0;
  for (; !searches.wanted() && queries < 100; ++queries) searches.note_query(true);
  return queries;
}

}  // namespace

TEST_CASE("a rock seeks clear steps only after its first pause") {
  ClearStepSearches searches;
  searches.start(16, 16);
  CHECK(queries_until_search(searches) == 16);
}

TEST_CASE("searches that find few clear steps pause longer and longer, up to the longest pause") {
  ClearStepSearches searches;
  searches.start(16, 16);
  searches.note_search(5, true);  // many
  CHECK(searches.wanted());
  for (const int pause : {2, 4, 8, 16, 16}) {
    searches.note_search(pause % 4 == 0 ? 1 : 0, true);
    CHECK(queries_until_search(searches) == pause);
  }
  searches.note_search(2, true);
  CHECK(searches.wanted());
}

TEST_CASE("contact begins a pause, short where the last search found many clear steps") {
  ClearStepSearches searches;
  searches.start(16, 16);
  for (int i = 0; i < 16; ++i) searches.note_query(true);
  searches.note_query(false);
  CHECK(queries_until_search(searches) == 16);
  searches.note_search(7, true);
  searches.note_query(false);
  CHECK(queries_until_search(searches) == 1);
}

TEST_CASE("where queries cost much, searches pause for one query only") {
  ClearStepSearches searches;
  searches.start(1, 1);
  for (int i = 0; i < 4; ++i) {
    searches.note_search(0, true);
    CHECK(queries_until_search(searches) == 1);
  }
}

TEST_CASE("searches that do not pay pause four times as long each, up to 64 queries, whatever they find") {
  ClearStepSearches searches;
  searches.start(1, 1);
  for (const int pause : {4, 16, 64, 64}) {
    searches.note_search(pause == 16 ? 5 : 0, false);
    CHECK(queries_until_search(searches) == pause);
  }
  searches.note_search(5, true);
  CHECK(searches.wanted());
}
