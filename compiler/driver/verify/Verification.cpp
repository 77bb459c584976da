#include "driver/verify/Verification.h"

#include "driver/Exit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
using Environment = std::map<std::string, std::string>;

constexpr unsigned slowerForRaces = 10; ///< how much longer a run for ThreadSanitizer may take
constexpr unsigned maxDifferences = 3;  ///< shown for a check

/// All layers in parallel, regardless of their cost and of other programs of Kasuri.
Environment onWorkers(unsigned workers) {
  return {{"KASURI_CORES", std::to_string(workers)}, {"KASURI_ADAPT", "0"}, {"KASURI_SHARE", "0"}};
}

/// And nothing but the layers' own waits orders the workers.
Environment onWorkersTogether(unsigned workers) {
  Environment all = onWorkers(workers);
  all["KASURI_TOGETHER"] = "1";
  return all;
}

/// Two workers and the maximum number; none if the maximum is one.
std::set<unsigned> workersForRaces(const std::vector<unsigned> &workers) {
  std::set<unsigned> chosen;
  if (workers.back() > 1)
    chosen = {*llvm::find_if(workers, [](unsigned each) { return each > 1; }), workers.back()};
  return chosen;
}

class Verifier {
public:
  Verifier(const VerifyRequest &request, const Builds &builds, const std::string &root)
      : request(request), builds(builds), space{root, request.directory, request.allowed.files} {}

  std::optional<int> run() {
    for (size_t i = 0; i < request.commands.size(); ++i)
      if (std::optional<int> status = checkSequential(i))
        return status;
    if (std::optional<int> status = requireFiles())
      return status;
    for (const ParallelVersion &version : builds.parallel)
      if (std::optional<int> status = checkVersion(version))
        return status;
    return std::nullopt;
  }

  Verification result;

private:
  const VerifyRequest &request;
  const Builds &builds;
  Workspace space;
  unsigned runs = 0;

  /// The outcome, or the exit status after one diagnostic. On a terminal, a line names the run.
  std::variant<Outcome, int> runOnce(const Check &check, Run run) {
    run.name = std::to_string(++runs);
    if (llvm::sys::Process::StandardErrIsDisplayed())
      llvm::errs() << "kasuri: running " << titleOf(check) << ", command " << check.command + 1
                   << '\n';
    Outcome outcome = execute(space, run);
    if (isInterrupted())
      return exitInput;
    if (!outcome.problem.empty())
      return fail(exitInput, outcome.problem);
    return outcome;
  }

  void forget(const Outcome &outcome) {
    if (request.keepDirectory.empty())
      (void)fs::remove_directories(outcome.folder);
  }

  /// At least two runs: all others are compared with the first.
  std::optional<int> checkSequential(size_t command) {
    Check check{.version = "sequential", .workers = std::nullopt, .command = command};
    Reference reference;
    for (unsigned i = 0; i < std::max(2u, request.repeat) && reference.isUsable; ++i) {
      auto ran = runOnce(check, {.command = request.commands[command],
                                 .program = builds.sequential,
                                 .limitSeconds = request.limitSeconds});
      if (int *status = std::get_if<int>(&ran))
        return *status;
      Outcome &outcome = std::get<Outcome>(ran);
      noteTime(check, outcome);
      reference.isUsable = !outcome.isLate;
      if (i == 0)
        reference.outcome = std::move(outcome);
      else
        compareWithItself(check, reference, outcome);
    }
    if (!reference.isUsable) {
      check.verdict = CheckVerdict::TooSlow;
      check.reason = "the sequential program takes longer than --timeout";
    }
    result.references.push_back(std::move(reference));
    result.checks.push_back(std::move(check));
    return std::nullopt;
  }

  static void noteTime(Check &check, const Outcome &outcome) {
    check.seconds = check.seconds > 0 ? std::min(check.seconds, outcome.seconds) : outcome.seconds;
  }

  void compareWithItself(Check &check, Reference &reference, const Outcome &outcome) {
    std::vector<Difference> all = differencesOf(reference.outcome, outcome, request.allowed);
    if (!all.empty())
      check.verdict = CheckVerdict::Unstable;
    for (const Difference &each : all)
      reference.unstable.insert(each.part);
    addDifferences(check, std::move(all));
    forget(outcome);
  }

  /// Some command must write each file that the user names.
  std::optional<int> requireFiles() {
    for (const std::string &file : request.allowed.files)
      if (llvm::none_of(result.references,
                        [&](const Reference &each) { return hasLeft(each.outcome, file); }))
        return fail(exitInput, "no run of the sequential program has left a file '" + file + "'");
    return std::nullopt;
  }

  std::optional<int> checkVersion(const ParallelVersion &version) {
    if (version.isParallel)
      for (unsigned workers : request.workers)
        for (size_t i = 0; i < request.commands.size(); ++i)
          if (std::optional<int> status = checkRuns(version, workers, i))
            return status;
    for (size_t i = 0; i < request.commands.size(); ++i)
      if (std::optional<int> status = checkRuns(version, std::nullopt, i))
        return status;
    if (request.maxOrders > 0 && version.isParallel)
      for (size_t i = 0; i < request.commands.size(); ++i)
        if (std::optional<int> status = checkOrders(version, i))
          return status;
    if (!request.checksRaces || !version.isParallel)
      return std::nullopt;
    for (unsigned workers : workersForRaces(request.workers))
      for (size_t i = 0; i < request.commands.size(); ++i)
        if (std::optional<int> status = checkRaces(version, workers, i))
          return status;
    return std::nullopt;
  }

  /// A check that is omitted because there is nothing to compare with.
  bool lacksReference(Check &check) {
    if (result.references[check.command].isUsable)
      return false;
    setNotChecked(check, "the sequential program takes too long");
    return true;
  }

  std::optional<int> checkRuns(const ParallelVersion &version, std::optional<unsigned> workers,
                               size_t command) {
    Check check{.version = version.name, .workers = workers, .command = command};
    const Reference &reference = result.references[command];
    for (unsigned i = 0; i < request.repeat && !lacksReference(check); ++i) {
      // The first run on the maximum number of workers counts its layers.
      const bool counts = i == 0 && workers == request.workers.back() && *workers > 1;
      const std::string profiles = space.root + "/profiles/" + std::to_string(runs + 1);
      Run run{.command = request.commands[command],
              .program = version.program,
              .environment = workers ? onWorkers(*workers) : Environment(),
              .limitSeconds = request.limitSeconds};
      if (counts && !fs::create_directories(profiles))
        run.environment["KASURI_PROFILE"] = profiles + "/%p.json";
      auto ran = runOnce(check, std::move(run));
      if (int *status = std::get_if<int>(&ran))
        return *status;
      compare(check, reference, std::get<Outcome>(ran));
      if (counts)
        noteLayers(version, profiles);
      if (check.verdict != CheckVerdict::Same)
        break;
    }
    result.checks.push_back(std::move(check));
    return std::nullopt;
  }

  void noteLayers(const ParallelVersion &version, const std::string &profiles) {
    for (const std::string &file : filesIn(profiles)) {
      const auto profile = readProfile(textOf(file));
      if (!std::holds_alternative<Profile>(profile))
        continue;
      std::set<std::string> &known = result.layersRun[version.name];
      for (const ProfileLayer &layer : std::get<Profile>(profile).layers)
        if (llvm::any_of(layer.schedules, [](const ProfileSchedule &each) {
              return each.workers > 1 && each.runs > 0;
            }))
          known.insert(layer.name);
    }
  }

  void compare(Check &check, const Reference &reference, const Outcome &outcome) {
    noteTime(check, outcome);
    if (outcome.isLate) {
      check.verdict = CheckVerdict::TooSlow;
      check.reason = "killed after --timeout, which the sequential program did not need";
    } else {
      AllowedDifferences how = request.allowed;
      how.ignored.insert(reference.unstable.begin(), reference.unstable.end());
      addDifferences(check, differencesOf(reference.outcome, outcome, how));
      if (!check.differences.empty())
        check.verdict = CheckVerdict::Different;
    }
    if (check.verdict == CheckVerdict::Same)
      forget(outcome);
  }

  /// Runs in more orders until one differs.
  std::optional<int> checkOrders(const ParallelVersion &version, size_t command) {
    Check check{.version = version.name,
                .kind = CheckKind::Orders,
                .workers = std::nullopt,
                .command = command};
    if (version.orderedProgram.empty()) {
      setNotChecked(check, version.whyNotOrdered);
    } else if (!lacksReference(check)) {
      std::vector<std::string> orders = {"0"};
      for (size_t i = 0; i < orders.size() && check.verdict == CheckVerdict::Same; ++i) {
        if (std::optional<int> status = runInOrder(check, version, orders[i]))
          return status;
        orders = ordersToRun(check.ordersThere, request.maxOrders, request.seed);
      }
    }
    result.checks.push_back(std::move(check));
    return std::nullopt;
  }

  /// The check keeps the report on the layers of the run in the first order.
  std::optional<int> runInOrder(Check &check, const ParallelVersion &version,
                                const std::string &order) {
    const std::string report = space.root + "/orders/" + std::to_string(runs + 1);
    (void)fs::create_directories(space.root + "/orders");
    auto ran =
        runOnce(check, {.command = request.commands[check.command],
                        .program = version.orderedProgram,
                        .environment = {{"KASURI_ORDER", order}, {"KASURI_ORDER_REPORT", report}},
                        .limitSeconds = request.limitSeconds});
    if (int *status = std::get_if<int>(&ran))
      return *status;
    compare(check, result.references[check.command], std::get<Outcome>(ran));
    if (check.orders.empty())
      check.ordersThere = readOrderReport(textOf(report));
    check.orders.push_back(order);
    if (check.verdict != CheckVerdict::Same)
      check.reason += (check.reason.empty() ? "" : "; ") + ("with KASURI_ORDER=" + order);
    return std::nullopt;
  }

  static void setNotChecked(Check &check, const std::string &reason) {
    check.verdict = CheckVerdict::NotChecked;
    check.reason = reason;
  }

  static void addDifferences(Check &check, std::vector<Difference> differences) {
    for (Difference &each : differences) {
      const bool isKnown = llvm::any_of(
          check.differences, [&](const Difference &known) { return known.part == each.part; });
      if (!isKnown && check.differences.size() < maxDifferences)
        check.differences.push_back(std::move(each));
    }
  }

  std::optional<int> checkRaces(const ParallelVersion &version, unsigned workers, size_t command) {
    Check check{
        .version = version.name, .kind = CheckKind::Races, .workers = workers, .command = command};
    if (version.checkedProgram.empty()) {
      setNotChecked(check, version.whyNotChecked);
    } else if (!lacksReference(check)) {
      const std::string logs = space.root + "/tsan/" + std::to_string(runs + 1);
      (void)fs::create_directories(logs);
      Run run{.command = request.commands[command],
              .program = version.checkedProgram,
              .environment = onWorkersTogether(workers),
              .limitSeconds = request.limitSeconds * slowerForRaces,
              .isAtFixedAddresses = true};
      const char *given = std::getenv("TSAN_OPTIONS");
      run.environment["TSAN_OPTIONS"] =
          std::string(given ? given : "") +
          " exitcode=0 die_after_fork=0 atexit_sleep_ms=50 detect_deadlocks=0 "
          "report_thread_leaks=0 report_signal_unsafe=0 report_destroy_locked=0 log_path='" +
          logs + "/log'";
      auto ran = runOnce(check, run);
      if (int *status = std::get_if<int>(&ran))
        return *status;
      judgeRaces(check, version, std::get<Outcome>(ran), logs);
    }
    result.checks.push_back(std::move(check));
    return std::nullopt;
  }

  /// Its output is that of unoptimized code and is not compared; its status is.
  void judgeRaces(Check &check, const ParallelVersion &version, const Outcome &outcome,
                  const std::string &logs) {
    const Reference &reference = result.references[check.command];
    const std::string log = logText(logs) + textOf(outcome.folder + "/stderr");
    check.seconds = outcome.seconds;
    check.races = racesIn(log, version.layers);
    check.reason = failureIn(log);
    if (!check.races.empty()) {
      check.verdict = CheckVerdict::Race;
    } else if (!check.reason.empty() || outcome.isLate) {
      check.verdict = CheckVerdict::NotChecked;
      if (outcome.isLate)
        check.reason = "it takes longer than ten times --timeout";
    } else if (reference.outcome.waitStatus != outcome.waitStatus &&
               !reference.unstable.count("status")) {
      check.verdict = CheckVerdict::Different;
      check.differences.push_back({.part = "status",
                                   .expected = statusText(reference.outcome.waitStatus),
                                   .found = statusText(outcome.waitStatus)});
    }
    if (check.verdict == CheckVerdict::Same)
      forget(outcome);
  }

  /// Of all processes of a run.
  static std::string logText(const std::string &folder) {
    std::string text;
    for (const std::string &each : filesIn(folder))
      text += textOf(each) + "\n";
    return text;
  }

  static std::set<std::string> filesIn(const std::string &folder) {
    std::set<std::string> files;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end;
         file.increment(error))
      files.insert(file->path());
    return files;
  }
};

} // namespace

const char *nameOf(CheckVerdict verdict) {
  switch (verdict) {
  case CheckVerdict::Same:
    return "same";
  case CheckVerdict::Different:
    return "different";
  case CheckVerdict::Race:
    return "race";
  case CheckVerdict::TooSlow:
    return "time-out";
  case CheckVerdict::Unstable:
    return "unstable";
  case CheckVerdict::NotChecked:
    return "not-checked";
  }
  return "";
}

std::string titleOf(const Check &check) {
  if (check.version == "sequential")
    return check.version;
  std::string title = check.version + ", ";
  if (check.kind == CheckKind::Orders)
    title += std::to_string(check.orders.size()) +
             (check.orders.size() == 1 ? " order" : " orders") + " on one thread";
  else if (check.workers)
    title += std::to_string(*check.workers) + (*check.workers == 1 ? " worker" : " workers");
  else
    title += "as it comes";
  return title + (check.kind == CheckKind::Races ? ", ThreadSanitizer" : "");
}

std::variant<Verification, int> verifyBuilds(const VerifyRequest &request, const Builds &builds,
                                             const std::string &root) {
  Verifier verifier(request, builds, root);
  if (std::optional<int> status = verifier.run())
    return *status;
  return std::move(verifier.result);
}

bool isSame(const Verification &verification) {
  return llvm::all_of(verification.checks,
                      [](const Check &each) {
                        return each.verdict == CheckVerdict::Same ||
                               each.verdict == CheckVerdict::NotChecked;
                      }) &&
         llvm::all_of(verification.oracle, [](const OracleResult &each) { return each.isGood(); });
}

} // namespace kasuri
