#include "report/SourceLines.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kasuri {

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

std::optional<std::string_view> SourceLines::line(std::string_view path, unsigned number) {
  if (path.empty() || number == 0)
    return std::nullopt;
  const File &file = read(std::string(path));
  if (number > file.lines.size())
    return std::nullopt;
  return file.lines[number - 1];
}

const SourceLines::File &SourceLines::read(const std::string &path) {
  auto [entry, isNew] = files.try_emplace(path);
  File &file = entry->second;
  if (!isNew)
    return file;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return file;
  file.buffer = std::move(*buffer);
  llvm::SmallVector<llvm::StringRef, 0> lines;
  file.buffer->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines)
    file.lines.push_back(line.rtrim('\r'));
  return file;
}

} // namespace kasuri
