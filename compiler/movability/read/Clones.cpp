#include "movability/read/Clones.h"

#include "clang/Lex/Lexer.h"

namespace kasuri {

using namespace clang;

std::string nameOfClone(const Program &program, FunctionId function, kasuri::SourceLocation place) {
  return "ks_" + program[function].name + "_" + std::to_string(place.line) + "_" +
         std::to_string(place.column);
}

MovableClone cloneOf(const FunctionCode &function, const std::string &name, CodeRecord &record,
                     const std::string &parameters, const std::string &use) {
  const FunctionDecl &declaration = function.declaration;
  MovableClone made;
  made.function = function.id;
  made.name = name;
  made.parameters = parameters;
  made.use = use;
  made.refusal = function.made.refusal;
  const FindRestrict found(declaration);
  made.macros = found.macros(function.context.getLangOpts());
  const FunctionTypeLoc type = declaration.getFunctionTypeLoc();
  const SourceText &source = function.source;
  const auto endOfToken = [&](clang::SourceLocation token) {
    return source.offsetOf(token) +
           Lexer::MeasureTokenLength(token, function.manager, function.context.getLangOpts());
  };
  const auto refuse = [&](const std::string &what) {
    if (!made.refusal)
      made.refusal = Refusal{what, function.place(declaration.getBeginLoc())};
  };
  const Uses uses = findUses(declaration.getBody());
  if (!uses.obstacle.empty())
    refuse(uses.obstacle);
  if (found.isInType)
    refuse("a copy of a function with a type that is 'restrict'");
  if (record.code.hidden)
    refuse("a function that declares the name of a type");
  if (source.hasAttribute({function.made.begin, function.made.bodyBegin}))
    refuse("a function with an attribute"); // it may be about its parameters, or its name
  if (function.made.prototype.empty() || !declaration.hasPrototype() || !type ||
      type.getLParenLoc().isMacroID() || type.getRParenLoc().isMacroID() ||
      declaration.getLocation().isMacroID() || declaration.getEndLoc().isMacroID())
    return refuse("a function of this form"), made;
  made.range = {function.made.begin, endOfToken(declaration.getEndLoc())};
  if (!source.file().hasWholeConditionals(made.range) || source.file().changesMacros(made.range) ||
      source.file().mentionsCounter(made.range))
    refuse("a function with directives in it");
  if (llvm::any_of(uses.outer, [&](const auto &each) {
        return each.first->getCanonicalDecl() == declaration.getCanonicalDecl();
      }))
    made.prototypes = function.made.prototype;
  const unsigned begin = source.offsetOf(declaration.getLocation());
  const unsigned open = source.offsetOf(type.getLParenLoc()) + 1;
  made.edits = std::move(record.code.edits);
  made.edits.push_back({{begin, endOfToken(declaration.getLocation())}, name});
  made.edits.push_back(declaration.param_empty()
                           ? TextEdit{{open, source.offsetOf(type.getRParenLoc())}, parameters}
                           : TextEdit{{open, open}, parameters + ", "});
  return made;
}

void CodeReader::callClone(const CallExpr &call, const MovableClone &clone,
                           const std::string &arguments) {
  const clang::SourceLocation where = call.getBeginLoc();
  const auto *named = dyn_cast<DeclRefExpr>(call.getCallee()->IgnoreParenImpCasts());
  const std::optional<TextRange> name = named ? rangeOutsideMacros(named) : std::nullopt;
  const clang::SourceLocation inside = Lexer::findLocationAfterToken(
      call.getCallee()->getEndLoc(), tok::l_paren, function.manager, context.getLangOpts(), false);
  if (clone.refusal)
    return refuse(clone.refusal->what, where);
  if (!name || inside.isInvalid())
    return refuse("a call of a copied function of this form", where);
  const unsigned at = source.offsetOf(inside);
  record.code.edits.push_back({*name, clone.name});
  record.code.edits.push_back({{at, at}, arguments + (call.getNumArgs() == 0 ? "" : ", ")});
}

std::string CodeReader::prototypeOf(const CallExpr &call, const MovableClone &clone) {
  const clang::SourceLocation where = call.getBeginLoc();
  const FunctionDecl &callee = *call.getDirectCallee();
  std::string parameters = clone.parameters;
  bool areNameable = callee.hasPrototype();
  const auto take = [&](QualType type) {
    areNameable &= isNameable(type) && !type->isVariablyModifiedType();
    for (const Decl *each : namedTypes(type))
      checkVisible(each, where);
  };
  take(callee.getReturnType());
  for (const ParmVarDecl *each : callee.parameters()) {
    take(each->getOriginalType());
    parameters += ", " + typeText(each->getOriginalType());
  }
  if (!areNameable)
    refuse("a call of a function of this type", where);
  const bool isInternal = program[clone.function].isInternal;
  return (isInternal ? "static " : "extern ") +
         declaration(callee.getReturnType(), clone.name + "(" + parameters + ")") + ";\n";
}

} // namespace kasuri
