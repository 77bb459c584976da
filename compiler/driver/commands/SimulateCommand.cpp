#include "driver/commands/SimulateCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "plan/Groups.h"
#include "plan/Modes.h"
#include "plan/Pieces.h"
#include "plan/Power.h"
#include "report/ReadReport.h"
#include "support/ParseTime.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr unsigned maxCores = 64;

struct CommandLine {
  cl::opt<std::string> report{cl::Positional, cl::desc("<report.json>"), cl::cat(ourOptions())};
  cl::opt<std::string> machine{
      "machine", cl::value_desc("file|board"), cl::cat(ourOptions()),
      cl::desc(
          "Simulate the machine that <file> describes, or a known board (default: this machine)")};
  cl::opt<std::string> cores{
      "cores", cl::value_desc("list"), cl::cat(ourOptions()),
      cl::desc(
          "Numbers of cores: 4, 1-8, or 1,2,4 (1 to 64; default: 1 to the number of the machine)")};
  cl::opt<bool> replan{
      "replan", cl::cat(ourOptions()),
      cl::desc("Compute new schedules for the machine instead of replaying those of the report")};
  cl::opt<std::string> until{"until", cl::value_desc("time"), cl::cat(ourOptions()),
                             cl::desc("Compare the energy over this time (33ms, 15s) with that of "
                                      "racing to idle and of spinning at the highest frequency")};
  cl::opt<bool> layers{"layers", cl::cat(ourOptions()), cl::desc("Also show each layer")};
  cl::opt<bool> json{"json", cl::cat(ourOptions()), cl::desc("Print JSON")};
};

/// What the command line asks for.
struct Request {
  Machine machine;
  std::vector<unsigned> cores; ///< ascending, not empty
  std::optional<double> untilNs;
};

Machine withAtLeast(const Machine &machine, unsigned cores) {
  return withCores(machine, std::max<unsigned>(cores, machine.cores.size()));
}

/// In mJ, of all cores until a time that is not before the end of the run; what else is on the
/// board draws the same in each case, and is left out.
struct Energies {
  unsigned cores = 1;
  double planned = 0;
  double racing = 0;   ///< the same tables without levels and gating, then idle
  double spinning = 0; ///< all cores at their fastest all the time, as busy waiting does
  bool isLate = false;
};

/// One execution of a layer.
struct LayerRun {
  std::string name;
  unsigned cores = 1;
  double executions = 0;
  double inOrderNs = 0;
  double ns = 0;
  bool isInGroups = false;
};

struct Simulated {
  std::vector<ProgramRun> runs;   ///< by number of cores, as asked for
  double inOrderNs = 0;           ///< the program on one core
  std::vector<Energies> energies; ///< by number of cores; none: not asked for
  std::vector<LayerRun> layers;   ///< on the most cores; none: not asked for
};

void loseLevels(Plan &plan) {
  plan.pace.reset();
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

std::vector<Energies> energiesOf(const std::vector<ProgramRun> &runs, const Plan &plan,
                                 const Machine &machine, double untilNs) {
  Plan racing = plan;
  loseLevels(racing);
  std::vector<Energies> all;
  for (const ProgramRun &run : runs)
    all.push_back(energiesOf(run, racing, withAtLeast(machine, run.cores), untilNs));
  return all;
}

std::vector<LayerRun> runsOfLayers(const Plan &plan, const Machine &machine, unsigned cores) {
  std::vector<LayerRun> runs;
  for (const PlannedLayer &layer : plan.layers) {
    const PlannedTable table = tableFor(plan.layers, layer, machine, cores);
    runs.push_back({.name = layer.name,
                    .cores = cores,
                    .executions = layer.executions,
                    .inOrderNs = layer.sequentialNs / machine.cores.front().speed,
                    .ns = simulate(table, machine).makespanNs +
                          startAndEndNs(layer, machine, table.rows.size()),
                    .isInGroups = !layer.runsAlone});
  }
  return runs;
}

void printEnergies(llvm::raw_ostream &out, const std::vector<Energies> &all, double untilNs) {
  out << llvm::format("\nmodeled energy of the cores in %.3f ms:\n", untilNs * 1e-6)
      << "cores  planned mJ  race to idle mJ  saved %  spinning at the highest mJ  saved %\n";
  for (const Energies &each : all) {
    out << llvm::format("%5u  %10.3f  %15.3f  %7.1f  %26.3f  %7.1f", each.cores, each.planned,
                        each.racing, 100 * (1 - each.planned / each.racing), each.spinning,
                        100 * (1 - each.planned / each.spinning));
    out << (each.isLate ? "  late\n" : "\n");
  }
}

double percent(double part, const ProgramRun &run) { return 100 * part / (run.ns * run.cores); }

void printRuns(llvm::raw_ostream &out, const Simulated &all, bool hasPower) {
  out << "cores     time ms  speedup" << (hasPower ? "   energy mJ" : "")
      << "  work %  wait %  signal %  dispatch %  switch %  start %  in order %\n";
  for (const ProgramRun &run : all.runs) {
    out << llvm::format("%5u %11.3f %8.2f", run.cores, run.ns * 1e-6, all.inOrderNs / run.ns);
    if (hasPower)
      out << llvm::format(" %11.3f", run.energyNj * 1e-6);
    out << llvm::format("  %6.1f  %6.1f  %8.2f  %10.2f", percent(run.times.workNs, run),
                        percent(run.times.waitNs, run), percent(run.times.signalNs, run),
                        percent(run.times.dispatchNs, run))
        << llvm::format("  %8.2f  %7.2f  %10.1f\n", percent(run.times.switchNs, run),
                        percent(run.startNs, run), percent(run.sequentialNs, run));
  }
}

void printLayers(llvm::raw_ostream &out, const std::vector<LayerRun> &runs) {
  if (runs.empty())
    return;
  out << "\n" << runs.front().cores << " cores, one execution each:\n";
  out << "     times      in order us  parallel us  speedup  layer\n";
  for (const LayerRun &run : runs)
    out << llvm::format("%10.0f  %15.3f  %11.3f  %7.2f  ", run.executions, run.inOrderNs * 1e-3,
                        run.ns * 1e-3, run.inOrderNs / run.ns)
        << run.name << (run.isInGroups ? ", in groups\n" : "\n");
}

void print(llvm::raw_ostream &out, const Simulated &all, const Request &request) {
  printRuns(out, all, request.machine.hasPower);
  if (request.untilNs)
    printEnergies(out, all.energies, *request.untilNs);
  printLayers(out, all.layers);
}

void writeRun(llvm::json::OStream &out, const ProgramRun &run, double inOrderNs, bool hasPower) {
  out.object([&] {
    out.attribute("cores", run.cores);
    out.attribute("ns", run.ns);
    out.attribute("speedup", inOrderNs / run.ns);
    if (hasPower)
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
}

void writeEnergies(llvm::json::OStream &out, const std::vector<Energies> &all, double untilNs) {
  out.attributeObject("until", [&] {
    out.attribute("ns", untilNs);
    out.attributeArray("energies", [&] {
      for (const Energies &each : all)
        out.object([&] {
          out.attribute("cores", each.cores);
          out.attribute("plannedMj", each.planned);
          out.attribute("raceToIdleMj", each.racing);
          out.attribute("spinningMj", each.spinning);
          out.attribute("late", each.isLate);
        });
    });
  });
}

void writeLayers(llvm::json::OStream &out, const std::vector<LayerRun> &runs) {
  out.attributeArray("layers", [&] {
    for (const LayerRun &run : runs)
      out.object([&] {
        out.attribute("name", run.name);
        out.attribute("cores", run.cores);
        out.attribute("inGroups", run.isInGroups);
        out.attribute("executions", run.executions);
        out.attribute("inOrderNs", run.inOrderNs);
        out.attribute("ns", run.ns);
        out.attribute("speedup", run.inOrderNs / run.ns);
      });
  });
}

void write(llvm::raw_ostream &stream, const Simulated &all, const Request &request) {
  llvm::json::OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("format", "kasuri-simulation");
    out.attribute("version", 1);
    out.attribute("machine", request.machine.name);
    out.attribute("inOrderNs", all.inOrderNs);
    out.attributeArray("runs", [&] {
      for (const ProgramRun &run : all.runs)
        writeRun(out, run, all.inOrderNs, request.machine.hasPower);
    });
    if (request.untilNs)
      writeEnergies(out, all.energies, *request.untilNs);
    if (!all.layers.empty())
      writeLayers(out, all.layers);
  });
  stream << '\n';
}

/// How late workers wake, and how uneven they are, was measured on another machine, whose clock has
/// other levels.
void forgetLateness(Plan &plan) {
  plan.pace.reset();
  for (PlannedLayer &layer : plan.layers) {
    layer.wakeNs = layer.unevenness = 0;
    for (PlannedTable &table : layer.tables)
      table.wakeNs = 0;
  }
}

void replan(Plan &plan, const Machine &machine, unsigned cores) {
  plan.pace.reset();
  for (PlannedLayer &layer : plan.layers) {
    layer.tables.clear();
    layer.plannedCores = std::max(2u, cores);
    for (unsigned workers = 2; workers <= layer.plannedCores; ++workers)
      layer.tables.push_back(scheduleOnGroups(plan.layers, layer, machine, workers));
  }
  planFastest(plan, machine);
}

/// The cores of the list, or all that the machine has; none: it is no such list.
std::vector<unsigned> coresOf(const std::string &list, const Machine &machine) {
  if (!list.empty())
    return parseCores(list, maxCores);
  std::vector<unsigned> cores;
  for (unsigned each = 1; each <= std::min<size_t>(maxCores, machine.cores.size()); ++each)
    cores.push_back(each);
  return cores;
}

/// The request, or the exit status after one diagnostic.
std::variant<Request, int> readRequest(const CommandLine &line, const char *argv0) {
  if (line.report.empty())
    return failUsage("no report.json given");
  auto found = findMachine(line.machine, argv0);
  if (int *status = std::get_if<int>(&found))
    return *status;
  Request request{.machine = std::get<Machine>(std::move(found)),
                  .cores = {},
                  .untilNs = parseTime(line.until)};
  request.cores = coresOf(line.cores, request.machine);
  if (request.cores.empty())
    return failUsage("--cores='" + line.cores + "' is not a list of numbers from 1 to 64");
  if (!line.until.empty() && !request.untilNs)
    return failUsage("--until='" + line.until + "' is not a time; write it as 33ms");
  if (request.untilNs && !request.machine.hasPower)
    return failUsage("--until needs a machine with known power figures");
  return request;
}

Simulated simulateAll(const Plan &plan, const Request &request, bool hasLayers) {
  const Machine &machine = request.machine;
  const unsigned most = request.cores.back();
  const Span span = wholeProgram(plan);
  Simulated all;
  for (unsigned each : request.cores)
    all.runs.push_back(simulateSpan(plan, span, withAtLeast(machine, each), each));
  all.inOrderNs = simulateSpan(plan, span, machine, 1).ns;
  if (request.untilNs)
    all.energies = energiesOf(all.runs, plan, machine, *request.untilNs);
  if (hasLayers && most > 1)
    all.layers = runsOfLayers(plan, withCores(machine, most), most);
  return all;
}

} // namespace

int simulateReport(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  std::vector<const char *> words(arguments.begin() + 1, arguments.end());
  words.front() = "kasuri simulate";
  if (std::optional<int> status = parseArguments(
          words, "kasuri simulate: predict the run time of a plan on a machine, and where the time "
                 "goes\n\n"
                 "  kasuri a.c -o out/ --report=out/ && kasuri simulate out/report.json\n"))
    return *status;
  auto asked = readRequest(line, arguments.front());
  if (int *status = std::get_if<int>(&asked))
    return *status;
  const Request &request = std::get<Request>(asked);

  auto read = readInput(line.report, line.report, readPlan);
  if (int *status = std::get_if<int>(&read))
    return *status;
  Plan &plan = std::get<Plan>(read);
  if (plan.machine != request.machine.name)
    forgetLateness(plan);
  if (line.replan)
    replan(plan, withCores(request.machine, request.cores.back()), request.cores.back());

  const Simulated all = simulateAll(plan, request, line.layers);
  if (line.json)
    write(llvm::outs(), all, request);
  else
    print(llvm::outs(), all, request);
  return exitDone;
}

} // namespace kasuri
