// Command lines of kasuri-cc, a word in each line. No word of the compiler's is lost.
#include "driver/cc/Command.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

using namespace kasuri;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(reinterpret_cast<const char *>(data), size).split(words, '\n');
  std::vector<std::string> given;
  for (llvm::StringRef word : words)
    if (!word.starts_with("@")) // a file
      given.push_back(word.str());
  const CcCommand command = parseCcCommand(given);
  size_t count = 0;
  for (const CcArgument &each : command.arguments)
    count += each.words.size();
  if (command.kind != CcCommand::Kind::Plain && count != command.plainArguments.size())
    __builtin_trap();
  command.sources();
  return 0;
}
