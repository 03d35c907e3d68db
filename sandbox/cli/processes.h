// The processes of one run under MPI (mpirun or srun). Without MPI there is one.
#ifndef ROCKFALL_SANDBOX_CLI_PROCESSES_H
#define ROCKFALL_SANDBOX_CLI_PROCESSES_H

#include <vector>

namespace sandbox {

/** Connects the processes while it lives. Throws InputError where mpirun or srun has started several processes of a
 *  program without MPI, unless each is given a part with --shard. */
class Processes {
 public:
  Processes(int& argc, char**& argv);
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  static unsigned count();
  /** 0 to count() - 1. */
  static unsigned number();
  /** Brings the bytes of all processes to number 0, in their order; the others get nothing. */
  static std::vector<std::vector<unsigned char>> gather(const std::vector<unsigned char>& bytes);
  /** Ends all processes, after an error of this one. */
  static void abort(int exit_code);
};

}  // namespace sandbox
#endif
