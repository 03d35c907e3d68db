#include "io/gdal.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>

#include <mutex>

namespace sandbox {
namespace {

void CPL_STDCALL collect(CPLErr kind, CPLErrorNum, const char* message) {
  static_cast<GdalMessages*>(CPLGetErrorHandlerUserData())->add(kind >= CE_Failure, message);
}

}  // namespace

void use_gdal() {
  static std::once_flag once;
  std::call_once(once, [] {
    // Files beside the input, such as .aux.xml, are neither needed nor wanted.
    CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
    GDALAllRegister();
  });
}

GdalMessages::GdalMessages() { CPLPushErrorHandlerEx(collect, this); }

GdalMessages::~GdalMessages() { CPLPopErrorHandler(); }

std::string GdalMessages::text() const { return text_.empty() ? "no reason given" : text_; }

void GdalMessages::add(bool error, const char* message) {
  if (!error) return;
  failed_ = true;
  if (!text_.empty()) return;
  text_ = message;
  for (char& letter : text_) {
    if (letter == '\n') letter = ' ';
  }
}

}  // namespace sandbox
