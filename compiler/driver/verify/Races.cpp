#include "driver/verify/Races.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <optional>
#include <set>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr StringRef heading = "WARNING: ThreadSanitizer: ";

struct Frame {
  StringRef function, place; ///< "src/a.c:13", relative to the current directory if below it
};

/// Of an absolute path, what is below the current directory.
StringRef seenFromHere(StringRef path) {
  static const std::string here = [] {
    llvm::SmallString<256> directory;
    (void)llvm::sys::fs::current_path(directory);
    return (directory + "/").str();
  }();
  path.consume_front(here);
  return path;
}

/// "    #0 note /src/a.c:4:9 (program+0x4f87)".
std::optional<Frame> frameIn(StringRef line) {
  static const llvm::Regex form("^ *#[0-9]+ ([^ ]+) (.+) [(].*$");
  static const llvm::Regex place("^([^:]*:[0-9]+)(:[0-9]+)?$");
  llvm::SmallVector<StringRef> parts, found;
  if (!form.match(line, &parts))
    return std::nullopt;
  const StringRef where = parts[2].split(" (").first; // clang adds (BuildId: ...)
  return Frame{parts[1], place.match(where, &found) ? seenFromHere(found[1]) : ""};
}

/// The layer whose task the function is: its symbol and "_t" and a number; "" if it is none. Of
/// several layers with that symbol, the one in the frame's file ("main@a.c:11").
std::string layerOf(const Frame &frame, const LayerNames &layers) {
  const auto [symbol, number] = frame.function.rsplit("_t");
  std::string layer;
  if (number.empty() || !llvm::all_of(number, llvm::isDigit))
    return layer;
  const StringRef file = llvm::sys::path::filename(frame.place.rsplit(':').first);
  for (auto [each, end] = layers.equal_range(symbol.str()); each != end; ++each)
    if (layer.empty() || StringRef(each->second).contains(("@" + file + ":").str()))
      layer = each->second;
  return layer;
}

/// "  Previous write of size 8 at 0x5555557163b0 by thread T1:" begins an access.
std::optional<RacingAccess> accessIn(StringRef line) {
  static const llvm::Regex form(
      "^  (Previous )?(atomic )?([Ww]rite|[Rr]ead|[Aa]tomic write|[Aa]tomic "
      "read) of size ([0-9]+) at ");
  llvm::SmallVector<StringRef> parts;
  if (!form.match(line, &parts))
    return std::nullopt;
  RacingAccess access;
  access.verb = (parts[2] + parts[3].lower() + " of " + parts[4] + " bytes").str();
  if (parts[4] == "1")
    access.verb.pop_back();
  return access;
}

/// The first frame of the program's own sources is the access; any of them may be the task.
void addFrame(RacingAccess &access, const Frame &frame, const LayerNames &layers) {
  const std::string layer = layerOf(frame, layers);
  if (access.layer.empty())
    access.layer = layer;
  const bool isOurs = frame.function.starts_with("ks_") || frame.function.starts_with("ksi_");
  if (!access.place.empty() || frame.place.empty() || (isOurs && layer.empty()) ||
      frame.place.contains("/libsanitizer/"))
    return;
  access.place = frame.place.str();
  access.function = layer.empty() ? frame.function.str() : layer;
}

Race raceIn(StringRef report, const LayerNames &layers) {
  Race race;
  race.kind = report.split(" (pid=").first.str();
  bool isInAccess = false;
  for (StringRef line : llvm::split(report, '\n')) {
    if (auto access = accessIn(line)) {
      race.accesses.push_back(std::move(*access));
      isInAccess = true;
    } else if (line.trim().empty()) {
      isInAccess = false;
    } else if (auto frame = frameIn(line); frame && isInAccess) {
      addFrame(race.accesses.back(), *frame, layers);
    }
  }
  return race;
}

/// Equal for the same two places, in either order.
std::string keyOf(const Race &race) {
  std::set<std::string> sides;
  for (const RacingAccess &each : race.accesses)
    sides.insert(each.layer + "\n" + each.function + "\n" + each.place);
  return race.kind + "\n" + llvm::join(sides, "\n\n");
}

} // namespace

LayerNames layersOf(const std::vector<std::string> &paths) {
  static const llvm::Regex form(
      "static const ks_(layer|graph|groups) (ks_[A-Za-z0-9_]+) = [{]+KS_ABI_VERSION, \"([^\"]*)\"");
  LayerNames layers;
  for (const std::string &path : paths)
    if (auto file = llvm::MemoryBuffer::getFile(path)) {
      llvm::SmallVector<StringRef> parts;
      for (StringRef line : llvm::split((*file)->getBuffer(), '\n'))
        if (form.match(line, &parts))
          layers.emplace(parts[2].str(), parts[3].str());
    }
  return layers;
}

std::vector<Race> racesIn(StringRef log, const LayerNames &layers) {
  std::vector<Race> races;
  std::set<std::string> known;
  for (;;) {
    const size_t begin = log.find(heading);
    if (begin == StringRef::npos)
      return races;
    log = log.drop_front(begin + heading.size());
    Race race = raceIn(log.take_front(log.find("\n==========")), layers);
    if (known.insert(keyOf(race)).second)
      races.push_back(std::move(race));
  }
}

std::string failureIn(StringRef log) {
  for (StringRef line : llvm::split(log, '\n'))
    for (StringRef each : {"FATAL: ThreadSanitizer", "ThreadSanitizer: CHECK failed",
                           "ThreadSanitizer:DEADLYSIGNAL", "ThreadSanitizer: failed to"})
      if (const size_t at = line.find(each); at != StringRef::npos)
        return line.drop_front(at).rtrim().str();
  return "";
}

} // namespace kasuri
