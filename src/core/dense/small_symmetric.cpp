#include "core/dense/small_symmetric.hpp"

#include <cmath>

namespace jourdain::dense {

void symmetric_factors4(const Eigen::Matrix4d& A, Eigen::Vector4d& values, Eigen::Matrix4d& V) noexcept {
  constexpr int sweeps = 10;
  Eigen::Matrix4d B = A;
  V.setIdentity();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double off = 0;
    for (int p = 0; p < 3; ++p) {
      for (int q = p + 1; q < 4; ++q) off += B(p, q) * B(p, q);
    }
    if (off <= 1e-32 * B.diagonal().squaredNorm()) break;
    for (int p = 0; p < 3; ++p) {
      for (int q = p + 1; q < 4; ++q) {
        if (B(p, q) == 0) continue;
        // The rotation that makes B(p, q) zero, by the smaller angle.
        const double theta = (B(q, q) - B(p, p)) / (2 * B(p, q));
        const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 4; ++k) {
          const double x = B(k, p), y = B(k, q);
          B(k, p) = c * x - s * y;
          B(k, q) = s * x + c * y;
        }
        for (int k = 0; k < 4; ++k) {
          const double x = B(p, k), y = B(q, k);
          B(p, k) = c * x - s * y;
          B(q, k) = s * x + c * y;
        }
        for (int k = 0; k < 4; ++k) {
          const double x = V(k, p), y = V(k, q);
          V(k, p) = c * x - s * y;
          V(k, q) = s * x + c * y;
        }
      }
    }
  }
  values = B.diagonal();
}

}  // namespace jourdain::dense
