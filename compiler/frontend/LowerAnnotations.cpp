// Annotations of a unit become those of the program: what each is about, and what its names mean
// there. One that is about nothing, or names nothing that it could be about, is an error: a promise
// that nobody hears is worse than none.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

static Annotation annotationFor(const UnitContext &unit, const PragmaText &pragma) {
  Annotation made;
  made.kind = pragma.kind;
  made.operation = pragma.operation;
  made.number = pragma.number;
  made.text = pragma.text;
  made.location = locate(unit, pragma.location);
  return made;
}

/// What the name means in front of the region; invalid: nothing.
static ObjectId visibleFrom(UnitContext &unit, RegionId region, const std::string &name) {
  ObjectId found;
  for (size_t i = 0; i < unit.program.objects.size(); ++i) {
    const Object &each = unit.program.objects[i];
    if (each.owner != unit.at.function || each.name != name || each.kind == Object::Kind::Heap)
      continue;
    const bool isVisible = !each.scope.valid() || contains(unit.program, each.scope, region);
    const RegionId before = found.valid() ? unit.program[found].scope : RegionId();
    if (isVisible && (!before.valid() || contains(unit.program, before, each.scope)))
      found = ObjectId(i);
  }
  if (found.valid())
    return found;
  const IdentifierInfo &identifier = unit.context.Idents.get(name);
  for (const NamedDecl *each : unit.context.getTranslationUnitDecl()->lookup(&identifier))
    if (const auto *variable = dyn_cast<VarDecl>(each))
      return objectFor(unit, variable);
  return {};
}

/// What the kind of its variables rules out.
static std::string problemWith(const UnitContext &unit, const Annotation &annotation) {
  for (ObjectId object : annotation.objects) {
    const Object &known = unit.program[object];
    const bool isMemory = known.isArray || known.type.kind == ValueType::Kind::Pointer;
    const bool isNumber = !known.isArray && (known.type.kind == ValueType::Kind::Integer ||
                                             known.type.kind == ValueType::Kind::Floating);
    if (annotation.kind == Annotation::Kind::Reduction ? !isNumber : !isMemory)
      return "'" + known.name + "' is " +
             (annotation.kind == Annotation::Kind::Reduction ? "not a numeric variable"
                                                             : "neither an array nor a pointer") +
             ", which '" + std::string(name(annotation.kind)) + "' requires";
  }
  return "";
}

/// Of a loop or block: what stands directly in front of it.
void annotate(UnitContext &unit, RegionId region, const Stmt *statement) {
  const bool isLoop = !isa<CompoundStmt>(statement);
  for (PragmaText &pragma : unit.pragmas.all) {
    const bool isHere = pragma.next.isValid() && pragma.next == statement->getBeginLoc();
    if (!isHere || !(isLoop ? isForLoops(pragma.kind) : isForBlocks(pragma.kind)))
      continue;
    pragma.isAttached = true;
    Annotation made = annotationFor(unit, pragma);
    made.region = region;
    made.function = unit.at.function;
    auto refuse = [&](const std::string &problem) {
      unit.builder.problems.emplace_back(made.location, problem);
    };
    if (isKasurisOwn(pragma.kind) && !unit.input.reordered)
      refuse("unknown annotation '" + pragma.text + "'");
    for (const std::string &name : pragma.names)
      if (ObjectId object = visibleFrom(unit, region, name); object.valid())
        made.objects.push_back(object);
      else
        refuse("'" + made.text + "' names '" + name + "', which is not a visible variable");
    if (std::string problem = problemWith(unit, made); !problem.empty())
      refuse(problem);
    unit.program.annotations.push_back(std::move(made));
  }
}

void annotateFunctions(UnitContext &unit) {
  auto isBefore = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return a.isValid() && b.isValid() && unit.sources.isBeforeInTranslationUnit(a, b);
  };
  for (PragmaText &pragma : unit.pragmas.all) {
    if (pragma.isAttached || isForLoops(pragma.kind))
      continue;
    // The declaration that ends first behind it; one that has begun has it in its specifiers.
    for (const Decl *declaration : unit.context.getTranslationUnitDecl()->decls()) {
      if (declaration->isImplicit() || isBefore(declaration->getEndLoc(), pragma.next))
        continue;
      const auto *callee = dyn_cast<FunctionDecl>(declaration);
      const bool isInside =
          callee && isBefore(callee->getLocation(), pragma.next); // behind its name
      if (!callee || isInside)
        break;
      pragma.isAttached = true;
      Annotation made = annotationFor(unit, pragma);
      made.name = symbolOf(unit, callee);
      made.function = definitionFor(unit, callee);
      if (pragma.kind == Annotation::Kind::Pure && !callee->getReturnType()->isArithmeticType() &&
          !callee->getReturnType()->isEnumeralType())
        unit.builder.problems.emplace_back(
            made.location,
            "'" + made.name + "' does not return a number, which a pure function must");
      unit.program.annotations.push_back(std::move(made));
      break;
    }
  }
  for (const PragmaText &pragma : unit.pragmas.all)
    if (!pragma.isAttached)
      unit.builder.problems.emplace_back(locate(unit, pragma.location),
                                         "'" + pragma.text + "' must precede " +
                                             kasuri::placeOf(pragma.kind));
  for (const auto &[location, problem] : unit.pragmas.problems)
    unit.builder.problems.emplace_back(locate(unit, location), problem);
}

void ProgramBuilder::markPureCalls() {
  std::set<std::string> pure;
  for (const Annotation &each : program.annotations)
    if (each.kind == Annotation::Kind::Pure && !each.function.valid())
      pure.insert(each.name);
  for (Instruction &value : program.values)
    value.isPromisedPure = value.op == Op::Call && !value.callee.valid() &&
                           !value.calleeName.empty() && pure.contains(value.calleeName);
}

} // namespace kasuri
