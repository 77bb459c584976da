// The lines of source files, read when a remark first needs one.
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

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer;
    std::vector<std::string_view> lines;
  };

  const File &read(const std::string &path);

  std::map<std::string, File> files;
};

} // namespace kasuri
