// Sines and cosines of vectors, by which batches are computed, against the mathematical library.
#include "codegen/generate.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <random>

#include <unistd.h>

namespace jourdain::sine_cosine_test {
namespace {

namespace fs = std::filesystem;

constexpr double kUnits = 1.0;  // in the last place; 0.94 were seen in double, 0.8 in float within a turn

// A library with one function, angle -> sine, cosine.
GeneratedLibrary turn_library() {
  Graph graph;
  const Expression angle = graph.input("angle");
  const Expression outputs[] = {sin(angle), cos(angle)};
  return {"turns",
          "",
          "",
          {{"turn",
            "",
            make_program(graph, outputs),
            {{"angle", 1, "", ""}},
            {{"sine", 1, "", ""}, {"cosine", 1, "", ""}},
            {}}},
          {}};
}

template <typename T>
class Turn : public testing::Test {
 protected:
  using Batch = void (*)(const void*, std::size_t, const T*, T*, T*, int*);

  std::vector<std::max_align_t> prepared = std::vector<std::max_align_t>(64);
  std::vector<std::max_align_t> parameters = std::vector<std::max_align_t>(64);

  void SetUp() override {
    if (std::system("cc --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no cc";
    folder = fs::temp_directory_path() / fmt::format("jourdain-turn-{}-{}", sizeof(T), getpid());
    const CodeScalar scalar = sizeof(T) == 4 ? CodeScalar::single_precision : CodeScalar::double_precision;
    write_files(generate(turn_library(), {CodeTarget::batch, scalar}), folder.string());
    const std::string command =
        fmt::format("cd '{}' && rm -f *_test.c && cc -std=c99 -O2 -shared -fPIC *.c -o turn.so -lm", folder.string());
    ASSERT_EQ(std::system(command.c_str()), 0);
    handle = dlopen((folder / "turn.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    batch[0] = reinterpret_cast<Batch>(dlsym(handle, "turns_turn_batch4"));
    batch[1] = reinterpret_cast<Batch>(dlsym(handle, "turns_turn_batch8"));
    ASSERT_TRUE(batch[0] && batch[1]);
    const auto setup = reinterpret_cast<int (*)(const void*, void*)>(dlsym(handle, "turns_turn_setup"));
    ASSERT_NE(setup, nullptr);
    ASSERT_EQ(setup(parameters.data(), prepared.data()), 0);
  }
  void TearDown() override {
    if (handle) dlclose(handle);
    if (!folder.empty()) fs::remove_all(folder);
  }

  // Largest error over the angles in units of the last place of the result, or of 1 where that is asked for.
  double worst(const std::vector<T>& angles, bool absolute = false) {
    double result = 0;
    std::vector<T> sine(angles.size()), cosine(angles.size());
    std::vector<int> status(angles.size());
    const auto units = [&](T got, long double exact) {
      int exponent = 0;
      std::frexp(absolute ? 0.75L : exact, &exponent);
      return static_cast<double>(std::abs(got - exact) / std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits));
    };
    for (const Batch function : batch) {
      function(prepared.data(), angles.size(), angles.data(), sine.data(), cosine.data(), status.data());
      for (std::size_t i = 0; i < angles.size(); ++i) {
        const long double x = angles[i];
        EXPECT_EQ(status[i], 0);
        result = std::max({result, units(sine[i], std::sin(x)), units(cosine[i], std::cos(x))});
      }
    }
    return result;
  }

  std::vector<T> random_angles(double limit, int count = 80000) {
    std::mt19937_64 random(31);
    std::uniform_real_distribution<double> uniform(-limit, limit);
    std::vector<T> result;
    for (int i = 0; i < count; ++i) result.push_back(static_cast<T>(uniform(random)));
    return result;
  }

  fs::path folder;
  void* handle = nullptr;
  Batch batch[2] = {};
};

using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(Turn, Scalars);

TYPED_TEST(Turn, IsExactToTheLastPlaceWithinATurn) {
  for (const double limit : {1e-300, 1e-9, 1e-3, 0.8, 1.6, 3.2}) {
    if (sizeof(TypeParam) == 4 && limit < 1e-30) continue;
    EXPECT_LE(this->worst(this->random_angles(limit)), kUnits) << limit;
  }
}

// In single precision zeros far out are exact to the last place of 1, not of the result.
TYPED_TEST(Turn, IsExactForManyTurns) {
  const bool single = sizeof(TypeParam) == 4;
  for (const double limit : {100.0, 5e3, 1e4, 9.9e5, 1.1e6, 1e9, 1e15})
    EXPECT_LE(this->worst(this->random_angles(limit), single), kUnits) << limit;
  std::vector<TypeParam> zeros;
  for (int k = 1; k < (single ? 3800 : 630000); k += 1)
    zeros.push_back(static_cast<TypeParam>(k * 1.57079632679489661923132169164L));
  EXPECT_LE(this->worst(zeros, single), kUnits);
}

TYPED_TEST(Turn, RefusesWhatIsNoNumber) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  const std::vector<TypeParam> angles{1, infinity, 2, std::numeric_limits<TypeParam>::quiet_NaN(), 0, -infinity, 3, 4};
  std::vector<TypeParam> sine(8), cosine(8);
  std::vector<int> status(8);
  this->batch[1](this->prepared.data(), 8, angles.data(), sine.data(), cosine.data(), status.data());
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(status[i], std::isfinite(angles[i]) ? 0 : static_cast<int>(Status::not_finite)) << i;
    EXPECT_NEAR(sine[i], std::isfinite(angles[i]) ? std::sin(angles[i]) : 0, 1e-6);
  }
}

}  // namespace
}  // namespace jourdain::sine_cosine_test
