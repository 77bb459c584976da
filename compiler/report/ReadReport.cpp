// A report may be of another version of Kasuri, or have been edited: members that are not needed
// are passed over, those that are must be sound, and so must be the tables that they make up.
// Regions of the program are not in it; what the planner knows by them stays invalid.
#include "report/ReadReport.h"
#include "support/CheckedJson.h"

namespace kasuri {
namespace {

constexpr double maxNs = 1e18;
constexpr double maxBytes = 1e15;
constexpr double maxTrips = 1e18, maxHalo = 1e9;
constexpr unsigned maxIndex = 65535;

/// Of the layers that are read so far, by their index in the report.
using Indices = std::vector<std::optional<size_t>>;

double ns(const JsonCursor &at) { return at.number(0, maxNs).value_or(0); }

/// A number that has to be there, below `end`.
uint16_t index(const JsonCursor &at, size_t end) {
  const std::optional<unsigned> value = at.index(maxIndex);
  if (!value)
    at.fail("is missing");
  else if (*value >= end)
    at.fail("is not one of " + std::to_string(end));
  return static_cast<uint16_t>(value && *value < end ? *value : 0);
}

NestedLayer nestedLayer(const JsonCursor &at, const Indices &known) {
  const std::optional<size_t> layer = known[index(at["layer"], known.size())];
  if (!layer)
    at["layer"].fail("is not a planned layer");
  return {layer.value_or(0), at["times"].number(0, maxNs).value_or(0)};
}

int64_t trips(const JsonCursor &at, double most = maxTrips) {
  return static_cast<int64_t>(at.number(0, most).value_or(0));
}

std::optional<Halo> halo(const JsonCursor &at) {
  if (!at.isKnown())
    return std::nullopt;
  return Halo{trips(at["before"], maxHalo), trips(at["after"], maxHalo), trips(at["leastTrips"])};
}

PlannedTask task(const JsonCursor &at, size_t number, const Indices &known) {
  PlannedTask made;
  made.name = at["name"].text().value_or("").str();
  made.costNs = ns(at["costNs"]);
  made.maxParts = static_cast<uint16_t>(at["mostParts"].index(maxIndex).value_or(1));
  if (const JsonCursor fixed = at["fixedParts"]; fixed.isKnown())
    made.fixedParts = static_cast<uint16_t>(fixed.index(maxIndex).value_or(0));
  made.perPartNs = ns(at["perPartNs"]);
  const JsonCursor edges = at["predecessors"];
  for (size_t i = 0; i < edges.size(); ++i)
    made.predecessors.push_back({index(edges.at(i)["task"], number),
                                 edges.at(i)["bytes"].number(0, maxBytes).value_or(0),
                                 halo(edges.at(i)["aligned"])});
  made.fewestTrips = trips(at["fewestTrips"]);
  const JsonCursor nested = at["nested"];
  for (size_t i = 0; i < nested.size(); ++i)
    if (known.empty())
      nested.fail("names a layer that does not come before it");
    else
      made.nested.push_back(nestedLayer(nested.at(i), known));
  if (made.maxParts == 0)
    at["mostParts"].fail("is 0");
  return made;
}

PlannedRow row(const JsonCursor &at, const PlannedLayer &layer, size_t workers) {
  PlannedRow made;
  made.task = index(at["task"], layer.tasks.size());
  made.part = index(at["part"], maxIndex);
  made.parts = index(at["parts"], maxIndex);
  made.costNs = ns(at["workNs"]);
  made.startNs = ns(at["startNs"]);
  made.lengthNs = ns(at["costNs"]);
  made.nestedNs = ns(at["nestedNs"]);
  made.helpNs = ns(at["helpNs"]);
  made.level = static_cast<uint8_t>(at["level"].index(keepLevel).value_or(keepLevel));
  made.idle = static_cast<uint8_t>(at["idle"].word({"spin", "gate", "off"}).value_or(0));
  const JsonCursor waits = at["waits"];
  for (size_t i = 0; i < waits.size(); ++i)
    made.waits.push_back({index(waits.at(i)["worker"], workers),
                          index(waits.at(i)["rows"], maxIndex),
                          waits.at(i)["bytes"].number(0, maxBytes).value_or(0)});
  return made;
}

PlannedTable table(const JsonCursor &at, const PlannedLayer &layer) {
  PlannedTable made;
  made.wakeNs = layer.wakeNs;
  made.makespanNs = ns(at["makespanNs"]);
  made.workers = at["workers"].index(maxIndex).value_or(0);
  if (made.workers < 2)
    at["workers"].fail("is less than 2");
  const JsonCursor rows = at["rows"], groups = at["groups"];
  for (size_t i = 0; i < groups.size(); ++i)
    made.groups.push_back(index(groups.at(i), maxIndex));
  const JsonCursor cores = at["cores"];
  for (size_t i = 0; i < cores.size(); ++i)
    made.cores.push_back(index(cores.at(i), maxIndex));
  if (!made.cores.empty() && (made.cores.size() != made.workers || !made.groups.empty()))
    cores.fail("are not those of the workers");
  const size_t workers = made.groups.empty() ? made.workers : made.groups.size();
  made.rows.resize(workers);
  for (size_t i = 0; i < rows.size(); ++i)
    if (const uint16_t worker = index(rows.at(i)["worker"], workers); workers > worker)
      made.rows[worker].push_back(row(rows.at(i), layer, workers));
  return made;
}

PlannedLayer layer(const JsonCursor &at, const Indices &known) {
  PlannedLayer made;
  made.name = at["name"].text().value_or("").str();
  made.sequentialNs = ns(at["sequentialNs"]);
  made.executions = at["executions"].number(0, maxNs).value_or(1);
  made.wakeNs = ns(at["wakeNs"]);
  made.foldNs = ns(at["foldNs"]);
  made.unevenness = at["unevenness"].number(0, maxNs).value_or(0);
  made.plannedCores = at["plannedCores"].index(maxIndex).value_or(1);
  made.isAlwaysParallel = at["alwaysParallel"].isTrue();
  made.runsInGroups = at["runsInGroups"].isTrue();
  made.isHelped = at["helped"].isTrue();
  made.isSpare = at["spare"].isTrue();
  made.runsAlone = at["runsAlone"].isTrue() || !made.runsInside();
  made.isPaced = at["paced"].isTrue();
  const JsonCursor tasks = at["tasks"], tables = at["tables"];
  for (size_t i = 0; i < tasks.size(); ++i)
    made.tasks.push_back(task(tasks.at(i), i, known));
  for (size_t i = 0; i < tables.size(); ++i)
    made.tables.push_back(table(tables.at(i), made));
  return made;
}

std::optional<PlannedPace> pace(const JsonCursor &at) {
  if (!at.isKnown())
    return std::nullopt;
  PlannedPace made;
  made.name = at["name"].text().value_or("").str();
  made.level = static_cast<uint8_t>(at["level"].index(keepLevel - 1u).value_or(0));
  made.workers = at["workers"].index(maxIndex).value_or(1);
  made.sequentialNs = ns(at["sequentialNs"]);
  made.gapNs = ns(at["gapNs"]);
  return made;
}

} // namespace

std::variant<Plan, std::string> readPlan(std::string_view text) {
  llvm::Expected<llvm::json::Value> file = parseJson(text);
  if (!file)
    return toString(file.takeError());
  std::string problem;
  const JsonCursor root(*file, "report", problem);
  if (!root["format"].isText("kasuri-report"))
    return "not a report as written by kasuri --report=DIR";
  if (root["version"].index(maxIndex) != 1)
    return "not version 1 of the report format, the only supported version";
  Plan plan;
  plan.machine = root["machine"]["name"].text().value_or("").str();
  const bool isMeasured = root["measuredProgramNs"].isKnown();
  plan.programNs = ns(root[isMeasured ? "measuredProgramNs" : "estimatedProgramNs"]);
  plan.pace = pace(root["pace"]);
  const JsonCursor layers = root["layers"];
  Indices known;
  for (size_t i = 0; i < layers.size() && problem.empty(); ++i) {
    const bool isPlanned = layers.at(i)["planned"].isTrue();
    std::optional<size_t> made;
    if (isPlanned) {
      made = plan.layers.size();
      plan.layers.push_back(layer(layers.at(i), known));
    }
    known.push_back(made);
  }
  if (!problem.empty())
    return problem;
  if (const std::vector<std::string> problems = verify(MacroTaskGraph(), plan); !problems.empty())
    return problems.front();
  return plan;
}

} // namespace kasuri
