# Helpers used by every CMakeLists.txt of the project. How the build is kept short is told in
# docs/decisions/0007-build-time.md.

# Compilation cache, where there is one; or no code at all.
option(JOURDAIN_SYNTAX_ONLY "Objects are empty: the compiler looks at the sources and generates nothing" OFF)
find_program(CCACHE_PROGRAM ccache)
if(JOURDAIN_SYNTAX_ONLY)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/scripts/syntax-only)
  set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_COMMAND> -E touch <TARGET>")
  set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_COMMAND> -E true")
  set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_COMMAND> -E touch <TARGET>")
elseif(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

option(JOURDAIN_UNITS "Compile the sources of a folder as one unit: the whole takes less time, a change more" ON)

# The libraries that most sources include.
set(JOURDAIN_COMMON_HEADERS <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <algorithm> <array> <cmath> <filesystem> <fstream> <functional> <limits>
  <map> <memory> <optional> <random> <set> <span> <sstream> <string> <string_view> <unordered_map> <utility> <variant> <vector>)

# Programs and the Python module share one library of the address sanitizer, found where the compiler has it.
if(JOURDAIN_SANITIZED)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
  set(JOURDAIN_SANITIZER libasan.so)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(JOURDAIN_SANITIZER libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${JOURDAIN_SANITIZER} OUTPUT_VARIABLE JOURDAIN_SANITIZER OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizers.ignore)
    cmake_path(GET JOURDAIN_SANITIZER PARENT_PATH folder)
    add_link_options(-shared-libasan -Wl,-rpath,${folder})
  endif()
endif()

function(jourdain_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  # g++ 12 warns about its own std::string, std::vector and std::variant, and in units about types of unnamed namespaces.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-maybe-uninitialized;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-free-nonheap-object;-Wno-subobject-linkage>)
  if(JOURDAIN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# The two levels of optimisation: `loop`, what runs for every state, and `rest`, all else, which takes a third less to compile.
set(JOURDAIN_LOOP_LEVEL -O3 -fno-math-errno -fno-trapping-math)
# g++ inlines in a unit as much as in a single source.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND JOURDAIN_LOOP_LEVEL --param=inline-unit-growth=400)
endif()
set(JOURDAIN_REST_LEVEL -O1)

# jourdain_level(TARGET loop | rest)
function(jourdain_level target level)
  string(TOUPPER ${level} level)
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release,RelWithDebInfo>:${JOURDAIN_${level}_LEVEL}>")
endfunction()

# jourdain_precompile(TARGET HEADER... | REUSE_FROM OTHER): headers compiled once for all sources of the target.
function(jourdain_precompile target)
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  # Lets ccache see what a precompiled header holds.
  if(CCACHE_PROGRAM)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    # The header itself is made from all its text, not from an older precompiled one that ccache would take for it.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.cxx
        PROPERTIES COMPILE_OPTIONS -fno-pch-preprocess)
    endif()
  endif()
endfunction()

# jourdain_units(TARGET): its sources are one unit.
function(jourdain_units target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${JOURDAIN_UNITS} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# The library is made of the objects of three targets: `loop` and `rest`, after their level, and `traced`, at the level of the
# rest, the templates on the scalar once more, for Expression.
function(jourdain_add_part part level)
  add_library(jourdain_${part} OBJECT)
  jourdain_warnings(jourdain_${part})
  jourdain_level(jourdain_${part} ${level})
  jourdain_units(jourdain_${part})
  if(part STREQUAL "traced")
    jourdain_precompile(jourdain_traced REUSE_FROM jourdain_rest)
    target_compile_definitions(jourdain_traced PRIVATE JOURDAIN_TRACED)
  else()
    jourdain_precompile(jourdain_${part} ${JOURDAIN_COMMON_HEADERS})
    set_target_properties(jourdain_${part} PROPERTIES UNITY_BUILD_MODE GROUP)
  endif()
  target_include_directories(jourdain_${part} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(jourdain_${part} PRIVATE Eigen3::Eigen fmt::fmt nlohmann_json::nlohmann_json PkgConfig::yaml)
  target_sources(jourdain PRIVATE $<TARGET_OBJECTS:jourdain_${part}>)
endfunction()

# jourdain_sources(LOOP a.cpp TRACED a.cpp c.cpp REST d.cpp WITHOUT e.cpp): the sources of a module, which are all those of its
# folder. What no list names is `rest`; what is TRACED alone is not compiled for double.
function(jourdain_sources)
  cmake_parse_arguments(arg "" "" "LOOP;TRACED;REST;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM sources "" ${arg_LOOP} ${arg_TRACED} ${arg_REST} ${arg_WITHOUT})
  list(APPEND arg_REST ${sources})
  foreach(part loop rest traced)
    string(TOUPPER ${part} list)
    if(NOT TARGET jourdain_${part})
      continue()
    endif()
    foreach(source IN LISTS arg_${list})
      cmake_path(ABSOLUTE_PATH source)
      target_sources(jourdain_${part} PRIVATE ${source})
      # One unit per folder; the traced ones are one together.
      if(NOT part STREQUAL "traced")
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME folder)
        set_source_files_properties(${source} TARGET_DIRECTORY jourdain_${part} PROPERTIES UNITY_GROUP ${folder})
      endif()
    endforeach()
  endforeach()
endfunction()

# One test binary per module: jourdain_test(model a.cpp b.cpp LIBRARIES x SPLIT s). All share one precompiled header;
# tests of the suites s are one ctest entry per parameter.
function(jourdain_test module)
  cmake_parse_arguments(arg "" "" "LIBRARIES;SPLIT" ${ARGN})
  set(target test_${module})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  jourdain_test_options(${target})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  jourdain_precompile(${target} REUSE_FROM test_headers)
  jourdain_units(${target})
  # Entries of ctest are found after linking: all laws of a robot are one.
  set(entries ${CMAKE_CURRENT_BINARY_DIR}/${target}_entries.cmake)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake)
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS ${entries}
    COMMAND ${JOURDAIN_PYTHON} ${PROJECT_SOURCE_DIR}/tests/group_tests.py $<TARGET_FILE:${target}> ${module}
            ${PROJECT_SOURCE_DIR}/models ${PROJECT_BINARY_DIR}/test-results ${entries} ${arg_SPLIT}
    VERBATIM)
  file(WRITE ${include} "if(EXISTS ${entries})
  include(${entries})
else()
  add_test(${module}.not_built ${target}-was-not-built)
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# What all test binaries have in common.
function(jourdain_test_options target)
  jourdain_warnings(${target})
  jourdain_level(${target} rest)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE jourdain::jourdain fmt::fmt GTest::gtest_main)
  target_compile_definitions(${target} PRIVATE JOURDAIN_MODELS_DIR="${PROJECT_SOURCE_DIR}/models"
    JOURDAIN_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
endfunction()

# The precompiled header of the tests: what they include most.
function(jourdain_add_test_headers)
  file(WRITE ${PROJECT_BINARY_DIR}/test_headers.cpp "")
  add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cpp)
  jourdain_test_options(test_headers)
  jourdain_precompile(test_headers ${JOURDAIN_COMMON_HEADERS} <gtest/gtest.h>)
endfunction()
