// A planned layer as data: what its tasks ask for has been read before the plan (movability); here
// each gets its number, its captures and the changes to its text.
//
//     for (int c = 0; c < n; c++) bits += code(enc, c);
//     ->  captures enc by value, bits is a partial sum, c is made from the chunk
//
// Tasks share a scalar that they write by the address of a copy. The compiler of the output keeps
// the variable itself in a register, as it would without the layer: where the layer does not run,
// it costs nothing. That is right for a variable which the function names and nothing else can
// reach: all that happens to it during the run is what tasks do to the copy.
//
//     double e = 0;                         struct ks_f_copies ks_copies = {.e = e};
//     e = energy(x); f = energy(y);    ->   ks_copies = ks_f_enter(x, y, ks_copies);
//                                           e = ks_copies.e; f = ks_copies.f;
//
// A copy begins with the variable's value, unless the layer sets it before it is read. To read a
// variable that has no value yet is harmless for all types but `_Bool`, of which compilers may
// assume that it is 0 or 1: its bytes are copied instead.
#include "emit/Outline.h"

#include "movability/Resolve.h"
#include "movability/text/SourceText.h"

#include <algorithm>

namespace kasuri {
namespace {

class LayerOutliner {
public:
  LayerOutliner(const Program &program, const SourceText &source, const Parallelism &facts,
                const MacroTaskGraph &graph, const Movability &movability, const PlannedLayer &plan)
      : program(program), source(source), facts(facts),
        tasks(graph.layers[plan.layer.index()].tasks),
        movable(movability.layers[plan.layer.index()].tasks),
        function(movability.functions.at(plan.function)), plan(plan),
        moved(moveLayer(program, graph.layers[plan.layer.index()], movability, shapeOf(plan))) {}

  OutlineResult run(const std::string &symbol) {
    if (moved.refusal)
      return {std::nullopt, plan.name + ": " + moved.refusal->what};
    layer.symbol = symbol;
    layer.name = plan.name;
    layer.program = &program;
    layer.plan = &plan;
    layer.file = program.files[program[plan.function].file.index()].path;
    layer.maxParts = maxParts();
    layer.captures = moved.captures;
    values.parts = std::to_string(layer.maxParts);
    values.sharedNames = moved.sharedNames;
    placeFunction();
    layer.macros = first(plan.tasks.front()).place.macros;
    for (size_t i = 0; i < plan.tasks.size(); ++i)
      addTask(i);
    placeLayer();
    addGuards();
    addCopies();
    return {std::move(layer), ""};
  }

private:
  const Program &program;
  const SourceText &source;
  const Parallelism &facts;
  const std::vector<MacroTask> &tasks;
  const std::vector<MovableTask> &movable;
  const MovableFunction &function;
  const PlannedLayer &plan;
  MovedLayer moved;
  MarkValues values;
  OutlinedLayer layer;

  const MovableTask &first(const PlannedTask &task) const {
    return movable[task.members.front().index()];
  }

  std::string lineAt(unsigned offset) const {
    return ofSource(source.lineDirectiveOf(offset, layer.file));
  }

  void placeFunction() {
    layer.functionBegin = function.begin;
    layer.functionLine = lineAt(layer.functionBegin);
    layer.needsNewLine = !source.isAtLineStart(layer.functionBegin);
    if (moved.needsPrototype)
      layer.prototype = function.prototype;
  }

  void placeLayer() {
    layer.begin = moved.range.begin;
    layer.end = moved.range.end;
    layer.firstLine = lineAt(layer.begin);
    layer.afterLine = lineAt(layer.end);
    layer.original = ofSource(source.text(moved.range, moved.originalEdits));
  }

  void addTask(size_t index) {
    const PlannedTask &planned = plan.tasks[index];
    const MacroTask &task = tasks[planned.members.front().index()];
    MovedLayer::Task &from = moved.tasks[index];
    OutlinedTask made;
    values.task = std::to_string(index);
    static_cast<TaskParts &>(made) = resolved(std::move(from.parts), values);
    made.name = planned.name;
    made.function = layer.symbol + "_t" + values.task;
    made.line = program[task.first].location.line;
    made.isCondition = task.kind == TaskKind::Condition && planned.members.size() == 1;
    if (made.isCondition)
      made.labels = first(planned).labels;
    made.readsErrno = made.isCondition && task.readsErrno;
    if (made.isCondition && task.staysWith)
      addExit(planned, *task.staysWith, made);
    for (const TaskParts::WayOut &each : made.waysOut)
      addWayOut(each, made);
    addControl(planned, made);
    made.captures = from.captures;
    made.bodyLine = lineAt(from.range.begin);
    for (TextEdit &each : from.edits)
      each.text = resolved(each.text, values);
    made.text = ofSource(source.text(from.range, from.edits));
    if (made.split)
      made.split->round = planned.roundTrips;
    if (made.split && made.split->wave)
      addWave(planned, *made.split->wave);
    if (made.split && facts.factsOf(planned.splitLoop)->ordered)
      addOrdered(*facts.factsOf(planned.splitLoop)->ordered, from.range, *made.split);
    if (made.piped)
      addPipeline(made);
    layer.tasks.push_back(std::move(made));
  }

  void addWave(const PlannedTask &planned, OutlinedWave &wave) {
    layer.macros.insert(layer.macros.end(), wave.macros.begin(), wave.macros.end());
    if (planned.wave)
      wave.least = planned.wave->least;
  }

  void addPipeline(OutlinedTask &task) {
    for (const TextRange &arm : task.piped->leaving)
      task.pipeExits.push_back({static_cast<unsigned>(task.pipeExits.size() + 1), lineAt(arm.begin),
                                ofSource(source.text(arm, editsWithin(arm)))});
    const std::string of = task.name.substr(0, task.name.rfind(':') + 1);
    for (const PipedLoop::Segment &each : task.piped->segments)
      task.segmentNames.push_back(of + std::to_string(each.line));
  }

  /// Changes to the code that stays in the function.
  std::vector<TextEdit> editsWithin(TextRange range) const {
    std::vector<TextEdit> edits;
    for (const TextEdit &edit : moved.originalEdits)
      if (range.begin <= edit.range.begin && edit.range.end <= range.end)
        edits.push_back(edit);
    return edits;
  }

  void addExit(const PlannedTask &planned, unsigned staysWith, OutlinedTask &task) const {
    const TextRange arm = *first(planned).leavingArm;
    task.exits.push_back(
        {1 - staysWith, lineAt(arm.begin), ofSource(source.text(arm, editsWithin(arm)))});
  }

  void addWayOut(const TaskParts::WayOut &way, OutlinedTask &task) const {
    task.exits.push_back({static_cast<unsigned>(task.exits.size() + 1), lineAt(way.jump.begin),
                          way.hasValue ? "return ks_f." + TaskParts::returned(values.task) + ";"
                                       : ofSource(source.text(way.jump, editsWithin(way.jump)))});
  }

  void addControl(const PlannedTask &planned, OutlinedTask &task) const {
    if (!planned.control)
      return;
    task.condition = plan.conditionOf(planned);
    task.outcome = planned.control->outcome;
  }

  void addOrdered(const OrderedPart &part, TextRange body, SplitLoop &split) const {
    split.round = part.roundFor(plan.plannedCores);
    split.orderedLine = lineAt(body.begin);
  }

  /// Into so many parts is a loop cut at most, by any table or by the graph.
  unsigned maxParts() const {
    unsigned most = 1;
    std::vector<const std::vector<PlannedTable> *> all = {&plan.tables, &plan.elsewhere};
    for (const PlannedSize &size : plan.larger)
      all.push_back(&size.tables);
    for (const std::vector<PlannedTable> *tables : all)
      for (const PlannedTable &table : *tables)
        for (const auto &rows : table.rows)
          for (const PlannedRow &row : rows)
            most = std::max<unsigned>(most, row.parts);
    if (plan.graph)
      for (const PlannedNode &node : plan.graph->nodes)
        most = std::max<unsigned>(most, node.parts);
    return most;
  }

  void addGuards() {
    const PlannedTask &only = plan.tasks.front();
    if (plan.tasks.size() == 1 && only.splitLoop.valid())
      layer.guards = facts.factsOf(only.splitLoop)->guards;
    if (only.pipedLoop.valid())
      layer.guards = pipelineOf(*facts.factsOf(only.pipedLoop), only.isOther).guards;
    if (!moved.head)
      return;
    values.task = "0";
    layer.head = resolved(std::move(*moved.head), values);
    const RegionId loop = tasks[only.members.front().index()].distributedLoop;
    layer.guards = facts.factsOf(loop)->distribution->guards;
  }

  void addCopies() {
    for (size_t i = 0; i < layer.captures.size(); ++i) {
      const MovableVariable &variable = function.variables[moved.variables[i]];
      if (!layer.captures[i].isShared || !variable.copy)
        continue;
      layer.captures[i].isCopied = true;
      layer.copies.push_back(copyOf(moved.variables[i]));
    }
    for (const OutlinedTask &task : layer.tasks)
      for (const OutlinedTask::Result &each : task.results)
        addResult(each);
  }

  /// The task sets it in any case.
  void addResult(const OutlinedTask::Result &result) {
    if (std::none_of(layer.copies.begin(), layer.copies.end(),
                     [&](const OutlinedCopy &each) { return each.name == result.name; }))
      layer.copies.push_back({result.name, result.copyType, OutlinedCopy::Start::Unset});
  }

  OutlinedCopy copyOf(size_t variable) const {
    OutlinedCopy made = *function.variables[variable].copy;
    made.needsTrips = isPrivateOfLoop(made.name);
    if (made.needsTrips || isSetFirst(variable))
      made.start = OutlinedCopy::Start::Unset;
    return made;
  }

  /// Each iteration of the layer's only loop sets it before it is read.
  bool isPrivateOfLoop(const std::string &name) const {
    if (plan.tasks.size() != 1 || !layer.tasks[0].hasEarlyHead())
      return false;
    const std::vector<SplitLoop::Private> &privates = layer.tasks[0].split->privates;
    return std::any_of(privates.begin(), privates.end(), [&](const SplitLoop::Private &each) {
      return each.name == name && each.isCopiedOut && each.isWhole && each.bytesText.empty();
    });
  }

  /// The first task that names it is a statement `variable = ...`, and always runs.
  bool isSetFirst(size_t variable) const {
    for (size_t i = 0; i < plan.tasks.size(); ++i) {
      const MovableTask &task = first(plan.tasks[i]);
      const MovableUses &uses = layer.tasks[i].isCondition ? task.conditionUses : task.uses;
      bool isNamed = uses.named.contains(variable);
      for (TaskId member : plan.tasks[i].members)
        isNamed |=
            !layer.tasks[i].isCondition && movable[member.index()].uses.named.contains(variable);
      if (isNamed)
        return !plan.tasks[i].control && uses.sets == variable;
    }
    return false;
  }
};

} // namespace

OutlineResult outlineLayer(const Program &program, const SourceText &source,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const Movability &movability, const PlannedLayer &plan,
                           const std::string &symbol) {
  return LayerOutliner(program, source, facts, graph, movability, plan).run(symbol);
}

} // namespace kasuri
