#include "driver/Spawn.h"

#include <fcntl.h>
#include <unistd.h>

namespace kasuri {

constexpr int publicMode = 0666;

std::vector<char *> pointersTo(std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool redirect(int descriptor, const std::string &file, int flags) {
  const int opened = open(file.c_str(), flags | O_CLOEXEC, publicMode);
  return opened >= 0 && dup2(opened, descriptor) == descriptor;
}

} // namespace kasuri
