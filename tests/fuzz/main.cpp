// rockfall_fuzz: runs the fuzz targets on inputs made from a seed, without libFuzzer; writes their corpus for it.
#include <chrono>
#include <cinttypes>
#include <string>

#include "support/random.h"
#include "target.h"

namespace {

using fuzz::Bytes;
using support::Random;

const fuzz::Target* const kTargets[] = {&fuzz::kRecording,    &fuzz::kSnapshot, &fuzz::kCookAndGrid, &fuzz::kStep,
                                        &fuzz::kBodyAndFrame,
#ifdef ROCKFALL_FUZZ_FILES
                                        &fuzz::kPoints,       &fuzz::kRaster,   &fuzz::kScenario
#endif
};

const char* const kHelp =
    "usage: rockfall_fuzz [TARGET] [--runs N] [--seed S]\n"
    "       rockfall_fuzz TARGET --write-corpus DIRECTORY\n"
    "Runs a fuzz target, or all, on N inputs each (default 20000) made from the seed S (default 1).\n"
    "Targets: recording snapshot cook_and_grid step body_and_frame, and with the programs points raster scenario\n";

// A seed of the target with some bytes changed, removed or repeated.
Bytes mutated(const std::vector<Bytes>& seeds, Random& random) {
  Bytes bytes = seeds[random.below(static_cast<uint32_t>(seeds.size()))];
  const uint32_t changes = 1 + random.below(12);
  for (uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
    const size_t at = random.below(static_cast<uint32_t>(bytes.size()));
    const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(6)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.erase(here);
        break;
      case 2:
        bytes.insert(here, static_cast<uint8_t>(random.bits()));
        break;
      case 3:
        *here = random.below(2) ? 0xff : 0;
        break;
      default:
        *here = static_cast<uint8_t>(random.bits());
    }
  }
  return bytes;
}

void run(const fuzz::Target& target, uint64_t runs, uint64_t seed) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<Bytes> seeds = target.seeds();
  for (const Bytes& bytes : seeds) target.run(bytes.data(), bytes.size());
  Random random(seed);
  for (uint64_t i = 0; i < runs; ++i) {
    const Bytes bytes = mutated(seeds, random);
    target.run(bytes.data(), bytes.size());
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  std::printf("%-16s %8" PRIu64 " inputs, seed %" PRIu64 ", %.1f s\n", target.name, runs, seed, time.count());
}

bool write_corpus(const fuzz::Target& target, const std::string& directory) {
  uint32_t number = 0;
  for (const Bytes& bytes : target.seeds()) {
    const std::string path = directory + "/seed" + std::to_string(number++);
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (!file || std::fclose(file) != 0 || !written) {
      std::fprintf(stderr, "cannot write %s\n", path.c_str());
      return false;
    }
  }
  return true;
}

int fail() {
  std::fputs(kHelp, stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::string name, corpus;
  uint64_t runs = 20000, seed = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--help") return std::fputs(kHelp, stdout) < 0;
    if (argument.compare(0, 2, "--") != 0) {
      name = argument;
      continue;
    }
    if (++i == argc) return fail();
    if (argument == "--write-corpus") {
      corpus = argv[i];
      continue;
    }
    char* end = nullptr;
    const uint64_t value = std::strtoull(argv[i], &end, 10);
    if (argv[i][0] < '0' || argv[i][0] > '9' || *end) return fail();
    if (argument == "--runs") {
      runs = value;
    } else if (argument == "--seed") {
      seed = value;
    } else {
      return fail();
    }
  }
  bool found = false;
  for (const fuzz::Target* target : kTargets) {
    if (!name.empty() && name != target->name) continue;
    found = true;
    if (corpus.empty()) {
      run(*target, runs, seed);
    } else if (!write_corpus(*target, corpus)) {
      return 1;
    }
  }
  return found ? 0 : fail();
}
