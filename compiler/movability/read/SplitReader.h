// A loop that is run in parts; internal to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

/// How partial results of that kind are combined.
Fold foldOf(ReductionKind kind);

/// Reads a loop's head, and what each part has for itself.
class SplitReader : public CodeReader {
public:
  SplitReader(FunctionCode &function, CodeRecord &record, const clang::Stmt *loop,
              const LoopHead &head)
      : CodeReader(function, record), loop(loop), head(head) {}

  /// All of the loop of a task of the graph. `isLate`: the parts evaluate the head.
  void read(const MacroTask &task, bool isLate);
  /// The head alone.
  SplitLoop readHead();
  std::optional<Refusal> refusal() const { return firstRefusal(); }

private:
  const clang::Stmt *loop;
  const LoopHead &head;
  SplitLoop split;

  void readBody(const LoopFacts &known);
  void unrollShortLoops(const LoopFacts &known);
  void addOwn(const MacroTask &task);
  void readLateHead();
  void collectMore(const clang::Expr *part);
  void addParts(const LoopFacts &known);
  bool addTest(const LoopTest &test, const std::string &name);
  std::string textAtStart(const clang::Expr *tested);
  bool isPlainHeadPart(const clang::Expr *part, const clang::VarDecl *variable) const;
  void moveDeclarations(const clang::DeclStmt &declarations);
  void addStep(const LoopFacts &known);
  bool isAccessedIn(const Place &place, RegionId block) const;
  void addSetUp(const clang::BinaryOperator *assignment, const LoopFacts &known);
  void dropExitTest(Uses &uses);
  void checkPlaces(const LoopFacts &known);
  void addPrivates(const LoopFacts &known);
  void addLastSet(RegionId region, ObjectId object);
  std::vector<ValueId> firstStoresOf(RegionId region, ObjectId object) const;
  void addPrivatePlace(const PrivateObject &copied);
  void addBuffer(const PrivateObject &buffer);
  void addBlocks(const LoopFacts &known);
  void addPlaceOfBlock(OutlinedBlock &made, const Place &place, const std::string &suffix);
  std::string addHolder(const clang::VarDecl *variable, const std::string &suffix);
};

/// Of a split loop, what its parts add up.
class ReductionReader : public CodeReader {
public:
  ReductionReader(FunctionCode &function, CodeRecord &record, RegionId loop,
                  const clang::Stmt *body, SplitLoop &split)
      : CodeReader(function, record), loop(loop), body(body), split(split) {}

  void read(const std::vector<Reduction> &reductions);

private:
  const RegionId loop;
  const clang::Stmt *body;
  SplitLoop &split;
  std::vector<const clang::Type *> accumulatorTypes; ///< of SplitLoop::accumulators; null: refused

  void add(const Reduction &reduction, const std::string &suffix);
  void checkReducible(OutlinedReduction &made, clang::QualType type,
                      clang::SourceLocation location);
  void addCompanionPlaces(OutlinedReduction &made, const Reduction &reduction,
                          const std::string &suffix);
  void addPlace(OutlinedReduction &made, const Reduction &reduction, const std::string &suffix);
  void addOwnArray(OutlinedReduction &made, const Reduction &reduction, clang::QualType type,
                   const std::string &suffix);
  void addPartial(OutlinedReduction &made, const Reduction &reduction, clang::QualType type,
                  const clang::VarDecl *variable);
  void addMark(OutlinedReduction &made, const Reduction &reduction, const std::string &suffix);
  void addChoice(OutlinedReduction &made, const Reduction &reduction);
  /// An update by a term, and where both stand.
  struct Term {
    TextRange update, value;
    const clang::Expr *place;
    clang::QualType type; ///< of the value, as the source has it
    bool isMinus;
  };
  std::optional<Term> termBy(const OutlinedReduction &made, const clang::Expr *update);
  void addTerms(OutlinedReduction &made, const clang::Expr *update);
  void addList(OutlinedReduction &made, const Reduction &reduction, const std::string &suffix);
  void listTerm(OutlinedReduction &made, const Term &term);
  void addAccumulator(const Reduction &reduction, const std::string &suffix);
  clang::QualType memberOf(size_t copy, const PassedAccumulator::Part &part, std::string &path);
  const clang::Type *makeCopyOf(AccumulatorCopy &made, const clang::VarDecl *variable);
  const clang::Type *makeCopy(AccumulatorCopy &made, const PassedAccumulator &accumulator);
  const clang::Type *setTypes(AccumulatorCopy &made, clang::QualType type);
  void checkTerm(const Reduction &reduction, ValueId call);
  clang::SourceLocation placeOfLoop() const;
  clang::QualType foldedIn(clang::QualType type, unsigned bits = 0) const;
  clang::QualType arrayOf(clang::QualType element, uint64_t count) const;
  clang::QualType ofUnsigned(clang::QualType array, clang::QualType element,
                             unsigned dimensions) const;
};

/// Of a split loop, the statements that run in order, which its parts leave out.
class OrderedReader : public CodeReader {
public:
  OrderedReader(FunctionCode &function, CodeRecord &record, RegionId loop, const clang::Stmt *body,
                SplitLoop &split)
      : CodeReader(function, record), loop(loop), body(body), split(split) {}

  void read(const OrderedPart &part, Uses &uses);

private:
  const RegionId loop;
  const clang::Stmt *body;
  SplitLoop &split;

  void leaveOut(const std::vector<const clang::Stmt *> &statements, Uses &uses);
  void markDeclarations(const clang::Stmt *block);
  void addKept(const ForwardedValue &each, const std::string &suffix);
  void addStores(const clang::CompoundStmt &block);
  bool isConstantFor(const clang::DeclStmt &declarations, const Uses &ordered);
  std::string orderedText(const clang::CompoundStmt &block,
                          const std::vector<const clang::Stmt *> &inOrder, const Uses &ordered);
};

/// Of a loop that runs as a wavefront, the loop of its columns, which waits between its chunks.
class ColumnsReader : public CodeReader {
public:
  /// `body`: of the row; null: the columns are in a function of their own. `place`: C text, the
  /// address of the row's place.
  ColumnsReader(FunctionCode &function, CodeRecord &record, const clang::Stmt *body,
                std::string place)
      : CodeReader(function, record), body(body), place(std::move(place)) {}

  void read(const Wavefront &wave);
  /// What the columns begin with, where a row begins.
  std::string startText(const Wavefront &wave);
  std::optional<Refusal> refusal() const { return firstRefusal(); }

private:
  const clang::Stmt *body;
  const std::string place;

  std::string textWithin(const clang::Expr *expression);
  std::string leftText(const LoopHead &head, const std::string &variable);
  std::string chunkText(const Wavefront &wave, const LoopHead &head);
};

/// A loop that runs as a wavefront.
class WaveReader : public CodeReader {
public:
  WaveReader(FunctionCode &function, CodeRecord &record, const clang::Stmt *body, SplitLoop &split)
      : CodeReader(function, record), body(body), split(split) {}

  void read(const Wavefront &wave);

private:
  const clang::Stmt *body;
  SplitLoop &split;

  std::string readCall(const Wavefront &wave);
};

/// The function with the columns, for rows that call it.
MovableClone readClone(FunctionCode &function, const Wavefront &wave);

MovableCode readSplitLoop(FunctionCode &function, const MacroTask &task, bool isLate);

/// As in `sizeof i`: the text also stands where the variable is not declared.
bool mentions(const clang::Expr *expression, const clang::VarDecl *variable);

} // namespace kasuri
