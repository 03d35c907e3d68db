// Reading and writing rasters with GDAL.
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <map>
#include <memory>
#include <sstream>
#include <system_error>

#include "common/error.h"
#include "common/text.h"
#include "io/esri_ascii.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"
#include "io/raster.h"

namespace sandbox {
namespace {

constexpr double value_of_hole = std::numeric_limits<double>::quiet_NaN();

void check_is_filled_file(const std::filesystem::path& path) {
  check_is_file(path);
  std::error_code failed;
  if (std::filesystem::file_size(path, failed) == 0) throw InputError(path.string() + ": the file is empty");
}

/** A file that exists in memory only, while this lives. */
class MemoryFile {
 public:
  MemoryFile(std::string name, std::string content) : name_(std::move(name)), content_(std::move(content)) {
    VSIFCloseL(VSIFileFromMemBuffer(name_.c_str(), reinterpret_cast<GByte*>(content_.data()), content_.size(), FALSE));
  }
  ~MemoryFile() { VSIUnlink(name_.c_str()); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

 private:
  std::string name_, content_;
};

struct OpenRaster {
  std::vector<std::unique_ptr<MemoryFile>> files;  ///< outlive the dataset
  GdalDataset dataset;
};

/** The file of the coordinate system beside an Esri grid; empty if there is none. */
std::filesystem::path projection_file_of(std::filesystem::path grid) {
  std::error_code failed;
  for (const char* ending : {".prj", ".PRJ", ".Prj"}) {
    if (std::filesystem::is_regular_file(grid.replace_extension(ending), failed)) return grid;
  }
  return {};
}

/** GDAL does not know Esri grids that begin with blanks, overlooks a last value without a blank behind it, and loses
 *  values where lines begin with blanks or end by carriage returns: it then gets a copy, with its coordinate system.
 *  @return the name to open */
std::string readable_esri_ascii(const std::filesystem::path& path, OpenRaster& raster) {
  const std::string text = read_text(path);
  std::string plain;
  plain.reserve(text.size() + 1);
  for (const char byte : without_byte_order_mark(text)) {
    const char letter = byte == '\r' ? '\n' : byte;  // alone, or before a line feed that is left out below
    const bool blank = letter == ' ' || letter == '\t';
    const bool at_start = plain.empty() || plain.back() == '\n';
    if (!(at_start && (blank || letter == '\n'))) plain += letter;
  }
  if (plain.empty() || plain.back() != '\n') plain += '\n';
  const std::filesystem::path system = projection_file_of(path);
  if (plain == text && (system.empty() || system.extension() == ".prj")) return path.string();
  std::ostringstream name;
  name << "/vsimem/rockfall-" << static_cast<const void*>(&raster);
  raster.files.push_back(std::make_unique<MemoryFile>(name.str() + ".asc", std::move(plain)));
  if (!system.empty()) {
    raster.files.push_back(std::make_unique<MemoryFile>(name.str() + ".prj", read_text(system)));
  }
  return name.str() + ".asc";
}

OpenRaster open_raster(const std::filesystem::path& path) {
  use_gdal();
  const GdalMessages messages;
  OpenRaster raster;
  // Esri grids are otherwise read in single precision. Other formats do not know the option.
  const char* const options[] = {"DATATYPE=Float64", nullptr};
  const bool esri = looks_like_esri_ascii(path);
  const std::string name = esri ? readable_esri_ascii(path, raster) : path.string();
  GdalDataset& dataset = raster.dataset;
  dataset.reset(GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, nullptr,
                           esri ? options : nullptr, nullptr));
  if (!dataset) throw InputError(path.string() + ": not a raster that can be read: " + messages.text());
  const int bands = GDALGetRasterCount(dataset.get());
  if (bands != 1) {
    throw InputError(path.string() + ": has " + std::to_string(bands) + " bands, heights and parameters need one");
  }
  return raster;
}

/** Size and position; true if the rows of the file run from south to north. */
bool read_frame(GDALDatasetH dataset, Raster& raster, const std::string& file) {
  double place[6];
  if (GDALGetGeoTransform(dataset, place) != CE_None) {
    throw InputError(file + ": a raster without position and cell size");
  }
  if (place[2] != 0 || place[4] != 0) {
    throw InputError(file + ": the raster is rotated; make it north-up with gdalwarp");
  }
  raster.columns = static_cast<std::uint32_t>(GDALGetRasterXSize(dataset));
  raster.rows = static_cast<std::uint32_t>(GDALGetRasterYSize(dataset));
  const bool upwards = place[5] > 0;
  raster.cell_x = place[1];
  raster.cell_y = std::fabs(place[5]);
  raster.x0 = place[0] + 0.5 * raster.cell_x;
  raster.y0 = upwards ? place[3] + 0.5 * raster.cell_y : place[3] + (raster.rows - 0.5) * place[5];
  check_raster_frame(raster, file);
  return upwards;
}

/** Bytes of all files that the raster consists of. */
double bytes_of_files(GDALDatasetH dataset) {
  double bytes = 0;
  char** const files = GDALGetFileList(dataset);
  for (char** name = files; name != nullptr && *name != nullptr; ++name) {
    VSIStatBufL status;
    if (VSIStatExL(*name, &status, VSI_STAT_SIZE_FLAG) == 0) bytes += static_cast<double>(status.st_size);
  }
  CSLDestroy(files);
  return bytes;
}

/** A few kilobytes can announce billions of cells, as missing tiles or as a tile larger than the raster. Throws
 *  InputError for more than constant values compress to. */
void check_announced_cells(GDALDatasetH dataset, GDALRasterBandH band, const Raster& raster, const std::string& file) {
  constexpr double of_small_files = 16e6, per_byte = 256;
  int block_columns = 0, block_rows = 0;
  GDALGetBlockSize(band, &block_columns, &block_rows);
  const double cells = std::fmax(double(raster.columns) * raster.rows, double(block_columns) * block_rows);
  const double bytes = bytes_of_files(dataset);
  if (cells <= of_small_files + per_byte * bytes) return;
  std::ostringstream message;
  message << file << ": announces " << std::fixed << std::setprecision(0) << cells << " cells in " << bytes
          << " bytes, which cannot hold them";
  throw InputError(message.str());
}

/** The band that is 0 where the raster has no data; null where only a no-data value marks such places, or none. */
GDALRasterBandH mask_of(GDALDatasetH dataset, GDALRasterBandH band, const Raster& raster, const std::string& file) {
  const int flags = GDALGetMaskFlags(band);
  if ((flags & GMF_ALL_VALID) != 0 || flags == GMF_NODATA) return nullptr;
  GDALRasterBandH mask = GDALGetMaskBand(band);
  if (mask != nullptr) check_announced_cells(dataset, mask, raster, file);
  return mask;
}

/** @param mask  nullable */
void read_values(GDALRasterBandH band, GDALRasterBandH mask, bool upwards, Raster& raster, const std::string& file) {
  const GdalMessages messages;
  const auto columns = static_cast<int>(raster.columns);
  std::vector<double> line(raster.columns);
  std::vector<GByte> valid(raster.columns, 1);
  raster.values.reserve(std::size_t{raster.columns} * raster.rows);
  for (std::uint32_t row = 0; row < raster.rows; ++row) {
    const auto from = static_cast<int>(upwards ? row : raster.rows - 1 - row);
    const auto read = [&](GDALRasterBandH source, void* target, GDALDataType type) {
      if (GDALRasterIO(source, GF_Read, 0, from, columns, 1, target, columns, 1, type, 0, 0) == CE_None) return;
      throw InputError(file + ": cut short or broken at row " + std::to_string(from) + ": " + messages.text());
    };
    read(band, line.data(), GDT_Float64);
    if (mask != nullptr) read(mask, valid.data(), GDT_Byte);
    for (std::size_t i = 0; i < line.size(); ++i) {
      raster.values.push_back(valid[i] != 0 ? line[i] : value_of_hole);
    }
  }
}

void check_real(GDALRasterBandH band, const std::string& file) {
  if (GDALDataTypeIsComplex(GDALGetRasterDataType(band)) != 0) {
    throw InputError(file + ": its values are complex numbers");
  }
}

void mark_holes(GDALRasterBandH band, std::optional<double> nodata, Raster& raster, const std::string& file) {
  int declared = 0;
  const double of_file = GDALGetRasterNoDataValue(band, &declared);
  // A number as text, such as -99.9, is not the one of a file in single precision.
  const bool single = GDALGetRasterDataType(band) == GDT_Float32;
  const auto is = [&](double value, double hole) {
    return value == hole || (single && static_cast<float>(value) == static_cast<float>(hole));
  };
  std::size_t undeclared = 0;
  for (double& value : raster.values) {
    const bool known = (declared != 0 && is(value, of_file)) || (nodata && is(value, *nodata));
    if (!known && value == raster_nodata) ++undeclared;
    if (known || value == raster_nodata) value = value_of_hole;
  }
  if (undeclared > 0) {
    raster.warnings.push_back(file + ": " + counted(undeclared, "value") + (undeclared == 1 ? " is" : " are") +
                              " -9999, which the file does not declare as its no-data value; taken as no data");
  }
}

/** What stored values mean. */
struct Scaling {
  double factor = 1, offset = 0;

  bool any() const { return factor != 1 || offset != 0; }
};

/** The scale and the offset that the file declares. */
Scaling scaling_of(GDALRasterBandH band, const std::string& file) {
  Scaling scaling;
  int declared = 0;
  const double factor = GDALGetRasterScale(band, &declared);
  if (declared != 0) scaling.factor = factor;
  const double offset = GDALGetRasterOffset(band, &declared);
  if (declared != 0) scaling.offset = offset;
  if (!std::isfinite(scaling.factor) || scaling.factor == 0 || !std::isfinite(scaling.offset)) {
    throw InputError(file + ": declares a scale of " + format_number(scaling.factor) + " and an offset of " +
                     format_number(scaling.offset) + "; the scale must be finite and not 0, the offset finite");
  }
  return scaling;
}

/** Warns of values that other programs write where there are no data, if the file does not say so: the bounds of 16-bit
 *  numbers and of floats, and rows of nines, which are usual numbers where a scale makes others of them. */
void find_markers(Raster& raster, const std::string& file) {
  constexpr double markers[] = {-32768, -32767, 32767, 65535, 9999, 99999, -99999, -999};
  constexpr std::ptrdiff_t bounds = 4;
  constexpr double huge = 1e30;
  const double* const end = raster.scaled ? markers + bounds : std::end(markers);
  std::map<double, std::size_t> counts;
  for (const double value : raster.values) {
    const bool marker = std::find(std::begin(markers), end, value) != end;
    if (marker || std::fabs(value) > huge) ++counts[value];
  }
  constexpr std::size_t most_warnings = 4;
  for (const auto& [value, count] : counts) {
    if (raster.warnings.size() == most_warnings) return;
    raster.warnings.push_back(file + ": " + counted(count, "value") + " of " + format_number(value, 7) +
                              ", which other programs write where there are no data: if this is meant, the file must "
                              "declare it as its no-data value");
  }
}

}  // namespace

Raster read_raster(const std::filesystem::path& path, std::optional<double> nodata) {
  const std::string file = path.string();
  check_is_filled_file(path);
  std::optional<Raster> header;
  if (looks_like_esri_ascii(path)) header = check_esri_ascii(path);
  const OpenRaster opened = open_raster(path);
  const GdalDataset& dataset = opened.dataset;
  Raster raster;
  const bool upwards = read_frame(dataset.get(), raster, file);
  if (header && !same_frame(*header, raster)) {
    throw InputError(file + ": GDAL reads another size, position or cell size than its header says");
  }
  const char* wkt = GDALGetProjectionRef(dataset.get());
  if (wkt != nullptr) raster.crs.wkt = wkt;
  check_metres(raster.crs, file);
  GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
  check_announced_cells(dataset.get(), band, raster, file);
  raster.unit = GDALGetRasterUnitType(band);
  const Scaling scaling = scaling_of(band, file);
  raster.scaled = scaling.any();
  check_real(band, file);
  read_values(band, mask_of(dataset.get(), band, raster, file), upwards, raster, file);
  mark_holes(band, nodata, raster, file);
  find_markers(raster, file);
  if (raster.scaled) {
    for (double& value : raster.values) value = scaling.offset + scaling.factor * value;
  }
  check_raster_values(raster, file);
  return raster;
}

void write_geotiff(const std::filesystem::path& path, const Raster& frame, const std::vector<Band>& bands) {
  use_gdal();
  const GdalMessages messages;
  const auto check = [&](bool good) {
    if (!good || messages.failed()) throw RunError(path.string() + ": cannot be written: " + messages.text());
  };
  const auto columns = static_cast<int>(frame.columns), rows = static_cast<int>(frame.rows);
  const char* const options[] = {"COMPRESS=DEFLATE", "PREDICTOR=3", "INTERLEAVE=BAND", "BIGTIFF=IF_SAFER", nullptr};
  GdalDataset dataset(GDALCreate(GDALGetDriverByName("GTiff"), path.c_str(), columns, rows,
                                 static_cast<int>(bands.size()), GDT_Float32, const_cast<char**>(options)));
  check(dataset != nullptr);
  check(set_frame(dataset.get(), frame));
  if (frame.crs.known()) GDALSetProjection(dataset.get(), frame.crs.wkt.c_str());
  std::vector<float> line(frame.columns);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), static_cast<int>(i) + 1);
    GDALSetRasterNoDataValue(band, raster_nodata);
    GDALSetDescription(band, bands[i].name.c_str());
    if (!bands[i].unit.empty()) GDALSetRasterUnitType(band, bands[i].unit.c_str());
    for (std::uint32_t row = 0; row < frame.rows; ++row) {
      const float* from = &bands[i].values[std::size_t{frame.rows - 1 - row} * frame.columns];
      for (std::uint32_t k = 0; k < frame.columns; ++k) {
        line[k] = std::isnan(from[k]) ? static_cast<float>(raster_nodata) : from[k];
      }
      check(GDALRasterIO(band, GF_Write, 0, static_cast<int>(row), columns, 1, line.data(), columns, 1, GDT_Float32, 0,
                         0) == CE_None);
    }
  }
  dataset.reset();  // writes what is left
  check(true);
}

}  // namespace sandbox
