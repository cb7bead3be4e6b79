// A question that a user can ask of a robot: options, and an answer. A command of the command line is one of these, and
// so are a Python function, a panel of a page and what a sweep repeats.
#pragma once

#include "analyses/subject.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/answer/job.hpp"
#include "jourdain/answer/options.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace jourdain {

// One asking: options with their defaults, then the answer.
class Question {
 public:
  virtual ~Question() = default;
  virtual void show(OptionVisitor& visitor) = 0;
  virtual Answer answer(const Subject& subject, const Job& job) const = 0;
};

// The texts outlive everything.
struct Analysis {
  std::string_view name;      // "sizing"
  std::string_view what;      // whole sentences; the first tells it in brief
  std::string_view examples;  // commands, one per line
  bool takes_model = true;
  bool tells_model_warnings = false;  // all that the reader found, instead of a hint that there is something
  bool has_key_numbers = false;       // a sweep can repeat it
  std::unique_ptr<Question> (*ask)() = nullptr;
};

// The question with options of this kind, which show_fields(OptionVisitor&, Options&) shows.
template <typename Options, Answer (*answer_of)(const Subject&, const Options&, const Job&)>
class QuestionOf final : public Question {
 public:
  static std::unique_ptr<Question> ask() { return std::make_unique<QuestionOf>(); }
  void show(OptionVisitor& visitor) override { show_fields(visitor, options_); }
  Answer answer(const Subject& subject, const Job& job) const override { return answer_of(subject, options_, job); }

 private:
  Options options_;
};

// All of them, in the order in which a user meets them.
const std::vector<const Analysis*>& analyses();

// By its name; none if there is no such.
const Analysis* find_analysis(std::string_view name);

// The answer with what the doors add to each: the analysis' key, the model's name, its warnings before its own.
Answer ask(const Analysis& analysis, const Question& question, const Subject& subject, const Job& job = {});

}  // namespace jourdain
