// Reading what a piece of a function's code asks for if it is to be moved; internal to movability.
#pragma once

#include "frontend/Frontend.h"
#include "frontend/LoopHead.h"
#include "movability/Movability.h"
#include "movability/code/Contraction.h"
#include "movability/code/Uses.h"
#include "movability/text/Marks.h"
#include "movability/text/SourceText.h"

namespace kasuri {

/// The facts that code is read with.
struct ReadingContext {
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  /// Of the model's variables, by declaration.
  const std::map<const clang::VarDecl *, ObjectId> &objects;
  /// See Movability.
  const std::map<CloneId, MovableClone> &clones;
};

/// Of the sources' variables.
std::map<const clang::VarDecl *, ObjectId> objectsOf(const ParsedSources &sources);

/// A function whose code is read, and what has been found about it as a whole.
class FunctionCode {
public:
  FunctionCode(const ReadingContext &known, const SourceText &source, FunctionId id);

  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const SourceText &source;
  const std::map<CloneId, MovableClone> &clones;
  const FunctionId id;
  const clang::FunctionDecl &declaration;
  clang::ASTUnit &unit;
  clang::ASTContext &context;
  const clang::SourceManager &manager;
  std::optional<Contraction> contraction; ///< where compilers contract products
  MovableFunction made;

  SourceLocation place(clang::SourceLocation location) const;
  /// Between its first token and its body, after the place where tasks stand.
  bool isInHead(clang::SourceLocation location) const;
  /// What the type means is another thing where this declaration is seen.
  std::optional<HiddenType> hidingOf(const clang::Decl *type);
  /// Invalid: the model does not have it.
  ObjectId objectOf(const clang::VarDecl *variable) const;
  /// Among MovableFunction::variables, where it is put if it is new.
  size_t numberOf(const clang::VarDecl *variable);

private:
  const std::map<const clang::VarDecl *, ObjectId> &objects;
  std::map<const clang::VarDecl *, size_t> numbers;
  std::map<const clang::Decl *, std::optional<HiddenType>> hidden;

  void readPlace();
  std::string prototypeText() const;
};

/// What has been read of a piece of code so far.
struct CodeRecord {
  MovableCode code;
  bool isRefused = false; ///< in any layer
  Demand::Stage stage = Demand::Stage::Uses;
  std::set<const clang::VarDecl *> own;
  std::vector<TextEdit> headNames; ///< of captured variables in the parts of a loop's head
  std::vector<TextRange> replaced; ///< names of places in the task's text
};

/// The questions that all readers of code ask. Several of them may read the same piece.
class CodeReader {
public:
  CodeReader(FunctionCode &function, CodeRecord &record)
      : function(function), record(record), program(function.program), sources(function.sources),
        facts(function.facts), context(function.context), source(function.source) {}

  /// The variable as its function's layers capture it.
  MovableVariable readVariable(const clang::VarDecl *variable);

protected:
  FunctionCode &function;
  CodeRecord &record;
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  clang::ASTContext &context;
  const SourceText &source;

  void refuse(const std::string &what, clang::SourceLocation location);
  void refuseProduct(clang::SourceLocation location);
  void demand(Demand::Kind kind, const clang::VarDecl *variable, const std::string &what,
              clang::SourceLocation location);
  void capture(const clang::VarDecl *variable, bool isShared, bool isOfTask = true);
  std::optional<Refusal> firstRefusal() const;

  TextRange rangeOf(const clang::Stmt *statement);
  TextRange expressionRange(const clang::Expr *expression);
  std::optional<TextRange> rangeOutsideMacros(const clang::Expr *expression) const;
  std::string textOf(const clang::Expr *expression);
  std::string linesOf(TextRange range) const;

  std::string nameOf(const clang::VarDecl *variable);
  std::string declaration(clang::QualType type, const std::string &name);
  std::string typeText(clang::QualType type);
  std::string ownCopy(const clang::VarDecl *variable);
  /// The task declares it for itself, whatever it is elsewhere.
  void addOwn(const clang::VarDecl *variable);
  /// The frame's member for what each part of a loop leaves.
  std::string arrayOfParts(clang::QualType type, const std::string &member);
  void checkTypes(const clang::VarDecl *variable);
  void checkVisible(const clang::Decl *declaration, clang::SourceLocation location);
  void checkForeignNames(const Uses &uses);
  bool isAddressTaken(const clang::VarDecl *variable) const;
  bool isCopiable(const clang::VarDecl *variable) const;

  void collectCaptures(const Uses &uses, bool isInText);
  void replaceName(const clang::Expr *lvalue, unsigned subscripts, const std::string &by);
  bool isReplaced(const clang::DeclRefExpr *reference) const;

  /// The bytes of what a call has allocated, by its arguments, as they stand in a task.
  std::string bytesOf(ValueId allocation);
  /// What is written elsewhere in the function means the same here.
  void checkNames(const Uses &uses);

  /// A number or pointer that a part of a loop has for itself under another name.
  struct NamedPlace {
    const clang::Expr *lvalue;
    clang::QualType type;
    std::string text; ///< as the enclosing function writes it
  };
  std::optional<NamedPlace> namePlace(const Place &place);

  /// The call leads to the copy of its function, with these arguments in front.
  void callClone(const clang::CallExpr &call, const MovableClone &clone,
                 const std::string &arguments);
  /// Of the copy that the call leads to, as this file knows its types.
  std::string prototypeOf(const clang::CallExpr &call, const MovableClone &clone);

private:
  bool declareAgain(clang::QualType type, Capture &made);
  struct Written;
  Written writtenIn(const Uses &uses) const;
  std::optional<Refusal> refusalOfName(const clang::DeclRefExpr *reference,
                                       const std::optional<TextRange> &range,
                                       const Written &written) const;
  OutlinedCopy copyOf(const clang::VarDecl *variable);
};

/// Guards stand before the loop, where the names in them must mean the same variables.
std::optional<Refusal> refusalOfGuards(FunctionCode &function, const LoopFacts &known,
                                       const clang::Stmt *loop);
std::optional<Refusal> refusalOfGuards(FunctionCode &function, const std::vector<Guard> &guards,
                                       const clang::Stmt *loop);

/// The code of a task of the graph, in each way in which it may become one.
MovableTask readTask(FunctionCode &function, const MacroTask &task);

} // namespace kasuri
