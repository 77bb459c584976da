#include "movability/read/PieceReader.h"

#include "movability/PipedLoop.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

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

void PieceReader::findStatements(std::set<const Stmt *> &all, ValueId call, const Stmt *body) {
  const Stmt *calling = nullptr;
  for (const PipelinePiece &piece : its.pieces) {
    const bool isHere =
        call.valid() ? piece.isInCallee() && piece.call == call : !piece.isInCallee();
    if (!isHere) {
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
