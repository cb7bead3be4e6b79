#include "identification/signals/symmetric_filter.hpp"

#include <cstring>

namespace jourdain {
namespace {

void sum_plainly(const double* centre, const HalfKernels& k, int from, double sums[3]) {
  for (int i = from; i < k.length; ++i) {
    const double ahead = centre[1 + i], back = centre[-1 - i];
    sums[0] += k.value[i] * (ahead + back);
    sums[1] += k.rate[i] * (ahead - back);
    sums[2] += k.acceleration[i] * (ahead + back);
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
using Four = double __attribute__((vector_size(32)));

__attribute__((target("avx2,fma"))) void sum_by_four(const double* centre, const HalfKernels& k, double sums[3]) {
  Four value{}, rate{}, acceleration{};
  int i = 0;
  for (; i + 4 <= k.length; i += 4) {
    Four ahead, turned, kv, kr, ka;
    std::memcpy(&ahead, centre + 1 + i, sizeof ahead);
    std::memcpy(&turned, centre - 4 - i, sizeof turned);
    std::memcpy(&kv, k.value + i, sizeof kv);
    std::memcpy(&kr, k.rate + i, sizeof kr);
    std::memcpy(&ka, k.acceleration + i, sizeof ka);
    const Four back{turned[3], turned[2], turned[1], turned[0]};
    const Four even = ahead + back;
    value += kv * even;
    rate += kr * (ahead - back);
    acceleration += ka * even;
  }
  for (int j = 0; j < 4; ++j) sums[0] += value[j], sums[1] += rate[j], sums[2] += acceleration[j];
  sum_plainly(centre, k, i, sums);
}
#endif

}  // namespace

void sum_about(const double* centre, const HalfKernels& kernels, double sums[3]) {
  sums[0] = sums[1] = sums[2] = 0;
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (fast) return sum_by_four(centre, kernels, sums);
#endif
  sum_plainly(centre, kernels, 0, sums);
}

}  // namespace jourdain
