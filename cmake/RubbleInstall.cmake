# cmake --install build/release --prefix PREFIX
#
#   --component program   bin/rubble, lib/rubble/librubble-radio.so, and what they need at run time in share/rubble
#   --component library   headers, static libraries and the CMake package: find_package(Rubble), docs/library.md
include(CMakePackageConfigHelpers)

install(DIRECTORY models worlds clients DESTINATION share/rubble COMPONENT program
  PATTERN "__pycache__" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE)
install(DIRECTORY docs/data DESTINATION share/rubble/docs COMPONENT program)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/build/page/" DESTINATION share/rubble/page COMPONENT program OPTIONAL)

# All headers but the helpers of tests.
install(DIRECTORY src/rubble DESTINATION include COMPONENT library
  FILES_MATCHING PATTERN "*.h" PATTERN "test_*" EXCLUDE PATTERN "*_test_*" EXCLUDE)
install(FILES "${CMAKE_BINARY_DIR}/math/math.o" DESTINATION lib/rubble COMPONENT library)
install(FILES "${CMAKE_BINARY_DIR}/math/names.list" DESTINATION lib/rubble RENAME math_names.list COMPONENT library)

# Programs of others are compiled with what our headers were compiled with: Eigen's types lie differently in memory where
# the compiler uses AVX, and checked functions of a header must be the same everywhere.
target_compile_definitions(rubble_math INTERFACE "$<INSTALL_INTERFACE:RUBBLE_ASSERTIONS=1>")
target_compile_features(rubble_math INTERFACE cxx_std_20)
target_compile_options(rubble_math INTERFACE
  "$<INSTALL_INTERFACE:-ffp-contract=off>"
  "$<INSTALL_INTERFACE:SHELL:-include $<INSTALL_PREFIX>/include/rubble/base/same_bits.h>")

set_target_properties(rubble_math PROPERTIES EXPORT_NAME math)
install(TARGETS rubble_math EXPORT RubbleTargets)
install(EXPORT RubbleTargets NAMESPACE rubble:: DESTINATION lib/cmake/Rubble COMPONENT library)
configure_package_config_file(cmake/RubbleConfig.cmake.in "${CMAKE_BINARY_DIR}/RubbleConfig.cmake"
  INSTALL_DESTINATION lib/cmake/Rubble)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/RubbleConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/RubbleConfig.cmake" "${CMAKE_BINARY_DIR}/RubbleConfigVersion.cmake"
  cmake/OpenCVModules.cmake DESTINATION lib/cmake/Rubble COMPONENT library)
