# Helpers used by every CMakeLists.txt of the project.

# Compilation cache, where there is one.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

function(jourdain_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  # g++ 12 warns about its own std::string operator+.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(JOURDAIN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Sources whose speed matters to a control loop: full optimisation in every build type but asan and Debug.
function(jourdain_hot_sources)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" OR CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
    set_source_files_properties(${ARGN} TARGET_DIRECTORY jourdain PROPERTIES COMPILE_OPTIONS "-O3;-fno-math-errno;-fno-trapping-math")
  endif()
endfunction()

# Sources that are templates on the scalar: compiled for double with the rest, and once more for the traced scalar.
function(jourdain_scalar_sources)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL APPEND PROPERTY JOURDAIN_SCALAR_SOURCES ${ARGN})
endfunction()

# The second compilation, after all modules have named their sources.
function(jourdain_add_traced_scalar)
  get_property(sources GLOBAL PROPERTY JOURDAIN_SCALAR_SOURCES)
  add_library(jourdain_traced OBJECT ${sources})
  jourdain_warnings(jourdain_traced)
  target_compile_definitions(jourdain_traced PRIVATE JOURDAIN_TRACED)
  # Traced once at set-up: compile time matters more than speed.
  target_compile_options(jourdain_traced PRIVATE $<$<CONFIG:Release>:-O1>)
  target_include_directories(jourdain_traced PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(jourdain_traced PRIVATE Eigen3::Eigen)
  target_sources(jourdain PRIVATE $<TARGET_OBJECTS:jourdain_traced>)
endfunction()

# One test binary per module: jourdain_test(model a.cpp b.cpp LIBRARIES x).
function(jourdain_test module)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  set(target test_${module})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  jourdain_warnings(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE jourdain::jourdain fmt::fmt GTest::gtest_main ${arg_LIBRARIES})
  target_compile_definitions(${target} PRIVATE JOURDAIN_MODELS_DIR="${PROJECT_SOURCE_DIR}/models"
    JOURDAIN_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
  gtest_discover_tests(${target} TEST_PREFIX "${module}." DISCOVERY_TIMEOUT 60)
endfunction()
