#include "driver/SimulateCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "plan/Modes.h"
#include "plan/Pieces.h"
#include "plan/Power.h"
#include "report/ReadReport.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>
#include <vector>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr unsigned mostCores = 64;

struct CommandLine {
  cl::opt<std::string> report{cl::Positional, cl::desc("<report.json>"), cl::cat(ourOptions())};
  cl::opt<std::string> machine{
      "machine", cl::value_desc("file"), cl::cat(ourOptions()),
      cl::desc("On the machine that <file> describes, or a described board (default: this one)")};
  cl::opt<std::string> cores{"cores", cl::value_desc("list"), cl::cat(ourOptions()),
                             cl::desc("For so many cores: 4, 1-8, or 1,2,4 (1 to 64; default: 1 to "
                                      "those of the machine)")};
  cl::opt<bool> replan{"replan", cl::cat(ourOptions()),
                       cl::desc("Schedule the tasks for this machine, instead of replaying the "
                                "tables of the report")};
  cl::opt<std::string> until{
      "until", cl::value_desc("time"), cl::cat(ourOptions()),
      cl::desc("Compare the energy until then (33ms, 15s) with that of racing to idle and of "
               "spinning at the highest frequency")};
  cl::opt<bool> layers{"layers", cl::cat(ourOptions()), cl::desc("Show each layer, too")};
  cl::opt<bool> json{"json", cl::cat(ourOptions()), cl::desc("Print JSON")};
};

/// "1-4,8" as numbers; empty if it is none of that.
std::vector<unsigned> parseCores(llvm::StringRef text) {
  std::set<unsigned> cores;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [from, to] = part.split('-');
    unsigned first = 0, last = 0;
    if (from.getAsInteger(10, first) || (part.contains('-') ? to : from).getAsInteger(10, last) ||
        first < 1 || last > mostCores || first > last)
      return {};
    for (unsigned each = first; each <= last; ++each)
      cores.insert(each);
  }
  return {cores.begin(), cores.end()};
}

struct Curve {
  std::vector<ProgramRun> runs = {};
  double inOrderNs = 0;
  const Machine &machine;
};

/// In mJ, of all cores until a time that is not before the end of the run; what else is on the
/// board draws the same in each case, and is left out.
struct Energies {
  unsigned cores = 1;
  double planned = 0;
  double racing = 0;   ///< the same tables without levels and gating, then idle
  double spinning = 0; ///< all cores at their fastest all the time, as busy waiting does
  bool isLate = false;
};

void loseLevels(Plan &plan) {
  for (PlannedLayer &layer : plan.layers)
    for (PlannedTable &table : layer.tables)
      for (auto &rows : table.rows)
        for (PlannedRow &row : rows) {
          row.level = keepLevel;
          row.idle = 0;
        }
}

double energyUntil(const ProgramRun &run, const Machine &machine, double untilNs) {
  return run.energyNj * 1e-6 + std::max(0.0, untilNs - run.ns) * idleMachineMw(machine) * 1e-9 -
         untilNs * machine.baseMw * 1e-9;
}

Energies energiesOf(const ProgramRun &run, const Plan &racing, const Machine &machine,
                    double untilNs) {
  const unsigned cores = run.cores;
  const ProgramRun race = simulateSpan(racing, wholeProgram(racing), machine, cores);
  double mw = 0;
  for (size_t i = 0; i < machine.cores.size(); ++i)
    mw += i < cores ? machine.domains[machine.cores[i].domain].points.front().activeMw
                    : idlePowerMw(machine, machine.cores[i], untilNs);
  return {.cores = cores,
          .planned = energyUntil(run, machine, untilNs),
          .racing = energyUntil(race, machine, untilNs),
          .spinning = mw * untilNs * 1e-9,
          .isLate = run.ns > untilNs};
}

void printEnergies(llvm::raw_ostream &out, const std::vector<Energies> &all, double untilNs) {
  out << llvm::format("\nmodelled energy of the cores in %.3f ms:\n", untilNs * 1e-6)
      << "cores  planned mJ  race to idle mJ  saved %  spinning at the highest mJ  saved %\n";
  for (const Energies &each : all) {
    out << llvm::format("%5u  %10.3f  %15.3f  %7.1f  %26.3f  %7.1f", each.cores, each.planned,
                        each.racing, 100 * (1 - each.planned / each.racing), each.spinning,
                        100 * (1 - each.planned / each.spinning));
    out << (each.isLate ? "  late\n" : "\n");
  }
}

double percent(double part, const ProgramRun &run) { return 100 * part / (run.ns * run.cores); }

void printRuns(llvm::raw_ostream &out, const Curve &curve) {
  out << "cores     time ms  speedup" << (curve.machine.hasPower ? "   energy mJ" : "")
      << "  work %  wait %  signal %  dispatch %  switch %  start %  in order %\n";
  for (const ProgramRun &run : curve.runs) {
    out << llvm::format("%5u %11.3f %8.2f", run.cores, run.ns * 1e-6, curve.inOrderNs / run.ns);
    if (curve.machine.hasPower)
      out << llvm::format(" %11.3f", run.energyNj * 1e-6);
    out << llvm::format("  %6.1f  %6.1f  %8.2f  %10.2f", percent(run.times.workNs, run),
                        percent(run.times.waitNs, run), percent(run.times.signalNs, run),
                        percent(run.times.dispatchNs, run))
        << llvm::format("  %8.2f  %7.2f  %10.1f\n", percent(run.times.switchNs, run),
                        percent(run.startNs, run), percent(run.sequentialNs, run));
  }
}

void writeRuns(llvm::raw_ostream &stream, const Curve &curve) {
  llvm::json::OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("format", "kasuri-simulation");
    out.attribute("version", 1);
    out.attribute("machine", curve.machine.name);
    out.attribute("inOrderNs", curve.inOrderNs);
    out.attributeArray("runs", [&] {
      for (const ProgramRun &run : curve.runs)
        out.object([&] {
          out.attribute("cores", run.cores);
          out.attribute("ns", run.ns);
          out.attribute("speedup", curve.inOrderNs / run.ns);
          if (curve.machine.hasPower)
            out.attribute("energyMj", run.energyNj * 1e-6);
          out.attribute("utilisation", run.utilisation());
          out.attribute("workNs", run.times.workNs);
          out.attribute("waitNs", run.times.waitNs);
          out.attribute("signalNs", run.times.signalNs);
          out.attribute("dispatchNs", run.times.dispatchNs);
          out.attribute("switchNs", run.times.switchNs);
          out.attribute("startNs", run.startNs);
          out.attribute("inOrderNs", run.sequentialNs);
        });
    });
  });
  stream << '\n';
}

void printLayers(llvm::raw_ostream &out, const Plan &plan, const Machine &machine, unsigned cores) {
  out << "\n" << cores << " cores, one execution each:\n";
  out << "     times      in order us  parallel us  speedup  layer\n";
  for (const PlannedLayer &layer : plan.layers) {
    const PlannedTable table = tableFor(layer, machine, cores);
    const double ns =
        simulate(table, machine).makespanNs + startAndEndNs(layer, machine, table.workers);
    out << llvm::format("%10.0f  %15.3f  %11.3f  %7.2f  ", layer.executions,
                        layer.sequentialNs * 1e-3, ns * 1e-3, layer.sequentialNs / ns)
        << layer.name << "\n";
  }
}

Machine withAtLeast(const Machine &machine, unsigned cores) {
  return withCores(machine, std::max<unsigned>(cores, machine.cores.size()));
}

void replan(Plan &plan, const Machine &machine, unsigned cores) {
  for (PlannedLayer &layer : plan.layers) {
    layer.tables.clear();
    layer.plannedCores = std::max(2u, cores);
    for (unsigned workers = 2; workers <= layer.plannedCores; ++workers)
      layer.tables.push_back(scheduleLayer(layer, machine, workers));
  }
  planFastest(plan, machine);
}

} // namespace

int simulateReport(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  std::vector<const char *> words(arguments.begin() + 1, arguments.end());
  words.front() = "kasuri simulate";
  if (std::optional<int> status = parseArguments(
          words, "kasuri simulate: what a plan would do on a machine, and where the time goes\n\n"
                 "  kasuri a.c -o out/ --report=out/ && kasuri simulate out/report.json\n"))
    return *status;
  if (line.report.empty())
    return failUsage("no report.json to simulate");
  auto found = findMachine(line.machine, arguments.front());
  if (int *status = std::get_if<int>(&found))
    return *status;
  const Machine &given = std::get<Machine>(found);
  std::vector<unsigned> cores = parseCores(line.cores);
  if (!line.cores.empty() && cores.empty())
    return failUsage("--cores='" + line.cores + "' is no list of numbers from 1 to 64");
  for (unsigned each = 1;
       line.cores.empty() && each <= std::min<size_t>(mostCores, given.cores.size()); ++each)
    cores.push_back(each);

  const std::optional<double> untilNs = parseTime(line.until);
  if (!line.until.empty() && !untilNs)
    return failUsage("--until='" + line.until + "' is no time; give it as 33ms");
  if (untilNs && !given.hasPower)
    return failUsage("--until needs a machine whose powers are known");

  auto read = readInput(line.report, line.report, readPlan);
  if (int *status = std::get_if<int>(&read))
    return *status;
  Plan &plan = std::get<Plan>(read);
  if (line.replan)
    replan(plan, withCores(given, cores.back()), cores.back());

  Curve curve{.machine = given};
  const Span span = wholeProgram(plan);
  for (unsigned each : cores)
    curve.runs.push_back(simulateSpan(plan, span, withAtLeast(given, each), each));
  curve.inOrderNs = simulateSpan(plan, span, given, 1).ns;
  if (line.json)
    writeRuns(llvm::outs(), curve);
  else
    printRuns(llvm::outs(), curve);
  if (untilNs && !line.json) {
    std::vector<Energies> energies;
    Plan racing = plan;
    loseLevels(racing);
    for (const ProgramRun &run : curve.runs)
      energies.push_back(energiesOf(run, racing, withAtLeast(given, run.cores), *untilNs));
    printEnergies(llvm::outs(), energies, *untilNs);
  }
  if (line.layers && !line.json && cores.back() > 1)
    printLayers(llvm::outs(), plan, withCores(given, cores.back()), cores.back());
  return exitDone;
}

} // namespace kasuri
