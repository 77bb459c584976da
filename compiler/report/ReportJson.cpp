#include "report/ReportJson.h"

#include "analysis/library/LibraryFunctions.h"
#include "model/Regions.h"
#include "plan/ProgramRun.h"
#include "report/JsonParts.h"
#include "report/LoopText.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

void reductions(OStream &out, const Program &program, const LoopFacts &facts) {
  out.attributeArray("reductions", [&] {
    for (const Reduction &each : facts.reductions)
      out.object([&] {
        out.attribute("name", utf8(each.name));
        out.attribute("operator", StringRef(symbol(each.kind)));
        out.attribute("floating", each.isFloating);
        out.attribute("inOrder", each.isOrdered());
        out.attribute("arrayBytes",
                      each.isHistogram() ? static_cast<int64_t>(each.place->bytes) : 0);
      });
  });
  out.attributeArray("inductions", [&] {
    for (const Induction &each : facts.inductions)
      out.object([&] {
        out.attribute("name", utf8(program[each.object].name));
        out.attribute("step", each.step);
      });
  });
}

/// Of what the user has granted, that which the loop relies on.
Assumptions reliedOnBy(const LoopFacts &facts) {
  return {.assertionsHold = facts.assumesAssertions && facts.isParallel,
          .inputIsHandled = assumes(facts, &Pipeline::assumesInput),
          .exitsAreFit = assumes(facts, &Pipeline::assumesExits)};
}

/// And that which any loop, or a statement, of the program relies on.
Assumptions reliedOnBy(const Parallelism &facts) {
  Assumptions all{.assertionsHold = !facts.assumedAssertions.empty()};
  for (const LoopFacts &loop : facts.loops) {
    const Assumptions its = reliedOnBy(loop);
    all.inputIsHandled |= its.inputIsHandled;
    all.exitsAreFit |= its.exitsAreFit;
  }
  return all;
}

/// By the names that the option has for them.
void assumptions(OStream &out, const Assumptions &reliedOn) {
  out.attributeArray("assumptions", [&] {
    if (reliedOn.assertionsHold)
      out.value("assertions");
    if (reliedOn.inputIsHandled)
      out.value("input");
    if (reliedOn.exitsAreFit)
      out.value("exits");
  });
}

/// What the user has promised in the sources, as far as anything relies on it.
void promises(OStream &out, const Program &program, const std::set<AnnotationId> &all) {
  out.attributeArray("promises", [&] {
    for (AnnotationId each : all)
      out.object([&] {
        writePlaceFields(out, program, program[each].location);
        out.attribute("kind", StringRef(name(program[each].kind)));
        out.attribute("text", utf8(program[each].text));
      });
  });
}

/// Of everything that may run in parallel.
std::set<AnnotationId> promisesOf(const Parallelism &facts) {
  std::set<AnnotationId> all = facts.promises;
  for (const LoopFacts &each : facts.loops)
    all.insert(each.promises.begin(), each.promises.end());
  return all;
}

/// With fewer iterations it runs in order.
int64_t fewestTrips(const PlannedLayer &layer, RegionId loop) {
  int64_t fewest = layer.minimumTrip;
  for (const PlannedTask &task : layer.tasks)
    if (task.splitLoop == loop)
      fewest = std::max(fewest, task.fewestTrips);
  return fewest;
}

/// What the emitted code tests before it runs the loop in parallel, or would.
void guards(OStream &out, const Plan &plan, const LoopFinding &finding) {
  out.attributeArray("guards", [&] {
    const int64_t fewest =
        finding.isPlanned ? fewestTrips(plan.layers[finding.layer], finding.loop) : 0;
    if (fewest > 0)
      out.object([&] {
        out.attribute("kind", "MinimumTrip");
        out.attribute("minimum", fewest);
      });
    for (const Guard &each : finding.guards)
      writeGuard(out, each);
  });
}

/// Lines of the statements of each, where the body falls into several.
void components(OStream &out, const Program &program, const LoopFacts &facts) {
  out.attributeArray("components", [&] {
    if (facts.distribution)
      for (const std::vector<RegionId> &component : facts.distribution->components)
        out.array([&] {
          for (RegionId statement : component)
            out.value(static_cast<int64_t>(program[statement].location.line));
        });
  });
}

/// Of a loop that is a macro-task; what was not measured is null.
void measurement(OStream &out, const CostModel &cost, RegionId loop) {
  const RegionCost &its = cost.of(loop);
  if (its.isMeasured) {
    writeNumber(out, "measuredShare", cost.shareOf(loop), 6);
    writeNanoseconds(out, "measuredNs", its.perExecutionNs);
    writeNanoseconds(out, "measuredDeviationNs", its.deviationNs);
  } else {
    for (const char *key : {"measuredShare", "measuredNs", "measuredDeviationNs"})
      out.attribute(key, nullptr);
  }
  out.attribute("confidence", its.isSampled ? "sampled" : StringRef(name(its.confidence)));
}

/// What it is recognized by in another report.
void identity(OStream &out, const Program &program, RegionId loop, LoopTexts &texts) {
  const LoopText text = texts.of(loop);
  out.attribute("depth", static_cast<int64_t>(loopDepth(program, loop) - 1));
  out.attribute("head", utf8(text.head));
  out.attribute("digest", text.digest);
}

void loop(OStream &out, const Program &program, const LoopFinding &finding, const LoopFacts &facts,
          const CostModel &cost, const Plan &plan, LoopTexts &texts) {
  const Region &region = program[finding.loop];
  const RegionCost &estimate = cost.of(finding.loop);
  out.object([&] {
    writePlaceFields(out, program, locationOf(program, finding.loop));
    out.attribute("endLine", static_cast<int64_t>(region.end.line));
    out.attribute("function", utf8(program[region.function].name));
    identity(out, program, finding.loop, texts);
    out.attribute("verdict", StringRef(name(finding.verdict)));
    out.attribute("planned", finding.isPlanned);
    out.attribute("insidePlanned", finding.isInsidePlanned);
    out.attribute("kind", finding.kind);
    if (finding.isPlanned)
      out.attribute("layer", static_cast<int64_t>(finding.layer));
    else
      out.attribute("layer", nullptr);
    if (region.counted.variable.valid())
      out.attribute("counter", utf8(program[region.counted.variable].name));
    else
      out.attribute("counter", nullptr);
    writePrivates(out, program, facts.privates, facts.blocks);
    reductions(out, program, facts);
    guards(out, plan, finding);
    assumptions(out, reliedOnBy(facts));
    promises(out, program, facts.promises);
    components(out, program, facts);
    out.attributeArray("inOrder", [&] {
      for (unsigned line : linesInOrder(program, facts))
        out.value(static_cast<int64_t>(line));
    });
    writeObstacles(out, program, finding.obstacles);
    out.attributeBegin("noPipeline");
    if (finding.noPipeline)
      writeObstacle(out, program, *finding.noPipeline);
    else
      out.value(nullptr);
    out.attributeEnd();
    writeNumber(out, "estimatedShare", cost.estimatedShareOf(finding.loop), 6);
    writeNanoseconds(out, "estimatedNs", estimate.estimatedNs);
    measurement(out, cost, finding.loop);
    writeNumber(out, "estimatedTrips", estimate.trips, 1);
    out.attribute("tripsGuessed", !estimate.knowsTrips());
  });
}

void counts(OStream &out, const MacroTaskGraph &graph, const Findings &findings) {
  auto loopsThat = [&](auto predicate) {
    return static_cast<int64_t>(
        std::count_if(findings.loops.begin(), findings.loops.end(), predicate));
  };
  int64_t macroTasks = 0;
  for (const Layer &each : graph.layers)
    macroTasks += static_cast<int64_t>(each.tasks.size());
  out.attributeObject("counts", [&] {
    out.attribute("loops", static_cast<int64_t>(findings.loops.size()));
    out.attribute("loopsPlanned", loopsThat([](const auto &each) { return each.isPlanned; }));
    out.attribute("loopsGuarded", loopsThat([](const auto &each) {
                    return each.isPlanned && !each.guards.empty();
                  }));
    for (Verdict verdict : {Verdict::Parallel, Verdict::NotWorthIt, Verdict::Sequential})
      out.attribute(name(verdict),
                    loopsThat([&](const auto &each) { return each.verdict == verdict; }));
    out.attribute("layerCandidates", static_cast<int64_t>(graph.layers.size()));
    out.attribute("macroTasks", macroTasks);
  });
}

/// Of the plan, and beyond its cores of the wide one.
void speedupLimits(OStream &out, const Plan &plan, const ReportExtras &extras) {
  std::vector<double> limits = plan.speedupLimit;
  if (extras.widePlan)
    for (size_t i = limits.size(); i < extras.widePlan->speedupLimit.size(); ++i)
      limits.push_back(extras.widePlan->speedupLimit[i]);
  out.attributeArray("speedupLimit", [&] {
    for (size_t i = 0; i < limits.size(); ++i)
      out.object([&] {
        out.attribute("cores", static_cast<int64_t>(i + 1));
        writeNumber(out, "limit", limits[i], 4);
      });
  });
}

/// Functions that the program calls and whose effects are taken from the table of the C library.
void libraryFunctions(OStream &out, const Program &program) {
  std::set<std::string_view> names;
  for (const Instruction &each : program.values)
    if (each.op == Op::Call && !each.callee.valid() && findLibraryFunction(each.calleeName))
      names.insert(each.calleeName);
  out.attributeArray("libraryFunctions", [&] {
    for (std::string_view each : names)
      out.value(StringRef(each));
  });
}

/// Of the whole program, by simulation; beyond the machine's cores of the wide plan.
void curves(OStream &out, const Plan &plan, const Machine &machine, const ReportExtras &extras) {
  const double inOrderNs = simulateSpan(plan, wholeProgram(plan), machine, 1).ns;
  const size_t most = extras.wideMachine ? extras.wideMachine->cores.size() : 0;
  out.attributeArray("curves", [&] {
    for (unsigned cores = 1; inOrderNs > 0 && cores <= std::max(most, machine.cores.size());
         ++cores)
      out.object([&] {
        const bool isWide = cores > machine.cores.size();
        const Plan &its = isWide ? *extras.widePlan : plan;
        const ProgramRun run =
            simulateSpan(its, wholeProgram(its), isWide ? *extras.wideMachine : machine, cores);
        out.attribute("cores", static_cast<int64_t>(cores));
        writeNumber(out, "speedup", inOrderNs / run.ns, 4);
        if (machine.hasPower)
          writeNumber(out, "energyMj", run.energyNj * 1e-6, 6);
        writeNumber(out, "utilisation", run.utilisation(), 4);
      });
  });
}

/// Nests whose loops have another order, with the text that stands for them.
void reordered(OStream &out, const Program &program, const std::vector<ReorderedNest> &nests) {
  out.attributeArray("reordered", [&] {
    for (const ReorderedNest &each : nests)
      out.object([&] {
        writePlaceFields(out, program, each.location);
        out.attribute("endLine", static_cast<int64_t>(each.end.line));
        out.attribute("function", utf8(program[each.function].name));
        out.attribute("what", each.what);
        writeNumber(out, "gain", each.gain, 4);
        out.attribute("condition", utf8(each.condition));
        out.attribute("generated", utf8(each.text));
      });
  });
}

void sourceFiles(OStream &out, const Program &program) {
  out.attributeArray("sources", [&] {
    for (const SourceFile &each : program.files)
      if (each.isMain)
        out.value(utf8(each.path));
  });
}

} // namespace

std::string reportJson(const Program &program, const Parallelism &facts,
                       const MacroTaskGraph &graph, const CostModel &cost, const Machine &machine,
                       const Plan &plan, const Findings &findings, const ReportExtras &extras) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("format", "kasuri-report");
    out.attribute("version", reportVersion);
    sourceFiles(out, program);
    counts(out, graph, findings);
    writeNanoseconds(out, "estimatedProgramNs", cost.estimatedProgramNs);
    if (cost.measured.empty())
      out.attribute("measuredProgramNs", nullptr);
    else
      writeNanoseconds(out, "measuredProgramNs", cost.programNs);
    speedupLimits(out, plan, extras);
    curves(out, plan, machine, extras);
    writeMachine(out, machine);
    writePace(out, program, plan);
    writeObstacles(out, program, facts.programObstacles);
    assumptions(out, reliedOnBy(facts));
    promises(out, program, promisesOf(facts));
    libraryFunctions(out, program);
    out.attributeArray("loops", [&] {
      LoopTexts texts(program);
      for (const LoopFinding &each : findings.loops)
        loop(out, program, each, *facts.factsOf(each.loop), cost, plan, texts);
    });
    reordered(out, program, extras.nests);
    writeLayers(out, program, graph, cost, machine, plan, findings, extras.generated);
    if (extras.widePlan)
      writeWidePlan(
          out, program, graph, cost, *extras.wideMachine, *extras.widePlan,
          collectFindings(program, facts, graph, cost, *extras.wideMachine, *extras.widePlan),
          machine.cores.size() + 1);
    writeGraph(out, program, facts, graph, cost, plan);
  });
  stream << '\n';
  return result;
}

} // namespace kasuri
