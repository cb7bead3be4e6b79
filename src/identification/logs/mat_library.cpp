#include "identification/logs/mat_library.hpp"

#include "jourdain/core/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace jourdain {
namespace {

template <typename Function>
void find(void* opened, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(opened, name));
  if (!function) throw Error(ErrorKind::input, fmt::format("MAT files cannot be read: {}", dlerror()));
}

MatLibrary open_library() {
  // Open until the program ends, as a linked library is.
  void* opened = dlopen(JOURDAIN_MATIO, RTLD_NOW | RTLD_LOCAL);
  if (!opened)
    throw Error(ErrorKind::input,
                fmt::format("MAT files cannot be read: {}; install matio, or write the log as CSV", dlerror()));
  MatLibrary library;
  find(opened, "Mat_LogInitFunc", library.log_init);
  find(opened, "Mat_Open", library.open);
  find(opened, "Mat_Close", library.close);
  find(opened, "Mat_VarReadNext", library.read_next);
  find(opened, "Mat_VarFree", library.free);
  find(opened, "Mat_VarGetNumberOfFields", library.field_count);
  find(opened, "Mat_VarGetStructFieldnames", library.field_names);
  find(opened, "Mat_VarGetStructFieldByIndex", library.field);
  return library;
}

}  // namespace

const MatLibrary& mat_library() {
  static const MatLibrary library = open_library();
  return library;
}

}  // namespace jourdain
