// The entry point: gives the process's arguments and streams to run().
#include <unistd.h>

#include <iostream>

#include "cli/cli.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return ect::cli::run(
      {argv + 1, argv + argc},
      {std::cin, std::cout, std::cerr, ::isatty(STDERR_FILENO) != 0, ::isatty(STDOUT_FILENO) != 0});
}
