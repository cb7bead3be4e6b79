#include "model/quantity.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <numbers>

namespace jourdain::quantity_test {
namespace {

using Knowledge = Quantity::Knowledge;

constexpr double pi = std::numbers::pi;
constexpr Dimension length{.length = 1};
constexpr Dimension mass{.mass = 1};
constexpr Dimension angle{.angle = 1};
constexpr Dimension torque{.mass = 1, .length = 2, .time = -2};

// Bare parameters are loose, those with a unit are checked.
const QuantityScope scope = {{"La", {0.2, {}, Knowledge::loose}},      {"L", {0.3, length, Knowledge::checked}},
                             {"m", {2, mass, Knowledge::checked}},     {"alpha", {0.5, angle, Knowledge::checked}},
                             {"i", {3, {}, Knowledge::pure}},          {"zero", {0, {}, Knowledge::loose}},
                             {"link-length", {1, {}, Knowledge::pure}}};

Quantity evaluate(std::string_view text) {
  try {
    return evaluate_quantity(text, scope);
  } catch (const QuantityError& error) {
    ADD_FAILURE() << text << ": " << error.what();
    return {};
  }
}

double number(std::string_view text) { return evaluate(text).value; }

// The expression is refused at this character with these words in the message and in the hint.
void expect_error(std::string_view text, std::size_t offset, const std::string& words, const std::string& hint) {
  try {
    const Quantity result = evaluate_quantity(text, scope);
    ADD_FAILURE() << text << " gave " << result.value;
  } catch (const QuantityError& error) {
    EXPECT_EQ(error.offset, offset) << text << ": " << error.what();
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << text << ": " << error.what();
    EXPECT_NE(error.hint.find(hint), std::string::npos) << text << ": " << error.hint;
    EXPECT_FALSE(error.hint.empty()) << text;
  }
}

TEST(Quantity, ReadsDecimalNumbers) {
  EXPECT_EQ(number("0.2"), 0.2);
  EXPECT_EQ(number("-3"), -3);
  EXPECT_EQ(number("+3"), 3);
  EXPECT_EQ(number("1e-3"), 1e-3);
  EXPECT_EQ(number("1.5E+3"), 1500);
  EXPECT_EQ(number("  0  "), 0);
  EXPECT_EQ(evaluate("2").knowledge, Knowledge::pure);
}

TEST(Quantity, RefusesEveryOtherWayToWriteANumberAndSaysWhatToWrite) {
  expect_error("010", 0, "zero too many", "write 10");
  expect_error("-00.5", 1, "zero too many", "write 0.5");
  expect_error("1,5", 1, "','", "1.5");
  expect_error(".5", 0, "before the point", "write 0.5");
  expect_error("-.5", 1, "before the point", "write 0.5");
  expect_error("5.", 0, "after the point", "write 5 or 5.0");
  expect_error("5. mm", 0, "after the point", "write 5 or 5.0");
  expect_error("0x10", 0, "decimal", "write 16");
  expect_error("0b11", 0, "decimal", "write 3");
  expect_error(".nan", 0, "finite", "finite");
  expect_error("-.inf", 1, "finite", "finite");
  expect_error(".INF", 0, "finite", "finite");
  expect_error("nan", 0, "finite", "finite");
  expect_error("inf", 0, "finite", "finite");
  expect_error("1e400", 0, "out of range", "1e300");
  expect_error("1e-400", 0, "out of range", "0");
  expect_error("1_000", 0, "'_'", "write 1000");
  expect_error("1 000", 2, "number follows", "without spaces");
  expect_error("1e", 0, "exponent", "1e-3");
  expect_error("1.2.3", 0, "not a number", "decimal point");
}

TEST(Quantity, ConvertsUnitsToSiWithoutRoundingTwice) {
  EXPECT_EQ(number("250 mm"), 0.25);
  EXPECT_EQ(number("45 g"), 0.045);
  EXPECT_EQ(number("0.7 mm"), 0.0007);
  EXPECT_EQ(number("10 in"), 0.254);
  EXPECT_EQ(number("3 um"), 3e-6);
  EXPECT_EQ(number("2 km"), 2000);
  EXPECT_EQ(number("2 t"), 2000);
  EXPECT_EQ(number("180 deg"), pi);
  EXPECT_EQ(number("250mm"), 0.25);
  EXPECT_EQ(number("2 min"), 120);
  EXPECT_DOUBLE_EQ(number("60 rpm"), 2 * pi);
  EXPECT_EQ(number("3 cm^2"), 3e-4);
}

TEST(Quantity, JoinsUnits) {
  EXPECT_EQ(evaluate("0.1 N m").dimension, torque);
  EXPECT_EQ(evaluate("0.1 N*m").dimension, torque);
  EXPECT_EQ(evaluate("2 N m s/rad").dimension, (Dimension{1, 2, -1, -1}));
  EXPECT_EQ(evaluate("4.5e-3 kg m^2").dimension, (Dimension{1, 2, 0, 0}));
  EXPECT_EQ(evaluate("1 kg m^2 s^-2").dimension, torque);
  EXPECT_EQ(evaluate("9.81 m/s^2").dimension, (Dimension{0, 1, -2, 0}));
  EXPECT_EQ(evaluate("9.81 m/s/s").dimension, (Dimension{0, 1, -2, 0}));
  EXPECT_DOUBLE_EQ(number("5 mm/rev"), 0.005 / (2 * pi));
  EXPECT_EQ(evaluate("5 mm/rev").dimension, (Dimension{0, 1, 0, -1}));
  expect_error("1 kg/m s", 7, "not clear", "kg/m/s");
}

TEST(Quantity, BindsUnitsTighterThanOperators) {
  EXPECT_EQ(number("10 mm * 2"), 0.02);
  EXPECT_DOUBLE_EQ(number("La * 2 mm"), 0.0004);
  EXPECT_DOUBLE_EQ(number("2 N m / 3"), 2.0 / 3);
  EXPECT_EQ(evaluate("2 N m / 3").dimension, torque);
  EXPECT_EQ(number("10 mm^2"), 1e-5);
  EXPECT_EQ(evaluate("1/2 m").dimension, (Dimension{.length = -1}));
  EXPECT_EQ(number("5 mm * min(2, 3)"), 0.01);
  EXPECT_DOUBLE_EQ(number("10 mm / L"), 0.01 / 0.3);
}

TEST(Quantity, TakesANameAfterANumberForTheUnit) {
  EXPECT_EQ(evaluate("2 m").dimension, length);
  EXPECT_EQ(evaluate("2*m").dimension, mass);
  EXPECT_EQ(number("2*m"), 4);
  EXPECT_EQ(evaluate("2 N*m").dimension, torque);
  EXPECT_EQ(number("m*L^2/12"), 2 * (0.3 * 0.3) / 12);
}

TEST(Quantity, FollowsTheUsualPrecedence) {
  EXPECT_EQ(number("1 + 2*3"), 7);
  EXPECT_EQ(number("(1 + 2)*3"), 9);
  EXPECT_EQ(number("8/4/2"), 1);
  EXPECT_EQ(number("1 - 2 - 3"), -4);
  EXPECT_EQ(number("-2^2"), -4);
  EXPECT_EQ(number("2^-2"), 0.25);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("- -3"), 3);
  EXPECT_EQ(number("(2^3)^2"), 64);
  EXPECT_EQ(number("(2 mm)^2"), 4e-6);
  EXPECT_DOUBLE_EQ(number("La/2 + 5 mm"), 0.105);
  EXPECT_EQ(number("pi"), pi);
  EXPECT_EQ(number("(i - 1) * 2"), 4);
  expect_error("2^3^2", 3, "second '^'", "brackets");
  expect_error("2 mm^2^2", 6, "second '^'", "brackets");
  expect_error("L^0.5", 2, "whole number", "sqrt");
  expect_error("L^i", 2, "whole number", "L^2");
  expect_error("2^65", 2, "too large", "exponent");
}

TEST(Quantity, ChecksTheDimensionsOfSums) {
  EXPECT_EQ(evaluate("L + 5 mm").dimension, length);
  expect_error("L + 1 kg", 2, "add a length and a mass", "same kind");
  expect_error("1 rad - 1 m", 6, "subtract an angle and a length", "same kind");
  expect_error("max(L, m)", 0, "compare a length and a mass", "same kind");
  EXPECT_EQ(evaluate("1 N m + 1 N m/rad").dimension, torque);
}

TEST(Quantity, LetsPureAndLooseTermsAdapt) {
  EXPECT_EQ(evaluate("L + 1").knowledge, Knowledge::checked);
  EXPECT_EQ(evaluate("2*L").dimension, length);
  EXPECT_EQ(evaluate("La + 1 kg").dimension, mass);
  EXPECT_EQ(evaluate("La*L").knowledge, Knowledge::loose);
  EXPECT_EQ(evaluate("La + 1").knowledge, Knowledge::loose);
  EXPECT_EQ(evaluate("La^2").knowledge, Knowledge::loose);
  EXPECT_EQ(evaluate("L/L").knowledge, Knowledge::checked);
  EXPECT_EQ(evaluate("1/L").dimension, (Dimension{.length = -1}));
}

TEST(Quantity, EvaluatesFunctions) {
  EXPECT_DOUBLE_EQ(number("sin(30 deg)"), 0.5);
  EXPECT_DOUBLE_EQ(number("cos(pi)"), -1);
  EXPECT_DOUBLE_EQ(number("tan(45 deg)"), 1);
  EXPECT_DOUBLE_EQ(number("sin(alpha)"), std::sin(0.5));
  EXPECT_EQ(evaluate("asin(0.5)").dimension, angle);
  EXPECT_EQ(number("acos(1)"), 0);
  EXPECT_EQ(evaluate("atan(L/L)").dimension, angle);
  EXPECT_DOUBLE_EQ(number("atan2(-1 mm, -1 mm)"), -3 * pi / 4);
  EXPECT_EQ(number("sqrt(4 mm^2)"), 0.002);
  EXPECT_EQ(evaluate("sqrt(L^2)").dimension, length);
  EXPECT_EQ(evaluate("abs(-1 kg)").dimension, mass);
  EXPECT_EQ(number("min(3, 1, 2)"), 1);
  EXPECT_EQ(number("max(1 m, 2000 mm, 0)"), 2);
  EXPECT_EQ(evaluate("max(0, 1 kg)").dimension, mass);
}

TEST(Quantity, RefusesFunctionArgumentsThatMakeNoSense) {
  expect_error("sin(L)", 0, "an angle", "units");
  expect_error("asin(2)", 0, "between -1 and 1", "brackets");
  expect_error("asin(L)", 0, "without unit", "units");
  expect_error("sqrt(-1)", 0, "negative", "signs");
  expect_error("sqrt(L)", 0, "a square", "units");
  expect_error("atan2(0, 0)", 0, "no value", "both");
  expect_error("atan2(1)", 0, "takes 2 values, but 1 is given", "commas");
  expect_error("sin(1,5)", 0, "takes 1 value, but 2 are given", "decimal point");
  expect_error("max(1)", 0, "2 or more", "commas");
  expect_error("sin 1", 0, "needs brackets", "sin(");
  expect_error("sin()", 4, "')'", "numbers");
}

TEST(Quantity, NeverGivesAnInfiniteResult) {
  expect_error("1/0", 1, "division by zero", "'/'");
  expect_error("1/zero", 1, "division by zero", "'/'");
  expect_error("0^-1", 1, "division by zero", "zero");
  expect_error("1e300*1e300", 5, "too large", "values");
  expect_error("1e308 + 1e308", 6, "too large", "values");
  expect_error("1e308 km", 0, "too large", "unit");
  expect_error("1e300^2", 5, "too large", "values");
  expect_error("(((1 m^9)^9)^9)", 12, "exponents", "powers");
  EXPECT_THROW(evaluate_quantity("x", {{"x", {std::numeric_limits<double>::quiet_NaN(), {}, {}}}}), QuantityError);
}

TEST(Quantity, SuggestsTheNameThatWasMeant) {
  expect_error("2*Lb", 2, "unknown name 'Lb'", "'L'");
  expect_error("alhpa", 0, "unknown name 'alhpa'", "'alpha'");
  expect_error("sqr(4)", 0, "unknown function 'sqr'", "'sqrt'");
  expect_error("5 mn", 2, "unknown unit 'mn'", "'mN'");
  expect_error("5 parsecs", 2, "unknown unit", "units: m mm");
  expect_error("mm", 0, "is a unit", "1 mm");
  expect_error("L/s", 2, "is a unit", "1 s");
  expect_error("unheard_of", 0, "unknown name", "parameters");
  expect_error("2*link-length", 2, "minus", "rename");
}

TEST(Quantity, SaysWhatIsWrongWithTheExpression) {
  expect_error("", 0, "empty", "0.25");
  expect_error("   ", 3, "empty", "0.25");
  expect_error("1 +", 3, "ends where a value", "missing");
  expect_error("(1 + 2", 0, "never closed", "')'");
  expect_error("1)", 1, "no matching", "'('");
  expect_error("2 La", 2, "operator is missing", "*La");
  expect_error("2 sin(1)", 2, "operator is missing", "*sin");
  expect_error("2(3)", 1, "operator is missing", "*");
  expect_error("La L", 3, "operator is missing", "*");
  expect_error("(1/2) mm", 6, "must follow a number", "1 mm");
  expect_error("2**3", 2, "'**'", "^");
  expect_error("2 $", 2, "unexpected '$'", "numbers");
  expect_error("La = 3", 3, "unexpected '='", "numbers");
}

TEST(Quantity, CountsCharactersNotBytes) {
  expect_error("30\u00B0", 2, "not allowed", "deg");
  expect_error(
      "\u2212"
      "3",
      0, "not allowed", "- for minus");
  expect_error("3 \u00B5m", 2, "not allowed", "um");
  expect_error("1 + 2 \u00D7 3", 6, "not allowed", "*");
  expect_error("\xFF", 0, "unexpected", "numbers");
}

TEST(Quantity, BoundsDepthAndLength) {
  const auto nested = [](std::size_t n) { return std::string(n, '(') + "1" + std::string(n, ')'); };
  EXPECT_EQ(number(nested(60)), 1);
  expect_error(nested(400), 64, "too deep", "parameter");
  EXPECT_EQ(number(std::string(998, '-') + "1"), 1);
  expect_error(std::string(1000000, '('), 0, "too long", "parameters");
}

TEST(Quantity, FitsAFieldOfItsDimensionOnly) {
  EXPECT_EQ(value_as(evaluate("3 mm"), length), 0.003);
  EXPECT_EQ(value_as(evaluate("3"), length), 3);
  EXPECT_EQ(value_as(evaluate("La"), mass), 0.2);
  try {
    value_as(evaluate("3 mm"), mass);
    ADD_FAILURE();
  } catch (const QuantityError& error) {
    EXPECT_STREQ(error.what(), "expected a mass, but this is a length");
    EXPECT_NE(error.hint.find("kg"), std::string::npos);
  }
  EXPECT_THROW(value_as(evaluate("L/L"), mass), QuantityError);
  EXPECT_THROW(value_as(evaluate("3 deg"), {}), QuantityError);
}

TEST(Quantity, CountsAnglesOnlyWhereNothingElseTells) {
  EXPECT_EQ(value_as(evaluate("2 N m/rad"), torque), 2);
  EXPECT_EQ(value_as(evaluate("2 N m"), {1, 2, -2, -1}), 2);
  EXPECT_EQ(value_as(evaluate("2 rad/s * 3 m"), {0, 1, -1, 0}), 6);
  EXPECT_EQ(value_as(evaluate("5 mm/rad"), {0, 1, 0, -1}), 0.005);
  EXPECT_THROW(value_as(evaluate("5 mm"), {0, 1, 0, -1}), QuantityError);
  EXPECT_THROW(value_as(evaluate("5 mm/rev"), length), QuantityError);
  EXPECT_THROW(value_as(evaluate("1 m/1 m"), angle), QuantityError);
}

// A turn rate and a frequency differ by a factor of 2 pi: neither stands for the other in silence.
TEST(Quantity, TurnRatesAreNoFrequencies) {
  constexpr Dimension frequency{0, 0, -1, 0}, turn_rate{0, 0, -1, 1};
  for (const char* text : {"10 Hz", "10/(1 s)", "1/(100 ms)"}) {
    EXPECT_THROW(value_as(evaluate(text), turn_rate), QuantityError) << text;
    EXPECT_DOUBLE_EQ(value_as(evaluate(text), frequency), 10) << text;
    EXPECT_DOUBLE_EQ(oscillation_as(evaluate(text), turn_rate), 20 * pi) << text;
    EXPECT_DOUBLE_EQ(oscillation_as(evaluate(text), frequency), 10) << text;
  }
  for (const char* text : {"600 rpm", "10 rev/s", "3600 deg/s"}) {
    EXPECT_DOUBLE_EQ(value_as(evaluate(text), turn_rate), 20 * pi) << text;
    EXPECT_THROW(value_as(evaluate(text), frequency), QuantityError) << text;
    EXPECT_DOUBLE_EQ(oscillation_as(evaluate(text), turn_rate), 20 * pi) << text;
    EXPECT_DOUBLE_EQ(oscillation_as(evaluate(text), frequency), 10) << text;
  }
  // A bare number is in the unit of its field.
  EXPECT_EQ(value_as(evaluate("10"), turn_rate), 10);
  EXPECT_EQ(oscillation_as(evaluate("10"), turn_rate), 10);
  EXPECT_EQ(oscillation_as(evaluate("10"), frequency), 10);
  EXPECT_DOUBLE_EQ(number("2 kHz"), 2000);
  EXPECT_THROW(evaluate_quantity("1 Hz + 1 rad/s", scope), QuantityError);
  EXPECT_THROW(value_as(evaluate("2 Hz^2"), {0, 0, -2, 1}), QuantityError);
  EXPECT_THROW(oscillation_as(evaluate("10 ms"), frequency), QuantityError);
}

TEST(Quantity, DescribesDimensionsInWords) {
  EXPECT_EQ(describe(length), "a length");
  EXPECT_EQ(describe({1, 2, 0, 0}), "an inertia");
  EXPECT_EQ(describe({1, 2, -1, 0}), "kg m^2/s");
  EXPECT_EQ(describe({1, 2, -2, -2}), "a torque");
  EXPECT_EQ(describe({0, -1, -2, 0}), "1/m/s^2");
  EXPECT_EQ(describe({}), "a number");
}

}  // namespace
}  // namespace jourdain::quantity_test
