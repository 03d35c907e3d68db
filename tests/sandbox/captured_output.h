// Capture standard output or standard error while they live.
#ifndef ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H
#define ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H

#include <iostream>
#include <sstream>

struct Captured {
  explicit Captured(std::ostream& of) : stream(of) {}
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;
  ~Captured() { stream.rdbuf(before); }

  std::ostream& stream;
  std::ostringstream text;
  std::streambuf* before = stream.rdbuf(text.rdbuf());
};

struct CapturedOutput : Captured {
  CapturedOutput() : Captured(std::cout) {}
};

struct CapturedErrors : Captured {
  CapturedErrors() : Captured(std::cerr) {}
};

#endif
