// Capture standard output or standard error while they live.
#ifndef ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H
#define ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H

#include <iostream>
#include <sstream>

struct CapturedOutput {
  std::ostringstream text;
  std::streambuf* before = std::cout.rdbuf(text.rdbuf());
  ~CapturedOutput() { std::cout.rdbuf(before); }
};

struct CapturedErrors {
  std::ostringstream text;
  std::streambuf* before = std::cerr.rdbuf(text.rdbuf());
  ~CapturedErrors() { std::cerr.rdbuf(before); }
};

#endif
