#!/bin/sh
# A program without MPI is refused where mpirun or srun has started several of it, unless each gets a part of its own. A
# single one runs, also in a batch script of several tasks.
#   several_processes_are_noticed.sh BUILD
set -eu
program=$1/sandbox/rockfall
[ -x "$program" ] || { echo "the program was not built"; exit 77; }
! grep -q '^ROCKFALL_MPI:BOOL=ON' "$1/CMakeCache.txt" || { echo "built with MPI"; exit 77; }
fail() { echo "$1"; exit 1; }

# in_environment VARIABLE=VALUE... : the exit code of the program in this environment only
in_environment() {
  code=0
  message=$(env -u OMPI_COMM_WORLD_SIZE -u PMI_SIZE -u PMIX_RANK -u SLURM_STEP_NUM_TASKS "$@" 2>&1) || code=$?
}
refused() {
  in_environment "$@" "$program" run ramp_l21 --help
  [ "$code" -eq 2 ] || fail "accepted: $*"
  case $message in *"built without MPI"*) ;; *) fail "another message: $message" ;; esac
}
accepted() {
  in_environment "$@" "$program" run ramp_l21 --help
  [ "$code" -eq 0 ] || fail "refused: $*: $message"
}

refused OMPI_COMM_WORLD_SIZE=4
refused PMI_SIZE=4
refused PMIX_RANK=1
refused PMIX_RANK=0 SLURM_STEP_NUM_TASKS=4
accepted
accepted OMPI_COMM_WORLD_SIZE=1 PMIX_RANK=0 SLURM_STEP_NUM_TASKS=4 # mpirun, itself started by srun
accepted PMIX_RANK=0 SLURM_STEP_NUM_TASKS=1
accepted SLURM_NTASKS=4 SLURM_PROCID=0 # a batch script
in_environment PMIX_RANK=1 "$program" run ramp_l21 --shard 2/4 --help
[ "$code" -eq 0 ] || fail "a part is refused: $message"
