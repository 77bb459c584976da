// getline and getdelim, where they are told the addresses of two variables.
//
//     getline(&line, &size, in)            line = grown(line, size, in);
//                                          size = ...;
//                                          the value: some number
//
// The function puts the line into the memory that `line` leads to, or into larger memory in place
// of it, as realloc would. Seen as assignments, the variables are written by name, and no unknown
// code has their addresses. They still count as variables whose address is taken, as the source
// takes it. The grown memory is that of the table of library functions, under a name that no
// program may use.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

/// `&variable`: an automatic variable without qualifiers.
static const Expr *variableIn(const Expr *argument) {
  const auto *address = dyn_cast<UnaryOperator>(argument->IgnoreParenImpCasts());
  if (!address || address->getOpcode() != UO_AddrOf)
    return nullptr;
  const Expr *named = address->getSubExpr()->IgnoreParens();
  const auto *reference = dyn_cast<DeclRefExpr>(named);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !named->getType().hasQualifiers() ? named
                                                                                      : nullptr;
}

static bool isText(QualType type) {
  return type->isPointerType() && type->getPointeeType()->isAnyCharacterType() &&
         !type->getPointeeType().hasQualifiers();
}

bool isLineInput(const UnitContext &unit, const CallExpr *call, llvm::StringRef name) {
  const bool isLine = name == "getline", isPart = name == "getdelim" || name == "__getdelim";
  if ((!isLine || call->getNumArgs() != 3) && (!isPart || call->getNumArgs() != 4))
    return false;
  const Expr *text = variableIn(call->getArg(0)), *size = variableIn(call->getArg(1));
  return text && size && isText(text->getType()) &&
         ASTContext::hasSameType(size->getType(), unit.context.getSizeType()) &&
         call->getType()->isSignedIntegerType() &&
         call->getArg(call->getNumArgs() - 1)->getType()->isPointerType();
}

/// Both variables are read when all arguments have their values.
ValueId lowerLineInput(UnitContext &unit, const CallExpr *call) {
  clang::SourceLocation where = call->getExprLoc();
  const Expr *text = variableIn(call->getArg(0)), *size = variableIn(call->getArg(1));
  std::vector<ValueId> others;
  for (unsigned i = 2; i < call->getNumArgs(); ++i)
    others.push_back(rvalue(unit, call->getArg(i)));
  markAddressTaken(unit, text);
  markAddressTaken(unit, size);
  const ValueId textPlace = address(unit, text), sizePlace = address(unit, size);
  const ValueId before = add(unit, make(unit, Op::Load, size->getType(), where, {sizePlace}));
  Instruction grown = make(unit, Op::Call, text->getType(), where);
  grown.operands = {add(unit, make(unit, Op::Load, text->getType(), where, {textPlace})), before};
  grown.operands.insert(grown.operands.end(), others.begin(), others.end());
  grown.calleeName = grownLine;
  grown.text = textOf(unit, call->getCallee());
  grown.object = temporary(unit, unit.context.VoidTy, call->getDirectCallee()->getName().str(),
                           where, Object::Kind::Heap);
  const ValueId line = add(unit, grown);
  unit.builder.sources.expressionOf[line] = call;
  Instruction store = make(unit, Op::Store, text->getType(), where, {textPlace, line});
  store.text = textOf(unit, text);
  add(unit, store);
  const ValueId length = add(unit, make(unit, Op::Opaque, size->getType(), where, {before}));
  store = make(unit, Op::Store, size->getType(), where, {sizePlace, length});
  store.text = textOf(unit, size);
  add(unit, store);
  return add(unit, make(unit, Op::Opaque, call->getType(), where, {before}));
}

} // namespace kasuri
