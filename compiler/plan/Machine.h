// The machine that a plan is made for: cores, their clocks and idle states, and what it takes to
// start, to signal, and to change speed. Files that describe one are read by MachineFile.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// A speed at which a clock domain can run, and what one of its cores draws then, in mW.
struct OperatingPoint {
  double khz = 0;
  double activeMw = 0; ///< computing, or spinning
  double gatedMw = 0;  ///< its clock gated: what leaks, and what stays on
};

/// Cores with one clock: they all run at the highest speed that one of them asks for.
struct ClockDomain {
  std::vector<OperatingPoint> points; ///< fastest first: the index is the level of a row
  double transitionNs = 0;            ///< until the new speed holds; the cores compute meanwhile
  double transitionNj = 0;            ///< energy of one change
  double requestNs = 0;               ///< what asking for it costs the core that asks, part of that
};

/// What a core may do while it has no work, beside spinning.
struct IdleState {
  enum class Mode : uint8_t { Gate, Off } mode = Mode::Gate; ///< of enum ks_idle
  double entryExitNs = 0;
  double breakEvenNs = 0; ///< shorter gaps cost more energy than they save
  /// Drawn meanwhile in mW; none: the gatedMw of the point at which the core's clock is.
  std::optional<double> powerMw = std::nullopt;
};

/// A cache for data, alone or together with instructions.
struct Cache {
  unsigned level = 1;
  double sizeBytes = 0;
  double lineBytes = 64;
  unsigned sharers = 1; ///< usable cores of the described machine that have it in common
};

/// What tells cores apart that plans treat differently, in terms that the runtime finds on the
/// machine where the program runs.
struct CoreKind {
  unsigned capacity = 1024; ///< speed at the highest frequency; 1024 is the machine's fastest core
  double khz = 0;           ///< the highest frequency; 0: not known
  bool operator==(const CoreKind &) const = default;
};

struct Core {
  unsigned id = 0; ///< as the system numbers it
  unsigned cluster = 0;
  unsigned domain = 0; ///< index into Machine::domains
  double speed = 1;    ///< at its domain's fastest point; 1 is the fastest core of the machine
  std::vector<unsigned> caches =
      {};                ///< indices into Machine::caches, nearest first; empty: not known
  unsigned kind = 0;     ///< index into Machine::kinds, where there are any
  unsigned capacity = 0; ///< as the system reports it; 0: not known
};

struct Machine {
  std::string name;
  std::string architecture; ///< "armv7l", as its kernel says; "": not known
  /// The usable ones, at least one, fastest first: worker i of a team runs on cores[i].
  std::vector<Core> cores;
  std::vector<ClockDomain> domains;  ///< each with at least one point
  std::vector<IdleState> idleStates; ///< by ascending break-even time; all cores have each
  std::vector<Cache> caches = {};    ///< whose sizes are known
  std::vector<CoreKind> kinds = {};  ///< fastest first, two or more; empty: all cores are alike
  double dispatchNs = 30;            ///< one row: waiting that does not wait, call, publish
  double signalNs = 60;              ///< a row's completion becomes visible to another core
  double farSignalNs = 60;           ///< the same, to a core of another cluster
  double forkJoinNs = 1500;          ///< start and end of a layer on a team that is awake
  double transferNsPerKib = 100;     ///< data that one core wrote and another reads
  double baseMw = 0;                 ///< what the board draws as long as it is on, beside its cores
  /// The powers above are known or estimated; false: energy means nothing on this machine.
  bool hasPower = false;

  double signalBetween(size_t core, size_t other) const;
  /// How many times longer than on the fastest core the same work takes.
  double slowdown(size_t core, size_t level) const;
  /// The core's data cache of that level; null: none, or not known.
  const Cache *cacheOf(size_t core, unsigned level) const;
  /// Its largest and farthest one; null: not known.
  const Cache *lastCacheOf(size_t core) const;
};

/// Finds the kinds of the machine's cores, which are in their final order: those of about one speed
/// whose clocks have the same points.
void findKinds(Machine &machine);

/// A machine of equal cores of which nothing is known but their number: the default latencies, one
/// clock, no power.
Machine uniformMachine(unsigned cores);

/// The machine as if it had so many cores: its fastest, or copies of it side by side.
Machine withCores(const Machine &machine, unsigned cores);

/// The machine Kasuri runs on: its core count, and the default latencies of the field notes.
Machine hostMachine();

} // namespace kasuri
