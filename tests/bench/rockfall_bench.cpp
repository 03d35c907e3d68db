// Benchmarks of the time per rock-step. Rows of single steps give it directly, all others as "ns_per_rock_step".
//   rockfall_bench --benchmark_format=json            machine-readable output
//   rockfall_bench --benchmark_filter=scene           the scene of the engine comparison with 1000 rocks
#include "rows.h"

int main(int argc, char** argv) {
  bench::register_steps();
  bench::register_scene();
  bench::register_scaling();
  bench::register_states();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
