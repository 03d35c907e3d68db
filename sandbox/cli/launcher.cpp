#include "cli/launcher.h"

#include <cstdlib>
#include <string>

namespace sandbox {
namespace {

// Number of processes: Open MPI; MPICH, Intel MPI and `srun --mpi=pmi2`.
constexpr const char* size_names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
// Number of this process, from 0: `srun --mpi=pmix`.
constexpr const char* rank_name = "PMIX_RANK";

}  // namespace

bool started_for_mpi() {
  for (const char* name : size_names) {
    if (std::getenv(name) != nullptr) return true;
  }
  return std::getenv(rank_name) != nullptr;
}

bool one_of_several_for_mpi() {
  for (const char* name : size_names) {
    if (const char* const size = std::getenv(name)) return std::string(size) != "1";
  }
  const char* const rank = std::getenv(rank_name);
  if (rank == nullptr) return false;
  if (std::string(rank) != "0") return true;
  // PMIx does not give process 0 the number of processes, but Slurm does. SLURM_NTASKS would be that of the whole job.
  const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  return tasks != nullptr && std::string(tasks) != "1";
}

}  // namespace sandbox
