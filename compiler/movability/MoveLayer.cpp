// Going through the demands of a layer's tasks, in their order: the first that the layer does not
// meet keeps it where it is.
//
//     task 0: n = 3;             writes n: all tasks of the layer reach it by its address
//     task 1: a[n] = LAST(n);    captures n; the name inside the macro cannot become (*n): refused
//
// Variables get their numbers among the captures when a task first asks for them. What a task
// writes while another runs is shared; so is what others may write unseen, by its address.
#include "movability/openmp/MoveOpenMp.h"

#include <algorithm>

namespace kasuri {
namespace {

class LayerMover {
public:
  LayerMover(const Program &program, const Layer &layer, const Movability &movability,
             const LayerShape &shape)
      : program(program), layer(layer), movable(movability.layers[layer.id.index()]),
        function(movability.functions.at(layer.function)),
        file(movability.files[movability.fileOf.at(layer.function)]), shape(shape) {}

  MovedLayer run() {
    made.sharedNames.resize(function.variables.size());
    refuse(function.refusal);
    if (!isDistributed())
      checkTasks();
    findWritten();
    for (size_t i = 0; i < shape.tasks.size() && !made.refusal; ++i)
      moveTask(shape.tasks[i]);
    if (!made.refusal)
      nameReadOnes();
    checkProducts();
    if (!made.refusal)
      place();
    if (const TaskShape &only = shape.tasks[0]; shape.tasks.size() == 1)
      refuse(only.pipedLoop.valid()   ? pipelineOf(only).guards
             : only.splitLoop.valid() ? taskOf(only.members[0]).guards
                                      : std::nullopt);
    if (isDistributed())
      addHead(*taskOf(shape.tasks[0].members[0]).components);
    if (hidden)
      refuse("a variable with the name of a type", hidden->where);
    return std::move(made);
  }

private:
  const Program &program;
  const Layer &layer;
  const MovableLayer &movable;
  const MovableFunction &function;
  const FileText &file;
  const LayerShape &shape;
  MovedLayer made;
  std::optional<HiddenType> hidden;
  std::set<size_t> written, usedByComponents;
  std::map<size_t, size_t> captureOf;
  std::vector<std::pair<size_t, Demand>> onlyRead; ///< by task, in its text and its head

  void refuse(const std::optional<Refusal> &refusal) {
    if (!made.refusal)
      made.refusal = refusal;
  }
  void refuse(const std::string &what, SourceLocation where) { refuse(Refusal{what, where}); }
  void refuseProduct(SourceLocation where) {
    refuse("a product that may be fused with the addition", where);
  }

  void hide(const std::optional<HiddenType> &by) {
    if (by && (!hidden || by->declaration < hidden->declaration))
      hidden = by;
  }

  bool isDistributed() const { return !shape.tasks.front().components.empty(); }
  const MovableTask &taskOf(TaskId id) const { return movable.tasks[id.index()]; }
  const MacroTask &macroTask(TaskId id) const { return layer.tasks[id.index()]; }

  bool isInArm(const TaskShape &task) const { return macroTask(task.members[0]).isInArm(); }

  bool isCondition(const TaskShape &task) const {
    return task.members.size() == 1 && macroTask(task.members[0]).kind == TaskKind::Condition;
  }

  /// The members that no condition among them controls: statements that stand beside each other.
  std::vector<TaskId> outermost(const TaskShape &task) const {
    std::vector<TaskId> found;
    for (TaskId member : task.members)
      if (macroTask(member).control == macroTask(task.members.front()).control)
        found.push_back(member);
    return found;
  }

  std::vector<const MovableUses *> usesOf(const TaskShape &task) const {
    if (isCondition(task))
      return {&taskOf(task.members[0]).conditionUses};
    std::vector<const MovableUses *> uses;
    for (TaskId member : outermost(task))
      uses.push_back(&taskOf(member).uses);
    return uses;
  }

  /// Children of a sequence, those of a stretch among them in its place.
  std::vector<RegionId> statementsOf(RegionId sequence) const {
    std::vector<RegionId> all;
    for (RegionId child : program[sequence].children)
      if (const std::vector<RegionId> &parts = program[child].children; program[child].isStretch)
        all.insert(all.end(), parts.begin(), parts.end());
      else
        all.push_back(child);
    return all;
  }

  /// The tasks that are in no arm are consecutive siblings.
  void checkTasks() {
    std::vector<RegionId> regions;
    for (const TaskShape &task : shape.tasks)
      if (!isInArm(task))
        for (TaskId member : outermost(task))
          regions.push_back(macroTask(member).first);
    const std::vector<RegionId> siblings = statementsOf(program[regions.front()].parent);
    const auto begin = std::find(siblings.begin(), siblings.end(), regions.front());
    const bool isRun = static_cast<size_t>(siblings.end() - begin) >= regions.size() &&
                       std::equal(regions.begin(), regions.end(), begin);
    if (!isRun)
      refuse("a statement between two tasks", taskOf(shape.tasks[0].members[0]).place.where);
  }

  void findWritten() {
    for (const TaskShape &task : shape.tasks)
      if (!task.splitLoop.valid())
        for (const MovableUses *uses : usesOf(task))
          written.insert(uses->written.begin(), uses->written.end());
  }

  /// It may change while the layer runs though no task names it as what it writes.
  bool mayChangeUnseen(size_t variable) const {
    const ObjectId object = function.variables[variable].capture.object;
    if (!object.valid() || !program[object].owner.valid())
      return true;
    if (program[object].isAutomatic() && !program[object].addressTaken)
      return false;
    return std::any_of(shape.tasks.begin(), shape.tasks.end(), [&](const TaskShape &task) {
      const std::vector<TaskId> members = outermost(task);
      return !isInArm(task) && std::any_of(members.begin(), members.end(), [&](TaskId member) {
        return taskOf(member).changed.contains(object);
      });
    });
  }

  size_t capture(size_t number, bool isShared) {
    const MovableVariable &variable = function.variables[number];
    const auto [entry, isNew] = captureOf.emplace(number, made.captures.size());
    if (isNew) {
      refuse(variable.refusal);
      hide(variable.hidden);
      made.captures.push_back(variable.capture);
      made.variables.push_back(number);
    }
    made.captures[entry->second].isShared |= isShared;
    if (isShared)
      refuse(variable.whenShared);
    return entry->second;
  }

  void meet(const Demand &demand, const std::set<size_t> &own, std::set<size_t> &used,
            MovedLayer::Task &task) {
    switch (demand.kind) {
    case Demand::Kind::Refused:
      return refuse(demand.refusal);
    case Demand::Kind::RefusedIfWritten:
      return written.contains(demand.variable) ? refuse(demand.refusal) : void();
    case Demand::Kind::RefusedIfCaptured:
      return captureOf.contains(demand.variable) ? refuse(demand.refusal) : void();
    case Demand::Kind::RefusedUnlessAlone:
      return shape.tasks.size() > 1 ? refuse(demand.refusal) : void();
    case Demand::Kind::Prototype:
      made.needsPrototype = true;
      return;
    case Demand::Kind::Captured: {
      const size_t captured = capture(demand.variable, demand.isShared);
      if (demand.isOfTask)
        used.insert(captured);
      return;
    }
    case Demand::Kind::Named:
      return own.contains(demand.variable) ? void() : name(demand, used, task);
    }
  }

  void name(const Demand &demand, std::set<size_t> &used, MovedLayer::Task &task) {
    const bool isSharedHere = mayChangeUnseen(demand.variable) || written.contains(demand.variable);
    const bool isShared = demand.isShared || isSharedHere;
    if (isSharedHere)
      made.sharedNames[demand.variable] = nameOf(demand);
    used.insert(capture(demand.variable, isShared));
    if (isShared)
      nameShared(demand, task);
    else
      onlyRead.emplace_back(made.tasks.size(), demand);
  }

  void nameShared(const Demand &demand, MovedLayer::Task &task) {
    if (!demand.refusal.what.empty())
      refuse(demand.refusal);
    if (demand.isInText)
      task.edits.push_back({demand.range, "(*" + nameOf(demand) + ")"});
  }

  /// What one task only reads is shared all the same where the text of another one sets it, if only
  /// in code that never runs.
  void nameReadOnes() {
    for (const auto &[task, demand] : onlyRead)
      if (made.captures[captureOf.at(demand.variable)].isShared) {
        made.sharedNames[demand.variable] = nameOf(demand);
        nameShared(demand, made.tasks[task]);
      }
  }

  const std::string &nameOf(const Demand &demand) const {
    return function.variables[demand.variable].capture.name;
  }

  const MovablePipeline &pipelineOf(const TaskShape &task) const {
    const MovableTask &its = taskOf(task.members[0]);
    return task.isOther ? *its.otherPiped : *its.piped;
  }

  std::vector<const MovableCode *> codesOf(const TaskShape &task) {
    const MovableTask &first = taskOf(task.members[0]);
    if (task.splitLoop.valid())
      return {task.hasLateHead ? &*first.late : &*first.early};
    if (task.pipedLoop.valid())
      return {&pipelineOf(task).code};
    if (isCondition(task))
      refuse(first.noCondition);
    if (isCondition(task))
      return first.condition ? std::vector{&*first.condition} : std::vector<const MovableCode *>();
    std::vector<const MovableCode *> codes;
    for (TaskId member : outermost(task))
      codes.push_back(&taskOf(member).statement);
    return codes;
  }

  void moveTask(const TaskShape &task) {
    MovedLayer::Task moved;
    std::set<size_t> own, used;
    if (isDistributed())
      moveComponents(task, moved, own, used);
    else
      moveCodes(task, moved, own, used);
    if (made.refusal)
      return;
    addExits(moved.range, moved.edits);
    moved.captures.assign(used.begin(), used.end());
    made.tasks.push_back(std::move(moved));
  }

  void moveCodes(const TaskShape &task, MovedLayer::Task &moved, std::set<size_t> &own,
                 std::set<size_t> &used) {
    const std::vector<const MovableCode *> codes = codesOf(task);
    for (const MovableCode *code : codes) {
      own.insert(code->own.begin(), code->own.end());
      take(*code, moved);
    }
    using Stage = Demand::Stage;
    for (Stage stage : {Stage::Names, Stage::Own, Stage::Construct, Stage::Place, Stage::Uses})
      for (const MovableCode *code : codes)
        for (const Demand &each : code->demands)
          if (each.stage == stage)
            meet(each, own, used, moved);
    if (made.refusal)
      return;
    refuse(codes.front()->rangeRefusal);
    refuse(codes.back()->rangeRefusal);
    moved.range = {codes.front()->range.begin, codes.back()->range.end};
    if (!made.refusal && !file.hasWholeConditionals(moved.range))
      refuse("part of an #if block", taskOf(task.members[0]).place.where);
  }

  /// All that does not depend on other tasks.
  void take(const MovableCode &code, MovedLayer::Task &moved) {
    hide(code.hidden);
    moved.edits.insert(moved.edits.end(), code.edits.begin(), code.edits.end());
    made.originalEdits.insert(made.originalEdits.end(), code.originalEdits.begin(),
                              code.originalEdits.end());
    TaskParts &parts = moved.parts;
    for (size_t i = 0; i < code.parts.privates.size(); ++i) {
      const std::string &name = code.parts.privateNames[i];
      if (std::find(parts.privateNames.begin(), parts.privateNames.end(), name) !=
          parts.privateNames.end())
        continue;
      parts.privateNames.push_back(name);
      parts.privates.push_back(code.parts.privates[i]);
    }
    if (code.parts.split)
      parts.split = code.parts.split;
    if (code.parts.piped)
      parts.piped = code.parts.piped;
    if (!code.parts.waysOut.empty()) {
      parts.waysOut = code.parts.waysOut;
      parts.returnedType = code.parts.returnedType;
    }
  }

  /// Where the program ends when memory runs out.
  void addExits(TextRange range, std::vector<TextEdit> &edits) const {
    for (TextRange arm : function.exits)
      if (range.begin <= arm.begin && arm.end <= range.end)
        for (const TextEdit &edit : editsOfExit(arm))
          edits.push_back(edit);
  }

  /// The loop without the statements that the task leaves to others.
  void moveComponents(const TaskShape &task, MovedLayer::Task &moved, std::set<size_t> &own,
                      std::set<size_t> &used) {
    const MovableTask &first = taskOf(task.members[0]);
    const MovableComponents &its = *first.components;
    take(its.loop, moved);
    own.insert(its.loop.own.begin(), its.loop.own.end());
    for (const Demand &each : its.loop.demands)
      if (each.stage <= Demand::Stage::Own)
        meet(each, own, used, moved);
    const std::set<RegionId> gone = leaveOut(task, its, moved.edits);
    refuse(its.pragma);
    checkProducts(its, gone);
    for (const MovableComponents::Declaration &each : its.declarations)
      markUnused(each, moved.edits);
    for (const MovableComponents::Scalar &each : its.scalars)
      if (isUsed(its, each.variable, gone) && !own.contains(each.variable) &&
          !each.isDeclaredInside)
        addScalar(task, each, moved, own, used);
    for (const Demand &each : its.loop.demands)
      if (each.stage > Demand::Stage::Own && !gone.contains(each.part))
        meet(each, own, used, moved);
    refuse(its.loop.rangeRefusal);
    moved.range = its.loop.range;
  }

  std::set<RegionId> leaveOut(const TaskShape &task, const MovableComponents &its,
                              std::vector<TextEdit> &edits) {
    std::set<RegionId> kept, gone;
    for (size_t component : task.components)
      kept.insert(its.components[component].begin(), its.components[component].end());
    for (const MovableComponents::Part &part : its.parts)
      if (kept.contains(part.statement))
        refuse(part.refusal);
    for (const MovableComponents::Part &part : its.parts) {
      if (kept.contains(part.statement))
        continue;
      gone.insert(part.statement);
      refuse(part.whenLeftOut);
      refuse(part.refusal);
      edits.push_back({part.range, part.lines});
    }
    for (const MovableComponents::Reference &each : its.references)
      if (!gone.contains(each.part) && gone.contains(each.declaredIn))
        refuse("a declaration used by several parts of the loop", each.where);
    for (const TextEdit &edit : edits)
      for (const MovableComponents::Part &part : its.parts)
        if (kept.contains(part.statement) && edit.range.begin < part.range.end &&
            part.range.begin < edit.range.end)
          refuse("several statements from one macro", its.where);
    return gone;
  }

  /// A product that two components compute is used once more in the source, and a sum of products
  /// may get a loop of its own, of which compilers make vectors.
  void checkProducts(const MovableComponents &its, const std::set<RegionId> &gone) {
    std::set<size_t> used;
    for (const MovableComponents::Reference &each : its.references) {
      if (gone.contains(each.part))
        continue;
      const MovableVariable &variable = function.variables[each.variable];
      used.insert(each.variable);
      const bool isTwice = usedByComponents.contains(each.variable);
      if (variable.sumsProducts || (isTwice && variable.handsProducts))
        refuseProduct(each.where);
    }
    usedByComponents.insert(used.begin(), used.end());
  }

  /// Declarations that stay, though what they declare may be used in other tasks only.
  void markUnused(const MovableComponents::Declaration &declaration, std::vector<TextEdit> &edits) {
    const unsigned begin = declaration.begin;
    if (std::any_of(edits.begin(), edits.end(),
                    [&](const TextEdit &edit) { return edit.range.begin == begin; }))
      return; // it is left out
    refuse(declaration.refusal);
    edits.push_back({{begin, begin}, "__attribute__((__unused__)) "});
  }

  static bool isUsed(const MovableComponents &its, size_t variable,
                     const std::set<RegionId> &gone) {
    return std::any_of(its.references.begin(), its.references.end(),
                       [&](const MovableComponents::Reference &each) {
                         return each.variable == variable && !gone.contains(each.part);
                       });
  }

  void addScalar(const TaskShape &task, const MovableComponents::Scalar &scalar,
                 MovedLayer::Task &moved, std::set<size_t> &own, std::set<size_t> &used) {
    using Start = ComponentScalar::Start;
    const ComponentScalar &its = scalar.its;
    const bool stays = its.isLeft && std::find(task.components.begin(), task.components.end(),
                                               its.setter) != task.components.end();
    if (stays && its.start == Start::Iteration)
      return; // no other task uses the variable itself
    own.insert(scalar.variable);
    if (its.start == Start::Before) {
      used.insert(capture(scalar.variable, false));
    } else {
      refuse(scalar.ownRefusal);
      hide(scalar.hidden);
      moved.parts.privates.push_back(scalar.own);
      moved.parts.privateNames.push_back(scalar.name);
    }
    if (!stays)
      return;
    refuse(scalar.resultRefusal);
    hide(scalar.hidden);
    moved.parts.results.push_back(scalar.result);
  }

  /// What tasks get from elsewhere or hand on lies in the frame, or in memory that this points to.
  void checkProducts() {
    for (size_t i = 0; i < made.captures.size(); ++i) {
      const size_t number = made.variables[i];
      const MovableVariable &variable = function.variables[number];
      const bool isShared = made.captures[i].isShared;
      const bool isMoved = isShared && variable.sumsProducts;
      if (isMoved || (variable.handsProducts && (isShared || !isRounded(number))))
        refuseProduct(variable.where);
    }
  }

  bool isRounded(size_t variable) const {
    for (const TaskShape &task : shape.tasks)
      for (const MovableUses *uses : usesOf(task))
        if (uses->unrounded.contains(variable))
          return false;
    return true;
  }

  void place() {
    const MovablePlace &first = taskOf(shape.tasks.front().members[0]).place;
    const auto lastTask = std::find_if(shape.tasks.rbegin(), shape.tasks.rend(),
                                       [&](const TaskShape &task) { return !isInArm(task); });
    const MovablePlace &last = taskOf(outermost(*lastTask).back()).place;
    const TextRange range{first.range.begin, last.range.end};
    refuse(first.firstRefusal);
    refuse(last.lastRefusal);
    refuse(first.refusal);
    if (first.hasOwnArithmetic && file.mentionsPragma({function.bodyBegin, range.end}))
      refuse("code after a floating-point pragma", first.where);
    if (first.isBehindMacros || file.changesMacros(range))
      refuse("code after #define/#undef inside the function", first.where);
    if (!file.hasWholeConditionals(range))
      refuse("part of an #if block", first.where);
    for (const auto &[offset, where] : movable.declarations)
      if (range.begin <= offset && offset < range.end)
        refuse("a declaration between two tasks", where);
    if (file.mentionsCounter(range))
      refuse("__COUNTER__", first.where);
    made.range = range;
    addExits(range, made.originalEdits);
  }

  void addHead(const MovableComponents &its) {
    if (!its.hasGuards && shape.minimumTrip == 0)
      return;
    refuse(its.headRefusal);
    hide(its.headHidden);
    made.head = its.head;
  }
};

std::optional<Obstacle> whyFusedOtherwise(const Layer &layer, const Movability &movability,
                                          const LayerShape &shape) {
  for (const TaskShape &task : shape.tasks)
    for (TaskId member : task.members)
      if (const auto its = movability.fusedOtherwise.find(layer.tasks[member.index()].first);
          its != movability.fusedOtherwise.end())
        return Obstacle{ObstacleKind::FusedOtherwise, "", "", its->second, {}};
  return std::nullopt;
}

} // namespace

std::vector<TextEdit> editsOfExit(TextRange statements) {
  return {{{statements.begin, statements.begin}, "{ ks_leave(); "},
          {{statements.end, statements.end}, " }"}};
}

MovedLayer moveLayer(const Program &program, const Layer &layer, const Movability &movability,
                     const LayerShape &shape) {
  return LayerMover(program, layer, movability, shape).run();
}

std::optional<Obstacle> whyNotMovable(const Program &program, const Parallelism &facts,
                                      const Layer &layer, const Movability &movability,
                                      const LayerShape &shape) {
  if (auto obstacle = whyFusedOtherwise(layer, movability, shape))
    return obstacle;
  if (movability.openMp) {
    const std::optional<Refusal> refusal =
        moveOpenMp(program, facts, layer, movability, shape).refusal;
    return refusal ? std::optional(
                         Obstacle{ObstacleKind::NotInOpenMp, refusal->what, "", refusal->where, {}})
                   : std::nullopt;
  }
  if (movability.layers.empty())
    return std::nullopt;
  const std::optional<Refusal> refusal = moveLayer(program, layer, movability, shape).refusal;
  return refusal ? std::optional(
                       Obstacle{ObstacleKind::CannotOutline, refusal->what, "", refusal->where, {}})
                 : std::nullopt;
}

} // namespace kasuri
