// A loop that runs as a wavefront: its parts take one iteration after the other, and the loop of
// the columns in it waits between chunks.
//
//     for (j = 1; j < m; j++)        for (j = 1; j < m; ) {
//       a[i][j] = ...;                 const ks_int64 ks_left = ...;
//                                      const int ks_to = (int)(j + ks_wave_chunk(&ks_w, j, 1,
//                                      ks_left)); for (; j < ks_to; j++)
//                                        a[i][j] = ...; }
//
// Nothing of the source is taken away, so its lines keep their places. Its own test decides whether
// there is a chunk. A chunk has no more iterations than the test lets through: bound and variable
// are compared as there, and the bound stays the same in the loop.
#include "movability/read/SplitReader.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace kasuri {

using namespace clang;

namespace {

const char *const restrictedType = "a wavefront with a type that is 'restrict'";
const char *const form = "a wavefront whose inner loop has this form";

/// Rows hand memory on while they run. No `restrict` may promise that nobody else changes it: a
/// load from it could then move in front of a wait.
class FindRestrict : public DynamicRecursiveASTVisitor {
public:
  explicit FindRestrict(const Stmt *body) { TraverseStmt(const_cast<Stmt *>(body)); }
  explicit FindRestrict(const FunctionDecl &function) {
    TraverseDecl(const_cast<FunctionDecl *>(&function));
  }

  bool VisitVarDecl(VarDecl *variable) override {
    for (QualType type = variable->getType(); !type.isNull(); type = type->getPointeeType()) {
      isFound |= type.isRestrictQualified();
      isInType |= type.isRestrictQualified() && !type.isLocalRestrictQualified();
    }
    return true;
  }

  /// With which it means nothing.
  std::vector<MacroDefinition> macros(const LangOptions &language) const {
    std::vector<MacroDefinition> macros;
    for (const std::string name : {"restrict", "__restrict", "__restrict__"})
      if (isFound && (language.C99 || name.front() == '_'))
        macros.push_back({name, "#undef " + name + "\n#define " + name});
    return macros;
  }

  bool isFound = false;
  bool isInType = false; ///< a type of another name has it, which macros do not change
};

bool isOutsideMacros(const ForStmt &loop) {
  auto isOutside = [](clang::SourceLocation place) { return !place.isMacroID(); };
  return isOutside(loop.getBeginLoc()) && isOutside(loop.getLParenLoc()) &&
         isOutside(loop.getRParenLoc()) && isOutside(loop.getBody()->getBeginLoc()) &&
         (!loop.getInc() || isOutside(loop.getInc()->getBeginLoc()));
}

} // namespace

void WaveReader::read(const Wavefront &wave) {
  demand(Demand::Kind::RefusedUnlessAlone, nullptr, "a wavefront", body->getBeginLoc());
  split.wave = OutlinedWave{
      "ks_w_" + taskMark, "ks_wave_" + taskMark, "ks_slots_" + taskMark, wave.reach, 1, "", "", {}};
  const FindRestrict found(body);
  split.wave->macros = found.macros(context.getLangOpts());
  if (found.isInType)
    refuse(restrictedType, body->getBeginLoc());
  const std::string place = "&" + split.wave->place;
  std::string start;
  if (wave.call.valid())
    start = readCall(wave);
  else {
    ColumnsReader columns(function, record, body, place);
    columns.read(wave);
    start = wave.entersInTurn ? columns.startText(wave) : "";
  }
  if (wave.entersInTurn)
    split.wave->enterText =
        "ks_wave_enter(" + place + ", " + (wave.isUp ? "" : "-") + "(ks_int64)(" + start + "));";
}

/// The call leads to the copy of its function. Returns what the columns begin with.
std::string WaveReader::readCall(const Wavefront &wave) {
  const MovableClone &clone = function.clones.at(wave.columns);
  const auto *call = cast<CallExpr>(sources.expressionOf.at(wave.call));
  const clang::SourceLocation where = call->getBeginLoc();
  const auto *named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  const std::optional<TextRange> name = named ? rangeOutsideMacros(named) : std::nullopt;
  const clang::SourceLocation inside = Lexer::findLocationAfterToken(
      call->getCallee()->getEndLoc(), tok::l_paren, function.manager, context.getLangOpts(), false);
  if (clone.refusal)
    return refuse(clone.refusal->what, where), "";
  if (!name || inside.isInvalid() || (wave.entersInTurn && clone.start.empty()))
    return refuse("a call of a wavefront's row of this form", where), "";
  split.wave->prototype = prototypeOf(clone, *call->getDirectCallee(), where);
  const unsigned at = source.offsetOf(inside);
  record.code.edits.push_back({*name, clone.name});
  record.code.edits.push_back(
      {{at, at}, "&" + split.wave->place + (call->getNumArgs() == 0 ? "" : ", ")});
  return clone.start;
}

/// As this file knows its types.
std::string WaveReader::prototypeOf(const MovableClone &clone, const FunctionDecl &callee,
                                    clang::SourceLocation where) {
  std::string parameters = "ks_wave_place *";
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

MovableClone readClone(FunctionCode &function, const Wavefront &wave) {
  const FunctionDecl &declaration = function.declaration;
  CodeRecord record;
  ColumnsReader columns(function, record, nullptr, "ks_w");
  columns.read(wave);
  const kasuri::SourceLocation place = function.program[wave.columns].location;
  MovableClone made;
  made.function = function.id;
  made.name = "ks_" + function.program[function.id].name + "_" + std::to_string(place.line) + "_" +
              std::to_string(place.column);
  made.start = columns.startText(wave);
  made.refusal = function.made.refusal ? function.made.refusal : columns.refusal();
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
    refuse(restrictedType);
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
  const unsigned name = source.offsetOf(declaration.getLocation());
  const unsigned open = source.offsetOf(type.getLParenLoc()) + 1;
  made.edits = std::move(record.code.edits);
  made.edits.push_back({{name, endOfToken(declaration.getLocation())}, made.name});
  made.edits.push_back(
      declaration.param_empty()
          ? TextEdit{{open, source.offsetOf(type.getRParenLoc())}, "ks_wave_place *ks_w"}
          : TextEdit{{open, open}, "ks_wave_place *ks_w, "});
  return made;
}

void ColumnsReader::read(const Wavefront &wave) {
  const Stmt *around = body ? body : function.declaration.getBody();
  auto statement = sources.statementOf.find(wave.columns);
  const auto *loop =
      statement == sources.statementOf.end() ? nullptr : dyn_cast<ForStmt>(statement->second);
  if (!loop || !isOutsideMacros(*loop) || !loop->getCond() || loop->getConditionVariable() ||
      source.file().mentionsPragma({rangeOf(loop).begin, source.offsetOf(loop->getRParenLoc())}))
    return refuse(form, around->getBeginLoc());
  const LoopHead &head = *sources.headOf.at(wave.columns);
  if (!head.variable || !isNameable(head.variable->getType().getUnqualifiedType()) ||
      (head.test.bound && head.test.bound->HasSideEffects(context)))
    return refuse(form, loop->getBeginLoc());
  const unsigned inner = loop->getInc() ? source.offsetOf(loop->getInc()->getBeginLoc())
                                        : source.offsetOf(loop->getRParenLoc());
  const unsigned end = rangeOf(loop).end;
  record.code.edits.push_back({{inner, inner}, ") " + chunkText(wave, head)});
  record.code.edits.push_back(
      {{end, end}, std::string(" }") + (wave.hasBehind ? " ks_wave_finish(" + place + ");" : "")});
}

std::string ColumnsReader::startText(const Wavefront &wave) {
  const Expr *start = sources.headOf.at(wave.columns)->start;
  if (body)
    return textWithin(start);
  Expr::EvalResult number;
  const bool isNumber = start && start->EvaluateAsInt(number, context);
  return isNumber ? llvm::toString(number.Val.getInt(), 10) : "";
}

/// What stands in the body, once more. What the body declares is not captured for it. A function of
/// its own captures nothing.
std::string ColumnsReader::textWithin(const Expr *expression) {
  if (!body)
    return textOf(expression);
  const Uses uses = findUses(expression);
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  const std::set<const VarDecl *> own = record.own;
  for (const Decl *declared : findUses(body).declared)
    if (const auto *variable = dyn_cast<VarDecl>(declared))
      record.own.insert(variable);
  collectCaptures(uses, false);
  record.own = own;
  return textOf(expression);
}

/// How many iterations the test lets through, where it holds for the next one.
std::string ColumnsReader::leftText(const LoopHead &head, const std::string &variable) {
  const LoopTest &test = head.test;
  const QualType type =
      (test.bound ? test.bound : head.condition)->getType().getCanonicalType().getUnqualifiedType();
  if (!isNameable(type))
    refuse(form, head.body->getBeginLoc());
  const std::string cast = "(ks_uint64)(" + typeText(type) + ")";
  const std::string to = cast + "(" + (test.bound ? textWithin(test.bound) : "0") + ")",
                    from = cast + variable;
  const std::string distance =
      "(ks_int64)(" + (head.step > 0 ? to + " - " + from : from + " - " + to) + ")";
  const std::string stride = std::to_string(std::abs(head.step));
  const bool isClosed =
      test.relation == Relation::LessEqual || test.relation == Relation::GreaterEqual;
  return isClosed        ? distance + " / " + stride + " + 1"
         : stride == "1" ? distance
                         : "(" + distance + " - 1) / " + stride + " + 1";
}

std::string ColumnsReader::chunkText(const Wavefront &wave, const LoopHead &head) {
  const std::string variable = nameOf(head.variable);
  const QualType type = head.variable->getType().getUnqualifiedType();
  const std::string stride = std::to_string(wave.stride);
  const std::string count = "ks_wave_chunk(" + place + ", " + (wave.isUp ? "" : "-") +
                            "(ks_int64)" + variable + ", " + stride + ", ks_left)";
  const char *relation = type->isUnsignedIntegerOrEnumerationType() ? " != "
                         : wave.isUp                                ? " < "
                                                                    : " > ";
  return "{ const ks_int64 ks_left = " + leftText(head, variable) + "; const " +
         declaration(type, "ks_to") + " = (" + typeText(type) + ")(" + variable +
         (wave.isUp ? " + " : " - ") + count + (wave.stride == 1 ? "" : " * " + stride) +
         "); for (; " + variable + relation + "ks_to; ";
}

} // namespace kasuri
