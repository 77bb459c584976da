// From the names in profiles to the program's macro-tasks.
//
//     profile                                        program
//     layer  encode@enc.c:120                        a layer that has a task of this name,
//       tasks encode@enc.c:120, encode@enc.c:125       and most of the others
//
// The plan names a layer by its first task, and a task by its function, file and line, so a profile
// tells neither which layer of the graph it means nor, for a task that begins with a branch,
// whether the task was the whole branch or its condition alone. Several layers that qualify are a
// nest on one line: of these that one is meant which has most of the tasks, and of equals the
// outermost. The condition alone is meant if the profile's layer has tasks that the branch
// controls. Tasks of one name are told apart by their order, provided that as many are in both. A
// name with "+2" is of a statement with the two behind it, if it is the only one of its line.
//
// One execution of a task is all its rows of one run: its time is the total of the measured rows by
// the number of measured runs. It deviates as its rows do, in proportion. What ran inside a task
// counts with it. A controlled task's rows include those that found themselves not wanted. How the
// time is spread from run to run is known where each run has one row of the task.
//
// When workers begin is known of those that do. In the other runs the caller was through with
// everything before: these count as if the worker had come at the end.
#include "cost/MatchLoops.h"
#include "cost/Profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

namespace kasuri {
namespace {

/// Mean and deviation of one thing, from several sets of executions.
class Pool {
public:
  void add(double weight, double mean, double deviation) {
    total += weight;
    sum += weight * mean;
    squares += weight * (mean * mean + deviation * deviation);
  }
  bool isEmpty() const { return total <= 0; }
  double mean() const { return sum / total; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / total - mean() * mean())); }

private:
  double total = 0, sum = 0, squares = 0;
};

/// A task of a profile's layer: its name, and which of that name it is.
using TaskKey = std::pair<std::string, size_t>;

struct Pools {
  Pool ns, trips;
  std::vector<TimeBucket> times; ///< of whole executions
  bool hasParts = false;         ///< and of others nothing is known
};

void addBuckets(std::vector<TimeBucket> &to, const std::vector<TimeBucket> &from, double weight) {
  for (const TimeBucket &each : from)
    to.push_back({each.fromNs, each.toNs, weight * each.count});
}

std::map<TaskKey, Pools> poolTasks(const ProfileLayer &layer) {
  std::map<TaskKey, Pools> pools;
  for (const ProfileSchedule &schedule : layer.schedules) {
    std::map<std::string, size_t> seen;
    for (const ProfileTask &task : schedule.tasks) {
      Pools &pool = pools[{task.name, seen[task.name]++}];
      if (schedule.runsMeasured <= 0)
        continue;
      const double mean = std::max(0.0, task.wholeNs / schedule.runsMeasured);
      const double relative = task.meanNs > 0 ? task.deviationNs / task.meanNs : 0;
      const double runs = std::max(schedule.runs, schedule.runsMeasured);
      pool.ns.add(runs, mean, relative * mean);
      pool.hasParts |= task.rowsMeasured != schedule.runsMeasured;
      addBuckets(pool.times, task.times, runs / schedule.runsMeasured);
      if (task.trips > 0)
        pool.trips.add(runs, task.trips, 0);
    }
  }
  return pools;
}

double executionsOf(const ProfileLayer &layer) {
  double executions = layer.callsLeft + layer.callsRefused;
  for (const ProfileSchedule &schedule : layer.schedules)
    executions += schedule.runs;
  return executions;
}

/// How much longer its runs take than a plan expects by the means of tasks: the first worker does
/// its rows, the others wake and do theirs, and the run ends with the last. What a run takes more
/// is waiting for whoever has most to do in it. A plan takes the parts of a loop for equal; how the
/// workers share several tasks is as they did. Given as the deviation by the mean that, of normally
/// distributed work, makes that difference on two workers or more; 0 where it cannot be told,
/// because rows wait for each other anyway.
double unevennessOf(const ProfileSchedule &schedule) {
  if (schedule.hasWaits || schedule.runsMeasured <= 0 || schedule.workNs.size() < 2 ||
      static_cast<double>(schedule.workNs.size()) != schedule.workers)
    return 0;
  const bool isOneLoop = schedule.tasks.size() == 1;
  const double sum =
      std::accumulate(schedule.workNs.begin(), schedule.workNs.end(), 0.0) / schedule.runsMeasured;
  double last = 0;
  for (size_t worker = 0; worker < schedule.workNs.size(); ++worker) {
    const double ns =
        isOneLoop ? sum / schedule.workers : schedule.workNs[worker] / schedule.runsMeasured;
    last = std::max(last, ns + (worker > 0 ? schedule.wakeNs : 0));
  }
  const double lateNs = schedule.measuredNs / schedule.runsMeasured - schedule.forkJoinNs - last;
  const double greatest = expectedGreatest(static_cast<unsigned>(schedule.workers));
  return sum > 0 && lateNs > 0 ? lateNs * schedule.workers / (sum * greatest) : 0;
}

/// Mean over the runs on several workers.
double meanOf(const ProfileLayer &layer, double (*figure)(const ProfileSchedule &)) {
  double runs = 0, sum = 0;
  for (const ProfileSchedule &schedule : layer.schedules)
    if (schedule.workers > 1) {
      runs += schedule.runs;
      sum += schedule.runs * figure(schedule);
    }
  return runs > 0 ? sum / runs : 0;
}

std::vector<TimeBucket> wakesOf(const ProfileLayer &layer) {
  std::vector<TimeBucket> all;
  for (const ProfileSchedule &schedule : layer.schedules) {
    if (schedule.workers <= 1 || schedule.runsMeasured <= 0 || schedule.wakes.empty())
      continue;
    const double weight = std::max(1.0, schedule.runs / schedule.runsMeasured);
    double late = schedule.runsMeasured * (schedule.workers - 1);
    for (const TimeBucket &each : schedule.wakes)
      late -= each.count;
    const double runNs = schedule.measuredNs / schedule.runsMeasured;
    addBuckets(all, schedule.wakes, weight);
    if (late > 0)
      all.push_back({runNs, runNs, weight * late});
  }
  return all;
}

double meanOf(const std::vector<TimeBucket> &histogram) {
  double count = 0, sum = 0;
  for (const TimeBucket &each : histogram) {
    count += each.count;
    sum += each.count * (each.fromNs + each.toNs) / 2;
  }
  return count > 0 ? sum / count : 0;
}

class Matcher {
public:
  Matcher(const Program &program, const MacroTaskGraph &graph) : program(program) {
    for (const Layer &layer : graph.layers)
      for (const MacroTask &task : layer.tasks)
        named[nameOf(program, layer, task)].push_back(&layer);
  }

  /// True when the program has the layer.
  bool match(const ProfileLayer &given, size_t profile) {
    const std::map<TaskKey, Pools> pools = poolTasks(given);
    const Layer *layer = find(given.name, pools);
    if (!layer)
      return false;
    const double executions = executionsOf(given);
    RefusedLayer &its = refused[given.name];
    its = {layer->id, given.name.ends_with(otherwiseMark), its.refused + given.callsRefused,
           its.calls + executions};
    addSegments(given);
    const double wakeNs = meanOf(given, [](const ProfileSchedule &each) { return each.wakeNs; });
    const double unevenness = meanOf(given, unevennessOf);
    const std::vector<TimeBucket> wakes = wakesOf(given);
    for (size_t i = 0; i < layer->tasks.size(); ++i) {
      const std::optional<Timed> timed = timedAs(*layer, i, pools);
      if (!timed || pools.at(timed->key).ns.isEmpty())
        continue;
      const auto &[pool, trips, times, hasParts] = pools.at(timed->key);
      auto &[task, itsTimes, itsWakes, hasAnyParts] = found[{layer->id, i}];
      hasAnyParts |= hasParts || times.empty();
      addBuckets(itsTimes, times, 1);
      addBuckets(itsWakes, wakes, 1);
      describe(task, given.name, *layer, layer->tasks[i], pools);
      if (timed->last != i) {
        task.task = timed->key.first;
        task.last = layer->tasks[timed->last].last;
        task.isCondition = false;
      }
      task.byInput.push_back({profile, pool.mean(), pool.deviation(), executions});
      task.trips += executions * (trips.isEmpty() ? 0 : trips.mean());
      task.wakeNs += executions * wakeNs;
      task.unevenness += executions * unevenness;
    }
    return true;
  }

  /// All inputs of each together.
  std::vector<MeasuredTask> take(size_t profiles) {
    std::vector<MeasuredTask> tasks;
    for (auto &[place, all] : found) {
      MeasuredTask &task = all.task;
      Pool pool;
      double executions = 0;
      for (const InputMeasure &each : task.byInput) {
        pool.add(each.executions, each.meanNs, each.deviationNs);
        executions += each.executions;
      }
      if (pool.isEmpty())
        continue;
      task.meanNs = pool.mean();
      task.deviationNs = pool.deviation();
      task.executions = executions / static_cast<double>(profiles);
      task.trips /= executions;
      task.wakeNs /= executions;
      task.unevenness /= executions;
      if (!all.hasParts)
        task.times = spreadOf(all.times, task.meanNs, task.deviationNs);
      task.wakes = spreadOf(all.wakes, meanOf(all.wakes), std::numeric_limits<double>::infinity());
      tasks.push_back(std::move(task));
    }
    return tasks;
  }

  std::vector<RefusedLayer> takeRefused() const {
    std::vector<RefusedLayer> all;
    for (const auto &[name, its] : refused)
      if (its.refused > 0)
        all.push_back(its);
    return all;
  }

  /// Those of which all profiles had the same number of segments.
  std::vector<MeasuredPipeline> takePipelines() const {
    std::vector<MeasuredPipeline> all;
    for (const auto &[layer, sum] : segments) {
      const double iterations = sum.segments.empty() ? 0 : sum.segments.front().entries;
      if (iterations <= 0 || sum.runs <= 0)
        continue;
      all.push_back({layer, {}, iterations / sum.runs});
      for (const ProfileSegment &each : sum.segments)
        all.back().segments.push_back({each.workNs / iterations, each.waitNs / iterations});
    }
    return all;
  }

private:
  const Program &program;
  struct SegmentSums {
    std::vector<ProfileSegment> segments;
    double runs = 0; ///< measured
  };
  std::map<std::string, SegmentSums> segments;             ///< by layer
  std::map<std::string, std::vector<const Layer *>> named; ///< layers, by names of their tasks
  std::map<std::string, RefusedLayer> refused;             ///< by layer
  struct Found {
    MeasuredTask task;
    std::vector<TimeBucket> times, wakes;
    bool hasParts = false; ///< in one of the profiles
  };
  std::map<std::pair<LayerId, size_t>, Found> found;

  /// An iteration enters the first segment once.
  void addSegments(const ProfileLayer &given) {
    for (const ProfileSchedule &schedule : given.schedules) {
      if (schedule.segments.empty())
        continue;
      SegmentSums &sum = segments[given.name];
      if (sum.runs == 0)
        sum.segments.resize(schedule.segments.size());
      sum.runs += schedule.runsMeasured;
      if (sum.segments.size() != schedule.segments.size())
        sum.segments.clear();
      for (size_t i = 0; i < sum.segments.size(); ++i) {
        sum.segments[i].entries += schedule.segments[i].entries;
        sum.segments[i].workNs += schedule.segments[i].workNs;
        sum.segments[i].waitNs += schedule.segments[i].waitNs;
      }
    }
  }

  const Layer *find(const std::string &name, const std::map<TaskKey, Pools> &pools) const {
    auto candidates = named.find(name.substr(0, name.rfind(otherwiseMark)));
    const Layer *best = nullptr;
    size_t most = 0;
    if (candidates != named.end())
      for (const Layer *layer : candidates->second) {
        size_t common = 0;
        for (size_t i = 0; i < layer->tasks.size(); ++i)
          common += timedAs(*layer, i, pools).has_value();
        if (!best || common > most) {
          best = layer;
          most = common;
        }
      }
    return best;
  }

  /// What the profile calls the layer's task; none: it has no such one.
  std::optional<TaskKey> keyOf(const Layer &layer, size_t index,
                               const std::map<TaskKey, Pools> &pools) const {
    const std::string name = nameOf(program, layer, layer.tasks[index]);
    size_t before = 0, all = 0;
    for (size_t i = 0; i < layer.tasks.size(); ++i)
      if (nameOf(program, layer, layer.tasks[i]) == name) {
        before += i < index;
        ++all;
      }
    const bool hasAsMany = pools.contains({name, all - 1}) && !pools.contains({name, all});
    return hasAsMany ? std::optional(TaskKey{name, before}) : std::nullopt;
  }

  struct Timed {
    TaskKey key;
    size_t last; ///< the task of the layer that stands for the last statement
  };

  /// What the profile calls it, alone or fused with statements behind it.
  std::optional<Timed> timedAs(const Layer &layer, size_t index,
                               const std::map<TaskKey, Pools> &pools) const {
    if (const std::optional<TaskKey> key = keyOf(layer, index, pools))
      return Timed{*key, index};
    const std::string name = nameOf(program, layer, layer.tasks[index]);
    if (layer.tasks[index].control || !isOnly(layer, name))
      return std::nullopt;
    size_t more = 0;
    for (size_t i = index + 1; i < layer.tasks.size(); ++i)
      if (const TaskKey key{name + "+" + std::to_string(more + 1), 0}; !layer.tasks[i].control) {
        if (pools.contains(key))
          return Timed{key, i};
        ++more;
      }
    return std::nullopt;
  }

  bool isOnly(const Layer &layer, const std::string &name) const {
    return std::count_if(layer.tasks.begin(), layer.tasks.end(), [&](const MacroTask &task) {
             return nameOf(program, layer, task) == name;
           }) == 1;
  }

  void describe(MeasuredTask &into, const std::string &layerName, const Layer &layer,
                const MacroTask &task, const std::map<TaskKey, Pools> &pools) const {
    into.layer = layerName;
    into.task = nameOf(program, layer, task);
    into.first = task.first;
    into.last = task.last;
    into.isControlled = task.control.has_value();
    into.sequence = layer.sequence;
    into.isCondition = false;
    if (task.kind == TaskKind::Condition)
      for (size_t i = 0; i < layer.tasks.size(); ++i)
        if (const auto &control = layer.tasks[i].control)
          into.isCondition |= control->condition == task.id && keyOf(layer, i, pools).has_value();
  }
};

/// The whole run, with the time in tasks in place of the time that layers took. That is known of
/// the measured runs only, and on a busy machine they may make up more than the whole span. Layers
/// that ran in order took the time of their tasks, and may have run inside others.
double sequentialNs(const Profile &profile) {
  double inLayers = 0, inTasks = 0;
  for (const ProfileLayer &layer : profile.layers)
    for (const ProfileSchedule &schedule : layer.schedules) {
      if (schedule.runsMeasured <= 0 || schedule.workers == 1)
        continue;
      const double times = schedule.runs / schedule.runsMeasured;
      inLayers += schedule.measuredNs * times;
      for (const ProfileTask &task : schedule.tasks)
        inTasks += task.wholeNs * times;
    }
  return profile.beforeNs + std::max(0.0, profile.spanNs - inLayers) + inTasks;
}

} // namespace

double expectedGreatest(unsigned count) {
  constexpr double step = 0.01, farthest = 6;
  double sum = 0;
  for (double x = step / 2; x < farthest; x += step) {
    const double above = 0.5 * std::erfc(x / std::numbers::sqrt2); // of one of them
    sum += step * (1 - std::pow(1 - above, count) - std::pow(above, count));
  }
  return sum;
}

ProfileMatch matchProfiles(const Program &program, const MacroTaskGraph &graph,
                           const std::vector<Profile> &profiles) {
  ProfileMatch match;
  Matcher matcher(program, graph);
  LoopMatcher loops(program);
  for (size_t i = 0; i < profiles.size(); ++i) {
    size_t known = 0;
    for (const ProfileLayer &layer : profiles[i].layers)
      if (matcher.match(layer, i))
        ++known;
      else
        match.unknownLayers.push_back(layer.name);
    const size_t knownLoops = loops.match(profiles[i], match.unknownLoops);
    if (known + knownLoops == 0 && !(profiles[i].layers.empty() && profiles[i].loops.empty()))
      match.foreign.push_back(i);
  }
  match.loops = loops.take();
  std::sort(match.unknownLayers.begin(), match.unknownLayers.end());
  match.unknownLayers.erase(std::unique(match.unknownLayers.begin(), match.unknownLayers.end()),
                            match.unknownLayers.end());
  for (const Profile &profile : profiles)
    match.programNs += sequentialNs(profile) / static_cast<double>(profiles.size());
  match.refused = matcher.takeRefused();
  match.pipelines = matcher.takePipelines();
  match.tasks = matcher.take(std::max<size_t>(1, profiles.size()));
  return match;
}

} // namespace kasuri
