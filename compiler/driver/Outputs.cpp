#include "driver/Outputs.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string reason(const char *what, llvm::StringRef name, std::error_code error) {
  return (llvm::Twine(what) + " '" + name + "': " + error.message()).str();
}

constexpr unsigned publicMode = 0666; ///< before the umask, as any compiler's output

} // namespace

void Outputs::add(std::string path, std::string text) {
  files.push_back({std::move(path), std::move(text), ""});
}

void Outputs::replace(const std::string &path, std::string text) {
  llvm::SmallString<256> real;
  add(fs::real_path(path, real) ? path : real.str().str(), std::move(text));
  files.back().keepsPermissions = true;
}

std::optional<std::string> Outputs::commit() {
  for (File &file : files) {
    auto problem = makeParent(file.path);
    if (!problem)
      problem = writeTemporary(file);
    if (problem) {
      undo();
      return problem;
    }
  }
  return renameAll();
}

std::optional<std::string> Outputs::makeParent(const std::string &file) {
  std::vector<std::string> missing;
  llvm::StringRef directory = path::parent_path(file);
  while (!directory.empty() && !fs::exists(directory)) {
    missing.push_back(directory.str());
    directory = path::parent_path(directory);
  }
  std::reverse(missing.begin(), missing.end());
  for (const std::string &each : missing) {
    if (std::error_code error = fs::create_directory(each, /*IgnoreExisting=*/true, fs::all_all))
      return reason("cannot create directory", each, error);
    madeDirectories.push_back(each);
  }
  return std::nullopt;
}

std::optional<std::string> Outputs::writeTemporary(File &file) {
  if (fs::is_directory(file.path))
    return reason("cannot write", file.path, std::make_error_code(std::errc::is_a_directory));
  llvm::SmallString<128> temporary;
  int descriptor = -1;
  fs::file_status status;
  // A device or a pipe stays what it is.
  const bool isDevice = !fs::status(file.path, status) && fs::is_other(status);
  std::error_code error = isDevice
                              ? fs::openFileForWrite(file.path, descriptor, fs::CD_OpenExisting)
                              : fs::createUniqueFile(file.path + ".%%%%%%.tmp", descriptor,
                                                     temporary, fs::OF_None, publicMode);
  if (error)
    return reason("cannot write", file.path, error);
  file.temporary = temporary.str().str();
  if (file.keepsPermissions && !isDevice)
    error = fs::setPermissions(descriptor, status.permissions());
  if (!isDevice)
    llvm::sys::RemoveFileOnSignal(file.temporary);
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << file.text;
  stream.close();
  if (!error)
    error = stream.error();
  stream.clear_error();
  if (error)
    return reason("cannot write", file.path, error);
  return std::nullopt;
}

std::optional<std::string> Outputs::renameAll() {
  for (File &file : files) {
    if (file.temporary.empty())
      continue;
    if (std::error_code error = fs::rename(file.temporary, file.path)) {
      undo();
      return reason("cannot write", file.path, error);
    }
    llvm::sys::DontRemoveFileOnSignal(file.temporary);
    file.temporary.clear();
  }
  return std::nullopt;
}

void Outputs::undo() {
  for (File &file : files) {
    if (file.temporary.empty())
      continue;
    (void)fs::remove(file.temporary);
    llvm::sys::DontRemoveFileOnSignal(file.temporary);
  }
  for (auto each = madeDirectories.rbegin(); each != madeDirectories.rend(); ++each)
    (void)fs::remove(*each); // leaves those that somebody else has filled meanwhile
}

} // namespace kasuri
