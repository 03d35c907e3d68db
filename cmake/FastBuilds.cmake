# Faster development builds: compiler cache and precompiled headers. Off if rockfall is a subproject.
set(rockfall_through_ccache OFF)
if(ROCKFALL_CCACHE)
  find_program(ROCKFALL_CCACHE_PROGRAM ccache)
  mark_as_advanced(ROCKFALL_CCACHE_PROGRAM)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
    set(rockfall_through_ccache ON)
  elseif(ROCKFALL_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(rockfall_through_ccache ON)
    # Without this, ccache does not cache files that use a precompiled header.
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ROCKFALL_CCACHE_PROGRAM})
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  endif()
endif()

# rockfall_precompile(TARGET HEADER...): like target_precompile_headers, if enabled. Every file must still include what
# it needs, because a build of the tests (clang-O2 in tests/determinism/run.sh) does not use precompiled headers.
function(rockfall_precompile target)
  if(NOT ROCKFALL_PCH)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(rockfall_through_ccache AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endfunction()

# rockfall_unity(TARGET): compiles the sources of the target as one file with ROCKFALL_UNITY, which takes less than half
# of the processor time from nothing, and more after every change.
function(rockfall_unity target)
  if(ROCKFALL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

# rockfall_unity_by_folder(TARGET FILE...): the same, one file for each folder of FILE.
function(rockfall_unity_by_folder target)
  if(ROCKFALL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ARGN)
      get_filename_component(folder ${source} DIRECTORY)
      get_filename_component(folder ${folder} NAME)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endforeach()
  endif()
endfunction()
