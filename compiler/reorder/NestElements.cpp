#include "reorder/NestElements.h"

#include "model/Regions.h"
#include "reorder/RepeatedText.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr int mostCalls = 4; ///< in each other, of a call that is taken for an element

/// All parts of an expression or statement.
class PartFinder : public DynamicRecursiveASTVisitor {
public:
  std::set<const Stmt *> parts;
  std::vector<const VarDecl *> named;
  std::set<const VarDecl *> declared;
  bool hasStatements = false; ///< or what else has a scope or lifetime of its own

  bool VisitStmt(Stmt *statement) override {
    parts.insert(statement);
    hasStatements |= isa<StmtExpr, CompoundLiteralExpr>(statement);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    declared.insert(variable->getCanonicalDecl());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      named.push_back(variable->getCanonicalDecl());
    return true;
  }
};

PartFinder partsOf(const Stmt *statement) {
  PartFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(statement));
  return finder;
}

bool isDeclaredBy(const NestSource &source, ObjectId object, const VarDecl *variable) {
  auto its = source.sources.variableOf.find(object);
  return its != source.sources.variableOf.end() && its->second->getCanonicalDecl() == variable;
}

class ElementFinder {
public:
  ElementFinder(const NestSource &source, const AffineStatement &statement)
      : source(source), program(source.program), nest(source.nest), statement(statement) {
    for (const AffineStatement &each : nest.statements)
      for (const AffineAccess &access : each.accesses)
        if (access.isWrite)
          written.insert(access.array);
  }

  std::vector<FoundElement> find() const {
    std::vector<FoundElement> found;
    for (size_t i = 0; i < statement.accesses.size(); ++i)
      if (isFirst(i))
        if (auto element = elementOf(i))
          found.push_back(std::move(*element));
    for (size_t i = 0; i < statement.accesses.size(); ++i)
      if (auto element = callElementOf(i))
        found.push_back(std::move(*element));
    // What names another one is gone where that has another name.
    std::vector<bool> isInner;
    for (const FoundElement &each : found)
      isInner.push_back(llvm::any_of(found, [&](const FoundElement &other) {
        return &other != &each && isWithin(each.places, other.places);
      }));
    std::vector<FoundElement> outer;
    for (size_t i = 0; i < found.size(); ++i)
      if (!isInner[i])
        outer.push_back(std::move(found[i]));
    return outer;
  }

private:
  const NestSource &source;
  const Program &program;
  const AffineNest &nest;
  const AffineStatement &statement;
  std::set<size_t> written; ///< arrays

  static bool isWithin(const std::vector<TextRange> &inner, const std::vector<TextRange> &outer) {
    return llvm::any_of(inner, [&](const TextRange &a) {
      return llvm::any_of(outer,
                          [&](const TextRange &b) { return b.begin <= a.begin && a.end <= b.end; });
    });
  }

  bool isSame(size_t a, size_t b) const {
    const AffineAccess &first = statement.accesses[a], &second = statement.accesses[b];
    return first.array == second.array && !first.isWhole && !second.isWhole &&
           first.subscripts == second.subscripts;
  }

  bool isFirst(size_t number) const {
    for (size_t i = 0; i < number; ++i)
      if (isSame(i, number))
        return false;
    return !statement.accesses[number].isWhole;
  }

  /// Nothing if one of the accesses cannot have another name.
  std::optional<FoundElement> elementOf(size_t number) const {
    FoundElement made;
    made.element.array = statement.accesses[number].array;
    std::set<const Expr *> lvalues;
    for (size_t i = number; i < statement.accesses.size(); ++i) {
      if (!isSame(number, i))
        continue;
      const Expr *lvalue = lvalueOf(statement.accesses[i]);
      const std::optional<TextRange> range = lvalue ? source.rangeOf(lvalue) : std::nullopt;
      if (!range || !isMovable(lvalue))
        return std::nullopt;
      made.element.accesses.push_back(i);
      made.element.isWritten |= statement.accesses[i].isWrite;
      if (!lvalues.insert(lvalue).second)
        continue;
      made.places.push_back(*range);
      for (const auto &[loop, times] : countLoops(source, {lvalue}))
        made.element.uses.variables[loop] += times;
    }
    return withName(std::move(made), lvalueOf(statement.accesses[number]));
  }

  /// If the access is the first one of a call that may have another name.
  std::optional<FoundElement> callElementOf(size_t number) const {
    FoundElement made;
    made.element.array = statement.accesses[number].array;
    made.element.isCall = true;
    const ValueId call = statement.accesses[number].at;
    const Expr *value = program[call].op == Op::Call ? expressionOf(call) : nullptr;
    const std::optional<TextRange> range = value ? source.rangeOf(value) : std::nullopt;
    if (!range || !isMovable(value) || hasRealArguments(value) ||
        !onlyChooses(program[call].callee, 0))
      return std::nullopt;
    for (size_t i = 0; i < statement.accesses.size(); ++i) {
      if (statement.accesses[i].at != call)
        continue;
      if (i < number || written.contains(statement.accesses[i].array))
        return std::nullopt;
      made.element.accesses.push_back(i);
    }
    made.places.push_back(*range);
    made.element.uses.variables = countLoops(source, {value});
    return withName(std::move(made), value);
  }

  /// Which it may return: compilers could fuse products among them, too.
  static bool hasRealArguments(const Expr *value) {
    const auto *call = dyn_cast<CallExpr>(value);
    return !call || llvm::any_of(call->arguments(), [](const Expr *each) {
      return each->getType()->isRealFloatingType();
    });
  }

  /// The function returns one of the values in memory or of its arguments, and does nothing else.
  /// If it computed with real numbers, compilers could fuse these with sums around its call.
  bool onlyChooses(FunctionId function, int around) const {
    if (!function.valid() || around > mostCalls)
      return false;
    const std::vector<RegionId> regions = regionsWithin(program, program[function].body);
    const std::vector<ValueId> values = valuesWithin(program, program[function].body);
    return std::all_of(
               regions.begin(), regions.end(),
               [&](RegionId each) {
                 const Region &its = program[each];
                 return its.kind == Region::Kind::Block || its.kind == Region::Kind::Sequence ||
                        its.kind == Region::Kind::Branch ||
                        (its.kind == Region::Kind::Jump && its.jump == Region::JumpKind::Return);
               }) &&
           std::all_of(values.begin(), values.end(),
                       [&](ValueId each) { return onlyChooses(program[each], around); });
  }

  bool onlyChooses(const Instruction &its, int around) const {
    switch (its.op) {
    case Op::Call:
      return onlyChooses(its.callee, around + 1);
    case Op::Load:
      return !its.isVolatile;
    case Op::Opaque:
      return its.real && its.operands.empty();
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Negate:
      return its.type.kind == ValueType::Kind::Integer;
    case Op::Constant:
    case Op::Address:
    case Op::Field:
    case Op::Element:
    case Op::Convert:
    case Op::Compare:
    case Op::Select:
      return true;
    default:
      return false;
    }
  }

  std::optional<FoundElement> withName(FoundElement made, const Expr *value) const {
    const std::optional<std::string> type = typeOf(value);
    if (!type)
      return std::nullopt;
    made.element.type = *type;
    made.element.text = source.text.text(made.places.front());
    made.element.name = nameOf(value);
    return made;
  }

  /// Null: it is no load or store of each execution.
  const Expr *lvalueOf(const AffineAccess &access) const {
    const Op op = program[access.at].op;
    return op == Op::Load || op == Op::Store ? expressionOf(access.at) : nullptr;
  }

  /// Null: it is not evaluated in each execution.
  const Expr *expressionOf(ValueId value) const {
    const auto from = source.sources.expressionOf.find(value);
    const Instruction &instruction = program[value];
    if (from == source.sources.expressionOf.end() || instruction.conditional ||
        instruction.isVolatile || instruction.partial)
      return nullptr;
    for (RegionId up = instruction.block; up != program[statement.first].parent;
         up = program[up].parent)
      if (program[up].kind != Region::Kind::Block && program[up].kind != Region::Kind::Sequence)
        return nullptr;
    return dyn_cast<Expr>(from->second);
  }

  /// It means the same in all places of an iteration.
  bool isMovable(const Expr *lvalue) const {
    const PartFinder inside = partsOf(lvalue);
    for (const AffineAccess &access : statement.accesses) {
      const auto from = source.sources.expressionOf.find(access.at);
      if (from != source.sources.expressionOf.end() && from->second != lvalue &&
          inside.parts.contains(from->second) && written.contains(access.array))
        return false;
    }
    return !inside.hasStatements &&
           std::all_of(inside.named.begin(), inside.named.end(), [&](const VarDecl *variable) {
             return !isOwn(variable) || isa<DeclRefExpr>(lvalue->IgnoreParens());
           });
  }

  /// Of the statement, and no variable of a loop around it, or one that has another text.
  bool isOwn(const VarDecl *variable) const {
    auto isIt = [&](ObjectId object) { return isDeclaredBy(source, object, variable); };
    if (llvm::any_of(nest.repeated, [&](ObjectId object) {
          return isRepeatedIn(source, object) && isIt(object) && !declares(variable);
        }))
      return false;
    for (size_t loop : statement.loops)
      if (isIt(nest.loops[loop].variable))
        return false;
    const Stmt *loop = source.statementOf(nest.loop);
    const SourceManager &manager = source.context().getSourceManager();
    const clang::SourceLocation place = manager.getExpansionLoc(variable->getLocation());
    const bool isInside =
        !manager.isBeforeInTranslationUnit(place, manager.getExpansionLoc(loop->getBeginLoc())) &&
        !manager.isBeforeInTranslationUnit(manager.getExpansionLoc(loop->getEndLoc()), place);
    return isInside || llvm::any_of(statement.locals, isIt);
  }

  bool declares(const VarDecl *variable) const {
    return llvm::any_of(source.statementsOf(statement), [&](const Stmt *each) {
      return each && partsOf(each).declared.contains(variable);
    });
  }

  /// Nothing for what is no plain number, or has a name that the source gives another meaning.
  std::optional<std::string> typeOf(const Expr *lvalue) const {
    const QualType type = lvalue->getType().getCanonicalType();
    const auto *number = dyn_cast<BuiltinType>(type.getTypePtr());
    if (!number || type.isVolatileQualified() ||
        !(number->isInteger() || number->isFloatingPoint()))
      return std::nullopt;
    std::string text = type.getUnqualifiedType().getAsString(source.context().getPrintingPolicy());
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(text).split(words, ' ');
    if (llvm::any_of(words, [&](llvm::StringRef word) { return source.isMacro(word); }))
      return std::nullopt;
    return text;
  }

  /// Of the first variable that is no loop's.
  std::string nameOf(const Expr *lvalue) const {
    for (const VarDecl *variable : partsOf(lvalue).named)
      if (llvm::none_of(nest.loops, [&](const AffineLoop &loop) {
            return program[loop.variable].name == variable->getName();
          }))
        return variable->getName().str() + "_kept";
    return "kept";
  }
};

} // namespace

std::map<size_t, size_t> countLoops(const NestSource &source,
                                    const std::vector<const Stmt *> &statements) {
  std::map<size_t, size_t> counts;
  for (const Stmt *statement : statements)
    for (const VarDecl *variable : partsOf(statement).named)
      for (size_t loop = 0; loop < source.nest.loops.size(); ++loop)
        if (isDeclaredBy(source, source.nest.loops[loop].variable, variable))
          ++counts[loop];
  return counts;
}

std::vector<FoundElement> findElements(const NestSource &source, const AffineStatement &statement) {
  return ElementFinder(source, statement).find();
}

} // namespace kasuri
