// The pieces of a pipeline where they stand in the source; internal to the readers of pipelines.
#pragma once

#include "movability/read/CodeReader.h"
#include "movability/read/VersionText.h"

namespace kasuri {

/// Reads the body of a loop, or of a function that its iterations call, and marks it.
class PieceReader : public CodeReader {
protected:
  using Part = PipelinePiece::Part;

  PieceReader(FunctionCode &function, CodeRecord &record, const Pipeline &its)
      : CodeReader(function, record), its(its), versions(its) {}

  const Pipeline &its;
  const VersionText versions;
  std::vector<const clang::Stmt *> statements; ///< by piece; null: in another function
  std::map<unsigned, std::string> inserted;    ///< by offset
  unsigned tests = 0;                          ///< variables of addCut

  /// The statements of a body of which each may be a piece: with those of blocks in it.
  static std::set<const clang::Stmt *> possiblePieces(const clang::CompoundStmt *body);
  static bool isPlainBranch(const clang::Stmt *statement);

  /// Those of `call`, or invalid, of the loop's own body. Leaves in `all` what is no piece.
  void findStatements(std::set<const clang::Stmt *> &all, ValueId call, const clang::Stmt *body);
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
