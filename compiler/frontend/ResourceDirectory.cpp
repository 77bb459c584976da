#include "frontend/ResourceDirectory.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {

namespace path = llvm::sys::path;

std::vector<std::string> resourceDirectories() {
  static int anchor;
  const std::string command = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  llvm::SmallString<128> beside(path::parent_path(path::parent_path(command)));
  path::append(beside, KASURI_CLANG_RESOURCES_FROM_PREFIX);
  path::remove_dots(beside, /*remove_dot_dot=*/true);
  return {KASURI_CLANG_RESOURCES, beside.str().str()};
}

std::string findResourceDirectory() {
  for (const std::string &directory : resourceDirectories())
    if (llvm::sys::fs::exists(directory + "/include/stddef.h"))
      return directory;
  return "";
}

} // namespace kasuri
