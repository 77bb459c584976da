#include "driver/profile/LoopTable.h"

#include "report/Findings.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>

namespace kasuri {
namespace {

constexpr double leastGain = 1.005; ///< less is shown as none
constexpr size_t maxOmissions = 5;

double perEntry(const ProfileLoop &loop) {
  return loop.entries > 0 ? loop.iterations / loop.entries : 0;
}

/// By how much its time is divided.
double speedupOf(const ProfileLoop &loop, unsigned cores) {
  return std::clamp(perEntry(loop), 1.0, static_cast<double>(cores));
}

/// Of a run in which all loops that can run in parallel do.
double parallelNs(const Profile &profile, unsigned cores) {
  double ns = profile.spanNs;
  for (const ProfileLoop &each : profile.loops)
    if (each.isParallel)
      ns -= (each.totalNs - each.insideNs) * (1 - 1 / speedupOf(each, cores));
  return std::max(ns, profile.spanNs / cores);
}

std::string verdictOf(const ProfileLoop &loop) {
  if (loop.insideNs * 2 > loop.totalNs)
    return "inside a parallel loop";
  if (loop.isParallel)
    return "can run in parallel";
  return "sequential: " + loop.reason + (loop.kind.empty() ? "" : " [" + loop.kind + "]");
}

std::vector<size_t> byTime(const Profile &profile) {
  std::vector<size_t> order;
  for (size_t i = 0; i < profile.loops.size(); ++i)
    if (profile.loops[i].entries > 0 || profile.loops[i].samples > 0)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return profile.loops[a].totalNs > profile.loops[b].totalNs;
  });
  return order;
}

/// Short ones with a digit more.
std::string iterationText(const ProfileLoop &loop) {
  constexpr double shortNs = 10;
  if (loop.iterations <= 0)
    return "-";
  const double ns = loop.totalNs / loop.iterations;
  if (ns >= shortNs)
    return duration(ns);
  char text[16];
  std::snprintf(text, sizeof text, "%.1f ns", ns);
  return text;
}

void printRow(llvm::raw_ostream &out, const Profile &profile, const ProfileLoop &loop,
              double gain) {
  const double percent = profile.spanNs > 0 ? 100 / profile.spanNs : 0;
  out << llvm::format("%6.1f %% %6.1f %% %12.0f %12.1f %12s ", loop.totalNs * percent,
                      loop.selfNs * percent, loop.entries, perEntry(loop),
                      iterationText(loop).c_str());
  if (gain > leastGain)
    out << llvm::format("%6.2fx", gain);
  else
    out << "      -";
  out << "  " << loop.name << ": " << verdictOf(loop) << '\n';
}

void printOmitted(llvm::raw_ostream &out, const Profile &profile) {
  for (size_t i = 0; i < profile.omitted.size() && i < maxOmissions; ++i)
    out << "not measured: " << profile.omitted[i].name << ": " << profile.omitted[i].reason << '\n';
  if (profile.omitted.size() > maxOmissions)
    out << "not measured: " << profile.omitted.size() - maxOmissions << " more\n";
}

/// Without counts and verdicts.
std::string sampledTable(const Profile &profile, size_t most) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const std::vector<size_t> order = byTime(profile);
  const double percent = profile.spanNs > 0 ? 100 / profile.spanNs : 0;
  out << "'" << profile.program << "' used " << duration(profile.spanNs)
      << " of processor time; sampled " << count(static_cast<size_t>(profile.samples), "time")
      << (profile.isByTimer ? " by a timer in it, in " : ", in ") << count(order.size(), "loop")
      << '\n';
  if (!order.empty())
    out << "    time     self  samples  loop\n";
  for (size_t i = 0; i < order.size() && i < most; ++i) {
    const ProfileLoop &loop = profile.loops[order[i]];
    out << llvm::format("%6.1f %% %6.1f %% %8.0f  ", loop.totalNs * percent, loop.selfNs * percent,
                        loop.samples)
        << loop.name << '\n';
  }
  if (order.size() > most)
    out << count(order.size() - most, "shorter loop") << " not shown; see --rows\n";
  out << "samples do not count iterations; kasuri --profile=FILE with the sources says which loops "
         "can run in parallel\n";
  return text;
}

} // namespace

std::vector<double> estimateGains(const Profile &profile, unsigned cores) {
  const double now = parallelNs(profile, cores);
  std::vector<double> gains;
  for (const ProfileLoop &each : profile.loops) {
    const double outside = std::max(0.0, each.totalNs - each.insideNs);
    const double inner = std::min(each.parallelNs, outside) * (1 - 1.0 / cores);
    const double saved = outside * (1 - 1 / speedupOf(each, cores)) - inner;
    const bool hasGain = !each.isParallel && saved > 0 && now > 0;
    gains.push_back(hasGain ? now / std::max(now - saved, now / cores) : 0);
  }
  return gains;
}

std::string loopTable(const Profile &profile, unsigned cores, size_t most) {
  if (profile.samples > 0)
    return sampledTable(profile, most);
  std::string text;
  llvm::raw_string_ostream out(text);
  const std::vector<size_t> order = byTime(profile);
  const std::vector<double> gains = estimateGains(profile, cores);
  out << "'" << profile.program << "' ran for " << duration(profile.spanNs) << " and entered "
      << count(order.size(), "loop") << " of " << profile.loops.size() << '\n';
  if (!order.empty())
    out << "    time     self      entries   iterations    iteration gain to  loop\n";
  for (size_t i = 0; i < order.size() && i < most; ++i)
    printRow(out, profile, profile.loops[order[i]], gains[order[i]]);
  if (order.size() > most)
    out << count(order.size() - most, "shorter loop") << " not shown; see --rows\n";
  printOmitted(out, profile);
  const double now = parallelNs(profile, cores);
  if (now > 0)
    out << llvm::format("loops that can run in parallel: at most %.2fx on ", profile.spanNs / now)
        << count(cores, "core") << '\n';
  return text;
}

} // namespace kasuri
