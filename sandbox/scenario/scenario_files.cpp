#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "common/error.h"
#include "common/text.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

/** Assets of an installation: share/rockfall/assets beside bin. */
fs::path beside_the_program() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  for (const char* relative : {"assets", "../assets", "../share/rockfall/assets", "../../assets"}) {
    const fs::path folder = program.parent_path() / relative;
    if (fs::is_regular_file(folder / "mountain.toml", failed)) return fs::weakly_canonical(folder, failed);
  }
  return {};
}

std::vector<std::string> scenarios_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/** That there is no such scenario, and what may be meant. */
std::string no_scenario(const std::string& name) {
  std::error_code failed;
  if (fs::is_directory(name, failed)) {
    std::vector<std::string> inside = scenarios_in(name);
    for (std::string& one : inside) one = (fs::path(name) / (one + ".toml")).string();
    return name + ": is a folder, not a scenario file" + (inside.empty() ? "" : "; it holds " + join(inside));
  }
  if (fs::exists(name, failed)) return name + ": is no regular file; a scenario is read from a file, not from a pipe";
  const std::vector<std::string> names = scenarios_in(assets_folder());
  return (name.empty() ? "''" : name) + ": there is no such scenario file; " + meant_text(name, names) +
         "scenarios that come with rockfall: " + join(names) + "; 'rockfall sample valley' writes one with its files";
}

/** Names by number. */
std::vector<std::string> names_of(std::int32_t count, const char* (*name)(std::int32_t)) {
  std::vector<std::string> names;
  for (std::int32_t i = 0; i < count; ++i) names.emplace_back(name(i));
  return names;
}

}  // namespace

fs::path assets_folder() {
  const char* from_environment = std::getenv("ROCKFALL_ASSETS");
  if (from_environment != nullptr && *from_environment != '\0') return from_environment;
  // An installed program does not depend on the sources that it was built from.
  const fs::path beside = beside_the_program();
  return beside.empty() ? fs::path(ROCKFALL_ASSETS) : beside;
}

fs::path find_scenario(const std::string& name) {
  std::error_code failed;
  if (fs::is_regular_file(name, failed)) return name;
  const fs::path folder = assets_folder();
  for (const fs::path& candidate : {folder / name, folder / (name + ".toml")}) {
    if (name.find('/') == std::string::npos && fs::is_regular_file(candidate, failed)) return candidate;
  }
  throw InputError(no_scenario(name));
}

fs::path normal_name(const fs::path& file) {
  std::error_code failed;
  fs::path normal = file.lexically_normal();
  return fs::exists(file, failed) && !fs::equivalent(file, normal, failed) ? file : normal;
}

fs::path named_data_folder() {
  const char* name = std::getenv("ROCKFALL_DATA");
  return name == nullptr ? "" : name;
}

fs::path resolve(const fs::path& scenario, const std::string& name) {
  if (name.rfind("assets:", 0) == 0) return assets_folder() / name.substr(7);
  if (name.rfind("data:", 0) != 0) return normal_name(scenario.parent_path() / name);
  const fs::path named = named_data_folder();
  const fs::path folder = named.empty() ? (assets_folder() / "../../shared/data").lexically_normal() : named;
  const fs::path file = folder / name.substr(5);
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    throw InputError("needs data that do not come with rockfall: " + name.substr(5) +
                     (named.empty()
                          ? "; set the variable ROCKFALL_DATA to the folder that holds it"
                          : " is not in " + named.string() + ", the folder that the variable ROCKFALL_DATA names"));
  }
  return file;
}

const std::vector<std::string>& scheme_names() {
  static const std::vector<std::string> names = names_of(RF_SCHEME_COUNT, rf_scheme_name);
  return names;
}

std::string scheme_name(std::int32_t scheme) { return scheme_names().at(static_cast<std::size_t>(scheme)); }

std::int32_t scheme_by_name(const std::string& name) {
  const auto found = std::find(scheme_names().begin(), scheme_names().end(), name);
  if (found == scheme_names().end()) {
    throw InputError("scheme '" + name + "' is unknown; possible: " + join(scheme_names()));
  }
  return static_cast<std::int32_t>(found - scheme_names().begin());
}

const std::vector<std::string>& model_names() {
  static const std::vector<std::string> names = names_of(RF_MODEL_COUNT, rf_model_name);
  return names;
}

std::int32_t model_by_name(const std::string& name) {
  std::int32_t model = 0;
  if (rf_model_find(name.c_str(), &model) != RF_OK) {
    throw InputError("model '" + name + "' is unknown; possible: " + join(model_names()));
  }
  return model;
}

const std::vector<std::string>& rocfall_shape_names() {
  static const std::vector<std::string> names = {"sphere", "hull"};
  return names;
}

const std::vector<std::string>& soil_law_names() {
  static const std::vector<std::string> names = names_of(RF_SOIL_LAW_COUNT, rf_soil_law_name);
  return names;
}

std::string method_name(const rf_settings& settings) {
  if (settings.model == RF_MODEL_HARD_CONTACT) return scheme_name(settings.scheme) + " scheme";
  const bool hull = settings.model == RF_MODEL_ROCFALL_RIGID && settings.rocfall_shape == RF_ROCFALL_HULL;
  return rf_model_name(settings.model) + std::string(hull ? " model on hulls" : " model");
}

}  // namespace sandbox
