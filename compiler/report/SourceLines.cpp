#include "report/SourceLines.h"

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

std::optional<std::string_view> SourceLines::text(std::string_view path) {
  if (path.empty())
    return std::nullopt;
  const File &file = read(std::string(path));
  if (!file.buffer)
    return std::nullopt;
  return file.buffer->getBuffer();
}

size_t SourceLines::count(std::string_view path) {
  return path.empty() ? 0 : read(std::string(path)).lines.size();
}

const SourceLines::File &SourceLines::read(const std::string &path) {
  auto [entry, isNew] = files.try_emplace(path);
  File &file = entry->second;
  if (!isNew)
    return file;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return file;
  file.buffer = std::move(*buffer);
  llvm::StringRef rest = file.buffer->getBuffer();
  while (!rest.empty()) {
    file.lines.push_back(rest.take_until([](char each) { return each == '\n' || each == '\r'; }));
    rest = rest.drop_front(file.lines.back().size());
    if (!rest.consume_front("\r\n") && !rest.empty())
      rest = rest.drop_front();
  }
  return file;
}

} // namespace kasuri
