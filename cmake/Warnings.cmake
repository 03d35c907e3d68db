# Warnings for our own targets only, and the sanitizers where asked for; an embedder's flags stay untouched.
add_library(rockfall_warnings INTERFACE)
target_compile_options(rockfall_warnings INTERFACE
  $<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>,$<CXX_COMPILER_ID:AppleClang>>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>)
if(ROCKFALL_SANITIZE)
  target_compile_options(rockfall_warnings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -g)
  target_link_options(rockfall_warnings INTERFACE -fsanitize=address,undefined)
endif()
