# All floating-point compiler flags. Every target with bit-identical results links this.
add_library(rockfall_floating_point INTERFACE)
if(MSVC AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # clang-cl passes these flags on only after /clang:.
  target_compile_options(rockfall_floating_point INTERFACE
    /fp:precise /clang:-ffp-contract=off /clang:-fno-math-errno)
elseif(MSVC)
  target_compile_options(rockfall_floating_point INTERFACE /fp:precise)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(rockfall_floating_point INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno)
endif()
# The SLP vectoriser of gcc 12 generates vfmaddsub in spite of -ffp-contract=off; disabling it costs no time.
# tests/determinism/run.sh fma searches for any other fused multiply-add.
target_compile_options(rockfall_floating_point INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
# Without SSE, 32-bit x86 computes in 80-bit registers (x87). A compile test is needed because the processor name does
# not show -m32.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_QUIET ON)  # no messages in the configuration of an embedding project
check_cxx_source_compiles("#if !defined(__i386__)\n#error not 32-bit x86\n#endif\nint main() { return 0; }"
  ROCKFALL_32_BIT_X86)
unset(CMAKE_REQUIRED_QUIET)
if(ROCKFALL_32_BIT_X86)
  target_compile_options(rockfall_floating_point INTERFACE -msse2 -mfpmath=sse)
endif()
# The vector code of Eigen uses fused multiply-add, and the order of its sums depends on the vector width.
target_compile_definitions(rockfall_floating_point INTERFACE EIGEN_DONT_VECTORIZE)
