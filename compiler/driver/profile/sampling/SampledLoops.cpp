#include "driver/profile/sampling/SampledLoops.h"

#include "driver/profile/sampling/DebugLines.h"
#include "driver/profile/sampling/SourceLoops.h"
#include "report/Findings.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;

constexpr double leastSamples = 5;

std::string baseName(const std::string &file) { return llvm::sys::path::filename(file).str(); }

bool isNewer(const std::string &file, const std::string &than) {
  fs::file_status its, other;
  return !fs::status(file, its) && !fs::status(than, other) &&
         its.getLastModificationTime() > other.getLastModificationTime();
}

struct SourceFile {
  bool isHere = false;
  std::vector<SourceLoop> loops;
};

class Attribution {
public:
  void add(const SampledStack &stack) {
    std::vector<std::string> names; // innermost first
    for (const SampledFrame &frame : stack.frames)
      for (const SourcePlace &place : lines.placesOf(frame))
        addLoops(place, frame.file, names);
    std::set<std::string> seen;
    for (const std::string &name : names)
      if (seen.insert(name).second) {
        ++loops[name].samples;
        loops[name].times += stack.times;
      }
    if (!names.empty())
      loops[names.front()].ownTimes += stack.times;
  }

  std::vector<ProfileLoop> take(double everyNs) const {
    std::vector<ProfileLoop> all;
    for (const auto &[name, its] : loops)
      if (its.samples >= leastSamples)
        all.push_back({.name = name,
                       .totalNs = its.times * everyNs,
                       .selfNs = its.ownTimes * everyNs,
                       .samples = its.samples});
    return all;
  }

  /// What all samples lack; "": nothing.
  std::string problem() const {
    if (files.empty())
      return "has no debug lines; build it with -g, and do not strip it";
    for (const auto &[name, its] : files)
      if (its.isHere)
        return "";
    return "was built of sources that are not here, for example '" + files.begin()->first + "'";
  }

  const std::set<std::string> &newerSources() const { return newer; }

private:
  struct Counts {
    double samples = 0;
    double times = 0, ownTimes = 0; ///< intervals
  };
  DebugLines lines;
  std::map<std::string, SourceFile> files;
  std::map<std::string, Counts> loops; ///< by name, as LoopNames.h has it
  std::set<std::string> newer;

  const SourceFile &fileOf(const std::string &name, const std::string &program) {
    auto [place, isNew] = files.try_emplace(name);
    if (!isNew)
      return place->second;
    if (auto text = llvm::MemoryBuffer::getFile(name)) {
      place->second = {true, findSourceLoops((*text)->getBuffer().str())};
      if (isNewer(name, program))
        newer.insert(name);
    }
    return place->second;
  }

  /// Behind the others the names of those at the place, innermost first.
  void addLoops(const SourcePlace &place, const std::string &program,
                std::vector<std::string> &names) {
    const std::vector<SourceLoop> &all = fileOf(place.file, program).loops;
    for (size_t i = all.size(); i-- > 0;)
      if (all[i].holds(place.point))
        names.push_back(nameOf(place, all, i));
  }

  static std::string nameOf(const SourcePlace &place, const std::vector<SourceLoop> &all,
                            size_t index) {
    const unsigned line = all[index].first.line;
    size_t number = 1;
    for (size_t i = index; i-- > 0 && all[i].first.line == line;)
      ++number;
    const std::string file = baseName(place.file), unit = baseName(place.unit);
    return place.function + "@" + file + ":" + std::to_string(line) +
           (number > 1 ? "/" + std::to_string(number) : "") +
           (unit.empty() || unit == file ? "" : " in " + unit);
  }
};

} // namespace

SampledLoops findSampledLoops(const Samples &samples, const std::string &program) {
  // The start of a program alone may have a sample or two, none of them in the program's lines.
  if (static_cast<double>(samples.stacks.size()) < leastSamples)
    return {.profile = {},
            .problem = "ran for less than " + duration(leastSamples * samples.everyNs) +
                       ", too short for samples"};
  Attribution attribution;
  double times = 0;
  for (const SampledStack &stack : samples.stacks) {
    attribution.add(stack);
    times += stack.times;
  }
  SampledLoops found;
  found.problem = attribution.problem();
  found.newerSources.assign(attribution.newerSources().begin(), attribution.newerSources().end());
  found.profile.program = baseName(program);
  found.profile.spanNs = times * samples.everyNs;
  found.profile.samples = static_cast<double>(samples.stacks.size());
  found.profile.isByTimer = samples.isByTimer;
  found.profile.loops = attribution.take(samples.everyNs);
  return found;
}

bool writeSampledProfile(const Profile &profile, const std::string &file) {
  std::error_code error;
  llvm::raw_fd_ostream stream(file, error);
  if (error)
    return false;
  llvm::json::OStream out(stream, 1);
  out.object([&] {
    out.attribute("format", "kasuri-profile");
    out.attribute("version", 1);
    out.attribute("program", profile.program);
    out.attribute("spanNs", static_cast<int64_t>(profile.spanNs));
    out.attribute("samples", static_cast<int64_t>(profile.samples));
    out.attribute("sampledBy", profile.isByTimer ? "timer" : "perf");
    out.attributeArray("layers", [] {});
    out.attributeArray("loops", [&] {
      for (const ProfileLoop &each : profile.loops)
        out.object([&] {
          out.attribute("name", each.name);
          out.attribute("samples", static_cast<int64_t>(each.samples));
          out.attribute("totalNs", static_cast<int64_t>(each.totalNs));
          out.attribute("selfNs", static_cast<int64_t>(each.selfNs));
        });
    });
  });
  stream << '\n';
  stream.close();
  const bool isWritten = !stream.has_error();
  stream.clear_error();
  return isWritten;
}

} // namespace kasuri
