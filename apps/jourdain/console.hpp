// Text for people: tables, facts, colours, numbers, progress.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace jourdain::cli {

enum class Colour { plain, bold, faint, good, warn, bad };

// The text in a colour if this stream is a terminal and NO_COLOR is not set.
enum class Stream { out, error };
std::string paint(Stream stream, Colour colour, std::string_view text);

// "warning: ..." on the error stream.
void warn(std::string_view text);

// Numbers as people read them: few digits, no negative zero, noise below 1e-12 as 0.
struct Numbers {
  int digits = 6;
  std::string operator()(double value) const;
  std::string list(const std::vector<double>& values) const;  // "1, 2, 3"
};

// Columns with aligned cells. Columns whose name begins with '>' are aligned to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> columns);
  void add(std::vector<std::string> row);
  bool empty() const { return rows_.empty(); }
  // Columns without any content are left out.
  void print() const;

 private:
  std::vector<std::string> columns_;
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

// Lines "label  value" with aligned values.
class Facts {
 public:
  void add(std::string label, std::string value, Colour colour = Colour::plain);
  void print() const;

 private:
  struct Fact {
    std::string label, value;
    Colour colour;
  };
  std::vector<Fact> facts_;
};

// The text in lines of at most 100 characters.
std::string wrapped(const std::string& text);

void heading(std::string_view text);

// Shows on a terminal that a long job is alive, what it does, and for how long; silent elsewhere and for the first half
// second.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What the job does from now on.
  void tell(std::string what);

 private:
  std::mutex mutex_;
  std::string what_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace jourdain::cli
