// Lowering state; internal to the frontend. One UnitLowering per translation unit, sharing one
// ProgramBuilder that owns what is linked across units.
#pragma once

#include "frontend/Annotations.h"
#include "frontend/Extent.h"
#include "frontend/Frontend.h"
#include "frontend/GotoRanges.h"
#include "frontend/LoopHead.h"
#include "support/ClangHeaders.h"

#include <map>
#include <set>

namespace kasuri {

/// Of a comparison.
Relation relationOf(clang::BinaryOperatorKind kind);

/// Objects and functions by linkage name, and the program under construction.
class ProgramBuilder {
public:
  ProgramBuilder(FrontendResult &result, size_t mostParts)
      : program(result.program), sources(result.sources), mostParts(mostParts) {}

  Program &program;
  ParsedSources &sources;
  size_t mostParts;                                    ///< of a function that is not too large
  std::map<const clang::VarDecl *, ObjectId> objectOf; ///< by canonical declaration
  std::map<std::string, ObjectId> externalObjects;
  std::map<const clang::FunctionDecl *, ObjectId> functionObjectOf;
  std::map<const clang::FunctionDecl *, FunctionId> definitionOf; ///< by canonical declaration
  /// Bodies of an external function by its symbol; several if it is inline, weak or replaced.
  std::map<std::string, std::vector<FunctionId>> externalDefinitions;
  std::set<FunctionId> replaceable; ///< weak or inline: another body may be the one that runs
  std::map<FunctionId, ObjectId> bodyObjectOf;        ///< of bodies that share their name
  std::map<const clang::VarDecl *, ObjectId> placeOf; ///< where an object of unknown identity lies
  std::set<std::string> symbolsNamed; ///< objects that other declarations call by symbol
  bool hasMain = false;
  std::map<std::string, FileId> fileOf;
  /// Annotations that cannot be what the user meant, and what nests too deeply.
  std::vector<std::pair<SourceLocation, std::string>> problems;

  FileId mainFile(const std::string &path); ///< a new one, also for a path that occurs twice
  FileId header(const std::string &path, bool isSystem);
  bool isWhole() const; ///< nothing beside the sources names what they define
  RegionId newRegion(Region::Kind kind, RegionId parent, FunctionId function);
  ObjectId newObject(Object object);
  FunctionId definitionOfSymbol(const std::string &symbol) const;
  void escapeNamedSymbols();
  /// Calls of functions without source.
  void markPureCalls();
};

class UnitLowering {
public:
  UnitLowering(ProgramBuilder &builder, clang::ASTUnit &unit, size_t unitIndex, FileId file,
               const SourceInput &input, PragmaTexts &pragmas);
  void declareFunctions();
  void lowerBodies();
  /// After all bodies: what stands in front of functions, and what stands in front of nothing.
  void annotateFunctions();

private:
  std::set<std::string> aliased; ///< names that have a second one by an alias attribute
  void findAliased();
  bool isReachedUnseen(const clang::VarDecl *variable) const;

  ProgramBuilder &builder;
  Program &program;
  clang::ASTUnit &unit;
  clang::ASTContext &context;
  const clang::SourceManager &sources;
  size_t unitIndex;
  FileId mainFile;
  const SourceInput &input;
  PragmaTexts &pragmas;
  std::map<std::string, FunctionId> bodies; ///< of this unit by symbol
  FunctionId function;
  RegionId block; ///< where instructions go
  RegionId scope; ///< innermost Sequence or Loop, for declarations
  unsigned conditionalDepth = 0;
  Extent extent;                                          ///< of the body or initialiser
  GotoRanges gotos;                                       ///< of the function
  std::map<const clang::LabelDecl *, RegionId> stretches; ///< open ones, by the label behind them
  /// Of variable length: what holds the number of elements, by the expression that gave it.
  std::map<const clang::Expr *, ObjectId> lengths;
  std::vector<const clang::CompoundStmt *> nested; ///< statement expressions with control flow

  // Declarations (LowerDeclarations.cpp).
  void declareFunction(const clang::FunctionDecl *declaration);
  void lowerFunction(const clang::FunctionDecl *declaration);
  bool measure(const clang::Stmt *root, clang::SourceLocation where);
  void lowerInitialiser(const clang::VarDecl *variable);
  void storeInitialiser(ValueId address, const clang::Expr *initialiser, clang::QualType type);
  bool storeInitialiserList(ValueId address, const clang::InitListExpr *list, clang::QualType type);
  void storeElements(ValueId address, const clang::InitListExpr *list,
                     const clang::ArrayType *array);
  void storePart(const clang::Expr *part, const Instruction &place, clang::QualType type);
  void storeBitField(const clang::Expr *part, const Instruction &place);
  void declareLocal(const clang::VarDecl *variable);
  void lowerParameterSizes(const clang::FunctionDecl *declaration, RegionId body);
  void lowerTypeSizes(clang::QualType type);
  void keepLength(const clang::Expr *length);
  ValueId stepBy(ValueId start, ValueId index, clang::QualType element,
                 clang::SourceLocation where);
  void lowerDeclarations(const clang::DeclStmt *declarations);
  ObjectId objectFor(const clang::VarDecl *variable);
  ObjectId objectFor(const clang::FunctionDecl *declaration);
  FunctionId definitionFor(const clang::FunctionDecl *declaration) const;
  void declareAlias(const clang::FunctionDecl *declaration);
  FunctionId bodyInUnit(const std::string &symbol) const;
  bool hasSeveralBodies(const clang::FunctionDecl *declaration) const;
  ObjectId objectOfBody(FunctionId body);
  ValueId functionAddress(const clang::FunctionDecl *declaration, clang::SourceLocation where);
  ValueId variableAddress(const clang::VarDecl *variable, clang::SourceLocation where);
  ObjectId placeOf(const clang::VarDecl *variable);
  std::string symbolOf(const clang::NamedDecl *declaration) const;
  ObjectId temporary(clang::QualType type, const std::string &name, clang::SourceLocation where,
                     Object::Kind kind);

  // Statements (LowerStatements.cpp).
  RegionId open(Region::Kind kind, RegionId parent, const clang::Stmt *statement);
  void lowerStatement(const clang::Stmt *statement, RegionId parent);
  void lowerChildren(const clang::CompoundStmt *compound, RegionId sequence, bool skipsFirst);
  RegionId openRange(const clang::CompoundStmt *compound, const GotoRange &range, RegionId parent);
  void closeRange(const GotoRange &range, RegionId inside);
  void lowerRegular(const clang::Stmt *statement, RegionId parent);
  void lowerUnordered(const clang::Stmt *statement, RegionId parent);
  void lowerParts(const clang::Expr *expression, RegionId parent);
  void lowerNested(RegionId parent);
  RegionId lowerArm(const clang::Stmt *statement, RegionId parent, bool isFirstTest = false);
  void lowerSimple(const clang::Stmt *statement, RegionId parent);
  void noteText(const clang::Stmt *statement, RegionId arm);
  void lowerIf(const clang::IfStmt *statement, RegionId parent);
  void lowerSwitch(const clang::SwitchStmt *statement, RegionId parent);
  void lowerLoop(const clang::Stmt *statement, RegionId parent);
  void lowerReturn(const clang::ReturnStmt *statement, RegionId parent);
  void lowerJump(const clang::Stmt *statement, Region::JumpKind kind, RegionId parent);
  RegionId conditionBlock(const clang::Expr *condition, RegionId parent, ValueId &value);
  std::string irregularity(const clang::Stmt *body) const;
  void lowerTest(const LoopHead &head, const clang::Expr *condition, RegionId loop);
  CountedForm countedForm(const LoopHead &head, RegionId region) const;

  // Annotations (LowerAnnotations.cpp).
  void annotate(RegionId region, const clang::Stmt *statement);
  Annotation annotationFor(const PragmaText &pragma) const;
  ObjectId visibleFrom(RegionId region, const std::string &name);
  std::string problemWith(const Annotation &annotation) const;

  // Loads and stores (LowerAccesses.cpp).
  struct ByteRange {
    uint64_t first, size;
  };
  ByteRange bytesOf(const clang::FieldDecl *field) const;
  ValueId load(ValueId address, const clang::Expr *lvalue);
  void store(ValueId address, ValueId value, const clang::Expr *lvalue);
  Instruction accessTo(Op op, const clang::Expr *lvalue, std::vector<ValueId> operands) const;
  ValueId partOfVariable(const clang::Expr *lvalue);
  ValueId member(const clang::MemberExpr *expression);

  // Expressions (LowerExpressions.cpp, LowerOperators.cpp, LowerCalls.cpp).
  ValueId rvalue(const clang::Expr *expression);
  ValueId address(const clang::Expr *expression);
  ValueId lowerCast(const clang::CastExpr *cast);
  ValueId lowerUnary(const clang::UnaryOperator *unary);
  ValueId lowerBinary(const clang::BinaryOperator *binary);
  ValueId lowerLogical(const clang::BinaryOperator *binary);
  ValueId lowerConditional(const clang::AbstractConditionalOperator *conditional);
  ValueId lowerAssignment(const clang::BinaryOperator *assignment);
  ValueId lowerIncrement(const clang::UnaryOperator *unary);
  ValueId valueStored(ValueId value, const clang::Expr *left);
  ValueId lowerCall(const clang::CallExpr *call);
  ValueId lowerBuiltin(const clang::CallExpr *call, llvm::StringRef name, bool &isDone);
  ValueId lowerStatementExpression(const clang::StmtExpr *expression);
  ValueId opaqueOf(const clang::Expr *expression);
  ValueId arithmetic(clang::BinaryOperatorKind kind, ValueId left, ValueId right,
                     clang::QualType leftType, clang::QualType resultType, const clang::Expr *at);
  ValueId pointerPlus(ValueId pointer, ValueId index, clang::QualType pointerType, bool isMinus,
                      clang::SourceLocation where);
  ValueId convert(ValueId value, clang::QualType from, clang::QualType to,
                  clang::SourceLocation where);
  ValueId isNotZero(ValueId value, clang::QualType type, clang::SourceLocation where);
  ValueId subscript(const clang::ArraySubscriptExpr *expression);
  ValueId decay(const clang::Expr *array);
  void markAddressTaken(const clang::Expr *lvalue);

  // Helpers.
  Instruction make(Op op, clang::QualType type, clang::SourceLocation where,
                   std::vector<ValueId> operands = {}) const;
  ValueId add(Instruction instruction);
  ValueId add(Instruction instruction, const clang::Expr *from);
  ValueId constant(int64_t value, clang::QualType type, clang::SourceLocation where);
  ValueType typeOf(clang::QualType type) const;
  uint64_t sizeOf(clang::QualType type) const;
  SourceLocation locate(clang::SourceLocation location) const;
  std::string textOf(const clang::Expr *expression) const;
  bool inMainFile(const clang::Stmt *statement) const;
};

/// Control flow inside expressions: statement expressions that are more than declarations and
/// expressions (LowerStatementExpressions.cpp).
bool holdsControlFlow(const clang::StmtExpr *expression);
/// The expressions that an expression statement evaluates one after the other for their effects.
std::vector<const clang::Expr *> partsOf(const clang::Expr *statement);
/// The statement expression that is a part of a statement and holds control flow.
const clang::StmtExpr *asStatements(const clang::Expr *part);
/// The statement's own expressions hold control flow that does not stand alone.
bool hidesControlFlow(const clang::Stmt *statement);
/// A jump in it leaves it.
bool mayLeave(const clang::StmtExpr *expression);

} // namespace kasuri
