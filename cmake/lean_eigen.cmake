# The project's own units see a copy of Eigen's headers that g++ reads faster (docs/decisions/0007-build-time.md):
#   - without indexed views and reshaping: every type of expression declares dozens of member templates for them, and the
#     library has five thousand such types;
#   - with const references and pointers to a type, not to its typedef, in the classes of expressions. Each class names
#     double Scalar and RealScalar anew, and g++ keeps all names of a type in one list, which it walks from end to end
#     whenever it makes a const one: time grows with the square of the number of classes.
# No layout and no other declaration changes. An installed jourdain, and a project that adds this one as a folder, see Eigen
# as it is.
get_target_property(JOURDAIN_EIGEN_HEADERS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
option(JOURDAIN_LEAN_EIGEN "Compile with a copy of Eigen's headers that takes less time to compile" ${PROJECT_IS_TOP_LEVEL})
if(NOT JOURDAIN_LEAN_EIGEN)
  return()
endif()
# The texts that are replaced are those of this version, which Debian 12 and 13 have.
if(NOT Eigen3_VERSION VERSION_EQUAL 3.4.0)
  message(STATUS "Eigen ${Eigen3_VERSION} as it is: headers that compile faster are made from 3.4.0 alone")
  return()
endif()

set(JOURDAIN_LEAN_HEADERS ${PROJECT_BINARY_DIR}/eigen)
# Left out.
set(empty plugins/IndexedViewMethods.h plugins/ReshapedMethods.h)
# Where the base classes, views of memory and evaluators take or give a scalar by const reference or pointer.
set(named Core/ArrayBase.h Core/Block.h Core/CommaInitializer.h Core/CoreEvaluators.h Core/CwiseNullaryOp.h Core/DenseBase.h Core/DenseCoeffsBase.h
  Core/DiagonalMatrix.h Core/Dot.h Core/Fuzzy.h Core/MapBase.h Core/MatrixBase.h Core/PlainObjectBase.h Core/SelfCwiseBinaryOp.h
  Core/Transpose.h Core/TriangularMatrix.h Householder/Householder.h LU/InverseImpl.h plugins/MatrixCwiseBinaryOps.h)
set(declaring Core/util/ForwardDeclarations.h)

# lean_header(FILE TEXT): written only if it changed, so that a second configuration makes nothing new to compile.
function(lean_header file text)
  set(target ${JOURDAIN_LEAN_HEADERS}/Eigen/src/${file})
  if(EXISTS ${target})
    file(READ ${target} present)
    if(present STREQUAL text)
      return()
    endif()
  endif()
  file(WRITE ${target} "${text}")
endfunction()

foreach(file IN LISTS empty named declaring)
  list(APPEND exclusions REGEX "/Eigen/src/${file}$" EXCLUDE)
endforeach()
file(COPY ${JOURDAIN_EIGEN_HEADERS}/Eigen DESTINATION ${JOURDAIN_LEAN_HEADERS} ${exclusions})
foreach(file IN LISTS empty)
  lean_header(${file} "// Left out: see cmake/lean_eigen.cmake.\n")
endforeach()
foreach(file IN LISTS named)
  file(READ ${JOURDAIN_EIGEN_HEADERS}/Eigen/src/${file} text)
  set(scalars "Scalar|RealScalar|typename NumTraits<Scalar>::Real|typename internal::traits<Derived>::Scalar|typename NumTraits<typename internal::traits<Derived>::Scalar>::Real")
  # Views of triangles are defined elsewhere, too; their scalars keep their names.
  if(file STREQUAL "Core/TriangularMatrix.h")
    set(scalars "RealScalar")
  endif()
  string(REGEX REPLACE "const (${scalars}) ?([&*])" "const unnamed_t<\\1>\\2" text "${text}")
  lean_header(${file} "${text}")
endforeach()
file(READ ${JOURDAIN_EIGEN_HEADERS}/Eigen/src/${declaring} text)
string(FIND "${text}" "namespace Eigen {" place)
string(SUBSTRING "${text}" 0 ${place} before)
string(SUBSTRING "${text}" ${place} -1 after)
lean_header(${declaring} "${before}namespace Eigen {
// T without the name that a typedef gave it: see cmake/lean_eigen.cmake.
template<typename T> struct unnamed { typedef T type; };
template<typename T> using unnamed_t = typename unnamed<T>::type;
}
${after}")
set_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${JOURDAIN_LEAN_HEADERS})
