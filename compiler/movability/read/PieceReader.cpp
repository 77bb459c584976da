#include "movability/read/PieceReader.h"

#include "movability/PipedLoop.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

PieceReader::PieceReader(FunctionCode &function, CodeRecord &record, const Pipeline &its,
                         bool isOther, CallPath path)
    : CodeReader(function, record), its(its), isOther(isOther), path(std::move(path)),
      versions(its) {
  for (const CallPath &each : cutCallsOf(its))
    if (std::ranges::equal(CallPath(each.begin(), each.end() - 1), this->path))
      calls.emplace_back(its, each);
}

static void addStatementsOf(const CompoundStmt *of, std::set<const Stmt *> &all) {
  for (const Stmt *each : of->body()) {
    all.insert(each);
    if (const auto *inner = dyn_cast<CompoundStmt>(each))
      addStatementsOf(inner, all);
  }
}

std::set<const Stmt *> PieceReader::possiblePieces(const CompoundStmt *body) {
  std::set<const Stmt *> all;
  addStatementsOf(body, all);
  return all;
}

bool PieceReader::isPlainBranch(const Stmt *statement) {
  const auto *branch = dyn_cast<IfStmt>(statement);
  return branch && !branch->hasVarStorage() && !branch->hasInitStorage();
}

void PieceReader::findStatements(std::set<const Stmt *> &all, const Stmt *body) {
  const Stmt *calling = nullptr;
  for (const PipelinePiece &piece : its.pieces) {
    if (piece.path != path) {
      statements.push_back(nullptr);
      continue;
    }
    const auto found = sources.statementOf.find(piece.statement);
    const bool isOne = found != sources.statementOf.end() && !isa<LabelStmt>(found->second) &&
                       (piece.part == Part::Arms     ? found->second == statements.back()
                        : piece.part == Part::Result ? found->second == calling
                                                     : all.erase(found->second));
    if (!isOne)
      return refuse("a pipeline with a statement of this form", body->getBeginLoc());
    statements.push_back(found->second);
    if (piece.part == Part::Arguments)
      calling = found->second;
  }
}

bool PieceReader::beginsInCall(const OrderedSegment &segment) const {
  return std::ranges::any_of(calls, [&](const CutCall &call) { return call.begins(segment); });
}

bool PieceReader::endsInCall(const OrderedSegment &segment) const {
  return std::ranges::any_of(calls, [&](const CutCall &call) { return call.ends(segment); });
}

/// Of which nothing is seen if the loop has ended before: the result is an iteration's own.
static bool isPlainCall(const Stmt *statement, const CallExpr *call,
                        llvm::function_ref<bool(const VarDecl *)> isOwn) {
  const auto isOwnPlace = [&](const Expr *place) {
    const auto *named = dyn_cast<DeclRefExpr>(place->IgnoreParens());
    const auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    return variable && !variable->hasGlobalStorage() && isOwn(variable);
  };
  const Expr *given = nullptr;
  if (const auto *declared = dyn_cast<DeclStmt>(statement)) {
    const auto *variable =
        declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
    given = variable ? variable->getInit() : nullptr;
  } else if (const auto *returned = dyn_cast<ReturnStmt>(statement)) {
    given = returned->getRetValue();
  } else if (const auto *expression = dyn_cast<Expr>(statement)) {
    const auto *assigned = dyn_cast<BinaryOperator>(expression->IgnoreParens());
    const bool isAssignment = assigned && assigned->getOpcode() == BO_Assign;
    given = !isAssignment                    ? expression
            : isOwnPlace(assigned->getLHS()) ? assigned->getRHS()
                                             : nullptr;
  }
  return given && given->IgnoreParenCasts() == call;
}

std::string PieceReader::callCopy(const CutCall &cut, const std::string &stopped,
                                  llvm::function_ref<bool(const VarDecl *)> isOwn) {
  const Stmt *statement = statements[cut.arguments];
  const auto *call = cast<CallExpr>(sources.expressionOf.at(cut.path.back()));
  if (!isPlainCall(statement, call, isOwn)) {
    refuse("a call in a pipeline of this form", statement->getBeginLoc());
    return "";
  }
  const MovableClone &clone = function.clones.at({.path = cut.path, .isOther = isOther});
  callClone(*call, clone, cut.argumentsFor(its, stopped));
  return prototypeOf(*call, clone);
}

bool PieceReader::isCut(size_t piece) const {
  return statements[piece] && its.pieces[piece].part == Part::Condition &&
         std::ranges::any_of(its.segments, [&](const OrderedSegment &segment) {
           return segment.begin == piece + 1 || segment.end == piece + 1;
         });
}

unsigned PieceReader::beginOf(size_t piece) {
  return its.pieces[piece].part == Part::Arms ? endOf(piece - 1) : rangeOf(statements[piece]).begin;
}

unsigned PieceReader::endOf(size_t piece) {
  return its.pieces[piece].part == Part::Condition
             ? source.offsetOf(cast<IfStmt>(statements[piece])->getRParenLoc()) + 1
             : rangeOf(statements[piece]).end;
}

void PieceReader::endConditions() {
  for (size_t i = 0; i < statements.size(); ++i)
    if (isCut(i))
      inserted[endOf(i)] = "; ";
}

void PieceReader::addCut(size_t piece) {
  const auto *branch = cast<IfStmt>(statements[piece]);
  const std::optional<TextRange> word = source.exactly(branch->getIfLoc());
  if (!word || !source.exactly(branch->getRParenLoc()))
    return refuse("a condition from a macro", branch->getBeginLoc());
  const std::string variable = PipedLoop::test(tests++);
  record.code.edits.push_back({*word, variable + " = !!"});
  inserted[endOf(piece)] += "if (" + variable + ")";
}

void PieceReader::addInsertions() {
  const std::string &path = program.files[program[function.id].file.index()].path;
  for (const auto &[offset, text] : inserted) // compilers warn of what follows an `if` on its line
    record.code.edits.push_back(
        {{offset, offset}, "\n" + text + "\n" + source.lineDirectiveOf(offset, path)});
}

} // namespace kasuri
