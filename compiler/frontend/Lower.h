// Lowering state; internal to the frontend. One UnitLowering per translation unit, sharing one
// ProgramBuilder that owns what is linked across units.
#pragma once

#include "frontend/Frontend.h"
#include "support/ClangHeaders.h"

#include <map>
#include <set>

namespace kasuri {

/// Objects and functions by linkage name, and the program under construction.
class ProgramBuilder {
public:
  explicit ProgramBuilder(FrontendResult &result)
      : program(result.program), sources(result.sources) {}

  Program &program;
  ParsedSources &sources;
  std::map<const clang::VarDecl *, ObjectId> objectOf; ///< by canonical declaration
  std::map<std::string, ObjectId> externalObjects;
  std::map<const clang::FunctionDecl *, ObjectId> functionObjectOf;
  std::map<const clang::FunctionDecl *, FunctionId> definitionOf; ///< by canonical declaration
  std::map<std::string, FunctionId> externalDefinitions; ///< invalid: defined twice or weak
  std::map<std::string, FileId> fileOf;

  FileId file(const std::string &path, bool isMain);
  RegionId newRegion(Region::Kind kind, RegionId parent, FunctionId function);
  ObjectId newObject(Object object);
};

class UnitLowering {
public:
  UnitLowering(ProgramBuilder &builder, clang::ASTUnit &unit, size_t unitIndex, FileId file);
  void declareFunctions();
  void lowerBodies();

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
  FunctionId function;
  RegionId block; ///< where instructions go
  RegionId scope; ///< innermost Sequence or Loop, for declarations
  unsigned conditionalDepth = 0;
  std::vector<const clang::CompoundStmt *> nested; ///< statement expressions with control flow

  // Declarations (LowerDeclarations.cpp).
  void declareFunction(const clang::FunctionDecl *declaration);
  void lowerFunction(const clang::FunctionDecl *declaration);
  void lowerInitialiser(const clang::VarDecl *variable);
  void storeInitialiser(ValueId address, const clang::Expr *initialiser, clang::QualType type);
  bool storeInitialiserList(ValueId address, const clang::InitListExpr *list, clang::QualType type);
  void declareLocal(const clang::VarDecl *variable);
  ObjectId objectFor(const clang::VarDecl *variable);
  ObjectId objectFor(const clang::FunctionDecl *declaration);
  FunctionId definitionFor(const clang::FunctionDecl *declaration) const;
  ObjectId temporary(clang::QualType type, const std::string &name, clang::SourceLocation where,
                     Object::Kind kind);

  // Statements (LowerStatements.cpp).
  RegionId open(Region::Kind kind, RegionId parent, const clang::Stmt *statement);
  void lowerStatement(const clang::Stmt *statement, RegionId parent);
  void lowerChildren(const clang::CompoundStmt *compound, RegionId sequence);
  RegionId lowerArm(const clang::Stmt *statement, RegionId parent);
  void lowerSimple(const clang::Stmt *statement, RegionId parent);
  void lowerIf(const clang::IfStmt *statement, RegionId parent);
  void lowerSwitch(const clang::SwitchStmt *statement, RegionId parent);
  void lowerLoop(const clang::Stmt *statement, RegionId parent);
  void lowerReturn(const clang::ReturnStmt *statement, RegionId parent);
  void lowerJump(const clang::Stmt *statement, Region::JumpKind kind, RegionId parent);
  RegionId conditionBlock(const clang::Expr *condition, RegionId parent, ValueId &value);
  std::string irregularity(const clang::Stmt *body) const;
  CountedForm countedForm(const clang::ForStmt *loop, RegionId region) const;

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
  ValueId lowerCall(const clang::CallExpr *call);
  ValueId lowerBuiltin(const clang::CallExpr *call, llvm::StringRef name, bool &isDone);
  ValueId lowerStatementExpression(const clang::StmtExpr *expression);
  ValueId opaqueOf(const clang::Expr *expression);
  ValueId arithmetic(clang::BinaryOperatorKind kind, ValueId left, ValueId right,
                     clang::QualType leftType, clang::QualType resultType, const clang::Expr *at);
  ValueId pointerPlus(ValueId pointer, ValueId index, clang::QualType pointerType, bool isMinus,
                      clang::SourceLocation where);
  ValueId load(ValueId address, const clang::Expr *lvalue);
  void store(ValueId address, ValueId value, const clang::Expr *lvalue);
  ValueId convert(ValueId value, clang::QualType from, clang::QualType to,
                  clang::SourceLocation where);
  ValueId subscript(const clang::ArraySubscriptExpr *expression);
  ValueId member(const clang::MemberExpr *expression);
  ValueId decay(const clang::Expr *array);
  void markAddressTaken(const clang::Expr *lvalue);

  // Helpers.
  Instruction make(Op op, clang::QualType type, clang::SourceLocation where,
                   std::vector<ValueId> operands = {}) const;
  ValueId add(Instruction instruction);
  ValueId constant(int64_t value, clang::QualType type, clang::SourceLocation where);
  ValueType typeOf(clang::QualType type) const;
  uint64_t sizeOf(clang::QualType type) const;
  SourceLocation locate(clang::SourceLocation location) const;
  std::string textOf(const clang::Expr *expression) const;
  bool inMainFile(const clang::Stmt *statement) const;
};

} // namespace kasuri
