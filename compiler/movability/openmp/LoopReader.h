// A loop as a pragma in front of it; internal to movability.
#pragma once

#include "movability/openmp/FreshNames.h"
#include "movability/openmp/OpenMpCode.h"
#include "movability/read/CodeReader.h"
#include "movability/text/Conditions.h"

namespace kasuri {

/// Nobody reads the variable after the loop: elsewhere it is named by loops alone that set it.
bool isOnlyCounter(const clang::FunctionDecl &function, const clang::ForStmt &loop,
                   const clang::VarDecl *variable);

/// Where the function names the variable.
std::vector<const clang::DeclRefExpr *> referencesTo(const clang::FunctionDecl &function,
                                                     const clang::VarDecl *variable);

/// Why OpenMP would not count the loop's iterations as the source does; "": it would.
std::string whyNotCanonical(const clang::Stmt &loop, const LoopHead &head,
                            const clang::ASTContext &context, bool wrapsSigned);

/// There may be more iterations than the type of the variable has positive numbers.
bool mayCountBeyondType(const LoopHead &head, const clang::ASTContext &context);
/// The test holds at the bound itself.
bool isClosed(const LoopHead &head);
/// Of a signed type with so many bits, fewer than 64.
int64_t greatestOf(uint64_t bits);

/// The constant that the expression is, if it is one.
std::optional<int64_t> constantValue(const clang::Expr *expression,
                                     const clang::ASTContext &context);

/// Variables that a stretch of the source names and does not declare, in the order of the text, and
/// where they are first named.
std::vector<std::pair<clang::SourceLocation, const clang::VarDecl *>> outerPlaces(const Uses &uses);

/// As a clause lists it, where a macro of this name would be expanded.
std::optional<Refusal> whyNotListed(const FunctionCode &code, const clang::VarDecl *variable);

/// It stands in a block: statements may be written before it and behind it.
bool isInBlock(const clang::Stmt *statement, clang::ASTContext &context);

/// It can have a pragma in front, and text behind it.
std::optional<Refusal> whyNoPragma(const FunctionCode &code, const clang::Stmt *statement);

/// What means something else in another function, as which compilers make the code under a pragma.
std::optional<Refusal> whyNoTask(const FunctionCode &code, const Uses &uses);

/// Reads one loop in one of the ways in which threads share out its iterations.
class LoopReader {
public:
  LoopReader(const FunctionCode &code, const LoopFacts &known)
      : program(code.program), sources(code.sources), facts(code.facts), unit(code.unit),
        context(code.context), manager(code.manager), source(code.source),
        function(code.declaration), code(code), known(known),
        statement(sources.statementOf.at(known.loop)), head(*sources.headOf.at(known.loop)) {}

  OpenMpLoop read(bool isTask);

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  clang::ASTUnit &unit;
  clang::ASTContext &context;
  const clang::SourceManager &manager;
  const SourceText &source;
  const clang::FunctionDecl &function;
  const FunctionCode &code;
  const LoopFacts &known;
  const clang::Stmt *statement;
  const LoopHead &head;
  OpenMpLoop made;
  std::set<const clang::VarDecl *> own;

  // ReadLoop.cpp
  void refuse(const std::string &what, clang::SourceLocation location);
  void refuse(const std::optional<Refusal> &refusal);
  bool isRefused() const { return made.refusal.has_value(); }
  void checkForm(bool isTask);
  std::string listedName(const clang::VarDecl *variable);
  std::optional<std::string> textOf(const clang::Expr *expression) const;
  std::string freshName(const std::string &wish, bool isOfLoop = false);
  void addShared();
  bool takesProductApart(const clang::VarDecl *variable, const Uses &uses) const;
  void checkContraction();
  void addCounter();
  void addPrivates();
  bool surelyIterates() const;
  bool isUnsetBefore(const clang::VarDecl *variable);
  void checkSize(const clang::VarDecl *variable, uint64_t &bytes);
  void setBehind();
  const clang::VarDecl *variableOf(const Place &place) const;
  void checkWhole(const PrivateObject &each, const clang::VarDecl *variable);
  void addThreshold();
  void addGuards();
  void addCountLimit(bool isTask);
  bool canBeInArm() const;
  std::optional<LastIteration> lastIteration(std::string &limit) const;
  bool keepsWithoutGuards() const;
  void addBehind();

  // ReadReductions.cpp
  void addReduction(const Reduction &reduction);
  bool cannotOverflow(const Reduction &reduction, clang::QualType type) const;
  void addClause(const Reduction &reduction, const clang::VarDecl *variable);
  void addFreeSum(const Reduction &reduction, clang::QualType type);
  void addModular(const Reduction &reduction, const clang::VarDecl *variable, clang::QualType type);
  std::optional<std::string> nameModular(const Reduction &reduction, const clang::VarDecl *variable,
                                         const std::string &name);
  std::optional<clang::QualType> unsignedFor(const Reduction &reduction,
                                             clang::QualType type) const;
  void addHistogram(const Reduction &reduction, clang::QualType type);
  void declareUnsigned(const std::string &declarator, const std::string &value,
                       clang::QualType type);
  void checkPlace(const Place &place);
  void checkOtherNames(const Place &place, const clang::VarDecl *variable);
  void rename(const Place &place, const std::string &name);
};

} // namespace kasuri
