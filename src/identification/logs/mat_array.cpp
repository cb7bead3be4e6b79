// Level 5 of the format: https://www.mathworks.com/help/pdf_doc/matlab/matfile_format.pdf, chapter 1. A matrix is a
// list of elements: flags, dimensions, name, and what its class has.
#include "identification/logs/mat_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace jourdain {
namespace {

constexpr int deepest_field = 16;
constexpr std::size_t most_dimensions = 32;

// Types of elements and classes of matrices.
enum Type : std::uint32_t { int8_type = 1, uint8_type = 2, int32_type = 5, uint32_type = 6, matrix_type = 14 };
enum Class : std::uint32_t { struct_class = 2, sparse_class = 5, first_number_class = 6, last_number_class = 15 };
constexpr std::uint32_t complex_flag = 0x800;

template <typename Number>
Number number_at(const MatBytes& data, std::size_t at) {
  std::uint8_t bytes[sizeof(Number)];
  for (std::size_t k = 0; k < sizeof(Number); ++k) {
    const bool forward = data.little == (std::endian::native == std::endian::little);
    bytes[k] = data.bytes[at + (forward ? k : sizeof(Number) - 1 - k)];
  }
  Number value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <typename Number>
std::vector<double> as_doubles(const MatBytes& data, std::size_t count) {
  if (data.bytes.size() / sizeof(Number) < count)
    throw MatDamage{fmt::format("has {} bytes of numbers for {} entries", data.bytes.size(), count)};
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(number_at<Number>(data, i * sizeof(Number)));
  return values;
}

struct Element {
  std::uint32_t type = 0;
  MatBytes data;
};

// Elements one after the other. Their sizes are what somebody wrote there.
class Elements {
 public:
  explicit Elements(const MatBytes& matrix) : rest_(matrix) {}
  bool done() const { return rest_.bytes.empty(); }

  Element next(const char* what) {
    if (rest_.bytes.size() < 8) throw MatDamage{fmt::format("ends before its {}", what)};
    const auto word = number_at<std::uint32_t>(rest_, 0);
    // Up to four bytes stand in the tag itself, behind type and size of two bytes each.
    const std::uint32_t small = word >> 16;
    if (small > 4) throw MatDamage{fmt::format("has a tag of an unknown kind before its {}", what)};
    const std::size_t begin = small ? 4 : 8, size = small ? small : number_at<std::uint32_t>(rest_, 4);
    if (rest_.bytes.size() - begin < size) throw MatDamage{fmt::format("ends within its {}", what)};
    Element element{small ? word & 0xffff : word, {rest_.bytes.subspan(begin, size), rest_.little}};
    const std::size_t padded = small ? 8 : 8 + (size + 7) / 8 * 8;
    rest_.bytes = rest_.bytes.subspan(std::min(padded, rest_.bytes.size()));
    return element;
  }
  Element next(const char* what, std::uint32_t type) {
    const Element element = next(what);
    if (element.type != type) throw MatDamage{fmt::format("has no {} where one is expected", what)};
    return element;
  }

 private:
  MatBytes rest_;
};

std::string text_of(std::span<const std::uint8_t> bytes) {
  const auto* begin = reinterpret_cast<const char*>(bytes.data());
  return {begin, strnlen(begin, bytes.size())};
}

std::vector<std::size_t> dimensions(const Element& element) {
  const std::size_t count = element.data.bytes.size() / 4;
  if (count < 1 || count > most_dimensions) throw MatDamage{fmt::format("has {} dimensions", count)};
  std::vector<std::size_t> dims;
  std::size_t product = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto value = number_at<std::int32_t>(element.data, 4 * k);
    if (value < 0) throw MatDamage{"has a negative dimension"};
    dims.push_back(static_cast<std::size_t>(value));
    if (dims.back() > 0 && product > most_mat_bytes / dims.back()) throw MatDamage{"has impossible dimensions"};
    product *= dims.back();
  }
  return dims;
}

MatArray read_array(const MatBytes& matrix, int depth);

void read_fields(Elements& rest, MatArray& array, int depth) {
  const Element length = rest.next("length of field names", int32_type);
  if (length.data.bytes.size() != 4) throw MatDamage{"has no length of field names"};
  const auto each = number_at<std::int32_t>(length.data, 0);
  if (each < 1) throw MatDamage{"has no length of field names"};
  const Element names = rest.next("field names", int8_type);
  const std::size_t size = static_cast<std::size_t>(each), count = names.data.bytes.size() / size;
  if (array.elements() == 0) return;
  for (std::size_t k = 0; k < count; ++k) {
    const Element field = rest.next("fields", matrix_type);
    MatArray read = field.data.bytes.empty() ? MatArray{} : read_array(field.data, depth + 1);
    read.name = text_of(names.data.bytes.subspan(k * size, size));
    array.fields.push_back(std::move(read));
  }
}

MatArray read_array(const MatBytes& matrix, int depth) {
  if (depth > deepest_field) throw MatDamage{"has structures within structures without end"};
  Elements rest(matrix);
  const Element flags = rest.next("flags", uint32_type);
  if (flags.data.bytes.size() != 8) throw MatDamage{"has no flags"};
  const auto word = number_at<std::uint32_t>(flags.data, 0);
  const std::uint32_t kind = word & 0xff;
  MatArray array;
  // Objects of newer classes have no dimensions.
  if (kind > last_number_class) return array;
  array.dims = dimensions(rest.next("dimensions", int32_type));
  array.name = text_of(rest.next("name", int8_type).data.bytes);
  if (kind == sparse_class) array.kind = MatArray::Kind::sparse;
  if (kind == struct_class) {
    array.kind = MatArray::Kind::structure;
    read_fields(rest, array, depth);
  }
  if (kind < first_number_class) return array;
  array.kind = (word & complex_flag) ? MatArray::Kind::complex : MatArray::Kind::numbers;
  if (array.elements() == 0) return array;
  const Element real = rest.next("numbers");
  if (array.kind == MatArray::Kind::numbers) array.numbers = mat_numbers(real.type, real.data, array.elements());
  return array;
}

}  // namespace

std::size_t MatArray::elements() const {
  std::size_t product = 1;
  for (const std::size_t d : dims) product *= d;
  return dims.empty() ? 0 : product;
}

std::vector<double> mat_numbers(std::uint32_t type, const MatBytes& data, std::size_t count) {
  switch (type) {
    case int8_type: return as_doubles<std::int8_t>(data, count);
    case uint8_type: return as_doubles<std::uint8_t>(data, count);
    case 3: return as_doubles<std::int16_t>(data, count);
    case 4: return as_doubles<std::uint16_t>(data, count);
    case int32_type: return as_doubles<std::int32_t>(data, count);
    case uint32_type: return as_doubles<std::uint32_t>(data, count);
    case 7: return as_doubles<float>(data, count);
    case 9: return as_doubles<double>(data, count);
    case 12: return as_doubles<std::int64_t>(data, count);
    case 13: return as_doubles<std::uint64_t>(data, count);
    default: throw MatDamage{fmt::format("has numbers of an unknown type, {}", type)};
  }
}

MatArray mat_array(const MatBytes& matrix) { return read_array(matrix, 0); }

}  // namespace jourdain
