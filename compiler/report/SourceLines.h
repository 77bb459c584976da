// The lines of source files, read when a report first needs one. As for Clang, a line ends with
// \n, \r\n or a single \r.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace kasuri {

class SourceLines {
public:
  SourceLines();
  ~SourceLines();

  /// Line `number` (from 1) without its end; none when there is no such file or line.
  std::optional<std::string_view> line(std::string_view path, unsigned number);
  /// The whole file as it is; none when it cannot be read.
  std::optional<std::string_view> text(std::string_view path);
  /// How many lines the file has; 0 when it cannot be read.
  size_t count(std::string_view path);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer;
    std::vector<std::string_view> lines;
  };

  const File &read(const std::string &path);

  std::map<std::string, File> files;
};

} // namespace kasuri
