// Tests of the environment: whether mpirun, or srun of Slurm, started the process.
#ifndef ROCKFALL_SANDBOX_CLI_LAUNCHER_H
#define ROCKFALL_SANDBOX_CLI_LAUNCHER_H

namespace sandbox {

/** Whether the process was started for MPI, alone or as one of several. False in a batch script of several tasks, which
 *  runs once. */
bool started_for_mpi();

/** Whether the process was started for MPI as one of several. */
bool one_of_several_for_mpi();

}  // namespace sandbox
#endif
