# The one place for floating-point flags. Every target whose numbers are promised bit for bit takes these.
add_library(rockfall_floating_point INTERFACE)
target_compile_options(rockfall_floating_point INTERFACE
  $<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>,$<CXX_COMPILER_ID:AppleClang>>:-ffp-contract=off;-fno-fast-math;-fno-math-errno>
  $<$<CXX_COMPILER_ID:MSVC>:/fp:precise>)
# i686 would compute in the 80-bit registers of the x87 otherwise.
if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "i[3-6]86")
  target_compile_options(rockfall_floating_point INTERFACE -msse2 -mfpmath=sse)
endif()
# Eigen's own vector code changes the order of sums with the width of the registers, and uses fused multiply-add.
target_compile_definitions(rockfall_floating_point INTERFACE EIGEN_DONT_VECTORIZE)
