# Warnings and optional sanitizers for the targets of rockfall only; the flags of an embedding project do not change.
add_library(rockfall_warnings INTERFACE)
target_compile_options(rockfall_warnings INTERFACE
  $<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>,$<CXX_COMPILER_ID:AppleClang>>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>)
set(sanitize "")
if(ROCKFALL_SANITIZE)
  # `undefined` does not include float-cast-overflow. What null and object-size report, the address sanitizer reports,
  # too; without them the tests take a quarter less time.
  set(ROCKFALL_SANITIZE_WITHOUT null,object-size CACHE STRING "Checks of undefined behaviour that are left out")
  mark_as_advanced(ROCKFALL_SANITIZE_WITHOUT)
  set(sanitize -fsanitize=address,undefined,float-cast-overflow -fno-sanitize=${ROCKFALL_SANITIZE_WITHOUT})
elseif(ROCKFALL_SANITIZE_THREADS)
  set(sanitize -fsanitize=thread)
endif()
if(sanitize)
  target_compile_options(rockfall_warnings INTERFACE ${sanitize} -fno-sanitize-recover=all -g1)
  target_link_options(rockfall_warnings INTERFACE ${sanitize})
endif()
