#include "identification/mat_structure.hpp"

#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace jourdain {
namespace {

constexpr std::uint64_t head_bytes = 128;  // of version 5, before the first variable
constexpr std::uint64_t version_place = 124, order_place = 126;

class MatWalk {
 public:
  explicit MatWalk(const std::string& path) : path_(path), file_(open_input(path, "a MAT file")) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem)) refuse("is a pipe: expected a MAT file");
    size_ = std::filesystem::file_size(path, problem);
    if (problem) refuse("cannot be read: " + problem.message());
  }

  MatStructure run() {
    if (size_ < 20) refuse("is no MAT file: it is too short for one");
    // A zero among the first four bytes tells version 4, whose file begins with a variable.
    bool has_zero = false;
    for (std::uint64_t k = 0; k < 4; ++k) has_zero |= byte(k) == 0;
    if (has_zero) return {walk_version4()};
    if (size_ < head_bytes) refuse("is no MAT file: it is too short for one");
    const bool little = byte(order_place) == 'I' && byte(order_place + 1) == 'M';
    const bool big = byte(order_place) == 'M' && byte(order_place + 1) == 'I';
    if (!little && !big) refuse("is no MAT file: expected 'IM' or 'MI' at byte 126");
    little_ = little;
    const int version = byte(version_place + (little ? 1 : 0));
    if (version == 2) return {};
    if (version != 1) refuse(fmt::format("is a MAT file of an unknown version, {}", version));
    return {walk_version5()};
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorKind::input, fmt::format("{}: {}", printable(path_), why));
  }

  [[noreturn]] void refuse_end(int variable, std::uint64_t missing) const {
    refuse(fmt::format("is truncated: {} of {} bytes {} missing within variable {}: copy or save the file again",
                       missing, size_ + missing, missing == 1 ? "is" : "are", variable));
  }

  int byte(std::uint64_t at) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at));
    const int value = file_.get();
    if (value < 0) refuse("cannot be read to its end");
    return value;
  }

  std::uint32_t word(std::uint64_t at) {
    std::uint32_t value = 0;
    for (std::uint64_t k = 0; k < 4; ++k)
      value |= static_cast<std::uint32_t>(byte(at + k)) << 8 * (little_ ? k : 3 - k);
    return value;
  }

  // Type and size of an element, then its bytes; only compressed ones may end anywhere.
  int walk_version5() {
    constexpr std::uint32_t compressed = 15;
    int count = 0;
    for (std::uint64_t at = head_bytes; at < size_; ++count) {
      if (size_ - at < 8) refuse_end(count + 1, 8 - (size_ - at));
      const std::uint32_t type = word(at);
      std::uint64_t bytes = word(at + 4);
      if (type != compressed) bytes += (8 - bytes % 8) % 8;
      at += 8;
      if (size_ - at < bytes) refuse_end(count + 1, bytes - (size_ - at));
      at += bytes;
    }
    return count;
  }

  // Five words: type as the digits M O P T, rows, columns, whether complex, length of the name.
  int walk_version4() {
    constexpr std::array<std::uint64_t, 6> number_bytes{8, 4, 4, 2, 2, 1};
    int count = 0;
    for (std::uint64_t at = 0; at < size_; ++count) {
      if (size_ - at < 20) refuse_end(count + 1, 20 - (size_ - at));
      little_ = true;
      if (word(at) > 9999) little_ = false;
      const std::uint32_t type = word(at);
      const std::uint32_t precision = type / 10 % 10;
      if (type > 4999 || precision >= number_bytes.size() || word(at + 12) > 1)
        refuse(fmt::format("is no MAT file: what begins at byte {} is no variable", at));
      const std::uint64_t rows = word(at + 4), columns = word(at + 8), parts = 1 + word(at + 12), name = word(at + 16);
      at += 20;
      const std::uint64_t left = size_ - at, each = parts * number_bytes[precision];
      // Numbers of 32 bits times one another may be too large for one of 64.
      if (rows > 0 && columns > UINT64_MAX / 32 / rows) refuse_end(count + 1, left + 1);
      const std::uint64_t bytes = rows * columns * each + name;
      if (left < bytes) refuse_end(count + 1, bytes - left);
      at += bytes;
    }
    return count;
  }

  std::string path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
  bool little_ = true;
};

}  // namespace

MatStructure check_mat_file(const std::string& path) { return MatWalk(path).run(); }

}  // namespace jourdain
