// Reading profiles.
//
// Of what a profile has only the times of tasks, of the whole run, and until workers wake count
// here; all else is passed over. What counts must be there and of the right kind: a mistake in the
// file is said with its place.
#include "cost/Profile.h"

#include "support/CheckedJson.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr double most = 1e18; ///< of any number: thirty years in nanoseconds

double numberIn(const JsonCursor &object, llvm::StringRef name, double least = 0) {
  const JsonCursor at = object[name];
  if (!at.isKnown())
    at.fail("is missing");
  return at.number(least, most).value_or(0);
}

std::string textIn(const JsonCursor &object, llvm::StringRef name) {
  const JsonCursor at = object[name];
  if (!at.isKnown())
    at.fail("is missing");
  return at.text().value_or("").str();
}

template <typename Element> // read from a cursor by `read`
std::vector<Element> listIn(const JsonCursor &object, llvm::StringRef name,
                            Element (*read)(const JsonCursor &)) {
  const JsonCursor list = object[name];
  if (!list.isKnown())
    list.fail("is missing");
  std::vector<Element> all;
  for (size_t i = 0; i < list.size(); ++i)
    all.push_back(read(list.at(i)));
  return all;
}

TimeBucket readBucket(const JsonCursor &at) {
  return {.fromNs = numberIn(at, "fromNs"),
          .toNs = numberIn(at, "toNs"),
          .count = numberIn(at, "count")};
}

/// None in a profile that was written by hand.
std::vector<TimeBucket> histogramIn(const JsonCursor &samples) {
  return samples["histogram"].isKnown() ? listIn(samples, "histogram", readBucket)
                                        : std::vector<TimeBucket>();
}

/// Times may be a little below 0, where the timers' own was taken off.
ProfileTask readTask(const JsonCursor &at) {
  const JsonCursor self = at["self"];
  return {.name = textIn(at, "name"),
          .wholeNs = numberIn(at, "wholeNs", -most),
          .meanNs = numberIn(self, "meanNs", -most),
          .deviationNs = numberIn(self, "deviationNs"),
          .trips = at["trips"].number(0, most).value_or(0),
          .rowsMeasured = self["count"].number(0, most).value_or(0),
          .times = histogramIn(self)};
}

/// Of the runtime's function of that name; none where it never ran.
std::optional<JsonCursor> samplesOf(const JsonCursor &schedule, llvm::StringRef name) {
  const JsonCursor functions = schedule["functions"];
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions.at(i)["name"].isText(name))
      return functions.at(i)["self"];
  return std::nullopt;
}

std::optional<double> meanOf(const JsonCursor &schedule, llvm::StringRef name) {
  const std::optional<JsonCursor> samples = samplesOf(schedule, name);
  return samples ? std::optional(std::max(0.0, numberIn(*samples, "meanNs", -most))) : std::nullopt;
}

std::vector<double> workOf(const JsonCursor &workers) {
  std::vector<double> work;
  for (size_t i = 0; i < workers.size(); ++i)
    work.push_back(numberIn(workers.at(i), "tasksNs", -most));
  return work;
}

ProfileSegment readSegment(const JsonCursor &at) {
  return {.entries = at["work"]["count"].number(0, most).value_or(0),
          .workNs = std::max(0.0, numberIn(at["work"], "totalNs", -most)),
          .waitNs = std::max(0.0, numberIn(at["wait"], "totalNs", -most))};
}

/// The only task of a pipeline waits for turns; in order it would not.
void leaveOutWaits(ProfileSchedule &schedule) {
  for (const ProfileSegment &each : schedule.segments)
    for (ProfileTask &task : schedule.tasks)
      task.wholeNs = std::max(0.0, task.wholeNs - each.waitNs);
}

ProfileSchedule readSchedule(const JsonCursor &at) {
  const std::optional<JsonCursor> wake = samplesOf(at, "wake");
  ProfileSchedule schedule{.workers = at["workers"].number(0, most).value_or(0),
                           .runs = numberIn(at, "runs"),
                           .runsMeasured = numberIn(at, "runsMeasured"),
                           .measuredNs = numberIn(at, "measuredNs", -most),
                           .wakeNs = meanOf(at, "wake").value_or(0),
                           .wakes = wake ? histogramIn(*wake) : std::vector<TimeBucket>(),
                           .forkJoinNs = meanOf(at, "fork-join").value_or(0),
                           .hasWaits = meanOf(at, "wait") || meanOf(at, "queue"),
                           .workNs = workOf(at["perWorker"]),
                           .tasks = listIn(at, "tasks", readTask),
                           .segments = at["segments"].isKnown()
                                           ? listIn(at, "segments", readSegment)
                                           : std::vector<ProfileSegment>()};
  leaveOutWaits(schedule);
  return schedule;
}

ProfileLayer readLayer(const JsonCursor &at) {
  return {.name = textIn(at, "name"),
          .callsLeft = numberIn(at, "callsLeft"),
          .callsRefused = at["callsRefused"].number(0, most).value_or(0),
          .schedules = listIn(at, "schedules", readSchedule)};
}

/// Verdicts are for people; a profile without them can be planned with.
ProfileLoop readLoop(const JsonCursor &at) {
  const bool isSampled = at["samples"].isKnown();
  return {.name = textIn(at, "name"),
          .isParallel = at["verdict"].isText("parallel"),
          .kind = at["kind"].text().value_or("").str(),
          .reason = at["reason"].text().value_or("").str(),
          .entries = isSampled ? 0 : numberIn(at, "entries"),
          .iterations = isSampled ? 0 : numberIn(at, "iterations"),
          .totalNs = numberIn(at, "totalNs"),
          .selfNs = at["selfNs"].number(0, most).value_or(0),
          .parallelNs = at["parallelNs"].number(0, most).value_or(0),
          .insideNs = at["insideNs"].number(0, most).value_or(0),
          .samples = isSampled ? numberIn(at, "samples") : 0};
}

ProfileOmission readOmission(const JsonCursor &at) {
  return {.name = textIn(at, "name"), .reason = textIn(at, "reason")};
}

template <typename Element>
std::vector<Element> listIfAny(const JsonCursor &object, llvm::StringRef name,
                               Element (*read)(const JsonCursor &)) {
  return object[name].isKnown() ? listIn(object, name, read) : std::vector<Element>();
}

} // namespace

std::variant<Profile, std::string> readProfile(std::string_view text) {
  llvm::Expected<llvm::json::Value> file = parseJson(text);
  if (!file)
    return toString(file.takeError());
  const llvm::json::Object *members = file->getAsObject();
  if (!members || members->getString("format").value_or("") != "kasuri-profile")
    return "not a profile as written with KASURI_PROFILE=FILE, by kasuri profile or by ks-trace "
           "--json";
  std::string problem;
  const JsonCursor at(*file, "profile", problem);
  if (members->getInteger("version").value_or(0) != 1)
    at["version"].fail("is not 1, the only supported version");
  Profile profile{.path = "",
                  .program = textIn(at, "program"),
                  .beforeNs = at["beforeNs"].number(0, most).value_or(0),
                  .spanNs = numberIn(at, "spanNs"),
                  .layers = listIn(at, "layers", readLayer),
                  .loops = listIfAny(at, "loops", readLoop),
                  .omitted = listIfAny(at, "loopsOmitted", readOmission),
                  .samples = at["samples"].number(0, most).value_or(0),
                  .isByTimer = at["sampledBy"].isText("timer")};
  if (!problem.empty())
    return problem;
  return profile;
}

void moveElsewhere(Profile &profile, double factor) {
  profile.beforeNs *= factor;
  profile.spanNs *= factor;
  for (ProfileLoop &loop : profile.loops)
    for (double *ns : {&loop.totalNs, &loop.selfNs, &loop.parallelNs, &loop.insideNs})
      *ns *= factor;
  for (ProfileLayer &layer : profile.layers)
    for (ProfileSchedule &schedule : layer.schedules) {
      schedule.measuredNs *= factor;
      schedule.wakeNs = schedule.forkJoinNs = 0;
      schedule.wakes.clear();
      schedule.workNs.clear();
      for (ProfileSegment &segment : schedule.segments) {
        segment.workNs *= factor;
        segment.waitNs *= factor;
      }
      for (ProfileTask &task : schedule.tasks) {
        task.wholeNs *= factor;
        task.meanNs *= factor;
        task.deviationNs *= factor;
        for (TimeBucket &bucket : task.times)
          bucket = {bucket.fromNs * factor, bucket.toNs * factor, bucket.count};
      }
    }
}

} // namespace kasuri
