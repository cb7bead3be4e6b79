# What `cmake --install` puts where, and the package that find_package(jourdain) reads.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jourdain)
set(data_dir ${CMAKE_INSTALL_DATADIR}/jourdain)

install(TARGETS jourdain EXPORT jourdain
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
if(TARGET jourdain_cli)
  install(TARGETS jourdain_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY models/ DESTINATION ${data_dir}/models FILES_MATCHING PATTERN "*.yaml")
install(DIRECTORY schema/ DESTINATION ${data_dir}/schema FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# A static library leaves its private dependencies to whoever links it: the export names them as $<LINK_ONLY:...>, and
# the package finds them.
get_target_property(library_type jourdain TYPE)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(JOURDAIN_IS_STATIC ON)
else()
  set(JOURDAIN_IS_STATIC OFF)
endif()
configure_package_config_file(cmake/jourdainConfig.cmake.in ${PROJECT_BINARY_DIR}/jourdainConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS data_dir NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/jourdainConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/jourdainConfig.cmake ${PROJECT_BINARY_DIR}/jourdainConfigVersion.cmake
  DESTINATION ${package_dir})
install(EXPORT jourdain NAMESPACE jourdain:: FILE jourdainTargets.cmake DESTINATION ${package_dir})
