#include "common/terminal.h"

#include <cstdio>
#include <iostream>

namespace sandbox {
namespace {

constexpr char lead = '\xC2';

bool is_control(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return (code < 0x20 && letter != '\n' && letter != '\t') || code == 0x7F;
}

bool is_control_after_lead(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return code >= 0x80 && code <= 0x9F;
}

}  // namespace

PrintableOutput::~PrintableOutput() {
  put_held();
  stream_.rdbuf(to_);
}

bool PrintableOutput::put(char letter) { return !traits_type::eq_int_type(to_->sputc(letter), traits_type::eof()); }

bool PrintableOutput::put_held() {
  if (!holds_lead_) return true;
  holds_lead_ = false;
  return put(lead);
}

PrintableOutput::int_type PrintableOutput::overflow(int_type code) {
  if (traits_type::eq_int_type(code, traits_type::eof())) return traits_type::not_eof(code);
  const char letter = traits_type::to_char_type(code);
  if (holds_lead_ && is_control_after_lead(letter)) {
    holds_lead_ = false;
    return put('?') ? code : traits_type::eof();
  }
  if (!put_held()) return traits_type::eof();
  if (letter == lead) {
    holds_lead_ = true;
    return code;
  }
  return put(is_control(letter) ? '?' : letter) ? code : traits_type::eof();
}

int PrintableOutput::sync() { return to_->pubsync(); }

bool flush_standard_output() {
  std::cout.flush();
  return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace sandbox
