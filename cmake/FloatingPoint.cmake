# The one place for floating-point flags. Every target whose numbers are promised bit for bit takes these.
add_library(rockfall_floating_point INTERFACE)
if(MSVC AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # clang-cl ignores these flags of clang unless they follow /clang:.
  target_compile_options(rockfall_floating_point INTERFACE
    /fp:precise /clang:-ffp-contract=off /clang:-fno-math-errno)
elseif(MSVC)
  target_compile_options(rockfall_floating_point INTERFACE /fp:precise)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(rockfall_floating_point INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno)
endif()
# gcc 12 makes vfmaddsub of neighbouring products, sums and differences although -ffp-contract=off forbids it; nothing is
# lost without that pass (tests/determinism/run.sh fma looks for what else may come).
target_compile_options(rockfall_floating_point INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
# 32-bit x86 would compute in the 80-bit registers of the x87 otherwise. The compiler is asked, because the name of the
# processor says nothing under -m32.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_QUIET ON)  # an embedder's configuration need not hear of it
check_cxx_source_compiles("#if !defined(__i386__)\n#error not 32-bit x86\n#endif\nint main() { return 0; }"
  ROCKFALL_32_BIT_X86)
unset(CMAKE_REQUIRED_QUIET)
if(ROCKFALL_32_BIT_X86)
  target_compile_options(rockfall_floating_point INTERFACE -msse2 -mfpmath=sse)
endif()
# Eigen's own vector code changes the order of sums with the width of the registers, and uses fused multiply-add.
target_compile_definitions(rockfall_floating_point INTERFACE EIGEN_DONT_VECTORIZE)
