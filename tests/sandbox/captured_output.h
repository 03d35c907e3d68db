// Captures standard output while it lives.
#ifndef ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H
#define ROCKFALL_TESTS_SANDBOX_CAPTURED_OUTPUT_H

#include <iostream>
#include <sstream>

struct CapturedOutput {
  std::ostringstream text;
  std::streambuf* before = std::cout.rdbuf(text.rdbuf());
  ~CapturedOutput() { std::cout.rdbuf(before); }
};

#endif
