# One implementation of sine, exponential and their like for the whole process: musl's, which is plain C
# without variants for CPUs, stands in the place of the C library's in every program, and the programs show
# the names to the shared libraries they load. See docs/decisions/0010-same-bits.md.
set(list "${CMAKE_SOURCE_DIR}/cmake/math_functions.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
file(STRINGS "${list}" RUBBLE_MATH_FUNCTIONS REGEX "^[a-z]")
foreach(function IN LISTS RUBBLE_MATH_FUNCTIONS)
  list(APPEND RUBBLE_MATH_FUNCTIONS ${function}f)
endforeach()

# The compiler calls them even where it knows the arguments: it would round correctly, which they do not always.
list(TRANSFORM RUBBLE_MATH_FUNCTIONS PREPEND -fno-builtin- OUTPUT_VARIABLE not_folded)
add_compile_options(${not_folded})

set(folder "${CMAKE_BINARY_DIR}/math")
file(MAKE_DIRECTORY "${folder}")
find_file(RUBBLE_MUSL libc.a PATHS /usr/lib/x86_64-linux-musl NO_DEFAULT_PATH)
if(NOT RUBBLE_MUSL)
  message(FATAL_ERROR "/usr/lib/x86_64-linux-musl/libc.a is not there; it is in Debian's package musl-dev.")
endif()

# One object of the functions and what they call; nothing else of musl is seen outside it.
list(TRANSFORM RUBBLE_MATH_FUNCTIONS PREPEND --undefined= OUTPUT_VARIABLE wanted)
list(TRANSFORM RUBBLE_MATH_FUNCTIONS PREPEND --keep-global-symbol= OUTPUT_VARIABLE shown)
find_program(RUBBLE_PLAIN_LINKER ld.bfd REQUIRED)
execute_process(COMMAND "${RUBBLE_PLAIN_LINKER}" -r ${wanted} "${RUBBLE_MUSL}" -o "${folder}/all.o" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_OBJCOPY}" ${shown} "${folder}/all.o" "${folder}/math.o" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_NM}" --undefined-only --format=just-symbols "${folder}/math.o"
  OUTPUT_VARIABLE lacking OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n|_GLOBAL_OFFSET_TABLE_|__mul[sd]c3" "" lacking "${lacking}")  # those of every compiler
if(lacking)
  message(FATAL_ERROR "${RUBBLE_MUSL} lacks functions of ${list}: ${lacking}")
endif()
list(JOIN RUBBLE_MATH_FUNCTIONS "; " names)
file(CONFIGURE OUTPUT "${folder}/names.list" CONTENT "{ @names@; };\n" @ONLY)

add_library(rubble_math INTERFACE)
target_link_libraries(rubble_math INTERFACE
  "$<BUILD_INTERFACE:${folder}/math.o>" "$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/lib/rubble/math.o>")
target_link_options(rubble_math INTERFACE
  "$<BUILD_INTERFACE:-Wl,--dynamic-list=${folder}/names.list>"
  "$<INSTALL_INTERFACE:-Wl,--dynamic-list=$<INSTALL_PREFIX>/lib/rubble/math_names.list>")
