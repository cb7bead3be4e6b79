#include "identification/logs/raw_log.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>

namespace jourdain {
namespace {

// Columns in memory, read as those of a file.
class TableLog : public RawLog {
 public:
  explicit TableLog(const LogSource& source) : table_(source.table) {
    const std::vector<std::vector<double>>& columns = table_->columns;
    rows_ = columns.empty() ? 0 : columns.front().size();
    const bool equal = std::ranges::all_of(columns, [&](const auto& column) { return column.size() == rows_; });
    if (rows_ == 0 || !equal || columns.size() != table_->names.size())
      throw Error(ErrorKind::usage, fmt::format("{}: expected columns of one length, each with a name", source.name));
    header_.names = table_->names;
    header_.units.assign(columns.size(), "");
    header_.format = fmt::format("{} columns in memory", columns.size());
  }

  const RawHeader& header() const override { return header_; }
  void rewind() override { next_ = 0; }
  long rough_rows() const override { return static_cast<long>(rows_); }
  void seek(double share) override { next_ = static_cast<std::size_t>(share * static_cast<double>(rows_)); }
  bool next(RawRow& row, std::vector<LogFinding>&) override {
    if (next_ >= rows_) return false;
    row.row = static_cast<long>(next_ + 2);  // the line that log_csv() gives it
    row.cells.resize(table_->columns.size());
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const double value = table_->columns[i][next_];
      row.cells[i] = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    }
    ++next_;
    return true;
  }

 private:
  std::shared_ptr<const LogTable> table_;
  RawHeader header_;
  std::size_t rows_ = 0, next_ = 0;
};

}  // namespace

std::unique_ptr<RawLog> open_log(const LogSource& source) {
  if (source.table) return std::make_unique<TableLog>(source);
  std::string ending = std::filesystem::path(source.name).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".mat" ? open_mat_log(source.name) : open_text_log(source.name);
}

}  // namespace jourdain
