#include "run/part_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "common/bytes.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr std::uint64_t part_mark = 0x3674726170666b72u;  // "rkfpart6"

struct Header {
  std::uint64_t mark;
  std::uint32_t version;
  std::uint32_t state_size, statistics_size, point_size;
};

/** Member by member: between them there may be bytes without a meaning. */
void put_points(ByteWriter& out, const std::vector<ConvergencePoint>& points) {
  out.put(static_cast<std::uint64_t>(points.size()));
  for (const ConvergencePoint& point : points) {
    out.put(point.rocks);
    for (const double value : {point.reach, point.runout_95.value, point.runout_95.low, point.runout_95.high,
                               point.runout_mean, point.runout_mean_error}) {
      out.put(value);
    }
  }
}

std::vector<ConvergencePoint> get_points(ByteReader& in) {
  std::vector<ConvergencePoint> points;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    ConvergencePoint& point = points.emplace_back();
    point.rocks = in.get<std::uint32_t>();
    for (double* value : {&point.reach, &point.runout_95.value, &point.runout_95.low, &point.runout_95.high,
                          &point.runout_mean, &point.runout_mean_error}) {
      *value = in.get<double>();
    }
  }
  return points;
}

/** Bytes of everything in a part whose size grows with the number of rocks, except cells and lines. */
std::size_t bytes_of_rocks(const RunResult& result) {
  constexpr std::size_t header_and_lengths = 65536;
  std::size_t bytes = header_and_lengths + result.ends.size() * sizeof(result.ends[0]) +
                      result.rock_statistics.size() * sizeof(result.rock_statistics[0]) +
                      result.impacts.size() * sizeof(result.impacts[0]);
  for (const Track& track : result.tracks) bytes += sizeof(std::uint64_t) + track.size() * sizeof(TrackPoint);
  return bytes;
}

void put_plan(ByteWriter& all, const HazardPlan& plan) {
  for (const CheckLine& line : plan.lines) {
    all.put_text(line.name);
    all.put(static_cast<std::uint64_t>(line.segments.size()));
    for (const CheckLine::Segment& segment : line.segments) {
      for (const double value : {segment.a[0], segment.a[1], segment.b[0], segment.b[1]}) all.put(value);
      all.put(static_cast<std::uint32_t>(segment.last));
    }
  }
  if (const std::optional<CellGrid>& cells = plan.cells) {
    for (const double value : {cells->left, cells->bottom, cells->cell}) all.put(value);
    all.put(cells->columns);
    all.put(cells->rows);
  }
}

bool same_campaign(const PartReader& a, const PartReader& b) {
  return a.id().arguments == b.id().arguments && a.id().total_rocks == b.id().total_rocks;
}

bool are_finite(const double* values, std::size_t count) {
  return std::all_of(values, values + count, [](double value) { return std::isfinite(value); });
}

/** True for the end of a rock of the scene, with its statistics: quantiles sort them, and pictures show them. */
bool is_end(const rf_scene& scene, const rf_state& end, const rf_rock_statistics& statistics) {
  return rf_state_check(&scene, &end, nullptr) == RF_OK && end.end != RF_MOVING && are_finite(statistics.start, 3) &&
         are_finite(statistics.maximum, RF_QUANTITY_COUNT);
}

bool is_track(const Track& track) {
  return std::all_of(track.begin(), track.end(), [](const TrackPoint& point) {
    return std::isfinite(point.time) && are_finite(point.position, 3) &&
           are_finite(point.quantity, RF_QUANTITY_COUNT) && std::isfinite(point.scar_depth);
  });
}

bool is_crossing(const Crossing& crossing, std::size_t classes) {
  const double numbers[] = {crossing.time,   crossing.speed, crossing.translation, crossing.rotation,
                            crossing.centre, crossing.top,   crossing.angle,       crossing.line_angle};
  return crossing.rock_class < classes && are_finite(crossing.position, 3) &&
         are_finite(numbers, sizeof numbers / sizeof numbers[0]);
}

/** True for results that rocks of the scene can have, as far as what uses them relies on it. */
bool are_possible(const RunResult& result, const HazardPlan& plan, const rf_scene& scene) {
  bool possible = std::isfinite(result.wall) && result.wall >= 0;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    possible = possible && is_end(scene, result.ends[i], result.rock_statistics[i]);
  }
  possible = possible && std::all_of(result.tracks.begin(), result.tracks.end(), is_track);
  if (!result.hazard) return possible;
  for (const std::vector<Crossing>& line : result.hazard->crossings) {
    for (const Crossing& crossing : line) possible = possible && is_crossing(crossing, plan.classes);
  }
  return possible;
}

Header header() { return {part_mark, rf_version(), sizeof(rf_state), sizeof(rf_rock_statistics), sizeof(TrackPoint)}; }

}  // namespace

std::uint64_t hash_of(const BuiltScene& built, std::uint64_t seed) {
  rf_scene_identity identity{};
  rf_error error{};
  if (rf_hash_scene(&built.scene(), &identity, &error) != RF_OK) throw RunError(error.text);
  ByteWriter all;
  all.put(identity);
  for (const FitSpec& scatter : built.scatter()) {
    all.put(scatter.field);
    all.put(scatter.from);
    all.put(scatter.to);
    all.put(static_cast<std::uint32_t>(scatter.logarithmic));
  }
  all.put(seed);
  built.put_sources(all);
  return hash_of_bytes(all.bytes().data(), all.bytes().size());
}

std::uint64_t hash_of(const BuiltScene& built, const RunOptions& options) {
  ByteWriter all;
  all.put(hash_of(built, options.seed));
  all.put(options.record_interval);
  all.put(options.sample_distance);
  if (options.plan != nullptr) put_plan(all, *options.plan);
  return hash_of_bytes(all.bytes().data(), all.bytes().size());
}

std::vector<unsigned char> part_bytes(const CampaignId& id, const RunResult& result) {
  ByteWriter out;
  out.reserve(bytes_of_rocks(result));
  out.put(header());
  out.put_text(id.arguments);
  out.put(id.scene);
  out.put(id.total_rocks);
  out.put(result.options.first_rock);
  out.put(static_cast<std::uint32_t>(result.ends.size()));
  out.put(result.steps);
  out.put(result.unconverged);
  out.put(result.work_limited);
  out.put(result.redrawn);
  out.put(result.wall);
  out.put(result.threads);
  out.put_all(result.ends);
  out.put_all(result.rock_statistics);
  out.put_all(result.impacts);
  out.put(static_cast<std::uint64_t>(result.tracks.size()));
  for (const Track& track : result.tracks) out.put_all(track);
  put_points(out, result.decisions);
  out.put(static_cast<std::uint32_t>(result.hazard ? 1 : 0));
  if (result.hazard) result.hazard->write(out);
  out.put(hash_of_bytes(out.bytes().data(), out.bytes().size()));
  return out.take();
}

PartReader::PartReader(std::vector<unsigned char> bytes, std::string name)
    : bytes_(std::move(bytes)), name_(std::move(name)) {
  ByteReader in(bytes_, name_);
  const auto found = in.get<Header>();
  const Header wanted = header();
  constexpr std::uint64_t without_version = (std::uint64_t{1} << 56) - 1;  // the last letter is that of the format
  if ((found.mark & without_version) != (part_mark & without_version)) {
    throw InputError(name_ + ": neither a part of a campaign nor a checkpoint; give another file");
  }
  const bool same = found.mark == part_mark && found.version == wanted.version &&
                    found.state_size == wanted.state_size && found.statistics_size == wanted.statistics_size &&
                    found.point_size == wanted.point_size;
  if (!same) throw InputError(name_ + ": was written by another version of rockfall");
  take_hash();
  id_.arguments = in.get_text();
  id_.scene = in.get<std::uint64_t>();
  id_.total_rocks = in.get<std::uint32_t>();
  first_ = in.get<std::uint32_t>();
  rocks_ = in.get<std::uint32_t>();
}

/** Removes the hash at the end and checks it. */
void PartReader::take_hash() {
  std::uint64_t hash = 0;
  const std::size_t size = bytes_.size() - sizeof hash;  // not below 0: the header is longer
  std::memcpy(&hash, &bytes_[size], sizeof hash);
  if (hash != hash_of_bytes(bytes_.data(), size)) ByteReader(bytes_, name_).fail();
  bytes_.resize(size);
}

RunResult PartReader::result(const HazardPlan& plan, const rf_scene& scene) const {
  ByteReader in(bytes_, name_);
  in.get<Header>();
  in.get_text();
  in.get<std::uint64_t>();
  in.get<std::uint32_t>();
  RunResult result;
  result.options.first_rock = in.get<std::uint32_t>();
  result.options.rocks = in.get<std::uint32_t>();
  result.steps = in.get<std::uint64_t>();
  result.unconverged = in.get<std::uint64_t>();
  result.work_limited = in.get<std::uint64_t>();
  result.redrawn = in.get<std::uint64_t>();
  result.wall = in.get<double>();
  result.threads = in.get<unsigned>();
  result.ends = in.get_all<rf_state>();
  result.rock_statistics = in.get_all<rf_rock_statistics>();
  result.impacts = in.get_all<std::uint32_t>();
  const auto tracks = in.get<std::uint64_t>();
  if (tracks > result.ends.size()) in.fail();
  for (std::uint64_t i = 0; i < tracks; ++i) result.tracks.push_back(in.get_all<TrackPoint>());
  result.decisions = get_points(in);
  const bool hazard = in.get<std::uint32_t>() != 0;
  if (hazard != !plan.empty() || result.ends.size() != rocks_ || result.rock_statistics.size() != rocks_) in.fail();
  if (hazard) {
    result.hazard.emplace(plan);
    result.hazard->read(in);
  }
  if (!in.at_end() || result.impacts.size() != rocks_ || !are_possible(result, plan, scene)) in.fail();
  return result;
}

void write_part(const std::filesystem::path& file, const CampaignId& id, const RunResult& result) {
  const std::vector<unsigned char> bytes = part_bytes(id, result);
  write_file(file, [&](std::ostream& out) {
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
}

PartReader read_part(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  return PartReader(std::vector<unsigned char>(text.begin(), text.end()), file.string());
}

void check_same_campaign(const std::vector<PartReader>& parts) {
  const auto alike = [&](const PartReader& wanted) {
    return std::count_if(parts.begin(), parts.end(),
                         [&](const PartReader& part) { return same_campaign(part, wanted); });
  };
  const PartReader* usual = nullptr;
  std::ptrdiff_t most = 0;
  for (const PartReader& part : parts) {
    const std::ptrdiff_t count = alike(part);
    if (count > most) usual = &part;
    most = std::max(most, count);
  }
  for (const PartReader& part : parts) {
    if (same_campaign(part, *usual)) continue;
    throw InputError(part.name() + ": is a part of another campaign than " + usual->name());
  }
}

RunResult unite(std::vector<PartReader> parts, const CampaignId& id, const HazardPlan& plan, const rf_scene& scene) {
  std::sort(parts.begin(), parts.end(),
            [](const PartReader& a, const PartReader& b) { return a.first_rock() < b.first_rock(); });
  std::uint32_t next = 0;
  for (const PartReader& part : parts) {
    if (part.id().arguments != id.arguments || part.id().total_rocks != id.total_rocks) {
      throw InputError(part.name() + ": is a part of another campaign");
    }
    if (part.id().scene != id.scene) {
      throw InputError(part.name() + ": the scenario or one of its files has changed since this part was computed");
    }
    if (part.first_rock() > next) {
      throw InputError("rocks " + std::to_string(next) + " to " + std::to_string(part.first_rock() - 1) +
                       " are missing; give the parts of all shards");
    }
    if (part.first_rock() < next) {
      throw InputError(part.name() + ": contains rocks that another part contains, from rock " +
                       std::to_string(part.first_rock()) + " on");
    }
    next += part.rocks();
  }
  if (next != id.total_rocks) {
    throw InputError("rocks " + std::to_string(next) + " to " + std::to_string(id.total_rocks - 1) +
                     " are missing; give the parts of all shards");
  }
  RunResult result = parts.front().result(plan, scene);
  for (std::size_t i = 1; i < parts.size(); ++i) append(result, parts[i].result(plan, scene));
  return result;
}

}  // namespace sandbox
