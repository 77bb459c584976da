// The components of a distributed loop: each task's text is the loop without the statements that it
// leaves to others.
//
//     while (n--) { int t;            while (n--) { __attribute__((__unused__)) int t;
//       t = a(0); x[0] = t;             t = a(0); x[0] = t;
//       t = a(1); x[1] = t;
//       x += 2; }                       x += 2; }            *ks_f->ks_home_x = x;
//
// Lines keep their places. A task has copies of the scalars that the loop changes, which begin with
// the values in front of the loop; of those that are used behind it, one task's copy is handed back
// at its end. A statement can be left out where it stands in a block of its own, from its first
// token to its last, as a whole macro's expansion does; text under pragmas stays as it is, since
// these may be about what is left out. Which statements a task leaves out is for the plan to say.
#include "movability/read/ComponentReader.h"
#include "movability/read/SplitReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

const Stmt *bodyOf(const Stmt *loop) {
  if (const auto *counting = dyn_cast<ForStmt>(loop))
    return counting->getBody();
  if (const auto *testing = dyn_cast<WhileStmt>(loop))
    return testing->getBody();
  return cast<DoStmt>(loop)->getBody();
}

/// Which statement of a component a name stands in.
class PartFinder {
public:
  void add(RegionId region, const Uses &uses) {
    for (const DeclRefExpr *each : uses.references)
      references.emplace(each, region);
    for (const Decl *each : uses.declared)
      declarations.emplace(each, region);
  }
  RegionId partOf(const DeclRefExpr *reference) const {
    const auto found = references.find(reference);
    return found == references.end() ? RegionId() : found->second;
  }
  RegionId partOf(const Decl *declaration) const {
    const auto found = declarations.find(declaration);
    return found == declarations.end() ? RegionId() : found->second;
  }

private:
  std::map<const DeclRefExpr *, RegionId> references;
  std::map<const Decl *, RegionId> declarations;
};

class ComponentReader : public CodeReader {
public:
  ComponentReader(FunctionCode &function, CodeRecord &record, const MacroTask &task)
      : CodeReader(function, record), task(task),
        loop(sources.statementOf.at(task.distributedLoop)),
        its(*facts.factsOf(task.distributedLoop)->distribution) {}

  MovableComponents read() {
    const Uses uses = findUses(loop);
    made.where = function.place(loop->getBeginLoc());
    made.components = its.components;
    record.stage = Demand::Stage::Names;
    checkForeignNames(uses);
    record.stage = Demand::Stage::Own;
    for (const PrivateObject &each : task.privates)
      addOwn(sources.variableOf.at(each.object));
    readParts();
    for (const DeclRefExpr *each : uses.references)
      made.references.push_back({function.numberOf(cast<VarDecl>(each->getDecl())),
                                 parts.partOf(each), parts.partOf(each->getDecl()),
                                 function.place(each->getLocation())});
    readPragmas();
    markUnused(bodyOf(loop));
    for (const ComponentScalar &each : its.scalars)
      readScalar(each, uses);
    readUses(uses);
    readHead();
    made.loop = std::move(record.code);
    return std::move(made);
  }

private:
  const MacroTask &task;
  const Stmt *loop;
  const Distribution &its;
  MovableComponents made;
  PartFinder parts;

  void readParts() {
    std::set<RegionId> all;
    for (const std::vector<RegionId> &component : its.components)
      all.insert(component.begin(), component.end());
    for (RegionId each : all) {
      const Stmt *statement = sources.statementOf.at(each);
      CodeRecord ends;
      ComponentReader reader(function, ends, task);
      MovableComponents::Part part;
      part.statement = each;
      part.range = reader.rangeOf(statement);
      part.lines = linesOf(part.range);
      part.refusal = reader.firstRefusal();
      const auto parents = context.getParents(*statement);
      if (parents.size() != 1 || !parents[0].get<CompoundStmt>())
        part.whenLeftOut = Refusal{"a loop with a statement that cannot be removed from its body",
                                   function.place(statement->getBeginLoc())};
      made.parts.push_back(std::move(part));
      parts.add(each, findUses(statement));
    }
  }

  void readPragmas() {
    CodeRecord whole;
    ComponentReader reader(function, whole, task);
    const TextRange range = reader.rangeOf(loop);
    if (source.file().mentionsPragma(range))
      reader.refuse("a pragma in a distributed loop", loop->getBeginLoc());
    made.pragma = reader.firstRefusal();
  }

  /// Declarations that stay, though what they declare may be used in other tasks only.
  void markUnused(const Stmt *block) {
    for (const Stmt *each : block->children()) {
      const auto *declarations = dyn_cast<DeclStmt>(each);
      if (isa<CompoundStmt>(each))
        markUnused(each);
      if (!declarations || !llvm::any_of(declarations->decls(), llvm::IsaPred<VarDecl>))
        continue;
      MovableComponents::Declaration &declaration = made.declarations.emplace_back();
      declaration.begin = source.offsetOf(each->getBeginLoc());
      if (source.text({declaration.begin, declaration.begin + 2}) == "[[")
        declaration.refusal =
            Refusal{"a declaration with a leading attribute", function.place(each->getBeginLoc())};
    }
  }

  void readScalar(const ComponentScalar &scalar, const Uses &uses) {
    const VarDecl *variable = sources.variableOf.at(scalar.object);
    CodeRecord own, result;
    ComponentReader ownReader(function, own, task), resultReader(function, result, task);
    MovableComponents::Scalar read;
    read.its = scalar;
    read.variable = function.numberOf(variable);
    read.isDeclaredInside = uses.declared.contains(variable);
    read.own = ownReader.ownCopy(variable);
    read.name = ownReader.nameOf(variable);
    read.ownRefusal = ownReader.firstRefusal();
    read.hidden = own.code.hidden;
    if (variable->getType()->isVariablyModifiedType())
      resultReader.refuse("a variable whose type has no name outside the function",
                          variable->getLocation());
    const std::string home = "ks_home_" + resultReader.nameOf(variable);
    const QualType type = context.getPointerType(variable->getType());
    read.result = {read.name, home, resultReader.declaration(type, home),
                   resultReader.declaration(variable->getType().getUnqualifiedType(), read.name)};
    read.resultRefusal = resultReader.firstRefusal();
    made.scalars.push_back(std::move(read));
  }

  void readUses(const Uses &uses) {
    record.stage = Demand::Stage::Construct;
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    record.stage = Demand::Stage::Place;
    for (const auto &[declaration, location] : uses.outer)
      checkVisible(declaration, location);
    record.stage = Demand::Stage::Uses;
    std::map<std::pair<unsigned, unsigned>, RegionId> partAt;
    collectCaptures(uses, true);
    for (const DeclRefExpr *each : uses.references)
      if (const std::optional<TextRange> range = source.name(each))
        partAt[{range->begin, range->end}] = parts.partOf(each);
    for (Demand &each : record.code.demands)
      if (each.kind == Demand::Kind::Named)
        each.part = partAt[{each.range.begin, each.range.end}];
    CodeRecord ends;
    ComponentReader reader(function, ends, task);
    record.code.range = reader.rangeOf(loop);
    record.code.rangeRefusal = reader.firstRefusal();
  }

  /// What the trip count is made of, and what is tested in front.
  void readHead() {
    const LoopHead &head = *sources.headOf.at(task.distributedLoop);
    made.hasGuards = !its.guards.empty();
    CodeRecord read;
    SplitReader reader(function, read, loop, head);
    if (!head.variable || head.declarations || !head.otherStarts.empty()) {
      made.headRefusal = Refusal{"a loop header of this form", function.place(loop->getBeginLoc())};
      return;
    }
    made.head = reader.readHead();
    made.headRefusal = reader.refusal();
    made.headHidden = read.code.hidden;
    if (!made.headRefusal)
      made.headRefusal = refusalOfGuards(function, its.guards, loop);
  }
};

} // namespace

MovableComponents readComponents(FunctionCode &function, const MacroTask &task) {
  CodeRecord record;
  return ComponentReader(function, record, task).read();
}

} // namespace kasuri
