#include "identification/logs/mat_array.hpp"
#include "identification/logs/mat_library.hpp"
#include "identification/logs/raw_log.hpp"
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
std::optional<std::vector<double>> converted(const matvar_t& variable, std::size_t count) {
  // The file's sizes are what somebody wrote there.
  if (variable.data_size != sizeof(Number) || variable.nbytes / sizeof(Number) < count) return std::nullopt;
  const auto* numbers = static_cast<const Number*>(variable.data);
  return std::vector<double>(numbers, numbers + count);
}

std::optional<std::vector<double>> numbers_of(const matvar_t& variable, std::size_t count) {
  if (!variable.data || variable.isComplex) return std::nullopt;
  switch (variable.data_type) {
    case MAT_T_DOUBLE: return converted<double>(variable, count);
    case MAT_T_SINGLE: return converted<float>(variable, count);
    case MAT_T_INT8: return converted<std::int8_t>(variable, count);
    case MAT_T_UINT8: return converted<std::uint8_t>(variable, count);
    case MAT_T_INT16: return converted<std::int16_t>(variable, count);
    case MAT_T_UINT16: return converted<std::uint16_t>(variable, count);
    case MAT_T_INT32: return converted<std::int32_t>(variable, count);
    case MAT_T_UINT32: return converted<std::uint32_t>(variable, count);
    case MAT_T_INT64: return converted<std::int64_t>(variable, count);
    case MAT_T_UINT64: return converted<std::uint64_t>(variable, count);
    default: return std::nullopt;
  }
}

// What the library says while it reads: its complaints are ours to tell.
class MatMessages {
 public:
  MatMessages() {
    texts().clear();
    mat_library().log_init("jourdain", [](int level, auto* text) {  // char or const char by version
      constexpr int worst = MATIO_LOG_LEVEL_ERROR | (MATIO_LOG_LEVEL_CRITICAL) | (MATIO_LOG_LEVEL_WARNING);
      if ((level & worst) == 0 || texts().size() >= most) return;
      std::string line = printable(text);
      while (line.ends_with(' ')) line.pop_back();
      texts().push_back(line.substr(0, most_bytes));
    });
  }
  // What was said since the last call, in one text.
  static std::string taken() {
    std::string all;
    for (const std::string& text : texts()) all += (all.empty() ? "" : "; ") + text;
    texts().clear();
    return all;
  }

 private:
  static constexpr std::size_t most = 5, most_bytes = 200;
  static std::vector<std::string>& texts() {
    static thread_local std::vector<std::string> list;
    return list;
  }
};

// A structure's first element; an array of them may have none.
void add_fields(const matvar_t& variable, MatArray& array, int depth);

// What matio read, as our own reader of the older versions gives it.
MatArray array_of(const matvar_t& variable, int depth = 0) {
  constexpr int deepest = 16;
  MatArray array;
  if (variable.name) array.name = variable.name;
  if (variable.rank < 1 || !variable.dims || depth > deepest) return array;
  array.dims.assign(variable.dims, variable.dims + variable.rank);
  if (variable.class_type == MAT_C_SPARSE) array.kind = MatArray::Kind::sparse;
  if (variable.class_type == MAT_C_STRUCT) {
    array.kind = MatArray::Kind::structure;
    add_fields(variable, array, depth);
  }
  if (variable.class_type < MAT_C_DOUBLE || variable.class_type > MAT_C_UINT64) return array;
  array.kind = variable.isComplex ? MatArray::Kind::complex : MatArray::Kind::numbers;
  if (array.elements() == 0 || array.elements() > most_values) return array;
  if (std::optional<std::vector<double>> values = numbers_of(variable, array.elements()))
    array.numbers = std::move(*values);
  return array;
}

void add_fields(const matvar_t& variable, MatArray& array, int depth) {
  const MatLibrary& mat = mat_library();
  const unsigned fields = mat.field_count(const_cast<matvar_t*>(&variable));
  char* const* names = mat.field_names(&variable);
  if (array.elements() == 0 || !variable.data || !names || variable.nbytes < fields * sizeof(matvar_t*)) return;
  for (unsigned i = 0; i < fields; ++i) {
    const matvar_t* field = mat.field(const_cast<matvar_t*>(&variable), i, 0);
    if (!field || !names[i]) continue;
    array.fields.push_back(array_of(*field, depth + 1));
    array.fields.back().name = names[i];
  }
}

struct MatColumn {
  std::string name;
  std::vector<double> values;
};

// The variables of a file as columns, and what was passed over.
struct MatColumns {
  std::vector<MatColumn> columns;
  std::vector<LogFinding> findings;

  void pass_over(const std::string& name, const std::string& why) {
    constexpr std::size_t most_named = 100;
    if (findings.size() < most_named) findings.push_back({"passed over", 0, name, why});
  }

  void add(const std::string& name, const MatArray& array) {
    switch (array.kind) {
      case MatArray::Kind::sparse: return pass_over(name, "is a sparse matrix: expected a full one");
      case MatArray::Kind::complex: return pass_over(name, "has complex numbers: expected real ones");
      case MatArray::Kind::other: return;
      case MatArray::Kind::structure:
        if (array.elements() > 1) pass_over(name, "is an array of structures: only the first is looked at");
        for (const MatArray& field : array.fields) add(fmt::format("{}.{}", name, field.name), field);
        return;
      case MatArray::Kind::numbers: return add_matrix(name, array);
    }
  }

 private:
  static constexpr std::size_t most_columns = 4096;

  // A vector is a column, a matrix several, numbered from 1, along its longer side.
  void add_matrix(const std::string& name, const MatArray& array) {
    if (array.elements() == 0) return;
    if (array.dims.size() != 2) return pass_over(name, fmt::format("has {} dimensions", array.dims.size()));
    if (array.numbers.size() != array.elements()) return pass_over(name, "has no real numbers of a known type");
    const std::size_t rows = array.dims[0], across = array.dims[1];
    const bool lying = across > rows;
    const std::size_t length = lying ? across : rows, count = lying ? rows : across;
    if (count > most_columns) return pass_over(name, fmt::format("has {} columns", count));
    for (std::size_t c = 0; c < count; ++c) {
      MatColumn column{count == 1 ? name : fmt::format("{}{}", name, c + 1), std::vector<double>(length)};
      for (std::size_t i = 0; i < length; ++i) column.values[i] = array.numbers[lying ? i * rows + c : c * rows + i];
      columns.push_back(std::move(column));
    }
  }
};

// Version 7.3. A variable about which the library complains has numbers that the file does not have.
void read_by_library(const std::string& path, MatColumns& all) {
  const MatLibrary& mat = mat_library();
  const MatMessages messages;
  const std::unique_ptr<mat_t, int (*)(mat_t*)> file(mat.open(path.c_str(), MAT_ACC_RDONLY), mat.close);
  if (!file) {
    const std::string said = MatMessages::taken();
    throw Error(ErrorKind::input, fmt::format("{}: is no MAT file that can be read{}{}", printable(path),
                                              said.empty() ? "" : ": ", said));
  }
  while (matvar_t* raw = mat.read_next(file.get())) {
    const std::unique_ptr<matvar_t, void (*)(matvar_t*)> variable(raw, mat.free);
    const std::string name = variable->name ? variable->name : "";
    if (const std::string said = MatMessages::taken(); !said.empty())
      all.pass_over(name, "cannot be read whole: " + said);
    else if (!name.empty())
      all.add(name, array_of(*variable));
  }
  if (const std::string said = MatMessages::taken(); !said.empty()) all.pass_over("", said);
}

MatColumns read_columns(const std::string& path) {
  MatColumns all;
  const bool read = read_mat_variables(path, [&](const MatArray& array) {
    if (!array.name.empty()) all.add(array.name, array);
  });
  if (!read) read_by_library(path, all);
  return all;
}

class MatLog : public RawLog {
 public:
  explicit MatLog(const std::string& path) {
    MatColumns all = read_columns(path);
    header_.findings = std::move(all.findings);
    choose_length(path, all.columns);
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
      throw Error(ErrorKind::input, fmt::format("{}: has no vectors of numbers: expected time, positions and forces{}",
                                                printable(path), header_.told()));
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
