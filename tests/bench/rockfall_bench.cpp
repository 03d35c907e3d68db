// How long a rock-step takes. Every row counts "ns_per_rock_step" or, for one step of one rock, is that time itself.
//   rockfall_bench --benchmark_format=json            for machines
//   rockfall_bench --benchmark_filter=scene           the scene in which engines are compared, 1000 rocks to their ends
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
