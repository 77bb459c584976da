// The pieces of a pipeline where they stand in the source; internal to the readers of pipelines.
#pragma once

#include "movability/read/CodeReader.h"
#include "movability/read/PipeClone.h"
#include "movability/read/VersionText.h"

namespace kasuri {

/// Reads the body of a loop, or of a function that its iterations call, and marks it.
class PieceReader : public CodeReader {
protected:
  using Part = PipelinePiece::Part;

  /// `path`: the calls that lead to the function; none: the loop is in it.
  PieceReader(FunctionCode &function, CodeRecord &record, const Pipeline &its, bool isOther,
              CallPath path);

  const Pipeline &its;
  const bool isOther; ///< the loop's other pipeline
  const CallPath path;
  std::vector<CutCall> calls; ///< in the body, into which the pipeline is cut
  const VersionText versions;
  std::vector<const clang::Stmt *> statements; ///< by piece; null: in another function
  std::map<unsigned, std::string> inserted;    ///< by offset
  unsigned tests = 0;                          ///< variables of addCut

  /// The statements of a body of which each may be a piece: with those of blocks in it.
  static std::set<const clang::Stmt *> possiblePieces(const clang::CompoundStmt *body);
  static bool isPlainBranch(const clang::Stmt *statement);

  /// Leaves in `all` what is no piece.
  void findStatements(std::set<const clang::Stmt *> &all, const clang::Stmt *body);
  /// In a function that is called in the body.
  bool beginsInCall(const OrderedSegment &segment) const;
  bool endsInCall(const OrderedSegment &segment) const;
  /// The call leads to a copy of the function with segments in it. `stopped`: where that says that
  /// the loop has ended; `isOwn`: of a variable, that only this iteration sees it. Returns the
  /// copy's prototype.
  std::string callCopy(const CutCall &cut, const std::string &stopped,
                       llvm::function_ref<bool(const clang::VarDecl *)> isOwn);
  /// A condition in another segment than its arms, or only one of them in a segment.
  bool isCut(size_t piece) const;
  unsigned beginOf(size_t piece);
  unsigned endOf(size_t piece);
  /// Of all branches that are cut, in front of everything else that is inserted.
  void endConditions();
  /// The condition goes into a variable, which the arms are behind.
  void addCut(size_t piece);
  void addInsertions();
};

} // namespace kasuri
