// The table of a run: what is printed, and the file in which a run can be continued and to which others can be added.
#pragma once

#include <string>

#include "checks.h"

namespace soak {

/// The worlds [first, next) of a seed.
struct Table {
  uint64_t seed = 1, first = 0, next = 0;
  Tally tally;
};

/// Seed of a world, by which it is listed with a violation.
uint64_t world_seed(const Table& table, uint64_t index);

void print(const Tally& tally);

/// Replace a file by a table. False if it cannot be written.
bool write_table(const std::string& path, const Table& table);

/// False if the file cannot be read or is no table of this program.
bool read_table(const std::string& path, Table& table);

/// Some worlds are in both.
bool overlap(const Table& a, const Table& b);

}  // namespace soak
