# Warnings for our own targets only, and the sanitizers where asked for; an embedder's flags stay untouched.
add_library(rockfall_warnings INTERFACE)
target_compile_options(rockfall_warnings INTERFACE
  $<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>,$<CXX_COMPILER_ID:AppleClang>>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>)
set(sanitizers "")
if(ROCKFALL_SANITIZE)
  # Casts of doubles that do not fit are not among `undefined`.
  set(sanitizers address,undefined,float-cast-overflow)
elseif(ROCKFALL_SANITIZE_THREADS)
  set(sanitizers thread)
endif()
if(sanitizers)
  target_compile_options(rockfall_warnings INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all -g)
  target_link_options(rockfall_warnings INTERFACE -fsanitize=${sanitizers})
endif()
