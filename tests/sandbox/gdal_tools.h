// GDAL's own programs, to read results back.
#ifndef ROCKFALL_TESTS_SANDBOX_GDAL_TOOLS_H
#define ROCKFALL_TESTS_SANDBOX_GDAL_TOOLS_H

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

/** Standard output of a command; empty if it fails. */
inline std::string output_of(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char part[4096];
  for (std::size_t count = 0; (count = std::fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, count);
  return pclose(pipe) == 0 ? text : std::string();
}

/** Whether GDAL's programs are installed; if not, the test says that it ends here. */
inline bool has_gdal_tools() {
  const bool found = !output_of("gdalinfo --version").empty() && !output_of("ogrinfo --version").empty();
  if (!found) MESSAGE("results are not read back with GDAL's own programs: gdal-bin is not installed");
  return found;
}

#endif
