# rubble_module(smoke SOURCES a.cpp TESTS a_test.cpp USES world base LIBRARIES fmt::fmt)
#
# One static library rubble_<name> and, where there are tests, one program rubble_<name>_test beside it.
# USES names other modules and is public; LIBRARIES are foreign and stay private to the module's .cpp files.
function(rubble_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;TESTS;USES;LIBRARIES;PUBLIC_LIBRARIES" ${ARGN})
  add_library(rubble_${name} STATIC ${ARG_SOURCES})
  target_include_directories(rubble_${name} PUBLIC
    "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>" "$<INSTALL_INTERFACE:include>")
  target_compile_options(rubble_${name} PRIVATE ${RUBBLE_WARNINGS})
  list(TRANSFORM ARG_USES PREPEND rubble_)
  target_link_libraries(rubble_${name} PUBLIC ${ARG_USES} ${ARG_PUBLIC_LIBRARIES} PRIVATE ${ARG_LIBRARIES})
  set_target_properties(rubble_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 6 EXPORT_NAME ${name})
  install(TARGETS rubble_${name} EXPORT RubbleTargets ARCHIVE DESTINATION lib/rubble COMPONENT library)
  if(ARG_TESTS)
    rubble_test(${name} SOURCES ${ARG_TESTS} LIBRARIES rubble_${name} ${ARG_LIBRARIES})
  endif()
endfunction()

# A test program; every TEST in it becomes a ctest of its own.
function(rubble_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(rubble_${name}_test ${ARG_SOURCES})
  target_compile_options(rubble_${name}_test PRIVATE ${RUBBLE_WARNINGS})
  target_link_libraries(rubble_${name}_test PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main)
  target_compile_definitions(rubble_${name}_test PRIVATE
    RUBBLE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" RUBBLE_SHARED_DIR="${CMAKE_SOURCE_DIR}/../shared")
  include(GoogleTest)
  gtest_discover_tests(rubble_${name}_test
    TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
