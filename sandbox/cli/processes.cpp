#include "cli/processes.h"

#include <mpi.h>

#include <algorithm>
#include <cstdint>

#include "cli/launcher.h"

namespace sandbox {
namespace {

constexpr std::size_t block = std::size_t{1} << 28;  // bytes of a message; MPI counts with int

bool started = false;

void send(const std::vector<unsigned char>& bytes) {
  std::uint64_t size = bytes.size();
  MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
  for (std::size_t at = 0; at < bytes.size(); at += block) {
    MPI_Send(&bytes[at], static_cast<int>(std::min(block, bytes.size() - at)), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  }
}

std::vector<unsigned char> receive(int from) {
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
  for (std::size_t at = 0; at < bytes.size(); at += block) {
    MPI_Recv(&bytes[at], static_cast<int>(std::min(block, bytes.size() - at)), MPI_BYTE, from, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  return bytes;
}

}  // namespace

Processes::Processes(int& argc, char**& argv) {
  started = started_for_mpi();  // not always: initialisation takes long
  if (started) MPI_Init(&argc, &argv);
}

Processes::~Processes() {
  if (started) MPI_Finalize();
}

unsigned Processes::count() {
  int size = 1;
  if (started) MPI_Comm_size(MPI_COMM_WORLD, &size);
  return static_cast<unsigned>(size);
}

unsigned Processes::number() {
  int rank = 0;
  if (started) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return static_cast<unsigned>(rank);
}

std::vector<std::vector<unsigned char>> Processes::gather(const std::vector<unsigned char>& bytes) {
  if (number() != 0) {
    send(bytes);
    return {};
  }
  std::vector<std::vector<unsigned char>> all = {bytes};
  for (unsigned from = 1; from < count(); ++from) all.push_back(receive(static_cast<int>(from)));
  return all;
}

void Processes::abort(int exit_code) {
  if (started) MPI_Abort(MPI_COMM_WORLD, exit_code);
}

}  // namespace sandbox
