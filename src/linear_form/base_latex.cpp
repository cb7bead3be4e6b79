#include "linear_form/base_latex.hpp"

#include <fmt/format.h>

#include <cctype>

namespace jourdain {
namespace {

// One name as a symbol: letters with subscripts.
std::string latex_symbol(const std::string& name) {
  const auto text = [](const std::string& words) {
    std::string safe;
    for (const char c : words) safe += c == '_' ? std::string("\\_") : std::string(1, c);
    return "\\mathrm{" + safe + "}";
  };
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return name.size() == 1 ? name : text(name);
  const std::string entry = name.substr(0, dot), owner = text(name.substr(dot + 1));
  if (entry.size() == 1) return fmt::format("{}_{{{}}}", entry, owner);
  if (entry[0] == 's' && entry.size() == 2) return fmt::format("s_{{{},{}}}", entry[1], owner);
  if (entry[0] == 'I' && entry.size() == 3) return fmt::format("I_{{{},{}}}", entry.substr(1), owner);
  return fmt::format("{}_{{{}}}", text(entry), owner);
}

// "Izz.ring" as I_{zz,\mathrm{ring}}; also whole expressions.
std::string latex_expression(const std::string& expression) {
  std::string result, word;
  const auto flush = [&] {
    if (word.empty()) return;
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    result += number ? word : word == "sum" ? "\\sum" : word == "sqrt" ? "\\surd" : latex_symbol(word);
    word.clear();
  };
  for (const char c : expression) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.') {
      word += c;
      continue;
    }
    flush();
    result += c == '*' ? std::string("\\,") : std::string(1, c);
  }
  flush();
  return result;
}

}  // namespace

std::string base_latex(const BaseParameters& base, const std::string& title) {
  std::string text = fmt::format("% {}\n", title);
  text += "\\begin{tabular}{rll}\n\\hline\n$i$ & base parameter & value \\\\\n\\hline\n";
  int i = 0;
  for (const BaseParameter& b : base.base)
    text += fmt::format("{} & ${}$ & {:.6g} \\\\\n", ++i, latex_expression(b.expression), b.value);
  return text + "\\hline\n\\end{tabular}\n";
}

}  // namespace jourdain
