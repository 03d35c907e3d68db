// `rockfall verify`: runs the engine against published results and closed forms and prints a table.
#ifndef ROCKFALL_SANDBOX_VERIFY_VERIFY_H
#define ROCKFALL_SANDBOX_VERIFY_VERIFY_H

#include <string>
#include <vector>

namespace sandbox::verify {

struct Options {
  std::vector<std::string> only;  ///< letters of the groups to run; empty: all
  std::string json;               ///< file to write the rows to as well; empty: none
  unsigned threads = 0;           ///< 0: as many as the machine has
  bool quick = false;             ///< smaller ensembles
  bool force = false;             ///< the file is replaced if it exists
};

/** Prints the rows on standard output. True if none failed. Throws InputError for an unknown group, and for a
 *  file that exists without `force`. */
bool run(const Options& options);

}  // namespace sandbox::verify
#endif
