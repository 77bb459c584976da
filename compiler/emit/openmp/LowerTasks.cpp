// Statements that run beside each other: sections, or tasks.
//
//     left(x);          #pragma omp parallel sections default(none) shared(x, y)
//     right(y);         { ...
//
//     a = f(x);         #pragma omp task depend(out : a)
//     b = g(y);         #pragma omp task
//     c = h(a);         #pragma omp task depend(in : a)
//
// One thread makes the tasks, in the order of the source. A task whose end others wait for has a
// variable that it is known by in `depend`: one that it hands over, if no other task is known by
// that, or one declared for it. A branch is one task with all that it controls: which arm is taken
// is only known when the tasks before it are over.
#include "emit/openmp/Lowering.h"

#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// Of a layer's time: with less outside loops, each loop is parallel on its own.
constexpr double smallShare = 0.1;
/// The same where a loop cannot be shared out inside a task.
constexpr double halfShare = 0.5;

/// Compilers do not count `depend` as a use.
std::string declarationOf(const std::vector<std::string> &tokens, const std::string &indentation) {
  std::string declared, used;
  for (const std::string &each : tokens) {
    declared += (declared.empty() ? "char " : ", ") + each + " = 0";
    used += (used.empty() ? "(void)" : ", (void)") + each;
  }
  return tokens.empty() ? ""
                        : indentation + declared + "; /* each stands for the end of a task */\n" +
                              indentation + used + ";\n";
}

} // namespace

std::vector<OpenMpLowering::Group> OpenMpLowering::findGroups() {
  std::vector<Group> groups;
  std::vector<RegionId> all;
  for (const PlannedTask &task : plan.tasks) {
    if (task.control)
      continue;
    Group group;
    group.task = &task;
    for (TaskId member : task.members)
      if (taskOf(member).control == taskOf(task.members.front()).control)
        for (RegionId each : siblingsOf(program, taskOf(member)))
          group.regions.push_back(each);
    for (RegionId each : group.regions) {
      checkStatement(sources.statementOf.at(each));
      all.push_back(each);
    }
    if (!obstacle.empty())
      return {};
    group.range = {source.statement(sources.statementOf.at(group.regions.front()))->begin,
                   source.statement(sources.statementOf.at(group.regions.back()))->end};
    checkUses(usesOf(group));
    for (RegionId each : group.regions)
      for (const PrivateObject &copied : facts.siblings.at(each).privates)
        if (copied.object.valid()) {
          const std::string name = listedName(sources.variableOf.at(copied.object));
          if (!llvm::is_contained(group.privates, name))
            group.privates.push_back(name);
        }
    if (task.splitLoop.valid()) {
      const std::string before = obstacle;
      group.loop = lowerLoop(task.splitLoop, true);
      obstacle = before; // else it runs in order, as a task
    }
    groups.push_back(std::move(group));
  }
  const std::vector<RegionId> &siblings = program[program[all.front()].parent].children;
  const auto begin = std::find(siblings.begin(), siblings.end(), all.front());
  bool isRun = static_cast<size_t>(siblings.end() - begin) >= all.size() &&
               std::equal(all.begin(), all.end(), begin);
  const clang::SourceLocation first = sources.statementOf.at(all.front())->getBeginLoc();
  if (!isRun || !stands(sources.statementOf.at(all.front())))
    refuse("a statement between two tasks", first);
  if (groups.size() < 2)
    refuse("tasks inside a branch", first);
  else if (!source.hasWholeConditionals({groups.front().range.begin, groups.back().range.end}))
    refuse("part of an #if block", first);
  for (const DynTypedNode &parent : context.getParents(*sources.statementOf.at(all.front())))
    if (const auto *block = parent.get<CompoundStmt>())
      for (const Stmt *each : block->body()) {
        const unsigned offset = source.offsetOf(each->getBeginLoc());
        if (isa<DeclStmt>(each) && groups.front().range.begin <= offset &&
            offset < groups.back().range.end)
          refuse("a declaration between two tasks", each->getBeginLoc());
      }
  return groups;
}

/// As the dependences of whole statements have it, and what follows from them.
void OpenMpLowering::findOrder(std::vector<Group> &groups) const {
  auto groupOf = [&](RegionId region) {
    return static_cast<size_t>(
        llvm::find_if(groups,
                      [&](const Group &each) { return llvm::is_contained(each.regions, region); }) -
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

bool OpenMpLowering::isMostlyLoops(const std::vector<Group> &groups) const {
  double inOrder = 0, all = 0;
  for (const Group &group : groups) {
    double ns = 0;
    for (const PlannedTask &task : plan.tasks)
      if (&task == group.task ||
          (task.control && !task.members.empty() && llvm::any_of(group.regions, [&](RegionId each) {
             return contains(program, each, taskOf(task.members.front()).first);
           })))
        ns += task.costNs;
    all += ns;
    inOrder += group.loop ? 0 : ns;
  }
  bool isShared =
      llvm::all_of(groups, [](const Group &each) { return !each.loop || each.isTaskLoop(); });
  return inOrder <= (isShared ? smallShare : halfShare) * all &&
         llvm::any_of(groups, [](const Group &each) { return each.loop.has_value(); });
}

Uses OpenMpLowering::usesOf(const Group &group) const {
  std::vector<const Stmt *> statements;
  for (RegionId each : group.regions)
    statements.push_back(sources.statementOf.at(each));
  return findUses(statements);
}

/// Statements of one task that share a line get one each: under a pragma, compilers take the second
/// for a mistake.
void OpenMpLowering::separate(const Group &group, std::vector<TextEdit> &edits) const {
  for (size_t i = 1; i < group.regions.size(); ++i) {
    const unsigned begin = source.statement(sources.statementOf.at(group.regions[i]))->begin;
    if (!source.isAtLineStart(begin))
      edits.push_back({{begin, begin}, "\n" + indentationAt(begin)});
  }
}

void OpenMpLowering::appendSections(std::vector<Group> &groups, std::vector<TextEdit> &edits) {
  std::vector<const Stmt *> statements;
  Pragma pragma;
  pragma.construct = "parallel sections";
  pragma.listsShared = true;
  for (Group &group : groups)
    for (RegionId each : group.regions)
      statements.push_back(sources.statementOf.at(each));
  std::set<const VarDecl *> own;
  for (const Group &group : groups)
    for (const VarDecl *variable : outerVariables(usesOf(group)))
      if (llvm::is_contained(group.privates, variable->getNameAsString()))
        own.insert(variable);
  // Of the others none may name what is private in all sections.
  for (const Group &group : groups)
    for (const VarDecl *variable : outerVariables(usesOf(group)))
      if (own.contains(variable) &&
          !llvm::is_contained(group.privates, variable->getNameAsString()))
        return appendTasks(groups, edits);
  for (const VarDecl *variable : outerVariables(findUses(statements)))
    if (own.contains(variable))
      pragma.privates.push_back(listedName(variable));
  pragma.shared = sharedNames(statements, own);
  const std::string indentation = indentationAt(groups.front().range.begin);
  for (size_t i = 0; i < groups.size(); ++i) {
    const unsigned begin = groups[i].range.begin, end = groups[i].range.end;
    const bool isAtStart = source.isAtLineStart(begin), isBlock = groups[i].regions.size() > 1;
    separate(groups[i], edits);
    std::string front = i == 0 ? print(pragma, indentation) + indentation + "{\n" : "";
    front += indentation + "#pragma omp section\n" + (isBlock ? indentation + "{\n" : "");
    edits.push_back({{begin, begin},
                     (isAtStart ? front.substr(indentation.size()) : "\n" + front) + indentation});
    std::string back = isBlock ? "\n" + indentation + "}" : "";
    if (i + 1 == groups.size())
      back += "\n" + indentation + "}";
    if (!back.empty())
      edits.push_back({{end, end}, back});
  }
}

/// An earlier task that is known by the name is over before this one, as are those that wait for
/// it; and who waits for it later waits for this one as well.
bool OpenMpLowering::canBeKnownBy(const std::vector<Group> &groups, size_t group,
                                  const std::string &name) const {
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

/// What it has in common with one that waits for it; or a variable of the layer's own.
void OpenMpLowering::chooseTokens(std::vector<Group> &groups, std::vector<std::string> &declared) {
  std::vector<std::vector<const VarDecl *>> named;
  for (const Group &group : groups)
    named.push_back(outerVariables(usesOf(group)));
  auto isShared = [&](const VarDecl *variable, size_t group) {
    return llvm::is_contained(named[group], variable) &&
           !llvm::is_contained(groups[group].privates, variable->getNameAsString());
  };
  for (size_t i = 0; i < groups.size(); ++i) {
    bool isAwaited = false;
    for (size_t later = i + 1; later < groups.size(); ++later) {
      if (!llvm::is_contained(groups[later].after, i))
        continue;
      isAwaited = true;
      for (const VarDecl *variable : named[i])
        if (groups[i].token.empty() && isShared(variable, i) && isShared(variable, later) &&
            variable->getStorageClass() != SC_Register &&
            canBeKnownBy(groups, i, variable->getNameAsString()))
          groups[i].token = listedName(variable);
    }
    if (!isAwaited || !groups[i].token.empty())
      continue;
    const unsigned line = program[groups[i].regions.front()].location.line;
    groups[i].token = freshName("done_" + std::to_string(line));
    declared.push_back(groups[i].token);
  }
}

/// Tasks that others before this one wait for need not be named.
void OpenMpLowering::addDepend(const std::vector<Group> &groups, size_t index, Pragma &task) const {
  const Group &group = groups[index];
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

void OpenMpLowering::appendTasks(std::vector<Group> &groups, std::vector<TextEdit> &edits) {
  std::vector<const Stmt *> statements;
  std::vector<std::string> declared;
  chooseTokens(groups, declared);
  for (Group &group : groups)
    for (RegionId each : group.regions)
      statements.push_back(sources.statementOf.at(each));
  Pragma region;
  region.construct = "parallel";
  region.listsShared = true;
  region.shared = sharedNames(statements, {});
  region.shared.insert(region.shared.end(), declared.begin(), declared.end());
  const std::string indentation = indentationAt(groups.front().range.begin);
  for (size_t i = 0; i < groups.size(); ++i) {
    Group &group = groups[i];
    const unsigned begin = group.range.begin, end = group.range.end;
    Pragma task;
    task.construct = "task";
    task.privates = group.privates;
    addDepend(groups, i, task);
    separate(group, edits);
    std::string front;
    if (i == 0) {
      front += declarationOf(declared, indentation);
      front +=
          print(region, indentation) + indentation + "#pragma omp single\n" + indentation + "{\n";
    }
    front += print(task, indentation);
    std::string back;
    bool isBlock =
        group.regions.size() > 1 ||
        (group.isTaskLoop() && !(group.loop->before.empty() && group.loop->after.empty()));
    front += isBlock ? indentation + "{\n" : "";
    if (group.isTaskLoop()) {
      // The task has variables of its own; those of the function are shared.
      Pragma loop = group.loop->pragma;
      for (const std::string &each : group.loop->before)
        front += indentation + each + "\n";
      front += print(loop, indentation);
      edits.insert(edits.end(), group.loop->edits.begin(), group.loop->edits.end());
      for (const std::string &each : group.loop->after)
        back += "\n" + indentation + each;
    }
    back += isBlock ? "\n" + indentation + "}" : "";
    edits.push_back(
        {{begin, begin},
         (source.isAtLineStart(begin) ? front.substr(indentation.size()) : "\n" + front) +
             indentation});
    if (i + 1 == groups.size())
      back += "\n" + indentation + "}";
    if (!back.empty())
      edits.push_back({{end, end}, back});
  }
}

} // namespace kasuri
