// Makes one layer's tasks; internal to outlining.
#pragma once

#include "emit/Contraction.h"
#include "emit/Outline.h"
#include "emit/SourceText.h"
#include "emit/Uses.h"
#include "frontend/LoopHead.h"

namespace kasuri {

/// A layer that cannot be outlined keeps the first reason found.
class Outliner {
public:
  Outliner(const Program &program, const ParsedSources &sources, const Parallelism &facts,
           const MacroTaskGraph &graph, const PlannedLayer &plan)
      : program(program), sources(sources), facts(facts), graph(graph), plan(plan),
        unit(*sources.units[sources.unitOf.at(plan.function)]), context(unit.getASTContext()),
        manager(unit.getSourceManager()), source(unit) {}

  OutlineResult run(const std::string &symbol);

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const PlannedLayer &plan;
  clang::ASTUnit &unit;
  clang::ASTContext &context;
  const clang::SourceManager &manager;
  SourceText source;
  OutlinedLayer layer;
  std::map<const clang::VarDecl *, size_t> captureOf;
  std::vector<TextEdit> originalEdits; ///< of the code that runs where the layer does not
  std::string obstacle;
  clang::SourceLocation where;
  unsigned bodyBegin = 0; ///< of the function
  std::set<const clang::Decl *> printedTypes;
  std::vector<TextEdit> headEdits;
  std::set<const clang::VarDecl *> sharedVariables;
  bool hasSharedVariables = false;
  std::vector<TextRange> replaced;                   ///< names of places in the task's text
  std::optional<Contraction> contraction;            ///< where compilers contract products
  std::set<const clang::VarDecl *> usedByComponents; ///< by those that have been outlined

  // Outline.cpp: the layer and its tasks
  void refuse(const std::string &what, clang::SourceLocation location);
  void refuseProduct(clang::SourceLocation location);
  void checkContraction();
  kasuri::SourceLocation place(clang::SourceLocation location) const;
  const MacroTask &first(const PlannedTask &task) const;
  void checkTasks();
  clang::SourceLocation placeOf(RegionId region) const;
  bool isCondition(const PlannedTask &task) const;
  const clang::Stmt *codeOf(const PlannedTask &task) const;
  std::vector<const clang::Stmt *> allCodeOf(const PlannedTask &task) const;
  std::vector<const MacroTask *> outermost(const PlannedTask &task) const;
  TextRange rangeOf(llvm::ArrayRef<const clang::Stmt *> statements);
  TextRange rangeOf(const clang::Stmt *statement);
  std::string lineAt(unsigned offset) const;
  std::vector<TextEdit> exitEdits(TextRange range) const;
  void placeFunction();
  bool isInHead(clang::SourceLocation location) const;
  void checkVisible(const clang::Decl *declaration, clang::SourceLocation location);
  void addPrototype(const clang::FunctionDecl &function, clang::SourceLocation location);
  void checkDeclarations(const clang::Stmt *first);
  std::vector<const clang::Stmt *> siblingsOf(const clang::Stmt *statement);
  bool hasOwnArithmetic(const clang::Stmt *statement);
  void placeMacros(TextRange range, clang::SourceLocation place);
  void placeLayer();
  std::string nameOf(const clang::VarDecl *variable);
  void checkTypes(const clang::VarDecl *variable);
  std::string declaration(clang::QualType type, const std::string &name);
  std::string typeText(clang::QualType type);
  void checkHiddenTypes();
  bool isSeenHere(const clang::Decl *local);
  void addGuards(const LoopFacts &known);
  bool declareAgain(clang::QualType type, Capture &made);
  size_t capture(const clang::VarDecl *variable, bool isShared);
  std::optional<TextEdit> rewriting(const clang::DeclRefExpr *reference);
  std::string textOf(const clang::Expr *expression);
  TextRange expressionRange(const clang::Expr *expression);
  void outlineTask(size_t index);
  void addControl(const PlannedTask &planned, OutlinedTask &task) const;
  void addOwn(const PlannedTask &planned, const LoopHead &head, OutlinedTask &task,
              std::set<const clang::VarDecl *> &own);
  bool isPrivate(const PlannedTask &planned, ObjectId object) const;
  std::string ownCopy(const clang::VarDecl *variable);
  void collectCaptures(const Uses &uses, const std::set<const clang::VarDecl *> &own,
                       std::set<size_t> &used, std::vector<TextEdit> &edits);
  void checkSameMeaning(unsigned offset, const clang::VarDecl *variable, const Uses &uses);
  void checkForeignNames(const Uses &uses);
  void collectHeadCaptures(const LoopHead &head, const std::set<const clang::VarDecl *> &own,
                           std::set<size_t> &used);
  void collectMore(const clang::Expr *part, const std::set<const clang::VarDecl *> &own,
                   std::set<size_t> &used);
  void dropExitTest(const clang::IfStmt &test, Uses &uses, std::vector<TextEdit> &edits);
  std::string linesOf(TextRange range) const;
  ObjectId objectOf(const clang::VarDecl *variable) const;
  bool isAddressTaken(const clang::VarDecl *variable) const;
  bool mayChangeUnseen(const clang::VarDecl *variable) const;
  bool isSharedElsewhere(const clang::VarDecl *variable);

  // OutlineCopies.cpp: scalars that tasks write
  void addCopies();
  void addResult(const OutlinedTask::Result &result);
  bool isCopiable(const clang::VarDecl *variable) const;
  OutlinedCopy copyOf(const clang::VarDecl *variable);
  bool isSetFirst(const clang::VarDecl *variable) const;
  bool isPrivateOfLoop(const clang::VarDecl *variable) const;

  // OutlineDistributed.cpp: components of a loop
  void outlineComponents(const PlannedTask &planned, const clang::Stmt *loop, OutlinedTask &task,
                         Uses &uses, std::set<const clang::VarDecl *> &own,
                         std::set<size_t> &captures, std::vector<TextEdit> &edits);
  void leaveOut(const std::vector<const clang::Stmt *> &statements, Uses &uses,
                std::vector<TextEdit> &edits);
  void checkContraction(const Uses &staying);
  void checkApart(const std::vector<TextRange> &staying, const std::vector<TextEdit> &edits,
                  const clang::Stmt *where);
  void markUnused(const clang::Stmt *block, std::vector<TextEdit> &edits);
  void addScalarCopies(const PlannedTask &planned, const Distribution &its, OutlinedTask &task,
                       const Uses &uses, std::set<const clang::VarDecl *> &own,
                       std::set<size_t> &captures);
  void addDistributedHead();

  // OutlineOrdered.cpp: statements of a split loop that run in order
  void outlineOrdered(size_t task, const clang::Stmt *body, SplitLoop &split, Uses &uses,
                      std::vector<TextEdit> &edits);
  void addKept(const HandedOn &each, const std::string &suffix, SplitLoop &split);
  bool isConstantFor(const clang::DeclStmt &declarations, const Uses &ordered,
                     const SplitLoop &split);
  std::string orderedText(const clang::CompoundStmt &body,
                          const std::vector<const clang::Stmt *> &inOrder, const Uses &ordered,
                          const SplitLoop &split);

  // OutlineLoop.cpp: a loop that is run in parts
  struct NamedPlace {
    const clang::Expr *lvalue;
    clang::QualType type;
    std::string text; ///< as the enclosing function writes it
  };
  void outlineSplit(size_t index, const LoopHead &head, const clang::Stmt *loop, OutlinedTask &task,
                    std::set<const clang::VarDecl *> &own, std::vector<TextEdit> &edits,
                    std::set<size_t> &captures);
  SplitLoop headOf(size_t index, const LoopHead &head, const clang::Stmt *loop);
  bool addTest(const LoopTest &test, const LoopHead &head, const std::string &name,
               SplitLoop &split);
  static const clang::VarDecl *assignedBy(const clang::Expr *start);
  bool isPlainHeadPart(const clang::Expr *part, const clang::VarDecl *variable) const;
  void moveDeclarations(const clang::DeclStmt &declarations, SplitLoop &split);
  void addStep(const LoopHead &head, const clang::Stmt *loop, const LoopFacts &known,
               SplitLoop &split, const std::set<const clang::VarDecl *> &own,
               std::set<size_t> &captures);
  bool isAccessedIn(const Place &place, RegionId block) const;
  void addSetUp(const clang::BinaryOperator *assignment, const LoopHead &head,
                const LoopFacts &known, SplitLoop &split);
  void checkPlaces(const LoopFacts &known, const clang::Stmt *body);
  void addPrivatePlace(const Place &place, size_t task, SplitLoop &split,
                       std::vector<TextEdit> &edits);
  void addBuffer(const PrivateObject &buffer, size_t task, SplitLoop &split,
                 std::set<const clang::VarDecl *> &own, std::set<size_t> &used);
  void addBlocks(const LoopFacts &known, size_t task, SplitLoop &split,
                 std::set<const clang::VarDecl *> &own, std::set<size_t> &used,
                 std::vector<TextEdit> &edits);
  OutlinedBlock blockOf(const PrivateBlock &block, const std::string &suffix) const;
  std::optional<NamedPlace> namePlace(const Place &place);
  void addPlaceOfBlock(OutlinedBlock &made, const Place &place, const std::string &suffix,
                       std::vector<TextEdit> &edits);
  std::string addHolder(const clang::VarDecl *variable, const std::string &suffix, SplitLoop &split,
                        std::set<const clang::VarDecl *> &own, std::set<size_t> &used);
  void checkNames(const Uses &uses);
  void addLastSet(RegionId loop, ObjectId object, size_t task, SplitLoop &split,
                  std::vector<TextEdit> &edits);
  std::vector<ValueId> firstStoresOf(RegionId loop, ObjectId object) const;
  void addPrivates(const LoopFacts &known, size_t task, SplitLoop &split,
                   std::set<const clang::VarDecl *> &own, std::set<size_t> &used,
                   std::vector<TextEdit> &edits);

  // OutlineReductions.cpp: what parts add up
  void addReduction(const Reduction &reduction, size_t task, size_t index, const clang::Stmt *body,
                    SplitLoop &split, std::set<const clang::VarDecl *> &own,
                    std::vector<TextEdit> &edits);
  void checkReducible(OutlinedReduction &made, clang::QualType type,
                      clang::SourceLocation location);
  void addCompanionPlaces(OutlinedReduction &made, const Reduction &reduction,
                          const std::string &suffix, std::vector<TextEdit> &edits);
  void addPlace(OutlinedReduction &made, const Reduction &reduction, const std::string &suffix,
                const clang::Stmt *body, std::set<const clang::VarDecl *> &own,
                std::vector<TextEdit> &edits);
  void addHanded(const Reduction &reduction, size_t task, size_t index, SplitLoop &split,
                 std::set<const clang::VarDecl *> &own, std::vector<TextEdit> &edits);
  clang::QualType foldedIn(clang::QualType type, unsigned bits = 0) const;
  clang::QualType memberOf(const HandedCopy &copy, const Handed::Part &part, std::string &path);
  clang::SourceLocation placeOf(const PlannedTask &task) const;
  void makeCopyOf(HandedCopy &made, const clang::VarDecl *variable,
                  std::set<const clang::VarDecl *> &own);
  void setTypes(HandedCopy &made, clang::QualType type);
  void makeCopy(HandedCopy &made, const Handed &handed, std::vector<TextEdit> &edits);
  void checkTerm(const Reduction &reduction, ValueId call);
  void replaceName(const clang::Expr *lvalue, unsigned subscripts, const std::string &by,
                   std::vector<TextEdit> &edits);
  std::optional<TextRange> rangeOutsideMacros(const clang::Expr *expression) const;
  bool isReplaced(const clang::DeclRefExpr *reference) const;
  void addOwnArray(OutlinedReduction &made, const Reduction &reduction, clang::QualType type,
                   const std::string &suffix);
  clang::QualType arrayOf(clang::QualType element, uint64_t count) const;
  clang::QualType ofUnsigned(clang::QualType array, clang::QualType element,
                             unsigned dimensions) const;
  std::string arrayOfParts(clang::QualType type, const std::string &member);
  void addPartial(OutlinedReduction &made, const Reduction &reduction, clang::QualType type,
                  const clang::VarDecl *variable, std::set<const clang::VarDecl *> &own);
  void addTerms(OutlinedReduction &made, const clang::Expr *update, const clang::Stmt *body,
                std::vector<TextEdit> &edits);
  unsigned mostParts() const;
};

} // namespace kasuri
