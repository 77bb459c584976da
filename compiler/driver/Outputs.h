// All files of a run, written whole or not at all.
//
// Each file is first written beside its place under a temporary name; only when all of them are
// complete are they renamed. On any failure, and when a signal ends the run, the temporary files
// are removed, and with them the directories that were made for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

class Outputs {
public:
  void add(std::string path, std::string text);
  /// The same for a file that is there: it keeps its permissions, and links that lead to it.
  void replace(const std::string &path, std::string text);

  /// Writes everything; the reason when that was not possible ("cannot write 'out/a.c': ...").
  std::optional<std::string> commit();

private:
  struct File {
    std::string path, text, temporary;
    bool keepsPermissions = false;
  };

  std::optional<std::string> makeParent(const std::string &path);
  std::optional<std::string> writeTemporary(File &file);
  std::optional<std::string> renameAll();
  void undo();

  std::vector<File> files;
  std::vector<std::string> madeDirectories; ///< outer before inner
};

} // namespace kasuri
