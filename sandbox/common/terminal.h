// Standard output and error of the programs: names from files cannot send control sequences to a terminal, and output
// that could not be written is noticed.
#ifndef ROCKFALL_SANDBOX_COMMON_TERMINAL_H
#define ROCKFALL_SANDBOX_COMMON_TERMINAL_H

#include <ostream>
#include <streambuf>

namespace sandbox {

/** While it exists, control characters that are written to a stream become '?': those below space but tab and line
 * feed, delete, and U+0080 to U+009F in UTF-8. */
class PrintableOutput : public std::streambuf {
 public:
  explicit PrintableOutput(std::ostream& stream) : stream_(stream), to_(stream.rdbuf(this)) {}
  ~PrintableOutput() override;
  PrintableOutput(const PrintableOutput&) = delete;
  PrintableOutput& operator=(const PrintableOutput&) = delete;

 protected:
  int_type overflow(int_type letter) override;
  int sync() override;

 private:
  bool put(char letter);
  bool put_held();

  std::ostream& stream_;
  std::streambuf* to_;
  bool holds_lead_ = false;  ///< of 0xC2, which begins U+0080 to U+00BF
};

/** Flushes std::cout and stdout; false if something that was written to them is lost. */
bool flush_standard_output();

}  // namespace sandbox
#endif
