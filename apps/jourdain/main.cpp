// The command line of jourdain.
#include "program.hpp"

int main(int argc, char** argv) { return jourdain::cli::Program().run(argc, argv); }
