#include "driver/lsp/EventInput.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace kasuri {
namespace {

/// The value of Content-Length; nothing if there is none, or no number.
std::optional<size_t> lengthIn(llvm::StringRef header) {
  llvm::SmallVector<llvm::StringRef> lines;
  header.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    const auto [name, value] = line.split(':');
    size_t length = 0;
    if (name.trim().equals_insensitive("content-length") && !value.trim().getAsInteger(10, length))
      return length;
  }
  return std::nullopt;
}

/// The transport ends at any other.
bool isMessage(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return false;
  }
  const llvm::json::Object *object = value->getAsObject();
  return object && object->getString("jsonrpc") == llvm::StringRef("2.0") &&
         (object->getString("method") || (object->get("id") && !object->get("method")));
}

} // namespace

/// Drops what cannot be the beginning of one.
std::optional<std::string> EventInput::takeMessage() {
  for (;;) {
    const llvm::StringRef text = received;
    const size_t crlf = text.find("\r\n\r\n"), lf = text.find("\n\n");
    const size_t end = std::min(crlf, lf);
    if (end == llvm::StringRef::npos) {
      if (text.size() > mostHeaderBytes)
        received.clear();
      return std::nullopt;
    }
    const size_t begin = end + (end == crlf ? 4 : 2);
    const std::optional<size_t> length = lengthIn(text.take_front(end));
    if (length && *length > 0 && *length <= mostBytes) {
      if (text.size() - begin < *length)
        return std::nullopt;
      std::string message = received.substr(begin, *length);
      received.erase(0, begin + *length);
      return message;
    }
    received.erase(0, begin);
  }
}

void EventInput::readStdin() {
  char buffer[1 << 16];
  const ssize_t bytes = ::read(STDIN_FILENO, buffer, sizeof buffer);
  if (bytes > 0)
    received.append(buffer, static_cast<size_t>(bytes));
  else
    isAtEnd = bytes == 0 || errno != EINTR;
}

void EventInput::wait() {
  pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {events.descriptor(), POLLIN, 0}};
  const int found = poll(waited, 2, events.timeout());
  if (found < 0)
    isAtEnd = errno != EINTR;
  if (found > 0 && waited[1].revents != 0)
    events.isReadable();
  if (found > 0 && waited[0].revents != 0)
    readStdin();
  if (found >= 0)
    events.isDue();
}

llvm::LogicalResult EventInput::readStandardMessage(std::string &json) {
  while (!isAtEnd) {
    std::optional<std::string> message = takeMessage();
    if (!message) {
      wait();
    } else if (isMessage(*message)) {
      json = std::move(*message);
      return llvm::success();
    }
  }
  return llvm::failure();
}

llvm::LogicalResult EventInput::readDelimitedMessage(std::string &json) {
  return readStandardMessage(json);
}

} // namespace kasuri
