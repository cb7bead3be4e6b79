#include "model/edit/key_setter.hpp"

#include "jourdain/core/error.hpp"
#include "model/text_list.hpp"
#include "model/units.hpp"

#include <fmt/format.h>

namespace jourdain {

void KeySetter::refuse(const std::string& why) const {
  throw Error(ErrorKind::usage, fmt::format("{}: {}: {}", option_, word_, why));
}

void KeySetter::number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) {
  if (key.word != word_) return;
  Measure given = measure.measure;
  try {
    const Quantity quantity = evaluate_quantity(value_, {});
    if (quantity.knowledge == Quantity::Knowledge::checked &&
        !same_dimension(quantity.dimension, dimension_of(given)) &&
        same_dimension(quantity.dimension, dimension_of(measure.also)))
      given = measure.also;
  } catch (const QuantityError&) {  // told below
  }
  const double number = quantity(option_, value_, dimension_of(given));
  if (!words_of(bound).holds(number)) refuse(fmt::format("{} {}", number, words_of(bound).must));
  value = measure.scale * number;
  set_ = found_ = true;
}

}  // namespace jourdain
