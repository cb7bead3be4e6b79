# The project's own units see a copy of Eigen's headers without indexed views and reshaping: every type of expression declares
# dozens of member templates for them, and the library has five thousand such types (docs/decisions/0007-build-time.md). No
# other declaration changes. An installed jourdain, and a project that adds this one as a folder, see Eigen as it is.
option(JOURDAIN_LEAN_EIGEN "Compile with Eigen's headers without indexed views and reshaping" ${PROJECT_IS_TOP_LEVEL})
if(NOT JOURDAIN_LEAN_EIGEN)
  return()
endif()

get_target_property(JOURDAIN_EIGEN_HEADERS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
set(JOURDAIN_LEAN_HEADERS ${PROJECT_BINARY_DIR}/eigen)
set(plugins IndexedViewMethods.h ReshapedMethods.h)
foreach(plugin IN LISTS plugins)
  if(NOT EXISTS ${JOURDAIN_EIGEN_HEADERS}/Eigen/src/plugins/${plugin})
    message(STATUS "Eigen ${Eigen3_VERSION} as it is: it has no ${plugin}")
    return()
  endif()
endforeach()
file(COPY ${JOURDAIN_EIGEN_HEADERS}/Eigen DESTINATION ${JOURDAIN_LEAN_HEADERS}
  PATTERN IndexedViewMethods.h EXCLUDE
  PATTERN ReshapedMethods.h EXCLUDE)
foreach(plugin IN LISTS plugins)
  set(file ${JOURDAIN_LEAN_HEADERS}/Eigen/src/plugins/${plugin})
  if(NOT EXISTS ${file})
    file(WRITE ${file} "// Left out: see cmake/lean_eigen.cmake.\n")
  endif()
endforeach()
set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${JOURDAIN_LEAN_HEADERS})
