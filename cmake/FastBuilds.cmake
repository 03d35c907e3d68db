# Faster builds for those who work on rockfall: a compiler cache and precompiled headers. Off in an embedder's build.
set(rockfall_through_ccache OFF)
if(ROCKFALL_CCACHE)
  find_program(ROCKFALL_CCACHE_PROGRAM ccache)
  mark_as_advanced(ROCKFALL_CCACHE_PROGRAM)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
    set(rockfall_through_ccache ON)
  elseif(ROCKFALL_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(rockfall_through_ccache ON)
    # Without this ccache leaves out whatever uses a precompiled header.
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ROCKFALL_CCACHE_PROGRAM})
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  endif()
endif()

# rockfall_precompile(TARGET HEADER...): as target_precompile_headers. Every file still includes what it needs: the builds
# of tests/determinism/run.sh do without.
function(rockfall_precompile target)
  if(NOT ROCKFALL_PCH)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(rockfall_through_ccache AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endfunction()
