# Warnings and optional sanitizers for the targets of rockfall only; the flags of an embedding project do not change.
add_library(rockfall_warnings INTERFACE)
target_compile_options(rockfall_warnings INTERFACE
  $<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>,$<CXX_COMPILER_ID:AppleClang>>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>)
set(sanitizers "")
if(ROCKFALL_SANITIZE)
  # `undefined` does not include float-cast-overflow.
  set(sanitizers address,undefined,float-cast-overflow)
elseif(ROCKFALL_SANITIZE_THREADS)
  set(sanitizers thread)
endif()
if(sanitizers)
  target_compile_options(rockfall_warnings INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all -g1)
  target_link_options(rockfall_warnings INTERFACE -fsanitize=${sanitizers})
endif()
