#include "arrays.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain::python {
namespace {

std::size_t product(const Shape& shape) {
  std::size_t size = 1;
  for (const std::size_t extent : shape) size *= extent;
  return size;
}

// "(3, 1)": where a value stands.
std::string place_text(const Shape& shape, std::size_t index) {
  Shape place(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    place[i] = index % shape[i];
    index /= shape[i];
  }
  return shape_text(place);
}

}  // namespace

std::string shape_text(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

void refuse_shape(const std::string& name, const std::string& expected, const Shape& found) {
  throw nb::value_error((name + ": expected an array of shape " + expected + ", found " + shape_text(found)).c_str());
}

Numbers read_numbers(nb::handle object, const std::string& name) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  nb::object array;
  try {
    array = numpy.attr("asarray")(object);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    const std::string text =
        name + ": expected an array of numbers; " + nb::cast<std::string>(nb::str(nb::handle(error.value())));
    throw nb::value_error(text.c_str());
  }
  const std::string kind = nb::cast<std::string>(array.attr("dtype").attr("kind"));
  const std::size_t width = nb::cast<std::size_t>(array.attr("dtype").attr("itemsize"));
  if ((kind != "f" && kind != "i" && kind != "u") || width > 8) {
    const std::string type = nb::cast<std::string>(array.attr("dtype").attr("name"));
    throw nb::type_error(
        (name + ": expected real numbers (float64, or a type that becomes it), found " + type).c_str());
  }
  Numbers numbers;
  for (const nb::handle extent : nb::cast<nb::tuple>(array.attr("shape")))
    numbers.shape.push_back(nb::cast<std::size_t>(extent));
  array = numpy.attr("ascontiguousarray")(array, numpy.attr("float64"));
  const auto contiguous = nb::cast<nb::ndarray<const double, nb::c_contig, nb::device::cpu>>(array);
  numbers.values.assign(contiguous.data(), contiguous.data() + product(numbers.shape));
  const auto bad = std::ranges::find_if(numbers.values, [](double value) { return !std::isfinite(value); });
  if (bad != numbers.values.end()) {
    const auto index = static_cast<std::size_t>(bad - numbers.values.begin());
    throw nb::value_error((name + ": expected finite numbers, found " + (std::isnan(*bad) ? "nan" : "inf") + " at " +
                           place_text(numbers.shape, index))
                              .c_str());
  }
  return numbers;
}

Numbers read_shape(nb::handle object, const std::string& name, const Shape& shape) {
  Numbers numbers = read_numbers(object, name);
  if (numbers.shape != shape) refuse_shape(name, shape_text(shape), numbers.shape);
  return numbers;
}

VectorX read_vector(nb::handle object, const std::string& name, std::size_t size) {
  const Numbers numbers = read_shape(object, name, {size});
  return Eigen::Map<const VectorX>(numbers.values.data(), static_cast<Eigen::Index>(size));
}

MatrixX read_matrix(nb::handle object, const std::string& name, std::size_t rows) {
  const Numbers numbers = read_numbers(object, name);
  if (numbers.shape.size() != 2 || numbers.shape[0] != rows)
    refuse_shape(name, "(" + std::to_string(rows) + ", n)", numbers.shape);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(numbers.values.data(), static_cast<Eigen::Index>(rows),
                                    static_cast<Eigen::Index>(numbers.shape[1]));
}

std::string path_text(nb::handle path, const std::string& name) {
  const nb::object text = nb::module_::import_("os").attr("fspath")(path);
  if (!nb::isinstance<nb::str>(text)) throw nb::type_error((name + ": expected a path").c_str());
  return nb::cast<std::string>(text);
}

bool has_columns(nb::handle object) { return nb::hasattr(object, "keys"); }

LogSource read_log(nb::handle log, const std::string& name) {
  if (!has_columns(log)) return path_text(log, name);
  LogTable table;
  for (const nb::handle key : log.attr("keys")()) {
    const nb::object column = log[key];
    table.names.push_back(nb::cast<std::string>(nb::str(key)));
    const VectorX values = read_vector(column, table.names.back(), nb::len(column));
    table.columns.emplace_back(values.begin(), values.end());
  }
  return {name, std::move(table)};
}

std::size_t choose(std::string_view text, const std::vector<std::string>& words, const std::string& name) {
  const auto with_underscores = [](std::string word) {
    std::ranges::replace(word, '-', '_');
    return word;
  };
  const auto found = std::ranges::find(words, with_underscores(std::string(text)), with_underscores);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string message = name + ": expected one of";
  for (const std::string& word : words) message += (word == words.front() ? " '" : ", '") + word + "'";
  message += ", found '" + std::string(text) + "'";
  throw nb::value_error(message.c_str());
}

void copy_rows(const Eigen::Ref<const MatrixX>& matrix, double* out) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) *out++ = matrix(i, j);
}

Array to_array(const VectorX& vector) {
  Output<double> out({static_cast<std::size_t>(vector.size())});
  std::copy_n(vector.data(), vector.size(), out.data());
  return out.take();
}

Array to_array(const MatrixX& matrix) {
  Output<double> out({static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols())});
  copy_rows(matrix, out.data());
  return out.take();
}

Array to_array(const std::vector<double>& values) {
  Output<double> out({values.size()});
  std::ranges::copy(values, out.data());
  return out.take();
}

Array to_array(const Placement& pose) {
  MatrixX matrix = MatrixX::Identity(4, 4);
  matrix.topLeftCorner(3, 3) = pose.R;
  matrix.topRightCorner(3, 1) = pose.p;
  return to_array(matrix);
}

}  // namespace jourdain::python
