// Arithmetic on quantities: values, dimensions and what is known about them. All functions throw QuantityError with the
// offset `at` where units do not fit or the result would not be a finite number.
#pragma once

#include "model/quantity.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

Quantity add(const Quantity& a, const Quantity& b, std::size_t at);
Quantity subtract(const Quantity& a, const Quantity& b, std::size_t at);
Quantity multiply(const Quantity& a, const Quantity& b, std::size_t at);
Quantity divide(const Quantity& a, const Quantity& b, std::size_t at);
Quantity raise(const Quantity& base, int exponent, std::size_t at);

// a + exponent * b, for the dimension of a * b^exponent.
Dimension combine(const Dimension& a, const Dimension& b, int exponent, std::size_t at);

// Names of the functions an expression may call.
const std::vector<std::string>& function_names();
bool is_function(std::string_view name);

// Value of a function of the list.
Quantity call_function(std::string_view name, const std::vector<Quantity>& arguments, std::size_t at);

}  // namespace jourdain
