// Deciding how OpenMP says a layer.
//
//     for (int c = 0; c < n; c++)          #pragma omp parallel for default(none) ...
//       bits += code(enc, c);              for (int c = 0; c < n; c++) ...
//
//     left(x);          #pragma omp parallel sections default(none) shared(x, y)
//     right(y);         { ...
//
//     a = f(x);         #pragma omp task depend(out : a)
//     b = g(y);         #pragma omp task
//     c = h(a);         #pragma omp task depend(in : a)
//
// Where nearly all of the work is in loops that share out their iterations, each of these is a
// parallel loop, and what stands between them runs in order. Else one thread makes the tasks, in
// the order of the source. A task whose end others wait for has a variable that it is known by in
// `depend`: one that it hands over, if no other task is known by that, or one declared for it. A
// branch is one task with all that it controls: which arm is taken is only known when the tasks
// before it are over.
#include "movability/openmp/MoveOpenMp.h"

#include "model/Regions.h"
#include "movability/openmp/FreshNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri {
namespace {

/// Of a layer's time: with less outside loops, each loop is parallel on its own.
constexpr double smallShare = 0.1;
/// The same where a loop cannot be shared out inside a task.
constexpr double halfShare = 0.5;

/// How much longer or shorter iterations become for that to matter.
constexpr double leastSlope = 0.1;

/// Iterations that a thread takes at a time, if their number is not known; else such that there are
/// so many stretches.
constexpr unsigned usualChunk = 8, stretches = 64, maxAtOnce = 64;

/// Of the statements of one task, or of all.
using Uses = std::vector<OpenMpUse>;

/// As one stretch of code.
Uses merged(const std::vector<const Uses *> &all) {
  std::map<size_t, OpenMpUse> known;
  for (const Uses *uses : all)
    for (const OpenMpUse &each : *uses) {
      OpenMpUse &its = known.try_emplace(each.variable, each).first->second;
      its.order = std::min(its.order, each.order);
      its.isOnlyRead &= each.isOnlyRead;
      its.isRounded &= each.isRounded;
    }
  Uses found;
  for (const auto &[variable, use] : known)
    found.push_back(use);
  std::sort(found.begin(), found.end(),
            [](const OpenMpUse &a, const OpenMpUse &b) { return a.order < b.order; });
  return found;
}

class OpenMpMover {
public:
  OpenMpMover(const Program &program, const Parallelism &facts, const Layer &layer,
              const Movability &movability, const LayerShape &shape)
      : program(program), facts(facts), layer(layer), code(*movability.openMp),
        tasks(code.layers[layer.id.index()]), function(code.functions.at(layer.function)),
        unit(code.units[movability.fileOf.at(layer.function)]),
        file(movability.files[movability.fileOf.at(layer.function)]), shape(shape) {}

  OpenMpForm run() {
    checkLayer();
    if (layer.crossesExits)
      refuse("a branch that may leave the layer", program[layer.tasks.front().first].location);
    if (shape.tasks.front().pipedLoop.valid())
      refuse("a loop that runs as a pipeline", program[layer.tasks.front().first].location);
    if (made.refusal)
      return std::move(made);
    if (shape.tasks.size() == 1 && shape.tasks[0].splitLoop.valid()) {
      addLoop(shape.tasks[0]);
    } else {
      findGroups();
      if (!made.refusal)
        chooseForm();
    }
    checkWords();
    return std::move(made);
  }

private:
  struct Group : OpenMpGroup {
    const TaskShape *shape = nullptr;
    std::vector<const OpenMpStatement *> code;
    std::vector<size_t> after;    ///< groups that must be over before, be it by others between
    std::vector<size_t> privates; ///< variables
    Uses uses;
    std::string token; ///< a variable that stands for its end in `depend`; "": nobody waits
  };

  const Program &program;
  const Parallelism &facts;
  const Layer &layer;
  const OpenMpCode &code;
  const OpenMpLayer &tasks;
  const OpenMpFunction &function;
  const OpenMpUnit &unit;
  const FileText &file;
  const LayerShape &shape;
  OpenMpForm made;
  std::vector<Group> groups;
  std::set<std::string> ownNames; ///< that the layer declares

  void refuse(const std::optional<Refusal> &refusal) {
    if (!made.refusal)
      made.refusal = refusal;
  }
  void refuse(const std::string &what, SourceLocation where) { refuse(Refusal{what, where}); }

  const MacroTask &macroTask(TaskId id) const { return layer.tasks[id.index()]; }
  const OpenMpTask &taskOf(TaskId id) const { return tasks.tasks[id.index()]; }
  const OpenMpVariable &variable(size_t number) const { return function.variables[number]; }

  std::string listed(size_t number) {
    refuse(variable(number).whenListed);
    return variable(number).name;
  }

  void checkLayer() {
    const SourceLocation begin = taskOf(shape.tasks[0].members[0]).statements.front().where;
    const std::string form = shape.tasks[0].components.empty() ? "" : "a distributed loop";
    for (const std::string &each : {function.refusal, form, code.refusal, unit.refusal})
      if (!each.empty())
        refuse(each, begin);
    bool mayExit = false, assumesAssertions = false;
    for (const TaskShape &task : shape.tasks)
      for (TaskId member : task.members) {
        mayExit |= taskOf(member).mayExit;
        assumesAssertions |= taskOf(member).assumesAssertions;
        refuse(taskOf(member).errnoUse);
      }
    if (mayExit)
      refuse("code that ends the program when memory runs out", begin);
    if (assumesAssertions)
      refuse("an assertion that is assumed to hold", begin);
  }

  /// Iterations of unequal length go to whichever thread is free, some at a time, unless what is
  /// left depends on who ran which.
  static std::string scheduleFor(const TaskShape &task, const OpenMpLoop &loop) {
    if (std::abs(task.slope) < leastSlope || loop.needsStretches)
      return "static";
    const unsigned most = std::numeric_limits<uint16_t>::max();
    const unsigned chunk =
        task.maxParts == most ? usualChunk : std::clamp(task.maxParts / stretches, 1u, maxAtOnce);
    return "dynamic, " + std::to_string(chunk);
  }

  /// As a parallel loop.
  void addLoop(const TaskShape &task) {
    OpenMpLoop loop = *taskOf(task.members[0]).loop;
    addCondition(loop);
    if (loop.pragma.condition.empty())
      refuse(loop.whenUntested);
    refuse(loop.refusal);
    nameFresh(loop);
    if (tasks.keepsErrno && !taskOf(task.members[0]).statements.front().isInBlock)
      refuse("errno to be kept around a statement without braces",
             taskOf(task.members[0]).statements.front().where);
    keepErrno(task.splitLoop, loop.before, loop.after);
    loop.pragma.schedule = scheduleFor(task, loop);
    if (loop.sharesLine)
      refuse("a statement that shares its line with another", {});
    for (const std::string &each : loop.guards)
      loop.pragma.condition += (loop.pragma.condition.empty() ? "" : " && ") + each;
    made.loops.push_back(std::move(loop));
  }

  void addCondition(OpenMpLoop &loop) const {
    const int64_t leastTrips = std::max<int64_t>(shape.minimumTrip, loop.hasGuards ? 2 : 0);
    if (!loop.threshold || leastTrips <= 1 || leastTrips >= INT16_MAX)
      return;
    const OpenMpLoop::Threshold &its = *loop.threshold;
    const int64_t least = its.start + (leastTrips - 1) * its.step;
    loop.pragma.condition = its.bound + (its.isClosed ? " >= " : " > ") + std::to_string(least);
  }

  /// OpenMP's library may set errno when it starts threads.
  void keepErrno(RegionId first, std::vector<std::string> &before,
                 std::vector<std::string> &after) {
    if (!tasks.keepsErrno)
      return;
    // Without <errno.h> as that defines it.
    const bool isNamed = unit.taken.contains("errno");
    const SourceLocation &where = program[first].location; // other layers of the block have names
    const std::string name =
        freshName("errno_" + std::to_string(where.line) + "_" + std::to_string(where.column));
    const std::string its = isNamed ? "errno" : "*__errno_location()";
    before.insert(before.begin(), "const int " + name + " = " + its + ";");
    if (!isNamed)
      before.insert(before.begin(), "extern int *__errno_location(void);");
    after.push_back(its + " = " + name + ";");
  }

  std::string freshName(const std::string &wish) {
    std::string name = wish;
    for (unsigned number = 2; unit.taken.contains(name) || ownNames.contains(name); ++number)
      name = wish + std::to_string(number);
    ownNames.insert(name);
    return name;
  }

  /// Gives the loop's own names instead of their marks.
  void nameFresh(OpenMpLoop &loop) {
    std::vector<std::string> names;
    std::set<std::string> ofLayer = ownNames;
    for (const FreshName &each : loop.freshNames) {
      if (!each.isOfLoop)
        ownNames = ofLayer;
      names.push_back(freshName(each.wish));
      if (!each.isOfLoop)
        ofLayer.insert(names.back());
    }
    ownNames = ofLayer;
    for (TextEdit &each : loop.edits)
      each.text = withFreshNames(each.text, names);
    for (std::vector<std::string> *texts : {&loop.before, &loop.after})
      for (std::string &each : *texts)
        each = withFreshNames(each, names);
    for (auto &[op, items] : loop.pragma.reductions)
      for (std::string &each : items)
        each = withFreshNames(each, names);
  }

  void findGroups() {
    for (const TaskShape &task : shape.tasks)
      if (!macroTask(task.members.front()).isInArm() && !made.refusal)
        addGroup(task);
    if (made.refusal)
      return;
    std::vector<RegionId> all;
    for (const Group &group : groups)
      all.insert(all.end(), group.regions.begin(), group.regions.end());
    const std::vector<RegionId> &siblings = program[program[all.front()].parent].children;
    const auto begin = std::find(siblings.begin(), siblings.end(), all.front());
    bool isRun = static_cast<size_t>(siblings.end() - begin) >= all.size() &&
                 std::equal(all.begin(), all.end(), begin);
    const OpenMpStatement &first = *groups.front().code.front();
    const TextRange range{groups.front().range().begin, groups.back().range().end};
    if (!isRun || !first.isInBlock)
      refuse("a statement between two tasks", first.where);
    if (groups.size() < 2)
      refuse("tasks inside a branch", first.where);
    else if (!file.hasWholeConditionals(range))
      refuse("part of an #if block", first.where);
    for (const auto &[offset, where] : tasks.declarations)
      if (range.begin <= offset && offset < range.end)
        refuse("a declaration between two tasks", where);
  }

  void addGroup(const TaskShape &task) {
    Group group;
    group.shape = &task;
    for (TaskId member : task.members)
      if (macroTask(member).control == macroTask(task.members.front()).control)
        for (const OpenMpStatement &each : taskOf(member).statements)
          group.code.push_back(&each);
    std::vector<const Uses *> uses;
    for (const OpenMpStatement *each : group.code) {
      refuse(each->refusal);
      group.regions.push_back(each->region);
      group.statements.push_back(each->range);
      uses.push_back(&each->uses);
    }
    group.uses = merged(uses);
    for (const OpenMpStatement *each : group.code)
      refuse(each->whenGrouped);
    for (const OpenMpStatement *each : group.code)
      for (size_t number : each->privates)
        addPrivate(group, number);
    if (task.splitLoop.valid() && !made.refusal) {
      OpenMpLoop loop = *taskOf(task.members[0]).taskLoop;
      nameFresh(loop);
      if (!loop.refusal) // else it runs in order, as a task
        group.loop = std::move(loop);
    }
    groups.push_back(std::move(group));
  }

  void addPrivate(Group &group, size_t number) {
    const std::string name = listed(number);
    if (llvm::is_contained(group.task.privates, name))
      return;
    group.task.privates.push_back(name);
    group.privates.push_back(number);
  }

  void chooseForm() {
    if (isMostlyLoops()) {
      ownNames.clear();
      for (const Group &group : groups)
        if (group.loop && !made.refusal)
          addLoop(*group.shape);
      return;
    }
    findOrder();
    bool isFree = llvm::all_of(
        groups, [](const Group &each) { return each.after.empty() && !each.isTaskLoop(); });
    isFree ? addSections() : addTasks();
    keepErrno(groups.front().regions.front(), made.before, made.after);
    for (Group &group : groups)
      made.groups.push_back(std::move(static_cast<OpenMpGroup &>(group)));
  }

  /// As the dependences of whole statements have it, and what follows from them.
  void findOrder() {
    auto groupOf = [&](RegionId region) {
      return static_cast<size_t>(
          llvm::find_if(
              groups, [&](const Group &each) { return llvm::is_contained(each.regions, region); }) -
          groups.begin());
    };
    for (const SiblingDependence &each : facts.dependences) {
      const size_t from = groupOf(each.from), to = groupOf(each.to);
      bool isEdge = from < groups.size() && to < groups.size() && from != to;
      if (isEdge && !llvm::is_contained(groups[to].after, from))
        groups[to].after.push_back(from);
    }
    for (Group &group : groups) { // those before it are complete
      for (size_t i = 0; i < group.after.size(); ++i)
        for (size_t earlier : groups[group.after[i]].after)
          if (!llvm::is_contained(group.after, earlier))
            group.after.push_back(earlier);
      llvm::sort(group.after);
    }
  }

  bool isMostlyLoops() const {
    double inOrder = 0, all = 0;
    for (const Group &group : groups) {
      const double ns = costOf(group);
      all += ns;
      inOrder += group.loop ? 0 : ns;
    }
    bool isShared =
        llvm::all_of(groups, [](const Group &each) { return !each.loop || each.isTaskLoop(); });
    return inOrder <= (isShared ? smallShare : halfShare) * all &&
           llvm::any_of(groups, [](const Group &each) { return each.loop.has_value(); });
  }

  /// With what it controls.
  double costOf(const Group &group) const {
    double ns = 0;
    for (const TaskShape &task : shape.tasks) {
      const MacroTask &its = macroTask(task.members.front());
      bool isIn = its.isInArm() && llvm::any_of(group.regions, [&](RegionId each) {
                    return contains(program, each, its.first);
                  });
      ns += &task == group.shape || isIn ? task.costNs : 0;
    }
    return ns;
  }

  Uses allUses() const {
    std::vector<const Uses *> all;
    for (const Group &group : groups)
      all.push_back(&group.uses);
    return merged(all);
  }

  /// A shared variable lies in memory, as for layers of Kasuri's own runtime.
  bool takesProductApart(const OpenMpUse &use) const {
    const OpenMpVariable &its = variable(use.variable);
    const bool isRounded = use.isOnlyRead && use.isRounded;
    return (!use.isOnlyRead && its.sumsProducts) || (!isRounded && its.handsProducts);
  }

  std::vector<std::string> sharedNames(const Uses &uses, const std::set<size_t> &own) {
    std::vector<std::string> names;
    for (const OpenMpUse &each : uses) {
      if (own.contains(each.variable))
        continue;
      refuse(variable(each.variable).whenShared);
      if (takesProductApart(each))
        refuse("a product that may be fused with the addition", variable(each.variable).where);
      names.push_back(listed(each.variable));
    }
    return names;
  }

  bool isPrivate(const Group &group, size_t number) const {
    return llvm::is_contained(group.task.privates, variable(number).name);
  }

  void addSections() {
    std::set<size_t> own;
    for (const Group &group : groups)
      for (const OpenMpUse &each : group.uses)
        if (isPrivate(group, each.variable))
          own.insert(each.variable);
    // Of the others none may name what is private in all sections.
    for (const Group &group : groups)
      for (const OpenMpUse &each : group.uses)
        if (own.contains(each.variable) && !isPrivate(group, each.variable))
          return addTasks();
    made.kind = OpenMpForm::Kind::Sections;
    made.around.construct = "parallel sections";
    made.around.listsShared = true;
    for (const OpenMpUse &each : allUses())
      if (own.contains(each.variable))
        made.around.privates.push_back(listed(each.variable));
    made.around.shared = sharedNames(allUses(), own);
  }

  /// An earlier task that is known by the name is over before this one, as are those that wait for
  /// it; and who waits for it later waits for this one as well.
  bool canBeKnownBy(size_t group, const std::string &name) const {
    auto waits = [&](size_t later, size_t earlier) {
      return llvm::is_contained(groups[later].after, earlier);
    };
    for (size_t other = 0; other < group; ++other) {
      if (groups[other].token != name)
        continue;
      for (size_t each = 0; each < groups.size(); ++each) {
        bool isOrdered = each == other || !waits(each, other) ||
                         (each < group ? waits(group, each) : each == group || waits(each, group));
        if (!isOrdered || !waits(group, other))
          return false;
      }
    }
    return true;
  }

  bool isShared(size_t number, const Group &group) const {
    return !isPrivate(group, number) &&
           llvm::any_of(group.uses, [&](const OpenMpUse &each) { return each.variable == number; });
  }

  /// What it has in common with one that waits for it; or a variable of the layer's own.
  void chooseTokens() {
    for (size_t i = 0; i < groups.size(); ++i) {
      bool isAwaited = false;
      for (size_t later = i + 1; later < groups.size(); ++later) {
        if (!llvm::is_contained(groups[later].after, i))
          continue;
        isAwaited = true;
        for (const OpenMpUse &each : groups[i].uses)
          if (groups[i].token.empty() && isShared(each.variable, groups[i]) &&
              isShared(each.variable, groups[later]) && !variable(each.variable).isRegister &&
              canBeKnownBy(i, variable(each.variable).name))
            groups[i].token = listed(each.variable);
      }
      if (!isAwaited || !groups[i].token.empty())
        continue;
      const unsigned line = program[groups[i].regions.front()].location.line;
      groups[i].token = freshName("done_" + std::to_string(line));
      made.tokens.push_back(groups[i].token);
    }
  }

  /// Tasks that others before this one wait for need not be named.
  void addDepend(Group &group) const {
    Pragma &task = group.task;
    for (size_t other : group.after) {
      bool isImplied = llvm::any_of(group.after, [&](size_t between) {
        return llvm::is_contained(groups[between].after, other);
      });
      if (!isImplied && !llvm::is_contained(task.in, groups[other].token))
        task.in.push_back(groups[other].token);
    }
    if (group.token.empty())
      return;
    if (llvm::is_contained(task.in, group.token)) {
      std::erase(task.in, group.token);
      task.inAndOut.push_back(group.token);
    } else {
      task.out.push_back(group.token);
    }
  }

  void addTasks() {
    made.kind = OpenMpForm::Kind::Tasks;
    chooseTokens();
    made.around.construct = "parallel";
    made.around.listsShared = true;
    made.around.shared = sharedNames(allUses(), {});
    made.around.shared.insert(made.around.shared.end(), made.tokens.begin(), made.tokens.end());
    for (Group &group : groups) {
      group.task.construct = "task";
      addDepend(group);
    }
  }

  /// Macros of the source hold in the pragmas, too.
  void checkWords() {
    for (const OpenMpLoop &loop : made.loops) {
      if (loop.isInArm)
        checkWords("if (");
      checkWords(loop);
      if (loop.isInArm)
        checkWords("else");
    }
    if (!made.loops.empty())
      return;
    for (const std::vector<std::string> *each : {&made.before, &made.after})
      for (const std::string &statement : *each)
        checkWords(statement);
    checkWords(made.around);
    if (made.kind == OpenMpForm::Kind::Sections)
      return checkWords("pragma omp section");
    checkWords(made.tokens.empty() ? "" : "char void");
    checkWords("pragma omp single");
    for (const OpenMpGroup &group : made.groups) {
      checkWords(group.task);
      if (group.isTaskLoop())
        checkWords(*group.loop);
    }
  }

  void checkWords(const OpenMpLoop &loop) {
    for (const std::string &each : loop.before)
      checkWords(each);
    checkWords(loop.pragma);
    for (const TextEdit &each : loop.edits)
      checkWords(each.text);
    for (const std::string &each : loop.after)
      checkWords(each);
  }

  void checkWords(const Pragma &pragma) {
    checkWords("pragma omp " + pragma.construct);
    for (const std::string &each : clausesOf(pragma))
      checkWords(each);
  }

  void checkWords(llvm::StringRef text) {
    for (llvm::StringRef rest = text; !rest.empty();) {
      const llvm::StringRef word =
          rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      rest = rest.substr(std::max<size_t>(1, word.size()));
      const auto macro = unit.macros.find(word.str());
      if (macro != unit.macros.end() && (!macro->second || rest.ltrim().starts_with("(")))
        refuse("'" + word.str() + "' is a macro in the source",
               taskOf(shape.tasks[0].members[0]).statements.front().where);
    }
  }
};

} // namespace

OpenMpForm moveOpenMp(const Program &program, const Parallelism &facts, const Layer &layer,
                      const Movability &movability, const LayerShape &shape) {
  return OpenMpMover(program, facts, layer, movability, shape).run();
}

} // namespace kasuri
