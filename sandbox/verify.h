// `rockfall verify`: runs the engine against published results and closed forms and prints a table.
#ifndef ROCKFALL_SANDBOX_VERIFY_H
#define ROCKFALL_SANDBOX_VERIFY_H

#include <string>
#include <vector>

struct VerifyOptions {
  std::vector<std::string> only;  ///< letters of the groups to run; empty: all
  std::string json;               ///< file to write the rows to as well; empty: none
  unsigned threads = 0;           ///< 0: as many as the machine has
  bool quick = false;             ///< smaller ensembles
};

/** Prints the rows on standard output. Returns 0 if none failed, 1 otherwise. */
int verify_main(const VerifyOptions& options);

/** The same with command-line arguments, argv[0] being the command; 2 for arguments that make no sense. */
int verify_main(int argc, char** argv);

#endif
