#include "driver/serve/Messages.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace kasuri {
namespace {

using llvm::StringRef;

unsigned numberIn(StringRef digits) {
  unsigned number = 0;
  return digits.getAsInteger(10, number) ? 0 : number;
}

/// "a.c:3:5: error: what" of the source or of a header.
std::optional<llvm::json::Object> placed(StringRef line) {
  llvm::SmallVector<StringRef, 8> parts;
  if (!llvm::Regex("^([^:]+):([0-9]+):([0-9]+): (fatal )?(error|warning|remark|note): (.*)$")
           .match(line, &parts))
    return std::nullopt;
  if (parts[1] == playgroundSource)
    return message(numberIn(parts[2]), numberIn(parts[3]), parts[5], parts[6]);
  const std::string where = llvm::sys::path::filename(parts[1]).str() + ":" + parts[2].str() + ": ";
  return message(0, 0, parts[5], where + parts[6].str());
}

std::optional<llvm::json::Object> unplaced(StringRef line) {
  // Of options, Clang says it without a program.
  if (line.starts_with("error: "))
    return message(0, 0, "error", line.drop_front(StringRef("error: ").size()));
  if (!line.consume_front("kasuri: ") && !line.consume_front("clang: ") &&
      !line.consume_front(StringRef(playgroundSource).str() + ": "))
    return std::nullopt;
  for (StringRef severity : {"error", "warning"})
    if (line.consume_front(severity.str() + ": "))
      return message(0, 0, severity, line);
  return message(0, 0, "summary", line);
}

} // namespace

llvm::json::Object message(unsigned line, unsigned column, StringRef severity, StringRef text) {
  return llvm::json::Object{{"line", line},
                            {"column", column},
                            {"severity", severity},
                            {"text", llvm::json::fixUTF8(text)}};
}

llvm::json::Array messagesIn(StringRef printed) {
  llvm::json::Array messages;
  while (!printed.empty()) {
    auto [line, rest] = printed.split('\n');
    printed = rest;
    std::optional<llvm::json::Object> found = placed(line);
    if (!found)
      found = unplaced(line);
    if (found)
      messages.push_back(std::move(*found));
  }
  return messages;
}

} // namespace kasuri
