#include "driver/Layout.h"

#include "driver/CrossTarget.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The deepest directory that holds all files, given by absolute path.
std::string commonDirectory(const std::vector<std::string> &files) {
  std::string common = path::parent_path(files.front()).str();
  auto holds = [&](llvm::StringRef file) {
    return file.consume_front(common) &&
           (file.starts_with("/") || llvm::StringRef(common).ends_with("/"));
  };
  while (!std::all_of(files.begin(), files.end(), holds))
    common = path::parent_path(common).str();
  return common;
}

std::string pathBelow(llvm::StringRef directory, llvm::StringRef rest) {
  llvm::SmallString<256> result(directory);
  path::append(result, rest);
  return result.str().str();
}

} // namespace

std::string absolutePath(llvm::StringRef file) {
  llvm::SmallString<256> result(file);
  (void)fs::make_absolute(result); // fails only without a current directory
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

std::vector<std::string> outputPaths(const std::vector<SourceInput> &inputs,
                                     const std::string &directory) {
  std::vector<std::string> files;
  for (const SourceInput &input : inputs)
    files.push_back(absolutePath(input.path));
  const std::string common = commonDirectory(files);
  std::vector<std::string> outputs;
  for (const std::string &file : files)
    outputs.push_back(
        pathBelow(directory, llvm::StringRef(file).drop_front(common.size()).ltrim('/')));
  return outputs;
}

std::vector<std::string> quoteDirectories(const std::vector<SourceInput> &inputs) {
  std::vector<std::string> directories;
  for (const SourceInput &input : inputs) {
    std::string directory = path::parent_path(input.path).str();
    if (directory.empty())
      directory = ".";
    if (std::find(directories.begin(), directories.end(), directory) == directories.end())
      directories.push_back(directory);
  }
  return directories;
}

Installation findInstallation(const char *argv0) {
  static int anchor;
  const std::string executable = fs::getMainExecutable(argv0, &anchor);
  const std::string root = path::parent_path(path::parent_path(executable)).str();
  Installation found;
  const std::string includes[] = {pathBelow(root, "lib/kasuri/include"), pathBelow(root, "include"),
                                  pathBelow(path::parent_path(root), "include")};
  for (const std::string &include : includes)
    if (found.includeDirectory.empty() && fs::exists(pathBelow(include, "kasuri/kasuri.h")))
      found.includeDirectory = include;
  found.libraryDirectory = pathBelow(root, "lib");
  for (const char *folder : {KASURI_LIBDIR, "lib"})
    if (std::string library = pathBelow(pathBelow(root, folder), "libkasuri.a");
        found.library.empty() && fs::exists(library))
      found.library = library;
  const llvm::StringRef above = path::parent_path(root);
  for (const std::string &machines :
       {pathBelow(root, "share/kasuri/machines"), pathBelow(above, "machines"),
        pathBelow(path::parent_path(above), "machines")})
    if (found.machineDirectory.empty() && fs::is_directory(machines))
      found.machineDirectory = machines;
  for (const std::string &pages :
       {pathBelow(root, "share/doc/kasuri/docs"), pathBelow(above, "docs"),
        pathBelow(path::parent_path(above), "docs")})
    if (found.documentation.empty() && fs::is_directory(pathBelow(pages, "obstacles")))
      found.documentation = pages;
  return found;
}

std::string libraryFor(const Installation &installation, const std::string &triple) {
  if (isThisMachine(triple))
    return installation.library;
  const std::string library =
      pathBelow(installation.libraryDirectory, "kasuri/" + systemName(triple) + "/libkasuri.a");
  return fs::exists(library) ? library : "";
}

std::string missingRuntimeText(const std::string &triple) {
  const std::string system = systemName(triple);
  return "the runtime is not built for '" + system +
         "'; in Kasuri's build folder: cmake -DKASURI_TARGETS=" + system +
         " . && cmake --build . --target runtime-" + system;
}

std::vector<std::string> describedMachines(const Installation &installation) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator file(installation.machineDirectory, error), end;
       !error && file != end; file.increment(error))
    if (path::extension(file->path()) == ".json")
      names.push_back(path::stem(file->path()).str());
  std::sort(names.begin(), names.end());
  return names;
}

bool isInput(const std::vector<SourceInput> &inputs, const std::string &path) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const SourceInput &input) { return fs::equivalent(input.path, path); });
}

std::string quoted(const std::string &word) {
  constexpr const char *harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:%@";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos)
    return word;
  std::string result = "'";
  for (char each : word)
    result += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return result + "'";
}

std::string compileCommand(const std::vector<std::string> &compiler,
                           const std::vector<SourceInput> &inputs,
                           const std::vector<std::string> &outputs,
                           const std::vector<std::string> &flags, const Installation *installation,
                           const std::string &library) {
  std::string command;
  for (const std::string &word : compiler)
    command += (command.empty() ? "" : " ") + quoted(word);
  for (const std::string &flag : flags)
    command += " " + quoted(flag);
  for (const std::string &directory : quoteDirectories(inputs))
    command += " -iquote " + quoted(directory);
  if (!installation)
    command += " -fopenmp";
  else if (!installation->includeDirectory.empty())
    command += " -I" + quoted(installation->includeDirectory);
  for (const std::string &output : outputs)
    command += " " + quoted(output);
  if (!installation)
    return command + " -lm";
  command += " " + (library.empty() ? "-lkasuri" : quoted(library));
  return command + " -lm -pthread";
}

} // namespace kasuri
