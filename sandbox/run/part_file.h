// A part of a campaign in a file: the rocks of one machine, or those finished before an interruption.
#ifndef ROCKFALL_SANDBOX_RUN_PART_FILE_H
#define ROCKFALL_SANDBOX_RUN_PART_FILE_H

#include <filesystem>
#include <string>
#include <vector>

#include "run/run.h"

namespace sandbox {

/** Identifies a campaign: parts of different ones are not united. */
struct CampaignId {
  std::string arguments;    ///< of the program, as JSON
  std::uint64_t scene = 0;  ///< hash of scene and scenario
  std::uint32_t total_rocks = 0;
};

/** Hash of rocks, terrain, ground with its scatter, settings, seed and the definition of all releases. Throws RunError.
 */
std::uint64_t hash_of(const BuiltScene& built, std::uint64_t seed);

/** The same, with all else that the results of a campaign depend on: lines, cells, and the intervals of trajectories.
 */
std::uint64_t hash_of(const BuiltScene& built, const RunOptions& options);

/** The part as bytes, and read from them. */
std::vector<unsigned char> part_bytes(const CampaignId& id, const RunResult& result);

class PartReader {
 public:
  /** @param name  of the file, for messages
   *  Throws InputError for bytes that are no part. */
  PartReader(std::vector<unsigned char> bytes, std::string name);

  const CampaignId& id() const { return id_; }
  std::uint32_t first_rock() const { return first_; }
  std::uint32_t rocks() const { return rocks_; }
  const std::string& name() const { return name_; }
  /** The results. Anybody can write a part with a right hash: throws InputError for results that no campaign has, and
   *  for broken bytes.
   *  @param plan, scene  those of the campaign */
  RunResult result(const HazardPlan& plan, const rf_scene& scene) const;

 private:
  void take_hash();

  std::vector<unsigned char> bytes_;
  std::string name_;
  CampaignId id_;
  std::uint32_t first_ = 0, rocks_ = 0;
};

/** Writes a part; the file is complete or as before. Throws RunError. */
void write_part(const std::filesystem::path& file, const CampaignId& id, const RunResult& result);

/** Throws InputError. */
PartReader read_part(const std::filesystem::path& file);

/** Throws InputError where parts have different arguments or numbers of rocks: names a part, and one of the campaign
 *  that most parts are of. */
void check_same_campaign(const std::vector<PartReader>& parts);

/** Unites the parts of one campaign, in any order. Throws InputError for parts of another one, where rocks are missing
 *  or are given twice, and as PartReader::result(). */
RunResult unite(std::vector<PartReader> parts, const CampaignId& id, const HazardPlan& plan, const rf_scene& scene);

}  // namespace sandbox
#endif
