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

# Sources of a folder in one unit: enough for a short build, few enough for two processors. With JOURDAIN_WHOLE_MODULES
# a folder is one unit, which shows names that clash.
set(JOURDAIN_UNIT_SIZE 40 CACHE STRING "Sources of a folder in one unit: many for a short build, few for short waits after a change")
option(JOURDAIN_UNITS "Compile several sources of a folder as one unit" ON)
option(JOURDAIN_WHOLE_MODULES "One unit per folder: for passes that only look at the sources" OFF)

# What most sources include, the project's own headers among them: Eigen's types that they name are made once.
set(JOURDAIN_COMMON_HEADERS <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <algorithm> <array> <cmath> <filesystem> <fstream> <functional> <limits>
  <map> <memory> <optional> <random> <set> <span> <sstream> <string> <string_view> <unordered_map> <utility> <variant> <vector>
  <core/dense/products.hpp> <jourdain/core/error.hpp> <jourdain/dynamics/inverse_dynamics.hpp> <jourdain/io/csv.hpp> <jourdain/kinematics/kinematics.hpp>
  <jourdain/kinematics/robot.hpp> <jourdain/kinematics/workspace.hpp> <jourdain/model/mechanism.hpp> <jourdain/model/reader.hpp>
  <jourdain/motion/motion.hpp> <jourdain/spatial/spatial.hpp> <jourdain/structure/structure.hpp> <jourdain/motion/state_file.hpp>)
# What most sources for numbers include besides: these headers know the scalar, and the traced part has another one.
set(JOURDAIN_PRIVATE_HEADERS <kinematics/solver_memory.hpp> <legs/robot_data.hpp>)

# Formats are checked by the second compiler at compile time, and by g++ when they are used: a twentieth of its time.
add_compile_definitions($<$<CXX_COMPILER_ID:GNU>:FMT_CONSTEVAL=>)

# g++ collects garbage only above a gigabyte per compiler where there is memory for it: a tenth of its time.
cmake_host_system_information(RESULT JOURDAIN_MEMORY QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT JOURDAIN_PROCESSORS QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR JOURDAIN_MEMORY_PER_JOB "${JOURDAIN_MEMORY} / ${JOURDAIN_PROCESSORS}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND JOURDAIN_MEMORY_PER_JOB GREATER 2500)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
endif()

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
  # g++ 12 warns about its own std::string, and in units about types of unnamed namespaces.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-array-bounds$<SEMICOLON>-Wno-stringop-overread$<SEMICOLON>-Wno-stringop-overflow$<SEMICOLON>-Wno-subobject-linkage>)
  # Without units it warns about its own std::vector, too.
  if(NOT JOURDAIN_UNITS)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-free-nonheap-object>)
  endif()
  if(JOURDAIN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# The level for all that no loop waits for, command line, tests and examples among them.
set(JOURDAIN_COLD -Og)

# jourdain_optimise(TARGET OPTION...): replaces -O3 of a release build.
function(jourdain_optimise target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:${ARGN}>)
  # g++ from 13 on ties these to the level, and then takes a precompiled header for no other level.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13
     AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release,RelWithDebInfo>:-munroll-only-small-loops;-mvzeroupper>")
  endif()
endfunction()

# jourdain_cold(TARGET): no loop waits for it. Sanitized, not even a test does, and clang's optimiser takes minutes for its
# large functions.
function(jourdain_cold target)
  jourdain_optimise(${target} ${JOURDAIN_COLD})
  if(JOURDAIN_SANITIZED)
    target_compile_options(${target} PRIVATE -O0)
  endif()
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

# jourdain_shares_unit(RESULT TARGET SOURCE...): whether the sources share a unit with those of other folders. Each unit reads a
# precompiled header of 200 MB, most of a second: folders with little to compile, and all that are traced, are one.
function(jourdain_shares_unit result target)
  set(${result} OFF PARENT_SCOPE)
  if(JOURDAIN_WHOLE_MODULES)
    return()
  endif()
  if(target STREQUAL "jourdain_traced")
    set(${result} ON PARENT_SCOPE)
  elseif(target MATCHES "^jourdain_(warm|cold)$")
    set(size 0)
    foreach(source IN LISTS ARGN)
      file(SIZE ${source} bytes)
      math(EXPR size "${size} + ${bytes}")
    endforeach()
    if(size LESS 30000)
      set(${result} ON PARENT_SCOPE)
    endif()
  endif()
endfunction()

# jourdain_units(TARGET NAME SOURCE...): gathers the sources of each folder in units of at most JOURDAIN_UNIT_SIZE.
function(jourdain_units target name)
  if(NOT JOURDAIN_UNITS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(folders)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(folder STREQUAL "")
      set(folder ${name})
    endif()
    list(APPEND folders ${folder})
    list(APPEND sources_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    set(group ${name}_${folder})
    jourdain_shares_unit(shared ${target} ${sources_${folder}})
    if(shared)
      set(group shared)
    endif()
    list(LENGTH sources_${folder} count)
    set(units 1)
    if(NOT JOURDAIN_WHOLE_MODULES)
      math(EXPR units "(${count} + ${JOURDAIN_UNIT_SIZE} - 1) / ${JOURDAIN_UNIT_SIZE}")
    endif()
    set(i 0)
    foreach(source IN LISTS sources_${folder})
      math(EXPR unit "${i} * ${units} / ${count} + 1")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group}${unit})
      math(EXPR i "${i} + 1")
    endforeach()
  endforeach()
endfunction()

# The library is made of parts that are compiled differently:
#   warm    what runs for every state or row                       -O3, in units
#   cold    reading, writing, generating                           -Og, in units
#   numeric set-up, motions, decompositions, fits and searches     -O1, in units
#   hot     what a control loop calls                              -O3, in units
#   traced  templates on the scalar once more, for Expression      -Og, in units
# A pass that only looks at the sources has cold and traced alone.
function(jourdain_add_part part)
  add_library(jourdain_${part} OBJECT)
  jourdain_warnings(jourdain_${part})
  if(part MATCHES "^(cold|traced)$")
    jourdain_cold(jourdain_${part})
  else()
    jourdain_optimise(jourdain_${part} ${ARGN})
  endif()
  # Functions of Eigen that were not inlined here would be those of whichever unit is linked first, perhaps of a cold one.
  # Sanitized or fuzzed, nobody waits for them, and inlined they take seven times as long to compile.
  if(part MATCHES "^(warm|hot)$" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT JOURDAIN_SANITIZED AND NOT JOURDAIN_FUZZ)
    target_compile_definitions(jourdain_${part} PRIVATE "EIGEN_STRONG_INLINE=__attribute__((always_inline)) inline")
  endif()
  # A precompiled header brings its level of optimisation with it, so that each level has one. Hot sources have none: there
  # warnings about the headers are seen.
  if(part STREQUAL "cold" OR (JOURDAIN_READER_ONLY AND part STREQUAL "warm"))
    jourdain_precompile(jourdain_${part} ${JOURDAIN_COMMON_HEADERS})
  elseif(JOURDAIN_READER_ONLY AND part STREQUAL "numeric")
    jourdain_precompile(jourdain_${part} REUSE_FROM jourdain_warm)
  elseif(part MATCHES "^(warm|numeric)$")
    jourdain_precompile(jourdain_${part} ${JOURDAIN_COMMON_HEADERS} ${JOURDAIN_PRIVATE_HEADERS})
  elseif(part STREQUAL "traced")
    jourdain_precompile(jourdain_${part} REUSE_FROM jourdain_cold)
  endif()
  target_include_directories(jourdain_${part} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(jourdain_${part} PRIVATE Eigen3::Eigen fmt::fmt nlohmann_json::nlohmann_json PkgConfig::yaml)
  target_compile_definitions(jourdain_${part} PRIVATE JOURDAIN_VERSION="0.1.0")
  target_sources(jourdain PRIVATE $<TARGET_OBJECTS:jourdain_${part}>)
endfunction()

function(jourdain_add_parts)
  if(NOT JOURDAIN_WHOLE_MODULES)
    jourdain_add_part(warm -O3)
  endif()
  jourdain_add_part(cold)
  if(NOT JOURDAIN_WHOLE_MODULES)
    jourdain_add_part(numeric -O1)
  endif()
  if(NOT JOURDAIN_WHOLE_MODULES AND NOT JOURDAIN_READER_ONLY)
    jourdain_add_part(hot -O3 -fno-math-errno -fno-trapping-math)
  endif()
  if(NOT JOURDAIN_READER_ONLY)
    add_subdirectory(${PROJECT_SOURCE_DIR}/cmake/traced)
  endif()
endfunction()

function(jourdain_part_sources part)
  if(JOURDAIN_WHOLE_MODULES AND NOT part STREQUAL "traced")
    set(part cold)
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME module)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  target_sources(jourdain_${part} PRIVATE ${ARGN})
  jourdain_units(jourdain_${part} ${module} ${ARGN})
endfunction()

function(jourdain_sources)
  jourdain_part_sources(warm ${ARGN})
endfunction()

function(jourdain_cold_sources)
  jourdain_part_sources(cold ${ARGN})
endfunction()

function(jourdain_numeric_sources)
  jourdain_part_sources(numeric ${ARGN})
endfunction()

function(jourdain_hot_sources)
  jourdain_part_sources(hot ${ARGN})
endfunction()

# Templates on the scalar: besides double, which is in another list, for the traced scalar.
function(jourdain_traced_sources)
  if(TARGET jourdain_traced)
    jourdain_part_sources(traced ${ARGN})
  endif()
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
  jourdain_units(${target} ${module} ${arg_UNPARSED_ARGUMENTS})
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
  jourdain_optimise(${target} ${JOURDAIN_COLD})
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
  jourdain_precompile(test_headers ${JOURDAIN_COMMON_HEADERS} <core/dense/decompositions.hpp> <support/catalogue_robots.hpp>
    <support/random_states.hpp> <support/redundant_motors.hpp> <gtest/gtest.h>)
endfunction()
