#include "reorder/unfold/BodyText.h"

#include "model/Regions.h"
#include "reorder/NestSource.h"
#include "reorder/unfold/CodeNames.h"
#include "reorder/unfold/PointerMoves.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr unsigned deepestCall = 3;

const Expr *withoutReading(const Expr *expression) { return expression->IgnoreParenImpCasts(); }

const VarDecl *variableIn(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  return reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

bool intersects(const std::set<std::string> &a, const std::set<std::string> &b) {
  return std::any_of(a.begin(), a.end(), [&](const auto &each) { return b.contains(each); });
}

std::set<std::string> wordsIn(llvm::StringRef text) {
  std::set<std::string> words;
  auto isLetter = [](char letter) { return llvm::isAlnum(letter) || letter == '_'; };
  while (!(text = text.drop_until(isLetter)).empty()) {
    words.insert(text.take_while(isLetter).str());
    text = text.drop_while(isLetter);
  }
  return words;
}

bool isVolatile(QualType type) {
  return !type->isPointerType() ? type.isVolatileQualified() : isVolatile(type->getPointeeType());
}

/// A function with these is compiled in its own way.
bool hasOwnFlags(const FunctionDecl *function) {
  return function->hasAttr<TargetAttr>() || function->hasAttr<OptimizeNoneAttr>() ||
         function->isWeak() || !function->hasWrittenPrototype();
}

} // namespace

UnitNodes::UnitNodes(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                     size_t unit) {
  for (const AffineNest &nest : facts.nests)
    if (auto loop = sources.statementOf.find(nest.loop); loop != sources.statementOf.end())
      nests.insert(loop->second);
  for (const auto &[object, variable] : sources.variableOf)
    objects.emplace(variable, object);
  const SourceManager &manager = sources.units[unit]->getSourceManager();
  for (const auto &[function, declared] : sources.functionOf)
    if (sources.unitOf.at(function) == unit && manager.isInMainFile(declared->getLocation()))
      bodies.emplace(function, declared);
  for (const auto &[value, expression] : sources.expressionOf) {
    const FunctionId callee = program[value].callee;
    auto reached = facts.callees.find(value);
    if (program[value].op == Op::Call && callee.valid() && reached != facts.callees.end() &&
        reached->second == std::vector{callee})
      callees.emplace(expression, callee);
  }
}

BodyText::BodyText(const Program &program, const SourceText &text, const UnitNodes &nodes,
                   ASTContext &context, FunctionId around)
    : program(program), text(text), nodes(nodes), context(context), around(around) {
  const FunctionDecl *function = nodes.bodies.at(around);
  namesHere = namesGivenIn(function);
  place = {text.offsetOf(function->getBeginLoc()), text.offsetOf(function->getEndLoc())};
}

bool BodyText::hasDirective(TextRange range) const {
  return llvm::any_of(text.file().directives, [&](const Directive &each) {
    return range.begin <= each.range.begin && each.range.begin < range.end;
  });
}

std::string BodyText::lineAt(unsigned offset) const {
  return text.lineDirectiveOf(offset, pathOf(program, around)) + paddingAt(text, offset);
}

bool BodyText::isPlain(const VarDecl *variable) const {
  auto object = nodes.objects.find(variable);
  return object != nodes.objects.end() && program[object->second].isPlainScalar();
}

const FunctionDecl *BodyText::calleeOf(const Stmt *statement) const {
  const auto callee = nodes.callees.find(statement);
  const auto body = callee == nodes.callees.end() || callee->second == around
                        ? nodes.bodies.end()
                        : nodes.bodies.find(callee->second);
  return body == nodes.bodies.end() ? nullptr : body->second;
}

bool BodyText::mayBeOfNest(const Stmt *statement) const {
  if (isa<ForStmt>(statement))
    return nodes.nests.contains(statement);
  return isa<Expr>(statement) && (calleeOf(statement) || !codeNamesOf(statement).hasCall);
}

/// No name in it is hidden, and no macro or pragma between its text and here changes it.
bool BodyText::meansTheSameHere(const FunctionDecl *callee) const {
  const CodeNames uses = codeNamesOf(callee->getBody());
  const TextRange its{text.offsetOf(callee->getBeginLoc()), text.offsetOf(callee->getEndLoc())};
  const TextRange between{its.begin, place.end};
  auto isChanged = [&](const ParmVarDecl *each) {
    return !isPlain(each) || uses.assigned.contains(each);
  };
  return uses.isCopyable && !hasOwnFlags(callee) && its.end < place.begin &&
         !intersects(uses.outside, namesHere) && !text.file().changesMacros(between) &&
         !text.file().mentionsPragma(between) && !text.file().mentionsCounter(its) &&
         std::none_of(callee->param_begin(), callee->param_end(), isChanged);
}

/// With the parameter's value all the time, and nothing but that.
std::optional<std::string> BodyText::argument(const Expr *given, const ParmVarDecl *taken,
                                              const NewNames &names) const {
  const Expr *its = withoutReading(given);
  const QualType type = taken->getType().getUnqualifiedType();
  const QualType givenType =
      its->getType()->isArrayType() ? context.getArrayDecayedType(its->getType()) : its->getType();
  if (isVolatile(type) || losesConst(givenType, type))
    return std::nullopt;
  auto nameOf = [&](const VarDecl *variable) {
    auto other = names.find(variable);
    return other == names.end() ? variable->getNameAsString() : other->second;
  };
  if (const auto *address = dyn_cast<UnaryOperator>(its)) {
    const VarDecl *variable = address->getOpcode() == UO_AddrOf
                                  ? variableIn(address->getSubExpr()->IgnoreParens())
                                  : nullptr;
    return variable && context.hasSimilarType(its->getType(), type)
               ? std::optional("(&" + nameOf(variable) + ")")
               : std::nullopt;
  }
  if (const VarDecl *variable = variableIn(its)) {
    if (its->getType()->isArrayType())
      return context.hasSimilarType(context.getArrayDecayedType(its->getType()), type)
                 ? std::optional(nameOf(variable))
                 : std::nullopt;
    const bool isOne = context.hasSimilarType(its->getType().getUnqualifiedType(), type);
    return isOne && isPlain(variable) ? std::optional(nameOf(variable)) : std::nullopt;
  }
  const std::optional<TextRange> written = text.exactly(its->getSourceRange());
  return isa<IntegerLiteral, FloatingLiteral>(its) && written &&
                 ASTContext::hasSameType(its->getType(), type)
             ? std::optional(text.text(*written))
             : std::nullopt;
}

std::optional<NewNames> BodyText::parametersOf(const FunctionDecl *callee, const CallExpr *call,
                                               const NewNames &names) const {
  NewNames its;
  for (unsigned i = 0; i < callee->getNumParams(); ++i) {
    const std::optional<std::string> word =
        argument(call->getArg(i), callee->getParamDecl(i), names);
    if (!word)
      return std::nullopt;
    its[callee->getParamDecl(i)] = *word;
  }
  return its;
}

std::optional<std::string> BodyText::inPlaceOf(const CallExpr *call, const NewNames &names,
                                               unsigned depth) {
  const FunctionDecl *callee = calleeOf(call);
  if (!callee || depth > deepestCall || callee->isVariadic() ||
      call->getNumArgs() != callee->getNumParams() || !meansTheSameHere(callee))
    return std::nullopt;
  const std::optional<NewNames> its = parametersOf(callee, call, names);
  if (!its)
    return std::nullopt;
  std::string all;
  for (const Stmt *each : cast<CompoundStmt>(callee->getBody())->body()) {
    const std::optional<std::string> made =
        mayBeOfNest(each) ? of(each, *its, depth + 1) : std::nullopt;
    if (!made)
      return std::nullopt;
    all += *made;
  }
  replaced.insert(callee->getNameAsString());
  return all;
}

std::optional<std::string> BodyText::of(const Stmt *statement, const NewNames &names,
                                        unsigned depth) {
  if (calleeOf(statement))
    return inPlaceOf(cast<CallExpr>(statement), names, depth);
  const std::optional<TextRange> range = wholeRange(text, statement);
  const CodeNames uses = codeNamesOf(statement);
  if (!range || !uses.isCopyable || hasDirective(*range) || text.file().mentionsPragma(*range) ||
      text.file().mentionsCounter(*range))
    return std::nullopt;
  std::vector<TextEdit> edits;
  for (const DeclRefExpr *reference : uses.references) {
    auto other = names.find(cast<VarDecl>(reference->getDecl()));
    if (other == names.end())
      continue;
    // A variable of the statement would hide one of the same name.
    const std::optional<TextRange> written = text.name(reference);
    if (!written || intersects(wordsIn(other->second), uses.declared))
      return std::nullopt;
    edits.push_back({*written, other->second});
  }
  return lineAt(range->begin) + text.text(*range, std::move(edits)) + "\n";
}

} // namespace kasuri
