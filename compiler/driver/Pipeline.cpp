// The table of contents: one call per phase, each a free function from const inputs to its product.
#include "driver/Pipeline.h"

#include "analysis/Nests.h"
#include "analysis/Parallelism.h"
#include "cost/Cost.h"
#include "driver/Exit.h"
#include "driver/Layout.h"
#include "driver/NewText.h"
#include "driver/Outputs.h"
#include "driver/Progress.h"
#include "driver/cc/Processes.h"
#include "driver/contraction/FusionCheck.h"
#include "emit/CountLoops.h"
#include "emit/Emit.h"
#include "emit/openmp/OpenMp.h"
#include "fixits/FindFixIts.h"
#include "frontend/Frontend.h"
#include "graph/MacroTaskGraph.h"
#include "model/CopyLimit.h"
#include "movability/FindMovability.h"
#include "plan/ChoosePlan.h"
#include "plan/ProgramRun.h"
#include "reorder/Reorder.h"
#include "report/ClaimsJson.h"
#include "report/Findings.h"
#include "report/GraphDot.h"
#include "report/Remarks.h"
#include "report/ReportHtml.h"
#include "report/ReportJson.h"
#include "report/ReportSarif.h"
#include "report/ScheduleTrace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <variant>

namespace kasuri {
namespace {

constexpr size_t mostRedefined = 3; ///< functions that a warning names

bool defines(const Program &program, const std::string &function) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [&](const Function &each) { return each.name == function; });
}

std::string print(const Emission &emission) {
  std::string text;
  for (const EmittedFile &file : emission.files)
    text += "// " + file.sourcePath + "\n" + file.text;
  return text;
}

/// Prints the dump of a finished phase if it was asked for; true when the run is to end here.
bool endsAfter(const Options &options, Phase phase, llvm::function_ref<std::string()> dump) {
  if (options.dumps.contains(phase))
    llvm::outs() << dump();
  return options.lastPhase == phase;
}

/// Those that the machine's first core has, as far as they are known.
CacheSizes cachesOf(const Machine &machine) {
  CacheSizes sizes;
  const Cache *last = machine.lastCacheOf(0);
  for (unsigned level = 1; last && level <= CacheSizes::levels; ++level) {
    const Cache *its = machine.cacheOf(0, level);
    sizes.bytes[level - 1] = (its ? its : last)->sizeBytes;
  }
  return sizes;
}

/// Without --machine the program runs here, for whatever core it is compiled.
CostInputs costInputs(const Options &options, const Target &target, const ProfileMatch &match) {
  double khz = 0;
  for (const ClockDomain &domain : options.machine.domains)
    khz = std::max(khz, domain.points.front().khz);
  CostInputs inputs;
  inputs.caches = cachesOf(options.machine);
  inputs.measured = match.tasks;
  inputs.refused = match.refused;
  inputs.pipelines = match.pipelines;
  inputs.loops = match.loops;
  inputs.measuredProgramNs = match.programNs;
  inputs.target = targetCost(options.machineIsHost ? tunedForHost(target) : target, khz);
  return inputs;
}

std::string foreignText(const Profile &profile) {
  const bool isSequential = profile.layers.empty();
  return "'" + profile.path + "': a profile of '" + profile.program + "' that has no " +
         (isSequential ? "loop" : "layer") + " of these sources; it has, for example, '" +
         (isSequential ? profile.loops.front().name : profile.layers.front().name) + "'";
}

/// What the profiles were worth.
void printProfileSummary(const Options &options, const ProfileMatch &match, const CostModel &cost) {
  if (options.quiet || options.profiles.empty())
    return;
  if (!match.unknownLayers.empty())
    llvm::errs() << "kasuri: " << count(match.unknownLayers.size(), "layer")
                 << " of the profile not found in these sources, for example '"
                 << match.unknownLayers.front() << "'; have they changed?\n";
  if (!match.unknownLoops.empty())
    llvm::errs() << "kasuri: " << count(match.unknownLoops.size(), "loop")
                 << " of the profile not found in these sources, for example '"
                 << match.unknownLoops.front() << "'; have they changed?\n";
  if (!match.loops.empty())
    llvm::errs() << "kasuri: planned with the "
                 << (match.loops.front().isSampled ? "sampled" : "measured") << " times of "
                 << count(match.loops.size(), "loop") << '\n';
  if (match.loops.empty() || !cost.measured.empty())
    llvm::errs() << "kasuri: " << estimateSummary(cost, options.analysisRemarks) << '\n';
}

/// Those that are not analyzed are as they were.
Outputs sourcesOf(const Options &options, const std::vector<ForeignSource> &foreign,
                  const Emission &emission) {
  Outputs outputs;
  size_t unit = 0, next = 0;
  for (size_t i = 0; i < options.outputPaths.size(); ++i) {
    const bool isForeign = next < foreign.size() && foreign[next].input == i;
    next += isForeign ? 1 : 0;
    outputs.add(options.outputPaths[i],
                isForeign ? contentsOf(options.inputs[i].path) : emission.files[unit++].text);
  }
  return outputs;
}

/// The exit status.
int writeCounted(const Options &options, const FrontendResult &parsed, const Parallelism &facts) {
  enterPhase("count loops");
  const Emission emission = countLoops(parsed.program, parsed.sources, facts, options.loopProfile);
  const std::optional<std::string> problem = sourcesOf(options, parsed.foreign, emission).commit();
  return problem ? fail(exitInput, *problem) : exitDone;
}

void printCompileCommand(const Options &options, const Target &target,
                         const Installation &installation) {
  const bool isOpenMp = options.emitFor == EmitFor::OpenMp;
  const std::string library = libraryFor(installation, target.triple);
  const std::vector<std::string> compiler =
      options.target.triple.empty() ? std::vector<std::string>{"cc"} : options.target.compiler;
  llvm::errs() << "kasuri: compile with: "
               << compileCommand(compiler, options.inputs, options.outputPaths,
                                 options.compilerFlags, isOpenMp ? nullptr : &installation, library)
               << '\n';
  if (!isOpenMp && library.empty() && !libraryFor(installation, "").empty())
    llvm::errs() << "kasuri: " << missingRuntimeText(target.triple) << '\n';
}

void printSummary(const Options &options, const Findings &findings, const Plan &plan,
                  const Machine &machine, const Target &target, const Installation &installation) {
  if (!options.quiet)
    llvm::errs() << "kasuri: "
                 << (options.programName.empty() ? "" : "'" + options.programName + "': ")
                 << summary(findings,
                            {estimateSpeedup(plan, machine, options.cores), options.cores},
                            options.missedRemarks)
                 << '\n';
  if (!options.quiet && !options.programName.empty() && !options.reportDirectory.empty())
    llvm::errs() << "kasuri: '" << options.programName << "': the report is "
                 << absolutePath(options.reportDirectory + "/report.html") << '\n';
  if (!options.quiet && options.missedRemarks && llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << "kasuri: 'kasuri explain KIND' says more about the word in brackets\n";
  if (!options.quiet && options.emitFor == EmitFor::OpenMp)
    if (const std::string reasons = openMpSummary(findings); !reasons.empty())
      llvm::errs() << "kasuri: not in OpenMP: " << reasons << '\n';
  if (options.showCompileCommand && !options.outputPaths.empty())
    printCompileCommand(options, target, installation);
}

/// Sources of several programs, most likely, that were given as one.
void warnOfRedefined(const FrontendResult &parsed) {
  const Program &program = parsed.program;
  const size_t shown = std::min<size_t>(parsed.redefined.size(), mostRedefined);
  for (size_t i = 0; i < shown; ++i) {
    const auto &[first, second] = parsed.redefined[i];
    llvm::errs() << toString(program, program[second].location) << ": warning: '"
                 << program[first].name << "' is defined here and at "
                 << toString(program, program[first].location)
                 << (program[first].name == "main" ? "; choose a program with --program, or let "
                                                     "-p find those of a build"
                                                   : "; a program has one definition")
                 << " [Redefined]\n";
  }
  if (parsed.redefined.size() > shown)
    llvm::errs() << "kasuri: warning: " << count(parsed.redefined.size() - shown, "function")
                 << " more with two definitions [Redefined]\n";
}

/// What the user promised and the sources contradict.
void printIgnored(const Program &program, const Parallelism &facts) {
  for (const IgnoredAnnotation &each : facts.ignored) {
    const Annotation &annotation = program[each.annotation];
    llvm::errs() << toString(program, annotation.location) << ": warning: '" << annotation.text
                 << "' is ignored: " << each.reason << " [Annotation]\n";
    if (each.place.valid())
      llvm::errs() << toString(program, each.place) << ": note: here\n";
  }
}

bool isPromise(Annotation::Kind kind) {
  switch (kind) {
  case Annotation::Kind::Independent:
  case Annotation::Kind::NoAlias:
  case Annotation::Kind::Distinct:
  case Annotation::Kind::Reduction:
  case Annotation::Kind::Pure:
    return true;
  case Annotation::Kind::TripCount:
  case Annotation::Kind::Exclude:
  case Annotation::Kind::KeepOrder:
  case Annotation::Kind::Whole:
  case Annotation::Kind::Deadline:
  case Annotation::Kind::Reordered:
  case Annotation::Kind::Generated:
  case Annotation::Kind::Columns:
    break;
  }
  return false;
}

Promises promisesOf(const Program &program, const Parallelism &facts) {
  Promises promises;
  for (size_t i = 0; i < program.annotations.size(); ++i) {
    const Annotation &each = program.annotations[i];
    const bool isIgnored = llvm::any_of(facts.ignored, [&](const IgnoredAnnotation &ignored) {
      return ignored.annotation.index() == i;
    });
    if (isPromise(each.kind) && !isIgnored)
      promises.push_back("'" + each.text + "' at " + toString(program, each.location));
  }
  return promises;
}

/// With kasuri/annotations.h, should the program's own flags not say where that is.
std::vector<SourceInput> withOurHeaders(std::vector<SourceInput> inputs,
                                        const Installation &installation) {
  if (!installation.includeDirectory.empty())
    for (SourceInput &input : inputs)
      for (std::vector<std::string> *flags : {&input.arguments, &input.compilerArguments})
        flags->insert(flags->end(), {"-idirafter", installation.includeDirectory});
  return inputs;
}

/// A source that is not analyzed may define a function of the C library, by which calls of all
/// other sources are understood. None of them is analyzed then.
std::optional<FrontendResult> parseInputs(const Options &options, std::vector<SourceInput> inputs,
                                          const Installation &installation) {
  CompilerBehind compiler(options.target);
  inputs = withOurHeaders(std::move(inputs), installation);
  const FrontendOptions choices = {
      .isNamedOutside = options.isNamedOutside,
      .floatingOrder = options.floatingOrder,
      .maxParts = maxPartsWithin(options.analysisBudget),
      .compilerTakes = [&](const SourceInput &input) { return compiler.takes(input); }};
  std::optional<FrontendResult> parsed = buildProgram(inputs, choices);
  if (parsed && !compiler.replacedFunction().empty()) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (llvm::none_of(parsed->foreign,
                        [&](const ForeignSource &each) { return each.input == i; }))
        inputs[i].unmodeled = "a source that Kasuri cannot analyze defines '" +
                              compiler.replacedFunction() + "', a function of the C library";
    parsed = buildProgram(inputs, choices);
  }
  if (parsed)
    for (const ForeignSource &each : parsed->foreign)
      llvm::errs() << each.warning << " [NotAnalyzed]\n";
  return parsed;
}

/// Of the units that are analyzed.
SourceAccounts accountsOf(const Options &options, const std::vector<ForeignSource> &foreign,
                          const Installation &installation) {
  std::vector<SourceInput> units;
  const std::vector<SourceInput> inputs = withOurHeaders(options.inputs, installation);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (llvm::none_of(foreign, [&](const ForeignSource &each) { return each.input == i; }))
      units.push_back(inputs[i]);
  return {std::move(units), CompilerBehind(options.target)};
}

/// The inputs with their new text.
std::vector<SourceInput> withTexts(std::vector<SourceInput> inputs,
                                   const std::vector<ForeignSource> &foreign,
                                   const std::map<size_t, std::string> &texts) {
  size_t unit = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (llvm::any_of(foreign, [&](const ForeignSource &each) { return each.input == i; }))
      continue;
    if (auto text = texts.find(unit++); text != texts.end())
      inputs[i].reordered = text->second;
  }
  return inputs;
}

constexpr unsigned mostUnfoldings = 3; ///< each costs the time of an analysis

ReorderOptions reorderOptions(const Options &options, SourceAccounts &accounts) {
  const auto compiledSums = [&accounts](size_t unit) {
    const std::optional<CompilerAccount> &account = accounts.of(unit);
    return account ? std::optional(account->sums) : std::nullopt;
  };
  return {.steps = options.analysisBudget / 20,
          .takesAll = options.minGain == 0,
          .tile = options.tile,
          .compiledSums = compiledSums};
}

/// Of the sources' text, or of one in which loops are unfolded: those that are reordered then.
Reordering findReordering(const Options &options, const Installation &installation,
                          const FrontendResult &parsed, const Parallelism &facts,
                          const ReorderOptions &choices) {
  std::set<SourceLocation> taken, kept;
  for (unsigned i = 0; i <= mostUnfoldings && !isTooLargeToCopy(parsed.program); ++i) {
    if (i == mostUnfoldings && taken.empty())
      break;
    // Loops in those that are kept have their turn, and at last none but what has been reordered.
    const Unfolding unfolding =
        unfoldLoops(parsed.program, parsed.sources, facts, [&](const SourceLocation &loop) {
          return i == mostUnfoldings ? taken.contains(loop) : !kept.contains(loop);
        });
    if (unfolding.texts.empty())
      break;
    const std::optional<FrontendResult> unfolded = parseInputs(
        options, withTexts(options.inputs, parsed.foreign, unfolding.texts), installation);
    const bool isTaken = unfolded && unfolded->foreign.size() == parsed.foreign.size();
    requireSound("reorder", isTaken ? verify(unfolded->program)
                                    : std::vector<std::string>{"the unfolded text has errors"});
    const UnfoldedSources its{unfolding, parsed.sources};
    const std::vector<AffineNest> nests =
        findNests(unfolded->program, options.analysisBudget, options.assumptions);
    Reordering reordering =
        reorderNests(unfolded->program, unfolded->sources, nests, choices, &its);
    const std::set<SourceLocation> reordered = reorderedOf(unfolding, reordering);
    if (reordered.size() == unfolding.loops.size())
      return reordering;
    for (const UnfoldedLoop &loop : unfolding.loops)
      (reordered.contains(loop.location) ? taken : kept).insert(loop.location);
  }
  return reorderNests(parsed.program, parsed.sources, facts.nests, choices);
}

/// In what the target's compiler and Clang differ about types; "": in nothing that is known.
std::string targetProblem(const Options &options, const ParsedSources &sources) {
  return sources.units.empty() ? ""
                               : differenceText(options.target, macrosOf(sources, compilerFacts()));
}

struct Deadline {
  double ns = 0;
  std::string function;
};

/// As the option says, or else as the sources do; or the exit status after a diagnostic.
std::variant<Deadline, int> findDeadline(const Options &options, const Program &program) {
  Deadline deadline{options.deadlineNs, options.deadlineFunction};
  if (options.mode != PowerMode::Deadline || deadline.ns > 0)
    return deadline;
  for (const Annotation &each : program.annotations) {
    if (each.kind != Annotation::Kind::Deadline ||
        (each.name == deadline.function && each.number == deadline.ns))
      continue;
    if (deadline.ns > 0)
      return fail(exitInput, "the sources set deadlines for '" + deadline.function + "' and for '" +
                                 each.name + "'; choose one with --deadline=TIME@FUNCTION");
    deadline = {each.number, each.name};
  }
  if (deadline.ns > 0)
    return deadline;
  return failUsage("--mode=deadline needs --deadline=TIME, such as 33ms or 33ms@function, or "
                   "KASURI_DEADLINE before a function");
}

/// The curves of a report go at least so far.
constexpr unsigned coresOfCurves = 16;

/// A plan for a deadline is one of its own for each number of cores, and is simulated as it is.
bool hasWiderCurves(const Options &options) {
  return options.mode == PowerMode::Fastest && !options.reportDirectory.empty() &&
         std::max(2u, options.cores) < coresOfCurves;
}

PlanOptions withCores(PlanOptions options, unsigned cores) {
  options.cores = cores;
  return options;
}

/// A plan for a machine on which the program does not run is most likely a mistake.
void checkMachine(const Options &options, const Target &target) {
  if (!canRun(options.machine.architecture, target.triple))
    llvm::errs() << "kasuri: warning: the machine '" << options.machine.name << "' is '"
                 << options.machine.architecture << "' and does not run programs for '"
                 << target.triple << "'"
                 << (options.target.triple.empty() ? "; --target=TRIPLE compiles for it" : "")
                 << '\n';
  else if (!isThisMachine(options.target.triple) && options.machineIsHost && !options.quiet)
    llvm::errs() << "kasuri: note: planned for " << count(options.cores, "core")
                 << " of this machine; --machine=FILE describes the target machine\n";
}

/// What is known of the sources before anything is changed or chosen.
struct Analyzed {
  std::optional<FrontendResult> parsed; ///< never empty
  Parallelism facts;
  std::vector<FixIt> fixIts;
  Deadline deadline;
};

Parallelism findFacts(const Options &options, const Program &program) {
  return withProgress("analyzing loops", [&] {
    return findParallelism(program, options.analysisBudget, options.assumptions);
  });
}

} // namespace

/// The phases behind the analysis of the sources; the exit status.
static int finish(const Options &options, const Installation &installation,
                  const Observers &observers, Analyzed known);

int compile(const Options &options, const Installation &installation, const Observers &observers) {
  // C text → functions, objects, a tree of regions, and values.
  enterPhase("model");
  std::optional<FrontendResult> parsed = parseInputs(options, options.inputs, installation);
  if (!parsed)
    return exitInput;
  if (std::string difference = targetProblem(options, parsed->sources); !difference.empty())
    return fail(exitInput, difference);
  requireSound("model", verify(parsed->program));
  warnOfRedefined(*parsed);
  checkMachine(options, parsed->target);
  if (!options.dumpFunction.empty() && !defines(parsed->program, options.dumpFunction))
    return fail(exitInput, "no function '" + options.dumpFunction + "' in the given sources");
  const std::variant<Deadline, int> deadline = findDeadline(options, parsed->program);
  if (const int *status = std::get_if<int>(&deadline))
    return *status;
  // Beyond this point the Program no longer changes.
  if (endsAfter(options, Phase::Model,
                [&] { return print(parsed->program, options.dumpFunction); }))
    return exitDone;

  // What may run in parallel: the verdict on each loop, the dependences between statements.
  enterPhase("analysis");
  Parallelism facts = findFacts(options, parsed->program);
  printIgnored(parsed->program, facts);
  if (observers.promises)
    *observers.promises = promisesOf(parsed->program, facts);
  if (endsAfter(options, Phase::Analysis,
                [&] { return print(parsed->program, facts, options.dumpFunction); }))
    return exitDone;

  // Instead of a parallel program, the sequential one with its loops counted.
  if (!options.loopProfile.empty())
    return writeCounted(options, *parsed, facts);

  // Obstacles of sequential loops → edits of the sources that deal with them.
  enterPhase("fix-its");
  std::vector<FixIt> fixIts;
  if (options.missedRemarks || !options.reportDirectory.empty() || observers.inspect)
    fixIts = findFixIts(parsed->program, parsed->sources, facts);
  Analyzed known{std::move(parsed), std::move(facts), std::move(fixIts),
                 std::get<Deadline>(deadline)};
  if (observers.filterFixIts && !known.fixIts.empty())
    observers.filterFixIts(known.parsed->program, known.fixIts,
                           [&](const Options &its, const Observers &theirs) {
                             return finish(its, installation, theirs, std::move(known));
                           });
  return finish(options, installation, observers, std::move(known));
}

static int finish(const Options &options, const Installation &installation,
                  const Observers &observers, Analyzed known) {
  auto &[parsed, facts, fixIts, deadline] = known;

  // Affine nests → text with a better order of their loops, which replaces the source's.
  enterPhase("reorder");
  SourceAccounts accounts = accountsOf(options, parsed->foreign, installation);
  const ReorderOptions choices = reorderOptions(options, accounts);
  Reordering reordering;
  if (options.mayReorder && options.claimsPath.empty())
    reordering = withProgress("reordering nests of loops", [&] {
      return findReordering(options, installation, *parsed, facts, choices);
    });
  if (!reordering.nests.empty()) {
    const auto readText = [&, foreign = parsed->foreign](const auto &texts) {
      parsed.reset(); // so that there is one tree of the sources at a time
      parsed = parseInputs(options, withTexts(options.inputs, foreign, texts), installation);
      const bool isTaken = parsed && parsed->foreign.size() == foreign.size();
      requireSound("reorder", isTaken ? verify(parsed->program)
                                      : std::vector<std::string>{"the new text has errors"});
    };
    std::vector<SourcePipeline> pipelines = pipelinesOf(parsed->program, facts);
    NewText text(parsed, reordering, std::exchange(facts, {}), choices, accounts, readText);
    const auto analyze = [&] {
      facts = reordering.nests.empty() ? text.takeFacts() : findFacts(options, parsed->program);
    };
    text.read();
    analyze();
    if (text.readWithout(lostPipelines(std::move(pipelines), parsed->program, facts)))
      analyze();
  }
  if (endsAfter(options, Phase::Reorder, [&] { return print(parsed->program, reordering); }))
    return exitDone;
  const Program &program = parsed->program;
  // Beyond this point it is known what is legal; the rest decides what pays.

  // Statements → macro-tasks, each with its earliest executable condition.
  enterPhase("graph");
  const MacroTaskGraph graph = buildMacroTaskGraph(program, facts);
  requireSound("graph", verify(graph));
  if (endsAfter(options, Phase::Graph, [&] { return print(program, graph, options.dumpFunction); }))
    return exitDone;

  // What each region costs: by estimate, or as profiles have measured it.
  enterPhase("cost");
  const ProfileMatch match = matchProfiles(program, graph, options.profiles);
  if (!match.foreign.empty())
    return fail(exitInput, foreignText(options.profiles[match.foreign.front()]));
  const CostModel cost = estimateCost(program, facts, costInputs(options, parsed->target, match));
  if (endsAfter(options, Phase::Cost, [&] { return print(program, cost, options.dumpFunction); }))
    return exitDone;

  // What of the code can stand in functions of its own, and what it takes along.
  enterPhase("movability");
  const bool isOpenMp = options.emitFor == EmitFor::OpenMp;
  const auto findMovable = isOpenMp ? findOpenMpMovability : findMovability;
  Movability movability = withProgress(
      "reading code to move", [&] { return findMovable(program, parsed->sources, facts, graph); });

  // Which layers run in parallel, and what each core does when.
  enterPhase("plan");
  // A layer has a table for two workers even in a plan for one core.
  const Machine machine = withCores(options.machine, std::max(2u, options.cores));
  const PlanOptions planOptions = {.cores = options.cores,
                                   .minGain = options.minGain,
                                   .dispatch = options.dispatch,
                                   .mayUseGroups = !isOpenMp,
                                   .mode = options.mode,
                                   .deadlineNs = deadline.ns,
                                   .deadlineFunction = deadline.function};
  const auto findPlan = [&] {
    return withProgress("planning", [&] {
      return choosePlan(program, facts, graph, movability, cost, machine, planOptions);
    });
  };
  Plan plan = findPlan();
  // Not what the compiler fuses otherwise in tasks than in the source: the output tells.
  const auto emitNamingLines = isOpenMp ? emitOpenMpNamingLines : emitParallelC;
  FusionCheck check(program, parsed->sources, graph, reordering, accounts, movability);
  while (
      options.claimsPath.empty() && check.isNeeded() &&
      check.refuse(plan, emitNamingLines(program, parsed->sources, facts, graph, movability, plan)))
    plan = findPlan();
  requireSound("plan", verify(graph, plan));
  if (!plan.deadlineProblem.empty()) {
    if (!plan.isBeyondDeadline || !cost.measured.empty())
      return fail(exitInput, plan.deadlineProblem);
    llvm::errs() << "kasuri: warning: by estimate, " << plan.deadlineProblem
                 << "; the plan is for the shortest time, and --profile would give measured "
                    "times\n";
  }
  if (endsAfter(options, Phase::Plan,
                [&] { return print(program, graph, plan, options.dumpFunction); }))
    return exitDone;

  // The plan, as changes to the original text.
  enterPhase("emit");
  const auto emit = isOpenMp ? emitOpenMp : emitParallelC;
  const Emission emission = emit(program, parsed->sources, facts, graph, movability, plan);
  requireSound("emit", emission.problems);
  if (endsAfter(options, Phase::Emit, [&] { return print(emission); }))
    return exitDone;
  // Beyond this point everything is decided; the rest tells the user and writes files.

  // What happened to each loop and layer, for people and for tools.
  enterPhase("report");
  const Findings findings = collectFindings(program, facts, graph, cost, machine, plan);
  const std::vector<Remark> remarks =
      buildRemarks(program, facts, graph, cost, machine, plan, findings, fixIts, reordering.nests,
                   reordering.kept);
  if (observers.inspect)
    observers.inspect({program, findings, cost, remarks});
  printRemarks(llvm::errs(), program, remarks,
               {options.remarks, options.missedRemarks, options.analysisRemarks});
  Outputs outputs = sourcesOf(options, parsed->foreign, emission);
  if (observers.report || !options.reportDirectory.empty()) {
    // What the curves show beyond the plan's cores; nothing of it is emitted.
    const bool isWide = hasWiderCurves(options);
    const Machine wideMachine = withCores(options.machine, isWide ? coresOfCurves : 1);
    const Plan widePlan = isWide ? choosePlan(program, facts, graph, movability, cost, wideMachine,
                                              withCores(planOptions, coresOfCurves))
                                 : Plan();
    const std::string json = reportJson(program, facts, graph, cost, machine, plan, findings,
                                        {.generated = emission.layers,
                                         .nests = reordering.nests,
                                         .widePlan = isWide ? &widePlan : nullptr,
                                         .wideMachine = isWide ? &wideMachine : nullptr});
    if (observers.report)
      *observers.report = json;
    if (!options.reportDirectory.empty()) {
      SourceLines sources;
      outputs.add(options.reportDirectory + "/report.html", reportHtml(json, sources));
      outputs.add(options.reportDirectory + "/report.json", json);
      outputs.add(options.reportDirectory + "/report.sarif", reportSarif(program, remarks));
      outputs.add(options.reportDirectory + "/graph.dot", graphDot(program, graph, plan, findings));
      outputs.add(options.reportDirectory + "/schedule.trace.json", scheduleTrace(plan));
    }
  }
  if (!options.claimsPath.empty())
    outputs.add(options.claimsPath, claimsJson(program, findClaims(program, options.analysisBudget,
                                                                   options.assumptions)));
  if (std::optional<std::string> problem = outputs.commit())
    return fail(exitInput, *problem);
  printProfileSummary(options, match, cost);
  printSummary(options, findings, plan, machine, parsed->target, installation);
  return exitDone;
}

} // namespace kasuri
