#include "core/dense/products.hpp"

namespace Eigen::internal {
JOURDAIN_PRODUCT_KERNELS(template struct)
}
