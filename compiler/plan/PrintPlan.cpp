// The plan as text, and its invariants.
//
// The central one: whatever a task waits for in the graph has happened before it in every table. A
// row comes after the rows before it on its worker and after the rows that its waits name, with all
// that these come after. So each row has a vector of counts, by worker: rows surely done when it
// starts. A predecessor's rows must lie within it, or those of its parts that are needed.
//
// A row whose task may not run is over without its waits if it does not. Only rows that run no more
// often know what its waits tell.
#include "plan/Localization.h"
#include "plan/Pieces.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

std::string rounded(double ns) { return std::to_string(static_cast<long long>(ns)); }

std::string text(const PlannedLayer &layer, const PlannedRow &row, size_t worker) {
  std::string out = "    w" + std::to_string(worker) + " " + layer.tasks[row.task].name + " part " +
                    std::to_string(row.part) + "/" + std::to_string(row.parts);
  for (const PlannedWait &wait : row.waits)
    out += " after w" + std::to_string(wait.worker) + ":" + std::to_string(wait.rows);
  if (row.level != keepLevel)
    out += " level " + std::to_string(row.level);
  out += row.idle == 1 ? " gate" : row.idle == 2 ? " off" : "";
  return out + "\n";
}

std::string groupsText(const PlannedTable &table) {
  std::string out;
  for (size_t worker = 0; worker < table.groups.size(); ++worker)
    out += (out.empty() ? ", groups of " : " and ") + std::to_string(table.groups[worker]);
  return out;
}

/// ", on cores of kinds 0 0 1".
std::string kindsText(const PlannedTable &table) {
  std::string out = table.kinds.empty() ? "" : ", on cores of kinds";
  for (uint8_t kind : table.kinds)
    out += " " + std::to_string(kind);
  return out;
}

std::string text(const PlannedLayer &layer, const PlannedTable &table) {
  std::string out = "  " + std::to_string(table.workers) + " workers" + groupsText(table) +
                    kindsText(table) + (table.isLocalized ? ", in data-localization groups" : "") +
                    ", makespan " + rounded(table.makespanNs) + " ns of " +
                    rounded(layer.sequentialNs);
  if (table.energyNj > 0)
    out += ", energy " + rounded(table.energyNj) + " nJ";
  out += "\n";
  for (size_t worker = 0; worker < table.rows.size(); ++worker)
    for (const PlannedRow &row : table.rows[worker])
      out += text(layer, row, worker);
  return out;
}

class TableVerifier {
public:
  TableVerifier(const PlannedLayer &layer, const PlannedTable &table)
      : layer(layer), table(table), done(table.rows.size()), ran(table.rows.size()),
        placed(layer.tasks.size()) {}

  std::vector<std::string> run() {
    checkGroups();
    checkCores();
    checkParts();
    if (problems.empty())
      checkOrder();
    return std::move(problems);
  }

private:
  using Counts = std::vector<size_t>; ///< by worker: its first rows, so many, are done

  const PlannedLayer &layer;
  const PlannedTable &table;
  std::vector<std::vector<Counts>> done; ///< by worker and row: when it is over
  std::vector<std::vector<Counts>> ran;  ///< the same if its task runs
  std::vector<std::vector<std::pair<size_t, size_t>>> placed; ///< by task: worker and row
  std::vector<std::string> problems;

  void add(const std::string &problem) { problems.push_back(layer.name + ": " + problem); }

  void checkGroups() {
    const bool isLed = table.groups.size() == table.rows.size();
    const bool isWhole = std::all_of(table.groups.begin(), table.groups.end(),
                                     [](uint16_t size) { return size > 0; });
    if (!table.groups.empty() &&
        (!isLed || !isWhole || table.coreOf(table.rows.size()) > table.workers))
      add("groups that are not those of the workers");
  }

  void checkCores() {
    const std::set<uint16_t> cores(table.cores.begin(), table.cores.end());
    if (!table.cores.empty() && (!table.groups.empty() || table.cores.size() != table.rows.size() ||
                                 cores.size() != table.cores.size()))
      add("cores that are not those of the workers");
    if (!table.kinds.empty() &&
        (table.kinds.size() != table.rows.size() ||
         std::any_of(table.kinds.begin(), table.kinds.end(),
                     [&](uint8_t kind) { return kind >= layer.kinds.size(); })))
      add("kinds of cores that are not those of the workers");
  }

  void checkParts() {
    std::set<std::pair<uint16_t, uint16_t>> seen;
    std::vector<size_t> parts(layer.tasks.size());
    for (size_t worker = 0; worker < table.rows.size(); ++worker)
      for (size_t i = 0; i < table.rows[worker].size(); ++i) {
        const PlannedRow &row = table.rows[worker][i];
        if (row.task >= layer.tasks.size() || row.part >= row.parts)
          return add("a row without a task");
        if (!seen.emplace(row.task, row.part).second)
          add("a part is planned twice");
        parts[row.task] = row.parts;
        placed[row.task].emplace_back(worker, i);
        for (const PlannedWait &wait : row.waits)
          if (wait.worker >= table.rows.size() || wait.rows > table.rows[wait.worker].size())
            add("a wait has no end");
      }
    for (size_t task = 0; task < layer.tasks.size(); ++task)
      if (placed[task].size() != parts[task] || parts[task] == 0)
        add("a part is missing");
  }

  /// Rows in an order in which they can run.
  void checkOrder() {
    size_t rows = 0, finished = 0;
    for (const auto &each : table.rows)
      rows += each.size();
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
      for (size_t worker = 0; worker < table.rows.size(); ++worker)
        while (done[worker].size() < table.rows[worker].size() && canRun(worker)) {
          finish(worker);
          ++finished;
          goesOn = true;
        }
    }
    if (finished < rows)
      add("rows wait for each other");
  }

  bool canRun(size_t worker) const {
    const PlannedRow &row = table.rows[worker][done[worker].size()];
    return std::all_of(row.waits.begin(), row.waits.end(), [&](const PlannedWait &wait) {
      return done[wait.worker].size() >= wait.rows;
    });
  }

  void finish(size_t worker) {
    const size_t index = done[worker].size();
    const PlannedRow &row = table.rows[worker][index];
    Counts before(table.rows.size()), over(table.rows.size());
    learn(before, row.task, worker, index);
    learn(over, std::nullopt, worker, index);
    for (const PlannedWait &wait : row.waits)
      learn(before, row.task, wait.worker, wait.rows);
    const PlannedTask &task = layer.tasks[row.task];
    for (const PlannedEdge &edge : task.predecessors) {
      const auto parts = static_cast<unsigned>(placed[edge.task].size());
      const auto [first, end] = partsBefore(task, edge, row.part, row.parts, parts);
      for (const auto &[other, otherRow] : placed[edge.task])
        if (const uint16_t part = table.rows[other][otherRow].part;
            part >= first && part < end && before[other] <= otherRow)
          add(task.name + " does not wait for " + layer.tasks[edge.task].name);
      if (fewestTrips(task, edge, row.parts, parts) > task.fewestTrips)
        add("a part of " + task.name + " may be shorter than a halo");
    }
    over[worker] = before[worker] = index + 1;
    done[worker].push_back(task.control ? std::move(over) : before);
    ran[worker].push_back(std::move(before));
  }

  /// What a row knows when that many rows of the worker are over: one of the task, if it runs.
  void learn(Counts &known, std::optional<size_t> task, size_t worker, size_t rows) const {
    auto add = [&](const Counts &more) {
      for (size_t i = 0; i < known.size(); ++i)
        known[i] = std::max(known[i], more[i]);
    };
    if (rows > 0)
      add(done[worker][rows - 1]);
    for (size_t row = 0; row < rows; ++row)
      if (const size_t earlier = table.rows[worker][row].task;
          task && layer.tasks[earlier].control && runsWith(earlier, *task))
        add(ran[worker][row]);
  }

  bool runsWith(size_t first, size_t second) const {
    return kasuri::runsWith(controlsOf(first), controlsOf(second));
  }

  std::vector<Control> controlsOf(size_t task) const {
    std::vector<Control> all;
    for (std::optional<size_t> up = task; up; up = layer.conditionOf(layer.tasks[*up]))
      if (const auto &control = layer.tasks[*up].control)
        all.push_back(*control);
    return all;
  }
};

std::string text(const PlannedLayer &layer, const PlannedGraph &graph) {
  std::string out = "  dynamic on " + std::to_string(graph.workers) + " workers, mean makespan " +
                    rounded(graph.meanNs) + " ns, by a table " + rounded(graph.staticMeanNs) + "\n";
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlannedNode &node = graph.nodes[i];
    out += "    n" + std::to_string(i) + " " + layer.tasks[node.task].name + " part " +
           std::to_string(node.part) + "/" + std::to_string(node.parts);
    for (size_t before : node.before)
      out += (before == node.before.front() ? " after n" : ", n") + std::to_string(before);
    out += "\n";
  }
  return out;
}

/// All parts of each task, in order, and each behind all parts that it needs of what its task waits
/// for.
std::vector<std::string> problemsOf(const PlannedLayer &layer, const PlannedGraph &graph) {
  std::vector<std::string> problems;
  std::vector<std::vector<size_t>> nodesOf(layer.tasks.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlannedNode &node = graph.nodes[i];
    if (node.task >= layer.tasks.size() || node.part != nodesOf[node.task].size() ||
        (i > 0 && node.task < graph.nodes[i - 1].task))
      return {layer.name + ": a node is out of order"};
    nodesOf[node.task].push_back(i);
    const PlannedTask &task = layer.tasks[node.task];
    for (const PlannedEdge &edge : task.predecessors) {
      const std::vector<size_t> &earlier = nodesOf[edge.task];
      const auto count = static_cast<unsigned>(earlier.size());
      const auto [first, end] = partsBefore(task, edge, node.part, node.parts, count);
      if (!std::includes(node.before.begin(), node.before.end(), earlier.begin() + first,
                         earlier.begin() + end))
        problems.push_back(layer.name + ": a part of " + task.name +
                           " does not wait for all that it needs of " +
                           layer.tasks[edge.task].name);
      if (task.fewestTrips < fewestTrips(task, edge, node.parts, count))
        problems.push_back(layer.name + ": a part of " + task.name +
                           " may be shorter than its halo");
    }
  }
  for (const PlannedNode &node : graph.nodes)
    if (nodesOf[node.task].size() != node.parts)
      problems.push_back(layer.name + ": a part is missing");
  for (const std::vector<size_t> &nodes : nodesOf)
    if (nodes.empty())
      problems.push_back(layer.name + ": a task has no node");
  return problems;
}

} // namespace

/// "code between layers of encode@a.c:7 at level 2, 800 ns between two of them\n".
static std::string text(const PlannedPace &pace) {
  return "code between layers of " + pace.name + " at level " + std::to_string(pace.level) + ", " +
         rounded(pace.gapNs) + " ns from one to the next\n";
}

std::string print(const Program &program, const MacroTaskGraph &, const Plan &plan,
                  const std::string &onlyFunction) {
  std::string out;
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &layer = plan.layers[i];
    if (!onlyFunction.empty() && program[layer.function].name != onlyFunction)
      continue;
    out += "layer " + layer.name + ", " + std::to_string(layer.tasks.size()) + " macro-tasks";
    out += plan.whyDropped(i) ? ", cannot be emitted\n"
           : layer.isHelped   ? ", helped\n"
           : !layer.runsAlone ? ", in groups\n"
           : layer.isSpare    ? ", spare\n"
                              : "\n";
    if (layer.graph)
      out += text(layer, *layer.graph);
    for (const PlannedTask &task : layer.tasks)
      for (const NestedLayer &each : task.nested)
        out += "  in " + task.name + ": " + plan.layers[each.layer].name + ", " +
               llvm::formatv("{0:f1}", each.times).str() + " times\n";
    for (const PlannedTask &task : layer.tasks)
      for (const PlannedEdge &edge : task.predecessors)
        if (edge.halo)
          out += "  " + task.name + " after " + layer.tasks[edge.task].name + ": " +
                 toString(*edge.halo) + "\n";
    for (const std::vector<PlannedTable> *tables : {&layer.tables, &layer.elsewhere})
      for (const PlannedTable &table : *tables)
        out += text(layer, table);
    for (const PlannedSize &size : layer.larger) {
      out += "  from " + std::to_string(size.leastTrips) + " iterations on\n";
      const PlannedLayer larger = withIterations(layer, size.leastTrips);
      for (const PlannedTable &table : size.tables)
        out += text(larger, table);
    }
  }
  if (plan.pace && (onlyFunction.empty() || program[plan.pace->function].name == onlyFunction))
    out += text(*plan.pace);
  return out;
}

std::vector<std::string> verify(const MacroTaskGraph &, const Plan &plan) {
  std::vector<std::string> problems;
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks)
      for (const NestedLayer &each : task.nested)
        if (each.layer >= i || plan.whyDropped(each.layer))
          problems.push_back(plan.layers[i].name + ": a layer in it does not come before it");
  for (const PlannedLayer &layer : plan.layers)
    for (const std::vector<PlannedTable> *tables : {&layer.tables, &layer.elsewhere})
      for (const PlannedTable &table : *tables)
        for (std::string &problem : TableVerifier(layer, table).run())
          problems.push_back(std::move(problem));
  for (const PlannedLayer &layer : plan.layers)
    for (const PlannedSize &size : layer.larger)
      for (const PlannedTable &table : size.tables)
        for (std::string &problem :
             TableVerifier(withIterations(layer, size.leastTrips), table).run())
          problems.push_back(std::move(problem));
  for (const PlannedLayer &layer : plan.layers)
    if (layer.graph)
      for (std::string &problem : problemsOf(layer, *layer.graph))
        problems.push_back(std::move(problem));
  return problems;
}

} // namespace kasuri
