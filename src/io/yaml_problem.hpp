// What libyaml's scanner and parser complain about, in plain English.
#pragma once

#include "jourdain/core/error.hpp"

#include <yaml.h>
#include <string_view>

namespace jourdain {

// libyaml counts from 0, SourceMark from 1.
SourceMark to_mark(const yaml_mark_t& mark);

// The finding for a parser that has stopped with an error; `text` is what it was reading.
Diagnostic explain_problem(const yaml_parser_t& parser, std::string_view text);

}  // namespace jourdain
