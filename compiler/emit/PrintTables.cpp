// Who runs what of a layer, as the runtime reads it: tables by the number of workers, or a graph.
#include "emit/Outline.h"

#include <algorithm>

namespace kasuri {
namespace {

std::string printTable(const OutlinedLayer &layer, const PlannedTable &table) {
  const std::string suffix = layer.symbol + "_" + std::to_string(table.workers);
  std::string rows, waits, firsts = "0";
  size_t rowCount = 0, waitCount = 0, most = 0;
  for (size_t worker = 0; worker < table.rows.size(); ++worker) {
    most = std::max(most, table.rows[worker].size());
    for (const PlannedRow &row : table.rows[worker]) {
      rows += "  {" + std::to_string(row.task) + ", " + std::to_string(row.part) + ", " +
              std::to_string(row.parts) + ", " + std::to_string(waitCount) + ", " +
              std::to_string(row.waits.size()) + ", " + std::to_string(row.level) + ", " +
              std::to_string(row.idle) + ", " +
              std::to_string(static_cast<int64_t>(std::min(row.lengthNs, 4e9))) + "}, /* core " +
              std::to_string(table.coreOf(worker)) + ": " + layer.tasks[row.task].name + ", part " +
              std::to_string(row.part + 1) + " of " + std::to_string(row.parts) + " */\n";
      for (const PlannedWait &wait : row.waits) {
        waits += "{" + std::to_string(wait.worker) + ", " + std::to_string(wait.rows) + "}, ";
        ++waitCount;
      }
      ++rowCount;
    }
    firsts += ", " + std::to_string(rowCount);
  }
  std::string out = "/* task, part, parts, first wait, waits, level, idle, cost in ns */\n";
  out += "static const ks_row " + suffix + "_rows[] = {\n" + rows + "};\n";
  if (waitCount > 0)
    out += "static const ks_wait " + suffix + "_waits[] = {" + waits + "};\n";
  out += "static const ks_uint16 " + suffix + "_first[] = {" + firsts + "};\n";
  return out;
}

/// For one worker: all parts of all tasks in the order of the source.
PlannedTable tableInOrder(const PlannedLayer &layer) {
  PlannedTable table;
  table.workers = 1;
  table.rows.emplace_back();
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    const PlannedTask &task = layer.tasks[i];
    const uint16_t parts = std::max<uint16_t>(1, task.fixedParts);
    for (uint16_t part = 0; part < parts; ++part) {
      PlannedRow row;
      row.task = static_cast<uint16_t>(i);
      row.part = part;
      row.parts = parts;
      row.lengthNs = task.costNs / parts;
      table.rows.front().push_back(row);
    }
  }
  return table;
}

/// How many workers each leader's group has; one where the table has no groups.
std::string printSizes(const OutlinedLayer &layer, const PlannedTable &table) {
  std::string sizes;
  for (size_t worker = 0; worker < table.rows.size(); ++worker)
    sizes +=
        (worker > 0 ? ", " : "") + std::to_string(table.groups.empty() ? 1 : table.groups[worker]);
  return "static const ks_uint16 " + layer.symbol + "_" + std::to_string(table.workers) +
         "_sizes[] = {" + sizes + "};\n";
}

/// Of the ks_task: where a condition leaves its outcome, and which one a task runs with.
std::string printControl(const OutlinedLayer &layer, size_t index) {
  const OutlinedTask &task = layer.tasks[index];
  const std::string outcome = "__builtin_offsetof(struct " + layer.symbol + "_frame, ks_taken_" +
                              std::to_string(index) + ") + 1";
  const std::string control = task.condition ? ", " + std::to_string(*task.condition + 1) + ", " +
                                                   std::to_string(task.outcome)
                                             : ", 0, 0";
  return ", " + (task.isCondition ? outcome : "0") + control;
}

std::string printTasks(const OutlinedLayer &layer) {
  std::string tasks;
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    const OutlinedTask &task = layer.tasks[i];
    const std::string trips = "__builtin_offsetof(struct " + layer.symbol + "_frame, ks_trip_" +
                              std::to_string(i) + ") + 1";
    tasks += "  {" + task.function + ", \"" + task.name + "\", " + std::to_string(task.line) +
             ", " + (task.hasEarlyHead() ? trips : "0") + printControl(layer, i) + "},\n";
  }
  return "static const ks_task " + layer.symbol + "_tasks[] = {\n" + tasks + "};\n";
}

/// The ks_layer, with so many tables.
std::string printDescription(const OutlinedLayer &layer, const std::string &tables, size_t count) {
  const std::string record = layer.plan->isAlwaysParallel ? "0" : "&" + layer.symbol + "_record";
  return "{KS_ABI_VERSION, \"" + layer.name + "\", " + layer.symbol + "_tasks, " + tables + ", " +
         std::to_string(layer.tasks.size()) + ", " + std::to_string(count) + ", " + record + "}";
}

std::string printRecord(const OutlinedLayer &layer) {
  return layer.plan->isAlwaysParallel ? "" : "static ks_measured " + layer.symbol + "_record;\n";
}

/// For each node: those that wait for it.
std::vector<std::vector<size_t>> aftersOf(const PlannedGraph &graph) {
  std::vector<std::vector<size_t>> afters(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    for (size_t before : graph.nodes[i].before)
      afters[before].push_back(i);
  return afters;
}

std::string printGraph(const OutlinedLayer &layer) {
  const PlannedGraph &graph = *layer.plan->graph;
  const std::vector<std::vector<size_t>> afters = aftersOf(graph);
  std::string nodes, edges;
  size_t edgeCount = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const PlannedNode &node = graph.nodes[i];
    nodes += "  {" + std::to_string(node.task) + ", " + std::to_string(node.part) + ", " +
             std::to_string(node.parts) + ", " + std::to_string(node.before.size()) + ", " +
             std::to_string(edgeCount) + ", " + std::to_string(afters[i].size()) + "}, /* " +
             std::to_string(i) + ": " + layer.tasks[node.task].name + ", part " +
             std::to_string(node.part + 1) + " of " + std::to_string(node.parts) + " */\n";
    for (size_t after : afters[i])
      edges += std::to_string(after) + ", ";
    edgeCount += afters[i].size();
  }
  std::string out = "/* task, part, parts, nodes that it waits for, first after, afters */\n";
  out += "static const ks_node " + layer.symbol + "_nodes[] = {\n" + nodes + "};\n";
  if (edgeCount > 0)
    out += "static const ks_uint32 " + layer.symbol + "_afters[] = {" + edges + "};\n";
  return out + printTasks(layer) + printRecord(layer) + "static const ks_graph " + layer.symbol +
         " = {" + printDescription(layer, "0", 0) + ", " + std::to_string(graph.nodes.size()) +
         ", " + layer.symbol + "_nodes, " + (edgeCount > 0 ? layer.symbol + "_afters" : "0") +
         "};\n";
}

std::string printTables(const OutlinedLayer &layer) {
  const bool hasGroups = layer.plan->hasGroups();
  std::string out, tables, sizes;
  std::vector<PlannedTable> all;
  if (layer.plan->hasFixedParts())
    all.push_back(tableInOrder(*layer.plan));
  all.insert(all.end(), layer.plan->tables.begin(), layer.plan->tables.end());
  for (const PlannedTable &table : all) {
    out += printTable(layer, table) + (hasGroups ? printSizes(layer, table) : "");
    const std::string suffix = layer.symbol + "_" + std::to_string(table.workers);
    size_t most = 0, waits = 0;
    for (const auto &rows : table.rows) {
      most = std::max(most, rows.size());
      for (const PlannedRow &row : rows)
        waits += row.waits.size();
    }
    sizes += (sizes.empty() ? "" : ", ") + suffix + "_sizes";
    tables += "  {" + std::to_string(table.rows.size()) + ", " + std::to_string(most) + ", " +
              suffix + "_first, " + suffix + "_rows, " +
              (waits > 0 ? suffix + "_waits" : std::string("0")) + "},\n";
  }
  out += printTasks(layer);
  out += "static const ks_table " + layer.symbol + "_tables[] = {\n" + tables + "};\n";
  out += printRecord(layer);
  const std::string described = printDescription(layer, layer.symbol + "_tables", all.size());
  if (!hasGroups)
    return out + "static const ks_layer " + layer.symbol + " = " + described + ";\n";
  return out + "static const ks_uint16 *const " + layer.symbol + "_sizes[] = {" + sizes + "};\n" +
         "static const ks_groups " + layer.symbol + " = {" + described + ", " + layer.symbol +
         "_sizes};\n";
}

} // namespace

std::string printDispatch(const OutlinedLayer &layer) {
  return layer.plan->graph ? printGraph(layer) : printTables(layer);
}

} // namespace kasuri
