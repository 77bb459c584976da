// One layer as changes to the source's text; internal to the emission of OpenMP.
#pragma once

#include "emit/Contraction.h"
#include "emit/SourceText.h"
#include "emit/Uses.h"
#include "emit/openmp/Conditions.h"
#include "emit/openmp/OpenMp.h"
#include "emit/openmp/Pragma.h"
#include "frontend/LoopHead.h"

namespace kasuri {

/// The changes, or why there are none.
struct OpenMpResult {
  std::vector<TextEdit> edits;
  std::string obstacle;
  SourceLocation where;
};

/// Variables that a stretch of the source names and does not declare, in the order of the text.
std::vector<const clang::VarDecl *> outerVariables(const Uses &uses);

/// Nobody reads the variable after the loop: elsewhere it is named by loops alone that set it.
bool isOnlyCounter(const clang::FunctionDecl &function, const clang::ForStmt &loop,
                   const clang::VarDecl *variable);

/// Why OpenMP would not count the loop's iterations as the source does; "": it would.
std::string whyNotCanonical(const clang::Stmt &loop, const LoopHead &head,
                            const clang::ASTContext &context, bool wrapsSigned);

/// The constant that the expression is, if it is one.
std::optional<int64_t> constantValue(const clang::Expr *expression,
                                     const clang::ASTContext &context);

class OpenMpLowering {
public:
  OpenMpLowering(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                 const MacroTaskGraph &graph, const PlannedLayer &plan)
      : program(program), sources(sources), facts(facts), graph(graph), plan(plan),
        unit(*sources.units[sources.unitOf.at(plan.function)]), context(unit.getASTContext()),
        manager(unit.getSourceManager()), source(unit),
        function(*sources.functionOf.at(plan.function)) {
    if (contractsProducts(context))
      contraction.emplace(function, context);
  }

  OpenMpResult run();

private:
  /// What is printed instead of a stretch of statements, as far as it is decided.
  struct Loop {
    Pragma pragma;
    TextRange range;
    std::vector<TextEdit> edits;
    std::vector<std::string> before, after; ///< statements
    /// As tasks. Clang warns of its own comparison where the bound is signed and no constant.
    bool canBeTasks = false;
    bool isInArm = false; ///< without the pragma, the loop stands in an `else` once more
  };
  /// Statements that stand beside each other and run as one task.
  struct Group {
    const PlannedTask *task;
    std::vector<RegionId> regions;
    TextRange range;
    std::optional<Loop> loop; ///< whose iterations can be shared out
    bool isTaskLoop() const { return loop && loop->canBeTasks; }
    std::vector<size_t> after; ///< groups that must be over before, be it by others between
    std::vector<std::string> privates;
    std::string token; ///< a variable that stands for its end in `depend`; "": nobody waits
  };

  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const PlannedLayer &plan;
  clang::ASTUnit &unit;
  clang::ASTContext &context;
  const clang::SourceManager &manager;
  SourceText source;
  const clang::FunctionDecl &function;
  std::string obstacle;
  clang::SourceLocation where;
  std::set<std::string> ownNames;         ///< that the layer declares
  std::optional<Contraction> contraction; ///< where compilers contract products

  // Lowering.cpp: what any layer must be, and how its parts come together
  void refuse(const std::string &what, clang::SourceLocation location);
  const MacroTask &taskOf(TaskId id) const;
  void checkLayer();
  void checkWords(const std::vector<TextEdit> &edits);
  clang::SourceLocation placeOfFirst() const;
  void checkReached();
  void checkStatement(const clang::Stmt *statement);
  std::string indentationAt(unsigned offset) const;
  std::string listedName(const clang::VarDecl *variable);
  std::optional<std::string> textOf(const clang::Expr *expression) const;
  std::string freshName(const std::string &wish);
  std::vector<std::string> sharedNames(llvm::ArrayRef<const clang::Stmt *> statements,
                                       const std::set<const clang::VarDecl *> &own);
  bool takesProductApart(const clang::VarDecl *variable, const Uses &uses,
                         llvm::ArrayRef<const clang::Stmt *> statements) const;
  void checkContraction(const LoopFacts &known);
  bool stands(const clang::Stmt *statement) const;
  std::string behind(unsigned offset);
  void checkUses(const Uses &uses);
  void append(const Loop &loop, std::vector<TextEdit> &edits);

  // LowerLoop.cpp: one loop
  std::string scheduleFor(RegionId loop, const Pragma &pragma) const;
  std::optional<Loop> lowerLoop(RegionId region, bool isTask);
  void addCounter(const clang::Stmt &loop, const LoopHead &head, RegionId region, Loop &made,
                  std::set<const clang::VarDecl *> &own);
  void addPrivates(const LoopFacts &known, const LoopHead &head, Loop &made,
                   std::set<const clang::VarDecl *> &own);
  bool surelyIterates(const LoopHead &head) const;
  bool isUnsetBefore(const clang::VarDecl *variable, const clang::Stmt &loop);
  void checkSize(const clang::VarDecl *variable, uint64_t &bytes);
  void setBehind(const clang::ForStmt &loop, const LoopHead &head, Loop &made);
  const clang::VarDecl *variableOf(const Place &place) const;
  void addThreshold(const LoopHead &head, int64_t leastTrips, Loop &made);

  // LowerGuards.cpp
  void addGuards(const LoopFacts &known, const LoopHead &head, Loop &made);
  std::optional<LastIteration> lastIteration(const LoopHead &head, std::string &limit) const;
  bool keepsWithoutGuards(const LoopFacts &known, const Loop &made) const;

  // LowerReductions.cpp
  void addReduction(const Reduction &reduction, const clang::Stmt &loop, const LoopHead &head,
                    Loop &made, std::set<const clang::VarDecl *> &own);
  bool cannotOverflow(const Reduction &reduction, const clang::Stmt &loop, const LoopHead &head,
                      clang::QualType type) const;
  void addModular(const Reduction &reduction, const clang::VarDecl *variable, clang::QualType type,
                  const clang::Stmt &loop, Loop &made, std::set<const clang::VarDecl *> &own);
  std::optional<clang::QualType> unsignedFor(const Reduction &reduction,
                                             clang::QualType type) const;
  void addHistogram(const Reduction &reduction, clang::QualType type, const clang::Stmt &loop,
                    Loop &made, std::set<const clang::VarDecl *> &own);
  void declareUnsigned(const std::string &declarator, const std::string &value,
                       clang::QualType type, Loop &made) const;
  void checkPlace(const Place &place, const clang::Stmt &loop);
  void checkWhole(const PrivateObject &each, const clang::VarDecl *variable);
  void checkOtherNames(const Place &place, const clang::Stmt &loop, const clang::VarDecl *variable);
  void rename(const Place &place, const std::string &name, Loop &made);

  // LowerTasks.cpp: several tasks
  std::vector<Group> findGroups();
  void findOrder(std::vector<Group> &groups) const;
  bool isMostlyLoops(const std::vector<Group> &groups) const;
  void separate(const Group &group, std::vector<TextEdit> &edits) const;
  void appendSections(std::vector<Group> &groups, std::vector<TextEdit> &edits);
  void appendTasks(std::vector<Group> &groups, std::vector<TextEdit> &edits);
  void chooseTokens(std::vector<Group> &groups, std::vector<std::string> &declared);
  bool canBeKnownBy(const std::vector<Group> &groups, size_t group, const std::string &name) const;
  void addDepend(const std::vector<Group> &groups, size_t index, Pragma &task) const;
  Uses usesOf(const Group &group) const;
};

} // namespace kasuri
