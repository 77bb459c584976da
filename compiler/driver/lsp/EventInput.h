// What the server waits for: messages on stdin, the output of the analysis, and points in time.
//
// One thread does everything, so nothing needs a lock. The transport of LLVM asks for the next
// message; while there is none, the input waits for whatever comes first. A header without a valid
// length is dropped up to its end, and so is a length beyond `mostBytes`: what follows is read as
// the next header. Text that is no JSON-RPC message is dropped, and so is what ends with the input.
#pragma once

#include "llvm/Support/LSP/Transport.h"

#include <functional>
#include <optional>

namespace kasuri {

struct Events {
  /// The descriptor to read beside stdin; -1: none.
  std::function<int()> descriptor;
  std::function<void()> isReadable; ///< it is
  /// Milliseconds until something is due; -1: nothing is.
  std::function<int()> timeout;
  std::function<void()> isDue;
};

class EventInput : public llvm::lsp::JSONTransportInput {
public:
  explicit EventInput(Events events) : events(std::move(events)) {}

  bool hasError() const override { return false; }
  bool isEndOfInput() const override { return isAtEnd; }
  llvm::LogicalResult readStandardMessage(std::string &json) override;
  llvm::LogicalResult readDelimitedMessage(std::string &json) override;

private:
  static constexpr size_t mostBytes = size_t(64) << 20, mostHeaderBytes = 4096;

  Events events;
  std::string received;
  bool isAtEnd = false;

  std::optional<std::string> takeMessage();
  void wait();
  void readStdin();
};

} // namespace kasuri
