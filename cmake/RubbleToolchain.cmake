# Compiler settings shared by everything we compile.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Dev keeps assertions and debug symbols and is optimised just enough to run the simulation in tests.
set(CMAKE_CXX_FLAGS_DEV "-O1 -g1 -DRUBBLE_ASSERTIONS=1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DRUBBLE_ASSERTIONS=1")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev)
endif()

# Same bits in every build: no fused multiply-add, no reordering of arithmetic.
# same_bits.h refuses flags that would undo this.
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math
  "SHELL:-include ${CMAKE_SOURCE_DIR}/src/rubble/base/same_bits.h")

# What tests print names files as they are called in the project, wherever it lies.
add_compile_options("-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")

# Designated initialisers leave out what keeps its default: that is their point.
set(RUBBLE_WARNINGS -Wall -Wextra -Wconversion -Wshadow -Werror -Wno-missing-field-initializers)

set(RUBBLE_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined")
if(RUBBLE_SANITIZE)
  add_compile_options(-fsanitize=${RUBBLE_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RUBBLE_SANITIZE})
  # GCC 12 cries wolf over std::regex, which others' headers use, once sanitizers are on.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND RUBBLE_WARNINGS -Wno-maybe-uninitialized)
  else()
    # A finding must end the run, not only print.
    add_compile_options(-fno-sanitize-recover=all)
  endif()
endif()
option(RUBBLE_FUZZ "Build the fuzz targets; see the preset of that name" OFF)

find_program(RUBBLE_CCACHE ccache)
if(RUBBLE_CCACHE)
  # Paths count from the source folder, so that one clone finds what another has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${RUBBLE_CCACHE}")
endif()
find_program(RUBBLE_MOLD mold)
if(RUBBLE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
