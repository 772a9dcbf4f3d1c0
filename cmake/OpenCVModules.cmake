# Debian's single-module OpenCV packages come without a CMake configuration (that is in the large
# libopencv-dev), so each module used becomes a target opencv::<module> here.
find_path(OPENCV_INCLUDE_DIR opencv2/core.hpp PATH_SUFFIXES opencv4 REQUIRED)
function(rubble_find_opencv)
  foreach(module IN LISTS ARGN)
    find_library(OPENCV_${module}_LIBRARY opencv_${module} REQUIRED)
    add_library(opencv::${module} UNKNOWN IMPORTED)
    set_target_properties(opencv::${module} PROPERTIES
      IMPORTED_LOCATION "${OPENCV_${module}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${OPENCV_INCLUDE_DIR}")
  endforeach()
endfunction()
