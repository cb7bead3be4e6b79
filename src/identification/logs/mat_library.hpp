// matio, opened when the first MAT file of version 7.3 is read: it brings thirty libraries along, and linked to the
// program it would take longer than the rest of its start.
#pragma once

#include <matio.h>

namespace jourdain {

// The functions of matio that are used here, as its header declares them.
struct MatLibrary {
  decltype(&::Mat_LogInitFunc) log_init = nullptr;
  decltype(&::Mat_Open) open = nullptr;
  decltype(&::Mat_Close) close = nullptr;
  decltype(&::Mat_VarReadNext) read_next = nullptr;
  decltype(&::Mat_VarFree) free = nullptr;
  decltype(&::Mat_VarGetNumberOfFields) field_count = nullptr;
  decltype(&::Mat_VarGetStructFieldnames) field_names = nullptr;
  decltype(&::Mat_VarGetStructFieldByIndex) field = nullptr;
};

// Throws Error where the library is not installed.
const MatLibrary& mat_library();

}  // namespace jourdain
