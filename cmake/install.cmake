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

# For projects without CMake; a static library names what it needs to be linked.
file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(pc_requires "eigen3")
if(JOURDAIN_IS_STATIC)
  set(pc_requires "eigen3, fmt, yaml-0.1, nlopt, zlib")
endif()
configure_file(cmake/jourdain.pc.in ${PROJECT_BINARY_DIR}/jourdain.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/jourdain.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Man pages and shell completion come from the installed program's own help.
find_program(JOURDAIN_HELP_PYTHON python3 HINTS /usr/bin)
if(TARGET jourdain_cli AND JOURDAIN_HELP_PYTHON AND NOT CMAKE_CROSSCOMPILING)
  install(CODE "execute_process(COMMAND ${JOURDAIN_HELP_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/help-files
    $<TARGET_FILE:jourdain_cli> \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)")
endif()

# The Debian package: scripts/build-deb.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jourdain)
set(CPACK_PACKAGE_CONTACT "jourdain")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Kinematics, dynamics, identification and control of parallel robots")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Who builds against the library needs what is suggested; generated code needs a compiler, MAT files of version 7.3 need matio.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev, ${JOURDAIN_MATIO_PACKAGE} | libmatio-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkg-config, libeigen3-dev, libfmt-dev, libyaml-dev, zlib1g-dev, libnlopt-dev, libnlopt-cxx-dev, nlohmann-json3-dev")
set(CPACK_STRIP_FILES ON)
include(CPack)
