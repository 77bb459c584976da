// The lowering of C to the program; internal to the frontend. Free functions over a UnitContext,
// one for each translation unit; these share a ProgramBuilder that owns what is linked across
// units. Expressions hold statements, declarations hold expressions: what the files ask of each
// other is declared here, once for all.
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
  ProgramBuilder(FrontendResult &result, size_t maxParts)
      : program(result.program), sources(result.sources), maxParts(maxParts) {}

  Program &program;
  ParsedSources &sources;
  size_t maxParts;                                     ///< of a function that is not too large
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

/// Where the lowering is: where the next instruction goes.
struct LoweringPlace {
  FunctionId function;
  RegionId block;
  RegionId scope; ///< innermost Sequence or Loop, for declarations
  unsigned conditionalDepth = 0;
};

/// What is known of the function that is being lowered, or of the initialiser.
struct LoweredBody {
  Extent extent;
  GotoRanges gotos;
  std::map<const clang::LabelDecl *, RegionId> stretches; ///< open ones, by the label behind them
  /// Of variable length: what holds the number of elements, by the expression that gave it.
  std::map<const clang::Expr *, ObjectId> lengths;
  std::vector<const clang::CompoundStmt *> nested; ///< statement expressions with control flow
  std::map<const clang::Stmt *, clang::SourceLocation> endsOfBranches;
};

/// The lowering of one translation unit.
struct UnitContext {
  ProgramBuilder &builder;
  Program &program; ///< the builder's
  clang::ASTContext &context;
  const clang::SourceManager &sources;
  size_t unitIndex;
  FileId mainFile;
  const SourceInput &input;
  PragmaTexts &pragmas;
  std::set<std::string> aliased = {};            ///< names that have a second one, by an attribute
  std::map<std::string, FunctionId> bodies = {}; ///< of this unit by symbol
  bool hasEffectiveTypes = true;                 ///< the compiler relies on them
  LoweringPlace at = {};
  LoweredBody body = {};
};

// The steps, each for all units before the next one begins.

void declareFunctions(UnitContext &unit);
void lowerBodies(UnitContext &unit);
/// After all bodies: what stands in front of functions, and what stands in front of nothing.
void annotateFunctions(UnitContext &unit);

// Names (LowerNames.cpp).

std::string symbolOf(const UnitContext &unit, const clang::NamedDecl *declaration);
FunctionId definitionFor(const UnitContext &unit, const clang::FunctionDecl *declaration);
bool hasSeveralBodies(const UnitContext &unit, const clang::FunctionDecl *declaration);
/// The object of one of several bodies with the same name.
ObjectId objectOfBody(UnitContext &unit, FunctionId body);
ValueId functionAddress(UnitContext &unit, const clang::FunctionDecl *declaration,
                        clang::SourceLocation where);
ValueId variableAddress(UnitContext &unit, const clang::VarDecl *variable,
                        clang::SourceLocation where);

// Declarations (LowerDeclarations.cpp).

/// Names that an alias attribute of this unit gives a second name to.
void findAliased(UnitContext &unit);
ObjectId objectFor(UnitContext &unit, const clang::VarDecl *variable);
ObjectId objectFor(UnitContext &unit, const clang::FunctionDecl *declaration);
ObjectId temporary(UnitContext &unit, clang::QualType type, const std::string &name,
                   clang::SourceLocation where, Object::Kind kind);
void lowerDeclarations(UnitContext &unit, const clang::DeclStmt *declarations);
/// Evaluates the sizes that the type spells out.
void lowerTypeSizes(UnitContext &unit, clang::QualType type);
/// False with a diagnostic if nothing should walk it.
bool measure(UnitContext &unit, const clang::Stmt *root, clang::SourceLocation where);

// Initialisers (LowerInitialisers.cpp).

void lowerInitialiser(UnitContext &unit, const clang::VarDecl *variable);
void storeInitialiser(UnitContext &unit, ValueId address, const clang::Expr *initialiser,
                      clang::QualType type);

// Statements (LowerStatements.cpp).

RegionId openRegion(UnitContext &unit, Region::Kind kind, RegionId parent,
                    const clang::Stmt *statement);
void lowerStatement(UnitContext &unit, const clang::Stmt *statement, RegionId parent);
void lowerChildren(UnitContext &unit, const clang::CompoundStmt *compound, RegionId sequence,
                   bool skipsFirst);
void lowerRegular(UnitContext &unit, const clang::Stmt *statement, RegionId parent);
void lowerSimple(UnitContext &unit, const clang::Stmt *statement, RegionId parent);
/// The head's pieces as values; the loop's blocks have been lowered (LoopHead.cpp).
CountedForm countedForm(const UnitContext &unit, const LoopHead &head, RegionId region);

// Annotations (LowerAnnotations.cpp).

/// Of a loop or block: what stands directly in front of it.
void annotate(UnitContext &unit, RegionId region, const clang::Stmt *statement);

// Loads and stores (LowerAccesses.cpp).

struct FieldBytes {
  uint64_t first, size;
};
/// What a compiler may store when it stores to the member.
FieldBytes bytesOf(const UnitContext &unit, const clang::FieldDecl *field);
ValueId load(UnitContext &unit, ValueId address, const clang::Expr *lvalue);
void store(UnitContext &unit, ValueId address, ValueId value, const clang::Expr *lvalue);
/// The value of a half of a variable of which no half is stored; invalid: it is none.
ValueId partOfVariable(UnitContext &unit, const clang::Expr *lvalue);
ValueId lowerMember(UnitContext &unit, const clang::MemberExpr *expression);

/// An element in the largest array around it to which subscripts that are constants lead.
struct ArrayPlace {
  const clang::Expr *whole = nullptr; ///< the array; null: it is in none
  int64_t offset = 0;                 ///< bytes behind its begin
  unsigned levels = 0;                ///< subscripts
};
enum class ArrayStart : uint8_t { Any, Same }; ///< Same: the array begins with the element
ArrayPlace placeInWhole(const UnitContext &unit, const clang::Expr *element, ArrayStart start);

// Effective types (EffectiveTypes.cpp).

/// No flag and no text of the unit asks its compiler to do without them.
bool reliesOnEffectiveTypes(const UnitContext &unit);
/// What an access by the lvalue may be to.
EffectiveType effectiveTypeOf(const UnitContext &unit, const clang::Expr *lvalue);

// Operators and calls (LowerOperators.cpp, LowerCalls.cpp).

ValueId rvalue(UnitContext &unit, const clang::Expr *expression);
ValueId lowerCall(UnitContext &unit, const clang::CallExpr *call);
/// A call of getline or getdelim with the addresses of two variables (LowerLineInput.cpp).
bool isLineInput(const UnitContext &unit, const clang::CallExpr *call, llvm::StringRef name);
ValueId lowerLineInput(UnitContext &unit, const clang::CallExpr *call);

/// The place of an element in swapped order: `start[index ^ mask]` (LowerSwappedBytes.cpp).
struct SwappedElement {
  const clang::Expr *start = nullptr; ///< a pointer to elements
  const clang::Expr *index = nullptr;
  int64_t size = 1; ///< of an element, in bytes
  int64_t mask = 0; ///< within the alignment of `start`, in elements
};

/// The number is `(uintptr_t)(start + index) ^ bits`.
std::optional<SwappedElement> swappedElementIn(const UnitContext &unit, const clang::Expr *number);
ValueId lowerSwappedElement(UnitContext &unit, const SwappedElement &swapped,
                            const clang::Expr *at);
ValueId lowerNextArgument(UnitContext &unit, const clang::VAArgExpr *next);

// Addresses and conversions (LowerExpressions.cpp).

ValueId address(UnitContext &unit, const clang::Expr *expression);
ValueId decay(UnitContext &unit, const clang::Expr *array);
ValueId convert(UnitContext &unit, ValueId value, clang::QualType from, clang::QualType to,
                clang::SourceLocation where);
ValueId isNotZero(UnitContext &unit, ValueId value, clang::QualType type,
                  clang::SourceLocation where);
ValueId opaqueOf(UnitContext &unit, const clang::Expr *expression);
ValueId stepBy(UnitContext &unit, ValueId start, ValueId index, clang::QualType element,
               clang::SourceLocation where);
void markAddressTaken(UnitContext &unit, const clang::Expr *lvalue);

// Instructions and their places (LowerExpressions.cpp).

Instruction make(const UnitContext &unit, Op op, clang::QualType type, clang::SourceLocation where,
                 std::vector<ValueId> operands = {});
ValueId add(UnitContext &unit, Instruction instruction);
/// Remembers what the instruction was made from (LowerAccesses.cpp).
ValueId add(UnitContext &unit, Instruction instruction, const clang::Expr *from);
ValueId constant(UnitContext &unit, int64_t value, clang::QualType type,
                 clang::SourceLocation where);
ValueType typeOf(const UnitContext &unit, clang::QualType type);
uint64_t sizeOf(const UnitContext &unit, clang::QualType type);
SourceLocation locate(const UnitContext &unit, clang::SourceLocation location);
std::string textOf(const UnitContext &unit, const clang::Expr *expression);

// Control flow in expressions (LowerStatementExpressions.cpp).

void lowerParts(UnitContext &unit, const clang::Expr *expression, RegionId parent);
void lowerUnordered(UnitContext &unit, const clang::Stmt *statement, RegionId parent);
void lowerNested(UnitContext &unit, RegionId parent);

/// Why the body as a whole is irregular control flow; empty: it is not (Irregularity.cpp).
std::string irregularity(const clang::Stmt *body);

/// Control flow inside expressions: statement expressions that are more than declarations and
/// expressions (LowerStatementExpressions.cpp).
bool holdsControlFlow(const clang::StmtExpr *expression);
ValueId lowerStatementExpression(UnitContext &unit, const clang::StmtExpr *expression);
/// The expressions that an expression statement evaluates one after the other for their effects.
std::vector<const clang::Expr *> partsOf(const clang::Expr *statement);
/// The statement expression that is a part of a statement and holds control flow.
const clang::StmtExpr *asStatements(const clang::Expr *part);
/// The statement's own expressions hold control flow that does not stand alone.
bool hidesControlFlow(const clang::Stmt *statement);
/// A jump in it leaves it.
bool mayLeave(const clang::StmtExpr *expression);

} // namespace kasuri
