#include "run/attachments.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>

#include "common/bytes.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/text.h"

namespace sandbox {
namespace {

// At the end of the file: the entries (length of the name, name, length, bytes), their total length, their hash, and
// this mark.
const std::string attachment_mark = "RFFILES1";
constexpr std::size_t length_bytes = 8, most_bytes = 256u << 20;

void put(std::vector<unsigned char>& out, std::uint64_t value) {
  for (std::size_t k = 0; k < length_bytes; ++k) out.push_back(static_cast<unsigned char>(value >> (8 * k)));
}

std::uint64_t number_at(const std::vector<unsigned char>& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < length_bytes; ++k) value |= std::uint64_t{bytes[at + k]} << (8 * k);
  return value;
}

/** Reads the entries one after the other. */
class Entries {
 public:
  Entries(const std::vector<unsigned char>& bytes, std::size_t from, std::size_t to)
      : bytes_(bytes), at_(from), end_(to) {}
  bool more() const { return at_ < end_; }
  std::string next() {
    if (end_ - at_ < length_bytes) damaged();
    const std::uint64_t size = number_at(bytes_, at_);
    at_ += length_bytes;
    if (size > end_ - at_) damaged();
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(at_);
    at_ += static_cast<std::size_t>(size);
    return std::string(from, from + static_cast<std::ptrdiff_t>(size));
  }
  [[noreturn]] static void damaged() { throw InputError("recording: the files in it are damaged"); }

 private:
  const std::vector<unsigned char>& bytes_;
  std::size_t at_, end_;
};

/** Bytes of a file; no value if it cannot be read. */
std::optional<std::string> bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) return std::nullopt;
  return bytes;
}

bool plain_name(const std::string& name) {
  return !name.empty() && name.size() < 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
  }) && name[0] != '.';
}

/** The file, and those beside it that belong to its format; none for formats that name other files. */
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& file) {
  const std::string ending = lower(file.extension().string());
  if (ending == ".vrt") return {};
  std::vector<std::filesystem::path> parts = {file};
  std::vector<std::string> beside;
  if (ending == ".shp") beside = {".shx", ".dbf", ".prj", ".cpg"};
  if (ending == ".asc") beside = {".prj"};
  for (std::string& other : beside) {
    if (file.extension().string() != ending) {  // capital letters
      std::transform(other.begin(), other.end(), other.begin(),
                     [](char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); });
    }
    std::filesystem::path part = file;
    std::error_code failed;
    if (std::filesystem::is_regular_file(part.replace_extension(other), failed)) parts.push_back(part);
  }
  return parts;
}

}  // namespace

std::vector<SceneFile> files_of(Scenario& scene) {
  std::vector<SceneFile> files = {{"terrain", &scene.terrain.file}, {"image", &scene.terrain.image}};
  for (std::size_t i = 0; i < scene.rocks.size(); ++i) {
    files.push_back({"rock" + std::to_string(i), &scene.rocks[i].file});
  }
  for (auto& [field, file] : scene.ground.fields) files.push_back({"field" + std::to_string(field), &file});
  for (std::size_t i = 0; i < scene.soils.size(); ++i) {
    files.push_back({"soil" + std::to_string(i), &scene.soils[i].file});
  }
  const auto add_release = [&](ReleaseSpec& release, const std::string& number) {
    const bool runs = release.kind == ReleaseSpec::Kind::runs;
    files.push_back({runs ? "runs" + number : "release" + number, runs ? &release.runs.file : &release.file});
  };
  add_release(scene.release, "");
  for (std::size_t i = 0; i < scene.further_releases.size(); ++i) {
    add_release(scene.further_releases[i], std::to_string(i + 2));
  }
  files.erase(std::remove_if(files.begin(), files.end(), [](const SceneFile& f) { return f.file->empty(); }),
              files.end());
  return files;
}

std::vector<std::filesystem::path> attach_files(std::vector<unsigned char>& recording, Scenario scene) {
  std::vector<unsigned char> entries;
  std::vector<std::filesystem::path> left_out;
  for (const SceneFile& one : files_of(scene)) {
    const std::vector<std::filesystem::path> parts = parts_of(*one.file);
    if (parts.empty()) left_out.push_back(*one.file);
    for (const std::filesystem::path& file : parts) {
      const std::optional<std::string> bytes = bytes_of(file);
      const std::string name = one.slot + file.extension().string();
      if (!bytes || bytes->empty() || !plain_name(name) || entries.size() + bytes->size() > most_bytes) {
        left_out.push_back(file);
        break;
      }
      for (const std::string* const part : {&name, &*bytes}) {
        put(entries, part->size());
        entries.insert(entries.end(), part->begin(), part->end());
      }
    }
  }
  if (entries.empty()) return left_out;
  const std::uint64_t size = entries.size(), hash = hash_of_bytes(entries.data(), entries.size());
  put(entries, size);
  put(entries, hash);
  entries.insert(entries.end(), attachment_mark.begin(), attachment_mark.end());
  recording.insert(recording.end(), entries.begin(), entries.end());
  return left_out;
}

TemporaryFolder detach_files(std::vector<unsigned char>& recording) {
  const std::size_t tail = 2 * length_bytes + attachment_mark.size();
  if (recording.size() < tail || !std::equal(attachment_mark.rbegin(), attachment_mark.rend(), recording.rbegin())) {
    return {};
  }
  const std::uint64_t size = number_at(recording, recording.size() - tail);
  if (size > recording.size() - tail) Entries::damaged();
  const std::size_t from = recording.size() - tail - static_cast<std::size_t>(size);
  const std::uint64_t hash = hash_of_bytes(recording.data() + from, static_cast<std::size_t>(size));
  if (hash != number_at(recording, recording.size() - tail + length_bytes)) Entries::damaged();
  TemporaryFolder folder = TemporaryFolder::make();
  Entries entries(recording, from, recording.size() - tail);
  while (entries.more()) {
    const std::string name = entries.next(), bytes = entries.next();
    if (!plain_name(name)) Entries::damaged();
    write_file(folder.path() / name, [&](std::ostream& out) { out << bytes; });
  }
  recording.resize(from);
  return folder;
}

void use_attached(Scenario& scene, const std::filesystem::path& folder) {
  if (folder.empty()) return;
  for (const SceneFile& one : files_of(scene)) {
    const std::filesystem::path attached = folder / (one.slot + one.file->extension().string());
    std::error_code failed;
    if (std::filesystem::exists(attached, failed)) *one.file = attached;
  }
}

void copy_attached_beside(Scenario& scene, const std::filesystem::path& folder, const std::filesystem::path& file) {
  if (folder.empty()) return;
  for (const SceneFile& one : files_of(scene)) {
    if (one.file->parent_path() != folder) continue;
    const std::optional<std::string> bytes = bytes_of(*one.file);
    if (!bytes) throw RunError(one.file->string() + ": cannot be read");
    std::filesystem::path copy = file;
    copy.replace_filename(file.stem().string() + "_" + one.slot + one.file->extension().string());
    copy =
        free_name(copy, [&](const std::filesystem::path& name) { return is_taken(name) && bytes_of(name) != bytes; });
    write_file(copy, [&](std::ostream& out) { out << *bytes; });
    *one.file = std::filesystem::absolute(copy);
  }
}

}  // namespace sandbox
