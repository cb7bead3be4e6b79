// The command line of jourdain.
#include "process.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  jourdain::cli::leave_when_out_of_memory();
  jourdain::cli::secure_standard_streams();
  jourdain::cli::remove_files_when_interrupted();
  return jourdain::cli::Program().run(argc, argv);
}
