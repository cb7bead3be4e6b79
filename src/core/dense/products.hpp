// Eigen's kernels for products of matrices of any size are compiled once, in products.cpp, and not in every unit that
// multiplies: a tenth of the time of such a unit. Precompiled headers and decompositions.hpp include this file; nobody
// else needs to.
#pragma once

#include <Eigen/Core>

namespace jourdain::dense {

using Blocks = Eigen::internal::gebp_traits<double, double>;
using Result = Eigen::internal::blas_data_mapper<double, Eigen::Index, Eigen::ColMajor>;
using Columns = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, Eigen::ColMajor>;
using Rows = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, Eigen::RowMajor>;

// clang-format off
#define JOURDAIN_PRODUCT_KERNELS(declaration) \
  declaration gebp_kernel<double, double, Index, jourdain::dense::Result, jourdain::dense::Blocks::mr, jourdain::dense::Blocks::nr, false, false>; \
  declaration gemm_pack_lhs<double, Index, jourdain::dense::Columns, jourdain::dense::Blocks::mr, jourdain::dense::Blocks::LhsProgress, \
                            jourdain::dense::Blocks::LhsPacket4Packing, ColMajor>; \
  declaration gemm_pack_lhs<double, Index, jourdain::dense::Rows, jourdain::dense::Blocks::mr, jourdain::dense::Blocks::LhsProgress, \
                            jourdain::dense::Blocks::LhsPacket4Packing, RowMajor>; \
  declaration gemm_pack_rhs<double, Index, jourdain::dense::Columns, jourdain::dense::Blocks::nr, ColMajor>; \
  declaration gemm_pack_rhs<double, Index, jourdain::dense::Rows, jourdain::dense::Blocks::nr, RowMajor>; \
  declaration general_matrix_vector_product<Index, double, jourdain::dense::Columns, ColMajor, false, double, jourdain::dense::Columns, false, 0>; \
  declaration general_matrix_vector_product<Index, double, jourdain::dense::Columns, ColMajor, false, double, jourdain::dense::Rows, false, 0>; \
  declaration general_matrix_vector_product<Index, double, jourdain::dense::Rows, RowMajor, false, double, jourdain::dense::Columns, false, 0>; \
  declaration general_matrix_vector_product<Index, double, jourdain::dense::Rows, RowMajor, false, double, jourdain::dense::Rows, false, 0>;
// clang-format on

}  // namespace jourdain::dense

namespace Eigen::internal {
JOURDAIN_PRODUCT_KERNELS(extern template struct)
}
