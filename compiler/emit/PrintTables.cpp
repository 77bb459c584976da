// Who runs what of a layer, as the runtime reads it: tables by the number of workers, or a graph.
//
// On a machine with several kinds of cores the tables say the kind of core of each worker, and the
// runtime takes the last table whose cores it has. So the quickest is the last, but for one that is
// slower to save energy within a deadline, which is meant whenever its cores are there.
#include "emit/Outline.h"
#include "plan/SortedBy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kasuri {
namespace {

/// Of the table's symbols: "ks_f_12_3", for three workers; "ks_f_12_1x2", for one core of the first
/// kind and two of the second.
std::string suffixOf(const OutlinedLayer &layer, const PlannedTable &table,
                     const std::string &size = "") {
  std::string suffix = layer.symbol + size + "_" + std::to_string(table.workers);
  if (table.cores.empty())
    return suffix;
  suffix = layer.symbol + "_";
  for (size_t kind = 0; kind < layer.plan->kinds.size(); ++kind)
    suffix += (kind > 0 ? "x" : "") +
              std::to_string(std::count(table.kinds.begin(), table.kinds.end(), kind));
  return suffix;
}

/// One row on each line, with what it runs; of a table with very many, several.
std::string printTable(const OutlinedLayer &layer, const PlannedTable &table,
                       const std::string &suffix) {
  constexpr size_t manyRows = 256, perLine = 4;
  size_t all = 0;
  for (const auto &each : table.rows)
    all += each.size();
  std::string rows, waits, firsts = "0";
  size_t rowCount = 0, waitCount = 0, most = 0;
  for (size_t worker = 0; worker < table.rows.size(); ++worker) {
    most = std::max(most, table.rows[worker].size());
    for (const PlannedRow &row : table.rows[worker]) {
      rows += "  {" + std::to_string(row.task) + ", " + std::to_string(row.part) + ", " +
              std::to_string(row.parts) + ", " + std::to_string(waitCount) + ", " +
              std::to_string(row.waits.size()) + ", " + std::to_string(row.level) + ", " +
              std::to_string(row.idle) + ", " +
              std::to_string(static_cast<int64_t>(std::min(row.lengthNs, 4e9))) + "},";
      if (all > manyRows)
        rows += rowCount % perLine == perLine - 1 ? "\n" : "";
      else
        rows += " /* core " + std::to_string(table.coreOf(worker)) + ": " +
                layer.tasks[row.task].name + ", part " + std::to_string(row.part + 1) + " of " +
                std::to_string(row.parts) + " */\n";
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
  return "static const ks_uint16 " + suffixOf(layer, table) + "_sizes[] = {" + sizes + "};\n";
}

/// The kind of each worker's core. In order any will do, the first is named.
std::string printKindsOf(const OutlinedLayer &layer, const PlannedTable &table) {
  std::string kinds;
  for (size_t worker = 0; worker < table.rows.size(); ++worker)
    kinds +=
        (worker > 0 ? ", " : "") + std::to_string(table.kinds.empty() ? 0 : table.kinds[worker]);
  return "static const ks_uint8 " + suffixOf(layer, table) + "_on[] = {" + kinds + "};\n";
}

std::string printKinds(const OutlinedLayer &layer) {
  std::string kinds;
  for (const CoreKind &kind : layer.plan->kinds)
    kinds += (kinds.empty() ? "{" : ", {") + std::to_string(kind.capacity) + ", " +
             std::to_string(static_cast<int64_t>(kind.khz)) + "}";
  return "/* capacity, highest frequency in kHz */\nstatic const ks_kind " + layer.symbol +
         "_kinds[] = {" + kinds + "};\n";
}

/// Of the ks_task: where one that decides leaves its outcome, and which one a task runs with.
std::string printControl(const OutlinedLayer &layer, size_t index) {
  const OutlinedTask &task = layer.tasks[index];
  const std::string outcome = "__builtin_offsetof(struct " + layer.symbol + "_frame, ks_taken_" +
                              std::to_string(index) + ") + 1";
  const std::string control = task.condition ? ", " + std::to_string(*task.condition + 1) + ", " +
                                                   std::to_string(task.outcome)
                                             : ", 0, 0";
  return ", " + (task.decides() ? outcome : "0") + control;
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

/// The ks_layer, with so many tables; `size`: in the symbol of its record.
std::string printDescription(const OutlinedLayer &layer, const std::string &tables, size_t count,
                             const std::string &size = "") {
  const std::string record =
      layer.plan->isAlwaysParallel ? "0" : "&" + layer.symbol + size + "_record";
  return "{KS_ABI_VERSION, \"" + layer.name + "\", " + layer.symbol + "_tasks, " + tables + ", " +
         std::to_string(layer.tasks.size()) + ", " + std::to_string(count) + ", " + record + "}";
}

std::string printRecord(const OutlinedLayer &layer, const std::string &size = "") {
  return layer.plan->isAlwaysParallel ? ""
                                      : "static ks_measured " + layer.symbol + size + "_record;\n";
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

/// In the order in which the runtime reads them.
std::vector<PlannedTable> tablesOf(const PlannedLayer &layer) {
  std::vector<const PlannedTable *> all;
  for (const std::vector<PlannedTable> *tables : {&layer.tables, &layer.elsewhere})
    for (const PlannedTable &table : *tables)
      all.push_back(&table);
  std::vector<size_t> order(all.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto place = [&](size_t i) {
    if (layer.isAlwaysParallel && all[i] == &layer.tables.back())
      return std::numeric_limits<double>::infinity();
    return layer.elsewhere.empty() ? 0 : -all[i]->makespanNs;
  };
  std::vector<PlannedTable> result;
  if (layer.hasFixedParts())
    result.push_back(tableInOrder(layer));
  for (size_t i : sortedBy(order, place))
    result.push_back(*all[i]);
  return result;
}

/// The ks_table.
std::string printTableEntry(const PlannedTable &table, const std::string &suffix) {
  size_t most = 0, waits = 0;
  for (const auto &rows : table.rows) {
    most = std::max(most, rows.size());
    for (const PlannedRow &row : rows)
      waits += row.waits.size();
  }
  return "  {" + std::to_string(table.rows.size()) + ", " + std::to_string(most) + ", " + suffix +
         "_first, " + suffix + "_rows, " + (waits > 0 ? suffix + "_waits" : std::string("0")) +
         "},\n";
}

/// In the symbols of the tables for that size.
std::string sizeOf(const PlannedSize &size) { return "_from_" + std::to_string(size.leastTrips); }

/// Those of the size, and where it has none for as many workers, the others.
std::string printTablesOf(const OutlinedLayer &layer, const PlannedSize &size,
                          const std::vector<PlannedTable> &all) {
  std::string out, tables;
  for (const PlannedTable &plain : all) {
    auto own = std::find_if(size.tables.begin(), size.tables.end(),
                            [&](const auto &table) { return table.workers == plain.workers; });
    const bool isOwn = own != size.tables.end();
    const std::string suffix = suffixOf(layer, plain, isOwn ? sizeOf(size) : "");
    out += isOwn ? printTable(layer, *own, suffix) : "";
    tables += printTableEntry(isOwn ? *own : plain, suffix);
  }
  return out + "static const ks_table " + layer.symbol + sizeOf(size) + "_tables[] = {\n" + tables +
         "};\n";
}

/// The layer once more for each size that has tables of its own.
std::string printLarger(const OutlinedLayer &layer, const std::vector<PlannedTable> &all) {
  std::string out;
  for (const PlannedSize &size : layer.plan->larger)
    out += ",\n  " + printDescription(layer, layer.symbol + sizeOf(size) + "_tables", all.size(),
                                      sizeOf(size));
  return out;
}

/// The variable that the program names, with all that it points to but the tables.
std::string printLayer(const OutlinedLayer &layer, const std::vector<PlannedTable> &all) {
  std::string sizes, on;
  for (const PlannedTable &table : all) {
    sizes += (sizes.empty() ? "" : ", ") + suffixOf(layer, table) + "_sizes";
    on += (on.empty() ? "" : ", ") + suffixOf(layer, table) + "_on";
  }
  const std::string &symbol = layer.symbol;
  const std::string described = printDescription(layer, symbol + "_tables", all.size());
  const bool hasGroups = layer.plan->hasGroups(), isPlaced = !layer.plan->kinds.empty();
  if (!layer.plan->larger.empty())
    return "static const ks_layer " + symbol + "[] = {\n  " + described + printLarger(layer, all) +
           "\n};\n";
  if (!hasGroups && !isPlaced)
    return "static const ks_layer " + symbol + " = " + described + ";\n";
  std::string out;
  if (hasGroups)
    out += "static const ks_uint16 *const " + symbol + "_sizes[] = {" + sizes + "};\n";
  const std::string grouped = "{" + described + ", " + (hasGroups ? symbol + "_sizes" : "0") + "}";
  if (!isPlaced)
    return out + "static const ks_groups " + symbol + " = " + grouped + ";\n";
  out += "static const ks_uint8 *const " + symbol + "_on[] = {" + on + "};\n" + printKinds(layer);
  return out + "static const ks_placed " + symbol + " = {" + grouped + ", " + symbol + "_kinds, " +
         std::to_string(layer.plan->kinds.size()) + ", " + symbol + "_on};\n";
}

std::string printTables(const OutlinedLayer &layer) {
  std::string out, tables;
  const std::vector<PlannedTable> all = tablesOf(*layer.plan);
  for (const PlannedTable &table : all) {
    out += printTable(layer, table, suffixOf(layer, table));
    if (layer.plan->hasGroups())
      out += printSizes(layer, table);
    if (!layer.plan->kinds.empty())
      out += printKindsOf(layer, table);
    tables += printTableEntry(table, suffixOf(layer, table));
  }
  out += printTasks(layer);
  out += "static const ks_table " + layer.symbol + "_tables[] = {\n" + tables + "};\n";
  for (const PlannedSize &size : layer.plan->larger)
    out += printTablesOf(layer, size, all) + printRecord(layer, sizeOf(size));
  return out + printRecord(layer) + printLayer(layer, all);
}

} // namespace

std::string printDispatch(const OutlinedLayer &layer) {
  return layer.plan->graph ? printGraph(layer) : printTables(layer);
}

} // namespace kasuri
