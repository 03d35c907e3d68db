#include "common/room.h"

#include <fstream>

#include "common/text.h"

namespace sandbox {
namespace {

std::optional<double> available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (double kilobytes = 0; file >> name >> kilobytes;) {
    if (name == "MemAvailable:") return 1024 * kilobytes;
    std::getline(file, unit);
  }
  return std::nullopt;
}

std::string megabytes(double bytes) { return format_fixed(1e-6 * bytes, 0) + " MB"; }

}  // namespace

Room room_for(const std::filesystem::path& folder) {
  Room room;
  room.memory = available_memory();
  std::error_code failed;
  std::filesystem::path place = std::filesystem::absolute(folder, failed);
  while (!std::filesystem::exists(place, failed) && place.has_relative_path()) place = place.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(place, failed);
  if (!failed) room.disk = static_cast<double>(space.available);
  return room;
}

std::vector<std::string> shortages(double memory, double files, const Room& room) {
  const std::string advice = "; use fewer rocks, --shard or a larger --raster-cell, or leave out --trajectories";
  std::vector<std::string> texts;
  if (room.memory && memory > *room.memory) {
    texts.push_back("the results need about " + megabytes(memory) + " of memory, but only " + megabytes(*room.memory) +
                    " are free: the run will probably be killed" + advice);
  }
  if (room.disk && files > *room.disk) {
    texts.push_back("the files of the results need about " + megabytes(files) + ", but only " + megabytes(*room.disk) +
                    " are free on their disk: they will probably not be written" + advice);
  }
  return texts;
}

}  // namespace sandbox
