// Numbers between NumPy and the library: what comes in is checked and copied, what goes out owns its memory.
#pragma once

#include "jourdain/io/log_source.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain::python {

namespace nb = nanobind;
// A new array, which owns its memory: returned by functions and properties alike.
template <typename T>
struct NewArray {
  nb::ndarray<nb::numpy, T> array;
  const T* data() const { return array.data(); }
};
using Array = NewArray<double>;
using Shape = std::vector<std::size_t>;

// A checked copy of an array: real numbers, finite, row by row.
struct Numbers {
  Shape shape;
  std::vector<double> values;

  // Dimensions before the last `tail` ones, and their product.
  Shape lead(std::size_t tail) const { return {shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(tail)}; }
};

// "(3, 6)".
std::string shape_text(const Shape& shape);

// Throws ValueError "twist: expected an array of shape (..., 6), found (3, 5)".
[[noreturn]] void refuse_shape(const std::string& name, const std::string& expected, const Shape& found);

// Reads integers and floats of any width, strides and byte order from an array or from nested lists. Throws TypeError
// for what is no array of real numbers, ValueError for values that are not finite.
Numbers read_numbers(nb::handle object, const std::string& name);

// The same with a known number of entries, or with a known shape.
VectorX read_vector(nb::handle object, const std::string& name, std::size_t size);
Numbers read_shape(nb::handle object, const std::string& name, const Shape& shape);
MatrixX read_matrix(nb::handle object, const std::string& name, std::size_t rows);

// The text of a path. Throws TypeError.
std::string path_text(nb::handle path, const std::string& name);

// Whether there are columns under keys, as in a dict of arrays or a DataFrame.
bool has_columns(nb::handle object);

// A file, or columns in memory under the names that the file would have.
LogSource read_log(nb::handle log, const std::string& name);

// Throws ValueError unless the text is one of the words, in which - and _ are alike; returns its index.
std::size_t choose(std::string_view text, const std::vector<std::string>& words, const std::string& name);

// One of an enumeration by its words. Throws ValueError.
template <typename Enum>
Enum choose_one(std::string_view text, const std::string& name) {
  const auto all = words(Enum{});
  return static_cast<Enum>(choose(text, {all.begin(), all.end()}, name));
}

// One of these, by the words that to_string() has for them. Throws ValueError.
template <typename Enums>
auto choose_among(std::string_view text, const Enums& all, const std::string& name) {
  std::vector<std::string> words;
  for (const auto each : all) words.emplace_back(to_string(each));
  return *(std::begin(all) + choose(text, words, name));
}

// Memory for a new array.
template <typename T>
class Output {
 public:
  explicit Output(Shape shape) : shape_(std::move(shape)) {
    std::size_t size = 1;
    for (const std::size_t extent : shape_) size *= extent;
    data_ = std::make_unique_for_overwrite<T[]>(size + 1);
    size_ = size;
  }
  T* data() { return data_.get(); }
  std::size_t size() const { return size_; }

  // The array; the memory is then its own.
  NewArray<T> take() {
    T* data = data_.release();
    nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return {nb::ndarray<nb::numpy, T>(data, shape_.size(), shape_.data(), owner)};
  }

 private:
  Shape shape_;
  std::size_t size_ = 0;
  std::unique_ptr<T[]> data_;
};

Array to_array(const VectorX& vector);
Array to_array(const MatrixX& matrix);
Array to_array(const std::vector<double>& values);
Array to_array(const Placement& pose);  // 4 x 4

// Copies a matrix row by row.
void copy_rows(const Eigen::Ref<const MatrixX>& matrix, double* out);

}  // namespace jourdain::python

namespace nanobind::detail {

// Properties would tie an array to their object; these arrays belong to nobody else.
template <typename T>
struct type_caster<jourdain::python::NewArray<T>> {
  using Value = jourdain::python::NewArray<T>;
  using Inner = make_caster<ndarray<numpy, T>>;
  static constexpr auto Name = Inner::Name;
  template <typename>
  using Cast = Value;
  static handle from_cpp(const Value& value, rv_policy, cleanup_list* cleanup) noexcept {
    return Inner::from_cpp(value.array, rv_policy::automatic, cleanup);
  }
};

}  // namespace nanobind::detail
