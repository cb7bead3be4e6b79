// Files of versions 4 to 7: variables one behind the other, each with its size, so that one that ends early is known.
#include "identification/logs/mat_array.hpp"
#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

namespace jourdain {
namespace {

constexpr std::uint64_t head_bytes = 128;     // of version 5, before the first variable
constexpr std::uint64_t version_place = 124;  // two bytes, then two that tell the order of bytes
using Bytes = std::vector<std::uint8_t>;

std::uint32_t word_of(const Bytes& bytes, std::size_t at, bool little) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k) value |= static_cast<std::uint32_t>(bytes.at(at + k)) << 8 * (little ? k : 3 - k);
  return value;
}

// What was compressed, with its checksum looked at.
Bytes inflated(const Bytes& packed) {
  constexpr std::size_t step = std::size_t{1} << 20;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw MatDamage{"cannot be unpacked"};
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  Bytes bytes;
  stream.next_in = const_cast<std::uint8_t*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  for (int state = Z_OK; state != Z_STREAM_END;) {
    const std::size_t before = bytes.size();
    if (before > most_mat_bytes) throw MatDamage{"is larger than 2 GiB when unpacked"};
    bytes.resize(before + step);
    stream.next_out = bytes.data() + before;
    stream.avail_out = step;
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.resize(before + step - stream.avail_out);
    if (state == Z_OK || state == Z_STREAM_END) continue;
    throw MatDamage{fmt::format("is damaged, it cannot be unpacked (inflate: {})",
                                stream.msg ? stream.msg : "it ends before its end")};
  }
  return bytes;
}

class MatFile {
 public:
  MatFile(const std::string& path, const std::function<void(MatArray)>& take)
      : path_(path), take_(take), file_(open_input(path, "a MAT file")) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem)) refuse("is a pipe: expected a MAT file");
    size_ = std::filesystem::file_size(path, problem);
    if (problem) refuse("cannot be read: " + problem.message());
  }

  bool run() {
    if (size_ < 20) refuse("is no MAT file: it is too short for one");
    // A zero among the first four bytes tells version 4, whose file begins with a variable.
    const Bytes first = read(4);
    if (std::ranges::find(first, 0) != first.end()) {
      at_ = 0;
      for (int count = 1; at_ < size_; ++count) take_version4(count);
      return true;
    }
    if (size_ < head_bytes) refuse("is no MAT file: it is too short for one");
    at_ = version_place;
    const Bytes mark = read(4);
    little_ = mark[2] == 'I' && mark[3] == 'M';
    if (!little_ && !(mark[2] == 'M' && mark[3] == 'I')) refuse("is no MAT file: expected 'IM' or 'MI' at byte 126");
    const int version = mark[little_ ? 1 : 0];
    if (version == 2) return false;
    if (version != 1) refuse(fmt::format("is a MAT file of an unknown version, {}", version));
    for (int count = 1; at_ < size_; ++count) take_version5(count);
    return true;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorKind::input, fmt::format("{}: {}", printable(path_), why));
  }
  [[noreturn]] void refuse_end(int variable, std::uint64_t missing) const {
    refuse(fmt::format("is truncated: {} of {} bytes {} missing within variable {}: copy or save the file again",
                       missing, size_ + missing, missing == 1 ? "is" : "are", variable));
  }
  void require(int variable, std::uint64_t bytes) const {
    if (size_ - at_ < bytes) refuse_end(variable, bytes - (size_ - at_));
  }
  // Bytes that the file has: nothing of a size is believed before.
  Bytes read(std::uint64_t bytes) {
    Bytes data(bytes);
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at_));
    file_.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(bytes));
    if (static_cast<std::uint64_t>(file_.gcount()) != bytes) refuse("cannot be read to its end");
    at_ += bytes;
    return data;
  }
  // What a variable is made of; what is wrong with it is told with its number.
  void take(int count, const std::function<std::optional<MatArray>()>& make) {
    try {
      if (std::optional<MatArray> array = make()) take_(std::move(*array));
    } catch (const MatDamage& damage) {
      refuse(fmt::format("variable {} {}: save the file again", count, damage.message));
    }
  }

  // Type and size of an element, then its bytes; only compressed ones may end anywhere.
  void take_version5(int count) {
    constexpr std::uint32_t matrix = 14, compressed = 15;
    require(count, 8);
    const Bytes tag = read(8);
    const std::uint32_t type = word_of(tag, 0, little_);
    std::uint64_t bytes = word_of(tag, 4, little_);
    if (type != compressed) bytes += (8 - bytes % 8) % 8;
    require(count, bytes);
    if (type != matrix && type != compressed) {
      at_ += bytes;
      return;
    }
    const Bytes data = read(bytes);
    take(count, [&]() -> std::optional<MatArray> {
      if (type == matrix) return data.empty() ? MatArray{} : mat_array({data, little_});
      const Bytes whole = inflated(data);
      if (whole.size() < 8) throw MatDamage{"is damaged: it has nothing in it"};
      if (word_of(whole, 0, little_) != matrix) return std::nullopt;
      const std::size_t size = word_of(whole, 4, little_);
      if (whole.size() - 8 < size) throw MatDamage{"is damaged: it ends early"};
      return mat_array({std::span(whole).subspan(8, size), little_});
    });
  }

  // Five words: type as the digits M O P T, rows, columns, whether complex, length of the name.
  void take_version4(int count) {
    constexpr std::array<std::uint32_t, 6> types{9, 7, 5, 3, 4, 2};  // of version 5
    constexpr std::array<std::uint64_t, 6> number_bytes{8, 4, 4, 2, 2, 1};
    const std::uint64_t begin = at_;
    require(count, 20);
    const Bytes head = read(20);
    const bool little = word_of(head, 0, true) <= 9999;
    const auto word = [&](std::size_t k) { return word_of(head, 4 * k, little); };
    const std::uint32_t type = word(0), precision = type / 10 % 10, kind = type % 10;
    if (type > 1999 || precision >= types.size() || kind > 2 || word(3) > 1)
      refuse(fmt::format("is no MAT file: what begins at byte {} is no variable", begin));
    const std::uint64_t rows = word(1), columns = word(2), left = size_ - at_;
    // Numbers of 32 bits times one another may be too large for one of 64.
    if (rows > 0 && columns > UINT64_MAX / 32 / rows) refuse_end(count, left + 1);
    const std::uint64_t each = rows * columns * number_bytes[precision];
    require(count, each * (1 + word(3)) + word(4));
    const Bytes name = read(word(4)), numbers = read(each);
    at_ += each * word(3);
    take(count, [&]() -> std::optional<MatArray> {
      MatArray array;
      array.name.assign(name.begin(), std::ranges::find(name, 0));
      array.dims = {rows, columns};
      array.kind = kind == 0 ? MatArray::Kind::numbers : kind == 2 ? MatArray::Kind::sparse : MatArray::Kind::other;
      if (word(3) == 1) array.kind = MatArray::Kind::complex;
      if (array.kind == MatArray::Kind::numbers)
        array.numbers = mat_numbers(types[precision], {numbers, little}, rows * columns);
      return array;
    });
  }

  std::string path_;
  const std::function<void(MatArray)>& take_;
  std::ifstream file_;
  std::uint64_t size_ = 0, at_ = 0;
  bool little_ = true;
};

}  // namespace

bool read_mat_variables(const std::string& path, const std::function<void(MatArray)>& take) {
  return MatFile(path, take).run();
}

}  // namespace jourdain
