// What the reader says about FOLDER/0.yaml, 1.yaml, ...: one line of messages each, empty if accepted. For
// schema_test.py.
#include "jourdain/model/reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  for (int k = 0; k < std::atoi(argv[2]); ++k) {
    std::string said;
    try {
      jourdain::load_model(std::string(argv[1]) + "/" + std::to_string(k) + ".yaml");
    } catch (const jourdain::Error& error) {
      for (const jourdain::Diagnostic& item : error.diagnostics()) said += item.message + "; ";
      if (said.empty()) said = error.what();
    }
    std::replace(said.begin(), said.end(), '\n', ' ');
    std::puts(said.c_str());
  }
  return 0;
}
