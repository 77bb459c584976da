#include "reorder/unfold/CallReplacer.h"

#include "movability/code/Contraction.h"
#include "reorder/FusedProducts.h"
#include "reorder/NestSource.h"
#include "reorder/unfold/CodeEffects.h"
#include "reorder/unfold/CodeNames.h"
#include "reorder/unfold/PointerMoves.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

constexpr unsigned deepestCall = 4;

class CallFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const CallExpr *> calls;
  bool hasLoop = false;

  bool VisitCallExpr(CallExpr *call) override {
    calls.push_back(call);
    return true;
  }
  bool VisitForStmt(ForStmt *) override { return hasLoop = true; }
};

CallFinder findCalls(const Stmt *code) {
  CallFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return finder;
}

/// Jumps and loops that no affine nest has.
class JumpFinder : public DynamicRecursiveASTVisitor {
public:
  bool isFound = false;

  bool VisitStmt(Stmt *statement) override {
    isFound |= isa<WhileStmt, DoStmt, SwitchStmt, BreakStmt, ContinueStmt>(statement);
    return !isFound;
  }
};

/// A copy of it may be in an affine nest.
bool isPlainCode(const Stmt *code) {
  JumpFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return !finder.isFound && codeNamesOf(code).isCopyable;
}

class DeclaredVariables : public DynamicRecursiveASTVisitor {
public:
  std::vector<const VarDecl *> found;

  bool VisitVarDecl(VarDecl *variable) override {
    found.push_back(variable);
    return true;
  }
};

std::vector<const VarDecl *> declaredIn(const Stmt *code) {
  DeclaredVariables finder;
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return finder.found;
}

/// At its end; null: nothing.
const Expr *returnedBy(const FunctionDecl *function) {
  const auto *block = dyn_cast<CompoundStmt>(function->getBody());
  const auto *end = block ? dyn_cast_or_null<ReturnStmt>(block->body_back()) : nullptr;
  return end ? end->getRetValue() : nullptr;
}

} // namespace

CallReplacer::CallReplacer(const SourceText &text, ASTContext &context, const BodyText &body)
    : text(text), context(context), body(body) {}

bool CallReplacer::callsLoops(const Stmt *code) {
  return llvm::any_of(findCalls(code).calls, [&](const CallExpr *each) {
    const FunctionDecl *callee = body.calleeOf(each);
    return callee && hasLoops(callee);
  });
}

/// Or it calls a function that has; one that counts must not stay, either.
bool CallReplacer::hasLoops(const FunctionDecl *function) {
  auto [its, isNew] = withLoops.try_emplace(function, false);
  if (!isNew)
    return its->second;
  const bool has = findCalls(function->getBody()).hasLoop || callsLoops(function->getBody()) ||
                   (counter && counter->isAccessedIn(function->getBody()));
  return withLoops[function] = has;
}

bool CallReplacer::isReplaced(const Stmt *call) {
  const FunctionDecl *callee = body.calleeOf(call);
  return callee && (hasLoops(callee) ||
                    (contractsProducts(context) && findFusedProducts(callee->getBody()).hasSums));
}

/// None of them is an argument of another one.
std::vector<const CallExpr *> CallReplacer::callsIn(const Stmt *code) {
  std::vector<const CallExpr *> calls;
  std::set<const CallExpr *> inner;
  for (const CallExpr *each : findCalls(code).calls)
    if (isReplaced(each) && !inner.contains(each)) {
      calls.push_back(each);
      for (const CallExpr *other : findCalls(each).calls)
        inner.insert(other);
    }
  return calls;
}

std::optional<MadeText> CallReplacer::textOf(const ForStmt *loop) {
  if (!isPlainCode(loop) || !callsLoops(loop))
    return std::nullopt;
  return statement(loop, {}, 0);
}

std::optional<MadeText> CallReplacer::textOf(const Stmt *statement, const NewNames &names) {
  // A variable of the statement would hide one of the same name.
  const CodeNames uses = codeNamesOf(statement);
  for (const DeclRefExpr *reference : uses.references)
    if (const auto other = names.find(cast<VarDecl>(reference->getDecl()));
        other != names.end() && llvm::any_of(wordsIn(other->second), [&](const std::string &word) {
          return uses.declared.contains(word);
        }))
      return std::nullopt;
  return uses.isCopyable ? this->statement(statement, names, 0) : std::nullopt;
}

std::optional<MadeText> CallReplacer::statement(const Stmt *statement, const NewNames &names,
                                                unsigned depth) {
  const std::optional<TextRange> range = wholeRange(text, statement);
  Edits edits;
  if (!range || body.hasDirective(*range) || text.file().mentionsPragma(*range) ||
      text.file().mentionsCounter(*range) || !edit(statement, names, depth, true, edits))
    return std::nullopt;
  MadeText made{body.lineAt(range->begin)};
  // A statement with a replaced call is all one edit, which begins on a line of its own.
  if (edits.size() == 1 && edits.front().range.begin == range->begin &&
      edits.front().range.end == range->end)
    made = std::move(edits.front().text);
  else
    made += madeText(text, *range, edits);
  made += "\n";
  return made;
}

/// `isInBlock`: several statements may stand in its place.
bool CallReplacer::edit(const Stmt *statement, const NewNames &names, unsigned depth,
                        bool isInBlock, Edits &edits) {
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return llvm::all_of(block->body(),
                        [&](const Stmt *each) { return edit(each, names, depth, true, edits); });
  if (const auto *loop = dyn_cast<ForStmt>(statement)) {
    for (const Stmt *part : {loop->getInit(), static_cast<const Stmt *>(loop->getCond()),
                             static_cast<const Stmt *>(loop->getInc())})
      if (part && (!callsIn(part).empty() || !editNames(part, names, edits)))
        return false;
    return edit(loop->getBody(), names, depth, false, edits);
  }
  if (counter && statement == counter->last) {
    const std::optional<TextRange> range = wholeRange(text, statement);
    if (range)
      edits.push_back({*range, {";"}});
    ++steps;
    return range.has_value();
  }
  std::vector<const CallExpr *> calls = callsIn(statement);
  const bool mayStay =
      llvm::none_of(calls, [&](const CallExpr *each) { return hasLoops(body.calleeOf(each)); });
  // A call alone may as well be its function's statements.
  if (const auto *whole = dyn_cast<Expr>(statement); whole && calls.empty())
    if (const auto *call = dyn_cast<CallExpr>(whole->IgnoreParens()); call && body.calleeOf(call))
      calls.push_back(call);
  if (calls.empty())
    return editNames(statement, names, edits);
  const std::optional<TextRange> range = wholeRange(text, statement);
  std::set<std::string> before = replaced;
  std::optional<MadeText> made = range && isa<Expr, DeclStmt>(statement)
                                     ? withCalls(statement, calls, names, depth)
                                     : std::nullopt;
  if (!made) {
    replaced = std::move(before);
    return mayStay && editNames(statement, names, edits);
  }
  MadeText all{isInBlock ? "\n" : "{\n"};
  all += *made;
  all += (isInBlock ? "" : "}\n") + body.lineAt(range->end);
  edits.push_back({*range, std::move(all)});
  return true;
}

/// Of the member that is counted, with what stands there instead; nothing if one has to stay.
std::optional<std::vector<MadeEdit>> CallReplacer::readsIn(const Stmt *code,
                                                           const NewNames &names) const {
  std::vector<MadeEdit> edits;
  if (!counter)
    return edits;
  const auto reads = counter->readsIn(code, names);
  if (!reads)
    return std::nullopt;
  for (const MemberExpr *each : *reads) {
    const std::optional<TextRange> written = text.exactly(each->getSourceRange());
    if (!written)
      return std::nullopt;
    edits.push_back({*written, {counter->name}});
  }
  return edits;
}

/// False if a name cannot be changed alone.
bool CallReplacer::editNames(const Stmt *code, const NewNames &names, Edits &edits) const {
  const auto reads = readsIn(code, names);
  if (!reads)
    return false;
  edits.insert(edits.end(), reads->begin(), reads->end());
  const auto isRead = [&](TextRange range) {
    return llvm::any_of(*reads, [&](const MadeEdit &each) {
      return each.range.begin <= range.begin && range.end <= each.range.end;
    });
  };
  for (const DeclRefExpr *reference : codeNamesOf(code).references) {
    const auto other = names.find(cast<VarDecl>(reference->getDecl()));
    if (other == names.end())
      continue;
    const std::optional<TextRange> written = text.name(reference);
    if (!written)
      return false;
    if (!isRead(*written))
      edits.push_back({*written, {other->second}});
  }
  for (const VarDecl *variable : declaredIn(code)) {
    const auto other = names.find(variable);
    if (other == names.end())
      continue;
    if (!variable->getLocation().isFileID())
      return false;
    const unsigned begin = text.offsetOf(variable->getLocation());
    edits.push_back(
        {{begin, begin + static_cast<unsigned>(variable->getName().size())}, {other->second}});
  }
  return true;
}

std::optional<MadeText> CallReplacer::withCalls(const Stmt *statement,
                                                const std::vector<const CallExpr *> &calls,
                                                const NewNames &names, unsigned depth) {
  MadeText made;
  const auto *whole = dyn_cast<Expr>(statement);
  if (whole && whole->IgnoreParens() == calls.front()) {
    const std::optional<MadeText> value = inPlaceOf(calls.front(), names, depth, made);
    const Expr *unused = returnedBy(body.calleeOf(calls.front()));
    const bool isDone = !unused || effectsOf(unused, context).isNone();
    return value && isDone ? std::optional(std::move(made)) : std::nullopt;
  }
  const TextRange range = *wholeRange(text, statement);
  Edits edits;
  if (!mayRunInFront(statement, calls, context) || !editCalls(calls, names, depth, made, edits) ||
      !editNames(statement, names, edits))
    return std::nullopt;
  made += body.lineAt(range.begin);
  made += madeText(text, range, edits);
  made += "\n";
  return made;
}

/// False if one of them has to stay. `before`: gets what must run in front of them.
bool CallReplacer::editCalls(const std::vector<const CallExpr *> &calls, const NewNames &names,
                             unsigned depth, MadeText &before, Edits &edits) {
  for (const CallExpr *each : calls) {
    const std::optional<TextRange> place = text.exactly(each->getSourceRange());
    std::optional<MadeText> value = place ? inPlaceOf(each, names, depth, before) : std::nullopt;
    if (!value || value->text.empty())
      return false;
    edits.push_back({*place, std::move(*value)});
  }
  return true;
}

/// `before`: gets what must run in front of it.
std::optional<MadeText> CallReplacer::expression(const Expr *expression, const NewNames &names,
                                                 unsigned depth, MadeText &before) {
  const std::vector<const CallExpr *> calls = callsIn(expression);
  const std::optional<TextRange> range = text.exactly(expression->getSourceRange());
  Edits edits;
  if (!range || body.hasDirective(*range) ||
      (!calls.empty() && !mayRunInFront(expression, calls, context)) ||
      !editCalls(calls, names, depth, before, edits) || !editNames(expression, names, edits))
    return std::nullopt;
  return madeText(text, *range, edits);
}

/// What it returns, in parentheses; "": nothing.
std::optional<MadeText> CallReplacer::inPlaceOf(const CallExpr *call, const NewNames &names,
                                                unsigned depth, MadeText &before) {
  const FunctionDecl *callee = body.calleeOf(call);
  const auto *block = callee ? dyn_cast<CompoundStmt>(callee->getBody()) : nullptr;
  if (!block || depth >= deepestCall || callee->isVariadic() ||
      call->getNumArgs() != callee->getNumParams() || !body.meansTheSameHere(callee, declared))
    return std::nullopt;
  taken.merge(codeNamesOf(block).outside);
  NewNames its;
  if (!addParameters(call, callee, names, its, depth, before))
    return std::nullopt;
  const std::vector<std::string> inside = nameVariables(block, its);
  const Expr *returned = returnedBy(callee);
  for (const Stmt *each : block->body()) {
    if (each == block->body_back() && isa<ReturnStmt>(each))
      break;
    const std::optional<MadeText> made =
        isPlainCode(each) ? statement(each, its, depth + 1) : std::nullopt;
    if (!made)
      return std::nullopt;
    before += *made;
  }
  for (const std::string &name : inside)
    declared.erase(name);
  replaced.insert(callee->getNameAsString());
  if (!returned)
    return callee->getReturnType()->isVoidType() ? std::optional(MadeText()) : std::nullopt;
  // Bit-fields are promoted otherwise than numbers of their type.
  const bool isSame =
      !returned->getSourceBitField() &&
      context.hasSimilarType(returned->IgnoreParenImpCasts()->getType(), callee->getReturnType());
  std::optional<MadeText> value =
      isSame && isPlainCode(returned) ? expression(returned, its, depth + 1, before) : std::nullopt;
  if (!value)
    return std::nullopt;
  MadeText inParentheses{"("};
  inParentheses += *value;
  inParentheses += ")";
  return inParentheses;
}

bool CallReplacer::addParameters(const CallExpr *call, const FunctionDecl *callee,
                                 const NewNames &names, NewNames &its, unsigned depth,
                                 MadeText &before) {
  const CodeNames uses = codeNamesOf(callee->getBody());
  for (unsigned i = 0; i < callee->getNumParams(); ++i) {
    const ParmVarDecl *taken = callee->getParamDecl(i);
    const Expr *given = call->getArg(i);
    if (body.isPlain(taken) && !uses.assigned.contains(taken))
      if (const std::optional<std::string> word = body.argument(given, taken, names)) {
        its[taken] = *word;
        continue;
      }
    const QualType type = taken->getType().getCanonicalType().getUnqualifiedType();
    QualType givenType = given->IgnoreParenImpCasts()->getType();
    if (givenType->isArrayType())
      givenType = context.getArrayDecayedType(givenType);
    if (type.isVolatileQualified() || taken->getType()->isVariablyModifiedType() ||
        taken->getNameAsString().empty() || losesConst(givenType, type) ||
        !body.mayName(type, declared))
      return false;
    std::string declarator = newName(taken->getNameAsString(), false);
    its[taken] = declarator;
    type.getAsStringInternal(declarator, context.getPrintingPolicy());
    // Arguments are evaluated in any order.
    const CodeEffects effects = effectsOf(given, context);
    if (effects.writesMemory || (callsIn(given).empty() && !effects.isNone()))
      return false;
    const std::optional<MadeText> value = expression(given, names, depth, before);
    const std::optional<TextRange> place = text.exactly(call->getSourceRange());
    if (!value || !place)
      return false;
    before += body.lineAt(place->begin) + declarator + " = ";
    before += *value;
    before += ";\n";
  }
  return true;
}

/// Of a function's body. Returns the names that are not seen behind it.
std::vector<std::string> CallReplacer::nameVariables(const Stmt *body, NewNames &its) {
  std::set<const VarDecl *> outer;
  for (const Stmt *each : body->children())
    if (isa<DeclStmt>(each))
      for (const VarDecl *variable : declaredIn(each))
        outer.insert(variable);
  std::map<std::string, std::string> given;
  std::vector<std::string> inside;
  for (const VarDecl *variable : declaredIn(body)) {
    const std::string name = variable->getNameAsString();
    auto [place, isNew] = given.try_emplace(name);
    const bool isInside = !outer.contains(variable);
    if (isNew) {
      place->second = newName(name, isInside);
      if (isInside)
        inside.push_back(place->second);
    } else if (!isInside) {
      taken.insert(place->second);
    }
    if (place->second != name)
      its[variable] = place->second;
  }
  return inside;
}

bool CallReplacer::isTaken(const std::string &name) const {
  return body.namesAround().words.contains(name) || taken.contains(name) || declared.contains(name);
}

/// One that nothing around has, in the function or in bodies; without `isInside`, it stays.
std::string CallReplacer::newName(const std::string &name, bool isInside) {
  std::string made = name;
  for (unsigned i = 2; isTaken(made); ++i) {
    made = name + "_" + std::to_string(i);
    if (text.all().contains(made) || context.Idents.get(made).hadMacroDefinition())
      taken.insert(made);
  }
  if (!isInside)
    taken.insert(made);
  declared.insert(made);
  return made;
}

} // namespace kasuri
