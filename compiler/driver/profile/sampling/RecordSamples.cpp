#include "driver/profile/sampling/RecordSamples.h"

#include "driver/Exit.h"
#include "driver/cc/Processes.h"
#include "driver/profile/RunProgram.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <memory>
#include <utility>

namespace kasuri {
namespace {

using Words = std::vector<std::string>;
using llvm::StringRef;

constexpr unsigned everyNs = 3999971;       ///< prime, so as not to keep step with the program
constexpr const char *stackBytes = "16384"; ///< of each sample; 4 MB for a second

Words recordCommand(const std::string &file) {
  return {"perf",
          "record",
          "-q",
          "--no-buildid",
          "--no-buildid-cache",
          "-e",
          "cpu-clock:u",
          "-c",
          std::to_string(everyNs),
          std::string("--call-graph=dwarf,") + stackBytes,
          "-o",
          file,
          "--"};
}

/// "  1139 (/usr/bin/prog)"; none for code that is in no file.
bool readFrame(StringRef line, SampledFrame &frame) {
  const auto [number, rest] = line.trim().split(' ');
  StringRef file = rest.trim();
  if (!file.consume_front("(") || !file.consume_back(")") || !file.starts_with("/"))
    return false;
  frame.file = file.str();
  return !number.getAsInteger(16, frame.offset);
}

/// A stack ends at an empty line. Frames that are in no file keep their place in it.
std::vector<SampledStack> readStacks(StringRef text) {
  std::vector<SampledStack> stacks;
  SampledStack stack;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    if (!line.trim().empty()) {
      SampledFrame frame;
      readFrame(line, frame);
      frame.isCall = !stack.frames.empty();
      stack.frames.push_back(std::move(frame));
    }
    if (stack.frames.empty() || !(line.trim().empty() || text.empty()))
      continue;
    stacks.push_back(std::exchange(stack, {}));
  }
  return stacks;
}

} // namespace

std::string whyNotByPerf(const std::string &folder) {
  if (!llvm::sys::findProgramByName("perf"))
    return "perf is not installed (package linux-perf)";
  const std::string data = folder + "/permitted.data", messages = folder + "/permitted.txt";
  Words words = recordCommand(data);
  words.push_back("true");
  const int status = runCommand(words, {.outputFile = messages, .messagesFile = messages});
  return status == exitDone && llvm::sys::fs::exists(data)
             ? ""
             : "perf may not sample here; see /proc/sys/kernel/perf_event_paranoid, which must be "
               "2 or less";
}

std::variant<Samples, std::string> recordByPerf(const Words &command, const std::string &folder) {
  const std::string data = folder + "/perf.data", text = folder + "/stacks.txt";
  Words words = recordCommand(data);
  words.insert(words.end(), command.begin(), command.end());
  Samples samples{.stacks = {}, .everyNs = everyNs, .status = runMeasured(words)};
  if (!llvm::sys::fs::exists(data))
    return "perf has written no samples";
  const Words script = {"perf", "script", "-i", data, "--no-inline", "-F", "ip,dso"};
  if (runCommand(script, {.outputFile = text, .messagesFile = folder + "/script.txt"}) != exitDone)
    return "perf cannot read the samples that it has written";
  auto read = llvm::MemoryBuffer::getFile(text);
  if (!read)
    return "the samples cannot be read";
  samples.stacks = readStacks((*read)->getBuffer());
  return samples;
}

} // namespace kasuri
