#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include <fmt/format.h>

#include <span>

namespace jourdain {
namespace {

// sin r = r + r z P(z), cos r = 1 - z / 2 + z^2 Q(z) with z = r^2, |r| <= pi / 4: polynomials of least greatest
// relative error, fitted coefficient after coefficient, each rounded before the next. pi / 2 is split so that all parts
// but the last have few enough digits for exact products with the number of quarter turns.
struct Approximation {
  double limit;       // greatest argument, rad
  double per_turn;    // 2 / pi
  double magic;       // added and taken off again it leaves an integer, and its last bits in the last bits
  double quarter[4];  // parts of pi / 2
  std::span<const double> sine, cosine;
  const char* bits;  // an unsigned integer as wide as the scalar
  const char* unsigned_suffix;
  int sign_shift;  // from the second bit to the sign
};

constexpr double kSine[] = {-0.16666666666666632,  0.008333333333322455,   -0.00019841269829813416,
                            2.755731368757241e-06, -2.505075671414841e-08, 1.5896681832936857e-10};
constexpr double kCosine[] = {0.0416666666666666,      -0.0013888888888874441, 2.480158728963631e-05,
                              -2.7557314387467517e-07, 2.087572705845027e-09,  -1.1359802433474139e-11};
constexpr double kSineSingle[] = {-0.16666655242443085, 0.008332190103828907, -0.00019518405315466225};
constexpr double kCosineSingle[] = {0.04166664555668831, -0.00138873013202101, 2.4430670237052254e-05};

const Approximation kDouble{1e6,
                            0.6366197723675814,
                            6755399441055744.0,
                            {1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32},
                            kSine,
                            kCosine,
                            "unsigned long long",
                            "ULL",
                            62};
const Approximation kSingle{
    6000,        0.6366197466850281,
    12582912.0,  {1.5703125, 0.0004837512969970703, 7.549533620476723e-08, 2.5633440682570896e-12},
    kSineSingle, kCosineSingle,
    "unsigned",  "U",
    30};

std::string polynomial(std::span<const double> coefficients, CodeScalar scalar) {
  std::string text = literal(coefficients.back(), scalar);
  for (std::size_t i = coefficients.size() - 1; i-- > 0;)
    text = fmt::format("{} + z * {}", literal(coefficients[i], scalar),
                       i + 2 == coefficients.size() ? text : "(" + text + ")");
  return text;
}

}  // namespace

std::string sine_cosine(const Dialect& dialect) {
  const Approximation& a = dialect.scalar == CodeScalar::single_precision ? kSingle : kDouble;
  const auto number = [&](double value) { return literal(value, dialect.scalar); };
  const char* suffix = dialect.scalar == CodeScalar::single_precision ? "f" : "";
  const std::string& prefix = dialect.prefix;
  std::string text = fmt::format("typedef {} {}_bits __attribute__((vector_size({})));\n", a.bits, prefix,
                                 dialect.lanes * (dialect.scalar == CodeScalar::single_precision ? 4 : 8));
  text += fmt::format(
      "\n/* Quarter turns are taken off, polynomials do the rest; libm beyond {} rad and for what is no number. */\n",
      number(a.limit));
  text += fmt::format(
      "static inline void {0}_sine_cosine(const {0}_vector* angle, {0}_vector* sine, {0}_vector* cosine) {{\n"
      "  const {0}_vector x = *angle;\n",
      prefix);
  const auto vector = [&](const char* name, const std::string& value) {
    text += fmt::format("  const {}_vector {} = {};\n", prefix, name, value);
  };
  const auto bits = [&](const char* name, const std::string& value) {
    text += fmt::format("  const {}_bits {} = {};\n", prefix, name, value);
  };

  // The remainder r and what its last digit cannot hold, s.
  vector("shifted", fmt::format("x * {} + {}", number(a.per_turn), number(a.magic)));
  vector("turns", "shifted - " + number(a.magic));
  vector("most", fmt::format("x - turns * {}", number(a.quarter[0])));
  vector("next", fmt::format("turns * {}", number(a.quarter[1])));
  vector("high", "most - next");
  vector("low",
         fmt::format("((most - high) - next) - turns * {} - turns * {}", number(a.quarter[2]), number(a.quarter[3])));
  vector("r", "high + low");
  vector("s", "(high - r) + low");

  // sin(r + s) and cos(r + s)
  vector("z", "r * r");
  vector("cube", "z * r");
  vector("p", polynomial(a.sine.subspan(1), dialect.scalar));
  vector("q", polynomial(a.cosine, dialect.scalar));
  vector("half", fmt::format("z * {}", number(0.5)));
  vector("rest", number(1) + " - half");
  vector("sin_r", fmt::format("r - ((z * (s * {} - cube * p) - s) - cube * {})", number(0.5), number(a.sine[0])));
  vector("cos_r", fmt::format("rest + ((({} - rest) - half) + (z * z * q - r * s))", number(1)));

  // Odd quarters exchange them, the second bit of the quarter is the sign.
  bits("quarter", fmt::format("({}_bits)shifted", prefix));
  bits("odd", fmt::format("-(quarter & 1{})", a.unsigned_suffix));
  for (const auto& [target, even, other, number_of] :
       {std::tuple{"sine", "sin_r", "cos_r", std::string("quarter")},
        std::tuple{"cosine", "cos_r", "sin_r", fmt::format("(quarter + 1{})", a.unsigned_suffix)}})
    text += fmt::format(
        "  *{1} = ({0}_vector)(((({0}_bits){2} & ~odd) | (({0}_bits){3} & odd)) ^ (({4} & 2{5}) << {6}));\n", prefix,
        target, even, other, number_of, a.unsigned_suffix, a.sign_shift);

  text += fmt::format(
      "  const {0}_mask near = ({0}_mask)(x >= {1}) & ({0}_mask)(x <= {2});\n  int all_near = 1;\n"
      "  for (int i = 0; i < {3}; ++i) all_near &= (int)near[i];\n"
      "  for (int i = 0; i < {3} && !all_near; ++i) {{\n    (*sine)[i] = sin{4}(x[i]);\n"
      "    (*cosine)[i] = cos{4}(x[i]);\n  }}\n}}\n",
      prefix, number(-a.limit), number(a.limit), dialect.lanes, suffix);
  return text;
}

}  // namespace jourdain
