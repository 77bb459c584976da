#include "reorder/unfold/BodyText.h"

#include "model/Regions.h"
#include "reorder/NestSource.h"
#include "reorder/unfold/CodeNames.h"
#include "reorder/unfold/PointerMoves.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

const Expr *withoutReading(const Expr *expression) { return expression->IgnoreParenImpCasts(); }

const VarDecl *variableIn(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  return reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

bool intersects(const std::set<std::string> &a, const std::set<std::string> &b) {
  return std::any_of(a.begin(), a.end(), [&](const auto &each) { return b.contains(each); });
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

TextRange UnitNodes::placeOf(const SourceText &text, FunctionId function) const {
  const FunctionDecl *its = bodies.at(function);
  return {text.offsetOf(its->getBeginLoc()), text.offsetOf(its->getEndLoc())};
}

FunctionNames UnitNodes::namesIn(const SourceText &text, FunctionId function) const {
  return {namesGivenIn(bodies.at(function)), wordsIn(text.text(placeOf(text, function)))};
}

BodyText::BodyText(const Program &program, const SourceText &text, const UnitNodes &nodes,
                   ASTContext &context, FunctionId around, const FunctionNames &names)
    : program(program), text(text), nodes(nodes), context(context), around(around),
      namesHere(names), place(nodes.placeOf(text, around)) {}

bool BodyText::hasDirective(TextRange range) const {
  return llvm::any_of(text.file().directives, [&](const Directive &each) {
    return range.begin <= each.range.begin && each.range.begin < range.end;
  });
}

std::string BodyText::lineAt(unsigned offset) const {
  return text.lineDirectiveOf(offset, pathOf(program, around)) + paddingAt(text, offset);
}

std::string BodyText::lineBefore(unsigned offset) const {
  const size_t newline = text.all().rfind('\n', offset);
  return text.lineDirectiveOf(static_cast<unsigned>(newline), pathOf(program, around));
}

bool BodyText::isPlain(const VarDecl *variable) const {
  auto object = nodes.objects.find(variable);
  return object != nodes.objects.end() && program[object->second].isPlainScalar();
}

bool BodyText::mayReplace(TextRange range) const {
  return !hasDirective(range) && !text.file().mentionsCounter(range) &&
         !text.file().mentionsPragma(range) && !text.hasPragmaOperatorBefore(range.begin) &&
         text.withPragmas(range.begin, 0) == range.begin &&
         text.all().take_front(range.begin).contains('\n');
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

bool BodyText::meansTheSameHere(const FunctionDecl *callee,
                                const std::set<std::string> &declared) const {
  const CodeNames uses = codeNamesOf(callee->getBody());
  const TextRange its{text.offsetOf(callee->getBeginLoc()), text.offsetOf(callee->getEndLoc())};
  const TextRange between{its.begin, place.end};
  return !hasOwnFlags(callee) && its.end < place.begin &&
         !intersects(uses.outside, namesHere.given) && !intersects(uses.outside, declared) &&
         !text.file().changesMacros(between) && !text.file().mentionsPragma(between) &&
         !text.file().mentionsCounter(its);
}

bool BodyText::mayName(QualType type, const std::set<std::string> &declared) const {
  const std::set<std::string> words = wordsIn(type.getAsString(context.getPrintingPolicy()));
  return !intersects(words, namesHere.given) && !intersects(words, declared) &&
         llvm::none_of(words, [&](const std::string &word) {
           return context.Idents.get(word).hadMacroDefinition();
         });
}

/// An integer that only the function around can change, or is computed from such ones.
bool BodyText::isSteadyInteger(const Expr *expression) const {
  expression = expression->IgnoreParens();
  if (!expression->getType()->isIntegerType())
    return false;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expression))
    return isSteadyInteger(cast->getSubExpr());
  if (const auto *sign = dyn_cast<UnaryOperator>(expression))
    return (sign->getOpcode() == UO_Minus || sign->getOpcode() == UO_Plus) &&
           isSteadyInteger(sign->getSubExpr());
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return (operation->isAdditiveOp() || operation->getOpcode() == BO_Mul) &&
           isSteadyInteger(operation->getLHS()) && isSteadyInteger(operation->getRHS());
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  const VarDecl *variable = variableIn(expression);
  return isa<IntegerLiteral>(expression) || (variable && isPlain(variable)) ||
         (reference && isa<EnumConstantDecl>(reference->getDecl()));
}

std::optional<std::string> BodyText::integerArgument(const Expr *given, QualType type,
                                                     const NewNames &names) const {
  const std::optional<TextRange> range = text.exactly(given->getSourceRange());
  if (!range)
    return std::nullopt;
  std::vector<TextEdit> edits;
  for (const DeclRefExpr *reference : codeNamesOf(given).references) {
    const std::optional<TextRange> written = text.name(reference);
    if (!written)
      return std::nullopt;
    if (auto other = names.find(cast<VarDecl>(reference->getDecl())); other != names.end())
      edits.push_back({*written, other->second});
  }
  const std::string its = text.text(*range, std::move(edits));
  const bool isSame = ASTContext::hasSameUnqualifiedType(given->getType(), type);
  const QualType number = type.getCanonicalType().getUnqualifiedType();
  if (!isSame && !mayName(number, {}))
    return std::nullopt;
  const std::string cast =
      isSame ? "" : "(" + number.getAsString(context.getPrintingPolicy()) + ")";
  const bool isWord = isa<DeclRefExpr, IntegerLiteral>(given->IgnoreParens());
  return isSame && isWord ? its : isSame ? "(" + its + ")" : "(" + cast + "(" + its + "))";
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
  if (const VarDecl *variable = variableIn(its);
      variable && !(type->isIntegerType() && its->getType()->isIntegerType())) {
    if (its->getType()->isArrayType())
      return context.hasSimilarType(context.getArrayDecayedType(its->getType()), type)
                 ? std::optional(nameOf(variable))
                 : std::nullopt;
    const bool isOne = context.hasSimilarType(its->getType().getUnqualifiedType(), type);
    return isOne && isPlain(variable) ? std::optional(nameOf(variable)) : std::nullopt;
  }
  if (type->isIntegerType() && isSteadyInteger(its))
    return integerArgument(its, type, names);
  const std::optional<TextRange> written = text.exactly(its->getSourceRange());
  return isa<FloatingLiteral>(its) && written && ASTContext::hasSameType(its->getType(), type)
             ? std::optional(text.text(*written))
             : std::nullopt;
}

} // namespace kasuri
