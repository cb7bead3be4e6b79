# Installs a build tree into a scratch prefix, then builds and runs the consumer against it:
# cmake -D BUILD=... -D SOURCE=... -D SCRATCH=... -D GENERATOR=... -D COMPILER=... -D BUILD_TYPE=... -D FLAGS=... -P run.cmake
file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  message("${output}")
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)

# Programs in the build tree know the models of the source tree; elsewhere the library has its own.
unset(ENV{JOURDAIN_MODELS})
run(mktemp -d)
string(STRIP "${output}" elsewhere)
file(COPY ${SCRATCH}/build/consumer DESTINATION ${elsewhere})
run(${elsewhere}/consumer)
file(REMOVE_RECURSE ${elsewhere})
if(NOT output STREQUAL "five-bar\n")
  message(FATAL_ERROR "the consumer printed '${output}', expected 'five-bar'")
endif()

# The library must have come from the prefix.
file(STRINGS ${SCRATCH}/build/CMakeCache.txt found REGEX "^jourdain_DIR:")
string(FIND "${found}" "=${prefix}/" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the consumer used another installation: ${found}")
endif()

# The package can be moved: its files name no absolute path of this build.
file(GLOB_RECURSE package_files ${prefix}/*.cmake)
foreach(package_file ${package_files})
  file(READ ${package_file} text)
  string(FIND "${text}" "${BUILD}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${package_file} names ${BUILD}")
  endif()
endforeach()

# The installed command line finds the installed catalogue from any folder.
run(${CMAKE_COMMAND} -E chdir ${SCRATCH} ${prefix}/bin/jourdain list)
if(NOT output MATCHES "five-bar")
  message(FATAL_ERROR "the installed command line does not list five-bar")
endif()

# Man pages and completion come from its help.
foreach(file man/man1/jourdain.1 man/man1/jourdain-ik.1 bash-completion/completions/jourdain zsh/vendor-completions/_jourdain)
  if(NOT EXISTS ${prefix}/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
find_program(bash bash)
if(bash)
  file(WRITE ${SCRATCH}/complete.sh "PATH=${prefix}/bin:$PATH; . ${prefix}/share/bash-completion/completions/jourdain
COMP_WORDS=(jourdain ik --twi); COMP_CWORD=2; _jourdain; echo \"\${COMPREPLY[*]}\"
COMP_WORDS=(jourdain ik five); COMP_CWORD=2; _jourdain; echo \"\${COMPREPLY[*]}\"
COMP_WORDS=(jourdain mass); COMP_CWORD=1; _jourdain; echo \"\${COMPREPLY[*]}\"
")
  run(${bash} ${SCRATCH}/complete.sh)
  if(NOT output MATCHES "^--twist\nfive-bar.*\nmass-matrix\n$")
    message(FATAL_ERROR "the completion says '${output}'")
  endif()
endif()

# A project without CMake.
find_program(pkgconfig pkg-config REQUIRED)
file(GLOB_RECURSE pc ${prefix}/*/jourdain.pc)
cmake_path(GET pc PARENT_PATH pc_folder)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
run(${pkgconfig} --cflags --libs jourdain)
string(STRIP "${output}" arguments)
separate_arguments(arguments)
run(${pkgconfig} --variable=models jourdain)
string(STRIP "${output}" models)
separate_arguments(FLAGS)
run(${COMPILER} -std=c++20 ${FLAGS} "-DMODELS_DIR=\"${models}\"" ${SOURCE}/main.cpp ${arguments} -o ${SCRATCH}/by-pkg-config)
run(${SCRATCH}/by-pkg-config)
if(NOT output STREQUAL "five-bar\n")
  message(FATAL_ERROR "with pkg-config the consumer printed '${output}', expected 'five-bar'")
endif()
