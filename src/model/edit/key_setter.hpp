// One key of a section gets another value, as users write it.
#pragma once

#include "model/keys.hpp"

namespace jourdain {

class KeySetter : public KeyVisitor {
 public:
  // `option` stands before messages: "--set".
  KeySetter(std::string option, std::string word, std::string value)
      : option_(std::move(option)), word_(std::move(word)), value_(std::move(value)) {}

  // Sets the key, if the section has it. Throws Error(usage) if the value is no number that it can have.
  template <typename Section, typename... With>
  bool set(Section& section, With... with) {
    set_ = false;
    show_keys(*this, section, with...);
    return set_;
  }

  // True if some section had the key.
  bool found() const { return found_; }

  [[noreturn]] void refuse(const std::string& why) const;

  void number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) override;

 private:
  std::string option_, word_, value_;
  bool set_ = false, found_ = false;
};

}  // namespace jourdain
