#include "identification/mat_library.hpp"
#include "identification/raw_log.hpp"
#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace jourdain {
namespace {

constexpr std::size_t most_values = std::size_t{1} << 28;  // 2 GiB of numbers

// Numbers of a variable as double, column by column; nothing for texts and cells.
template <typename Number>
std::vector<double> converted(const void* data, std::size_t count) {
  const auto* numbers = static_cast<const Number*>(data);
  return {numbers, numbers + count};
}

std::optional<std::vector<double>> numbers_of(const matvar_t& variable, std::size_t count) {
  if (!variable.data || variable.isComplex) return std::nullopt;
  switch (variable.data_type) {
    case MAT_T_DOUBLE: return converted<double>(variable.data, count);
    case MAT_T_SINGLE: return converted<float>(variable.data, count);
    case MAT_T_INT8: return converted<std::int8_t>(variable.data, count);
    case MAT_T_UINT8: return converted<std::uint8_t>(variable.data, count);
    case MAT_T_INT16: return converted<std::int16_t>(variable.data, count);
    case MAT_T_UINT16: return converted<std::uint16_t>(variable.data, count);
    case MAT_T_INT32: return converted<std::int32_t>(variable.data, count);
    case MAT_T_UINT32: return converted<std::uint32_t>(variable.data, count);
    case MAT_T_INT64: return converted<std::int64_t>(variable.data, count);
    case MAT_T_UINT64: return converted<std::uint64_t>(variable.data, count);
    default: return std::nullopt;
  }
}

struct MatColumn {
  std::string name;
  std::vector<double> values;
};

// A vector is a column, a matrix several, numbered from 1, along its longer side.
void add_columns(const std::string& name, const matvar_t& variable, std::vector<MatColumn>& columns) {
  if (variable.class_type == MAT_C_STRUCT) {
    const MatLibrary& mat = mat_library();
    const unsigned fields = mat.field_count(const_cast<matvar_t*>(&variable));
    char* const* names = mat.field_names(&variable);
    for (unsigned i = 0; i < fields; ++i) {
      const matvar_t* field = mat.field(const_cast<matvar_t*>(&variable), i, 0);
      if (field) add_columns(fmt::format("{}.{}", name, names[i]), *field, columns);
    }
    return;
  }
  if (variable.rank != 2 || variable.class_type == MAT_C_CHAR) return;
  const std::size_t rows = variable.dims[0], across = variable.dims[1];
  if (rows == 0 || across == 0 || rows > most_values / across) return;
  const auto values = numbers_of(variable, rows * across);
  if (!values) return;
  const bool lying = across > rows;
  const std::size_t length = lying ? across : rows, count = lying ? rows : across;
  for (std::size_t c = 0; c < count; ++c) {
    MatColumn column{count == 1 ? name : fmt::format("{}{}", name, c + 1), std::vector<double>(length)};
    for (std::size_t i = 0; i < length; ++i) column.values[i] = (*values)[lying ? i * rows + c : c * rows + i];
    columns.push_back(std::move(column));
  }
}

class MatLog : public RawLog {
 public:
  explicit MatLog(const std::string& path) {
    open_input(path, "a MAT file");
    const MatLibrary& mat = mat_library();
    // The library writes its complaints to the terminal; ours are exceptions.
    mat.log_init("jourdain", [](int, auto*) {});  // char or const char by version
    std::unique_ptr<mat_t, int (*)(mat_t*)> file(mat.open(path.c_str(), MAT_ACC_RDONLY), mat.close);
    if (!file) throw Error(ErrorKind::input, fmt::format("{}: is no MAT file that can be read", printable(path)));
    std::vector<MatColumn> all;
    while (matvar_t* raw = mat.read_next(file.get())) {
      const std::unique_ptr<matvar_t, void (*)(matvar_t*)> variable(raw, mat.free);
      if (variable->name) add_columns(variable->name, *variable, all);
    }
    choose_length(path, all);
  }

  const RawHeader& header() const override { return header_; }
  void rewind() override { next_ = 0; }
  long rough_rows() const override { return static_cast<long>(rows_); }
  void seek(double share) override { next_ = static_cast<std::size_t>(share * static_cast<double>(rows_)); }
  bool next(RawRow& row, std::vector<LogFinding>&) override {
    if (next_ >= rows_) return false;
    row.row = static_cast<long>(next_ + 1);
    row.cells.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double value = columns_[i].values[next_];
      row.cells[i] = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    }
    ++next_;
    return true;
  }

 private:
  // The length that most columns have; others are no part of the table.
  void choose_length(const std::string& path, std::vector<MatColumn>& all) {
    std::map<std::size_t, int> counts;
    for (const MatColumn& column : all)
      if (column.values.size() > 1) ++counts[column.values.size()];
    for (const auto& [length, count] : counts)
      if (rows_ == 0 || count >= counts[rows_]) rows_ = length;
    if (rows_ == 0)
      throw Error(ErrorKind::input,
                  fmt::format("{}: has no vectors of numbers: expected time, positions and forces", printable(path)));
    int others = 0;
    for (MatColumn& column : all) {
      if (column.values.size() == rows_)
        columns_.push_back(std::move(column));
      else
        ++others;
    }
    for (const MatColumn& column : columns_) header_.names.push_back(column.name);
    header_.units.assign(columns_.size(), "");
    header_.format = fmt::format("MAT file, {} columns of {} rows", columns_.size(), rows_);
    if (others > 0) header_.format += fmt::format(", {} of another length passed over", others);
  }

  RawHeader header_;
  std::vector<MatColumn> columns_;
  std::size_t rows_ = 0, next_ = 0;
};

}  // namespace

std::unique_ptr<RawLog> open_mat_log(const std::string& path) { return std::make_unique<MatLog>(path); }

}  // namespace jourdain
