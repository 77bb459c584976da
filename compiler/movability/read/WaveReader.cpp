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
#include "movability/read/Clones.h"
#include "movability/read/SplitReader.h"

#include "llvm/ADT/StringExtras.h"

namespace kasuri {

using namespace clang;

namespace {

const char *const form = "a wavefront whose inner loop has this form";

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
    refuse("a wavefront with a type that is 'restrict'", body->getBeginLoc());
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
  const MovableClone &clone = function.clones.at({.columns = wave.columns});
  const auto *call = cast<CallExpr>(sources.expressionOf.at(wave.call));
  callClone(*call, clone, "&" + split.wave->place);
  if (wave.entersInTurn && clone.start.empty())
    return refuse("a call of a wavefront's row of this form", call->getBeginLoc()), "";
  split.wave->prototype = prototypeOf(*call, clone);
  return clone.start;
}

MovableClone readClone(FunctionCode &function, const Wavefront &wave) {
  CodeRecord record;
  ColumnsReader columns(function, record, nullptr, "ks_w");
  columns.read(wave);
  const std::string name =
      nameOfClone(function.program, function.id, function.program[wave.columns].location);
  MovableClone made =
      cloneOf(function, name, record, "ks_wave_place *ks_w", "the rows of a wavefront");
  made.start = columns.startText(wave);
  if (const auto refused = columns.refusal())
    made.refusal = refused;
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
