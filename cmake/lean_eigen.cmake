# The project's own units are compiled with a copy of Eigen's headers that leaves out indexed views and reshaping: every type
# of expression declares some thirty member templates for them, which take g++ nearly half of the time for such a type, and
# the library has five thousand. No other declaration changes, so that objects are the same. An installed jourdain, and a
# project that adds this one as a folder, see Eigen as it is.
option(JOURDAIN_LEAN_EIGEN "Compile with Eigen's headers without indexed views and reshaping" ${PROJECT_IS_TOP_LEVEL})
if(NOT JOURDAIN_LEAN_EIGEN)
  return()
endif()

get_target_property(JOURDAIN_EIGEN_HEADERS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
set(JOURDAIN_LEAN_HEADERS ${PROJECT_BINARY_DIR}/eigen)
set(plugins IndexedViewMethods.h ReshapedMethods.h)
list(TRANSFORM plugins PREPEND Eigen/src/plugins/)
foreach(plugin IN LISTS plugins)
  if(NOT EXISTS ${JOURDAIN_EIGEN_HEADERS}/${plugin})
    message(STATUS "Eigen as it is: this version (${Eigen3_VERSION}) has no ${plugin}")
    return()
  endif()
endforeach()
list(TRANSFORM plugins REPLACE "^.*/" "" OUTPUT_VARIABLE plugin_names)
string(REPLACE ";" "|" plugin_names "${plugin_names}")
file(COPY ${JOURDAIN_EIGEN_HEADERS}/Eigen DESTINATION ${JOURDAIN_LEAN_HEADERS} REGEX "/(${plugin_names})$" EXCLUDE)
foreach(plugin IN LISTS plugins)
  if(NOT EXISTS ${JOURDAIN_LEAN_HEADERS}/${plugin})
    file(WRITE ${JOURDAIN_LEAN_HEADERS}/${plugin} "// Left out: see cmake/lean_eigen.cmake.\n")
  endif()
endforeach()
set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${JOURDAIN_LEAN_HEADERS})
