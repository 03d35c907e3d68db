// Use of the library GDAL: drivers and error messages.
#ifndef ROCKFALL_SANDBOX_IO_GDAL_H
#define ROCKFALL_SANDBOX_IO_GDAL_H

#include <string>

namespace sandbox {

/** Registers the drivers of GDAL, once. Thread-safe. */
void use_gdal();

/** Collects the messages of GDAL on this thread while it lives; they are not printed. */
class GdalMessages {
 public:
  GdalMessages();
  ~GdalMessages();
  GdalMessages(const GdalMessages&) = delete;
  GdalMessages& operator=(const GdalMessages&) = delete;

  /** True if there was an error; warnings do not count. */
  bool failed() const { return failed_; }
  /** The first error; "no reason given" without one. */
  std::string text() const;

  /** Called by GDAL. */
  void add(bool error, const char* message);

 private:
  std::string text_;
  bool failed_ = false;
};

}  // namespace sandbox
#endif
