// Profiles, as programs with parallel layers write them (docs/formats/profile.md), and which of the
// program's macro-tasks they have measured.
#pragma once

#include "cost/Measured.h"
#include "graph/MacroTaskGraph.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kasuri {

struct ProfileTask {
  std::string name;
  double wholeNs = 0;                 ///< all measured rows, with what ran inside; no turns' waits
  double meanNs = 0;                  ///< of a row, without
  double deviationNs = 0;             ///< of a row from that
  double trips = 0;                   ///< of a split loop: iterations in a run, mean; 0: not known
  double rowsMeasured = 0;            ///< 0: not known
  std::vector<TimeBucket> times = {}; ///< of the measured rows
};

/// Of a pipeline, over all iterations that were measured.
struct ProfileSegment {
  double entries = 0;
  double workNs = 0, waitNs = 0;
};

struct ProfileSchedule {
  double workers = 0;
  double runs = 0;
  double runsMeasured = 0;
  double measuredNs = 0; ///< from begin to end of the measured runs
  double wakeNs = 0;     ///< from the begin of a run until a further worker has begun, mean
  std::vector<TimeBucket> wakes = {}; ///< the same, of those that have begun
  double forkJoinNs = 0;              ///< to begin and end a run, mean, without waiting
  bool hasWaits = false;              ///< rows have waited for rows of other workers
  std::vector<double> workNs;         ///< by worker: in tasks, in all measured runs
  std::vector<ProfileTask> tasks;
  std::vector<ProfileSegment> segments = {}; ///< of a pipeline; the last: the code in none of them
};

struct ProfileLayer {
  std::string name;
  double callsLeft = 0;    ///< to the original code
  double callsRefused = 0; ///< likewise, because a test in front of the layer failed
  std::vector<ProfileSchedule> schedules;
};

/// A loop of a sequential program (docs/formats/profile.md). Of a sampled one only its times are
/// known.
struct ProfileLoop {
  std::string name; ///< LoopNames.h
  bool isParallel = false;
  std::string kind = {}, reason = {}; ///< of the first obstacle, unless isParallel
  double entries = 0, iterations = 0;
  double totalNs = 0;    ///< all executions, estimated from the timed ones
  double selfNs = 0;     ///< without loops inside
  double parallelNs = 0; ///< of totalNs: in the outermost parallel loops inside
  double insideNs = 0;   ///< of totalNs: while a parallel loop around it ran
  double samples = 0;    ///< in it; 0: it was counted
};

struct ProfileOmission {
  std::string name, reason;
};

struct Profile {
  std::string path;    ///< as the user gave it
  std::string program; ///< that wrote it
  double beforeNs = 0; ///< from the process's begin to its first layer; 0: not known
  double spanNs = 0;   ///< from its first layer to its end
  std::vector<ProfileLayer> layers;
  std::vector<ProfileLoop> loops = {};       ///< of a sequential program
  std::vector<ProfileOmission> omitted = {}; ///< loops that were not counted
  double samples = 0;                        ///< of the whole run; 0: loops were counted
  bool isByTimer = false;                    ///< they are our own sampler's, not perf's
};

/// The profile that the text is, or what is wrong with it, with its place.
std::variant<Profile, std::string> readProfile(std::string_view text);

/// For a machine on which tasks take `factor` times as long. How late workers wake there, and how
/// uneven they are, it does not tell.
void moveElsewhere(Profile &profile, double factor);

struct ProfileMatch {
  std::vector<MeasuredTask> tasks;   ///< in the order of the graph
  std::vector<RefusedLayer> refused; ///< by ascending name
  std::vector<MeasuredPipeline> pipelines = {};
  std::vector<MeasuredLoop> loops = {}; ///< by ascending id
  /// One run of the program with all layers in order on one core, mean over the profiles. 0: not
  /// known.
  double programNs = 0;
  /// Names of layers that the profiles have and the program has not (any more), each once.
  std::vector<std::string> unknownLayers;
  std::vector<std::string> unknownLoops = {}; ///< likewise
  /// Indices of profiles that have layers or loops, of which the program has none.
  std::vector<size_t> foreign;
};

/// What the profiles say of the program. Layers and tasks are matched by name.
ProfileMatch matchProfiles(const Program &program, const MacroTaskGraph &graph,
                           const std::vector<Profile> &profiles);

} // namespace kasuri
