// confined_cat FOLDER FILE: prints the file as a process of an analysis of `kasuri serve` whose
// folder is FOLDER may read it. Status 0 if it can, 1 if not, 77 where the kernel has no Landlock.
// For analysis_tests.py.
#include "driver/serve/Confinement.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  if (!kasuri::hasLandlock())
    return 77;
  const bool isConfined = kasuri::confine({{10, 1024}, argv[1], {}});
  std::FILE *file = isConfined ? std::fopen(argv[2], "r") : nullptr;
  if (!file)
    return 1;
  for (int each; (each = std::fgetc(file)) != EOF;)
    std::putchar(each);
  return std::ferror(file) ? 1 : 0;
}
