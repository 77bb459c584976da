// Calls: by name where the name decides, through a pointer otherwise; builtins under their library
// name.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

bool isAllocator(llvm::StringRef name) {
  for (const char *known : {"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc",
                            "memalign", "valloc", "strdup", "strndup"})
    if (name == known)
      return true;
  return false;
}

bool hasPointerToPointer(const FunctionDecl *function) {
  return llvm::any_of(function->parameters(), [](const ParmVarDecl *parameter) {
    return parameter->getType()->isPointerType() &&
           parameter->getType()->getPointeeType()->isPointerType();
  });
}

/// Whether a function with a body does is for the analysis to find out.
bool mayAllocate(const FunctionDecl *callee, const Instruction &call) {
  if (call.callee.valid())
    return callee->getReturnType()->isPointerType() || hasPointerToPointer(callee);
  return isAllocator(call.calleeName) || callee->hasAttr<RestrictAttr>();
}

/// Builtins that stand for no call at all: their arguments are evaluated and that is it.
bool isArithmeticBuiltin(llvm::StringRef name) {
  for (const char *prefix : {"__builtin_clz",
                             "__builtin_ctz",
                             "__builtin_popcount",
                             "__builtin_parity",
                             "__builtin_ffs",
                             "__builtin_bswap",
                             "__builtin_is",
                             "__builtin_huge",
                             "__builtin_inf",
                             "__builtin_nan",
                             "__builtin_signbit",
                             "__builtin_complex",
                             "__builtin_fpclassify",
                             "__builtin_rotate",
                             "__builtin_bitreverse",
                             "__builtin_unreachable",
                             "__builtin_assume",
                             "__builtin_prefetch",
                             "__builtin_object_size",
                             "__builtin_dynamic_object_size",
                             "__builtin_constant_p",
                             "__builtin_convertvector",
                             "__builtin_shuffle",
                             "__builtin_frame_address",
                             "__builtin_return_address",
                             "__builtin_va_end"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

} // namespace

/// Their values, or the addresses of those that are passed by reference.
static std::vector<ValueId> argumentsOf(UnitContext &unit, const CallExpr *call) {
  std::vector<ValueId> operands;
  for (const Expr *argument : call->arguments())
    operands.push_back(argument->isPRValue() ? rvalue(unit, argument) : address(unit, argument));
  for (const Expr *argument : call->arguments())
    if (!argument->isPRValue())
      markAddressTaken(unit, argument);
  return operands;
}

/// Instructions of a target, and what vector code is written with: values made of values.
static bool isOfVector(const UnitContext &unit, const CallExpr *call, llvm::StringRef name) {
  bool isNamed = false;
  for (const char *prefix : {"__builtin_ia32_", "__builtin_neon_", "__builtin_arm_",
                             "__builtin_elementwise_", "__builtin_reduce_"})
    isNamed |= name.starts_with(prefix);
  return isNamed && unit.context.BuiltinInfo.isConst(call->getDirectCallee()->getBuiltinID()) &&
         llvm::all_of(call->arguments(), [](const Expr *each) { return each->isPRValue(); });
}

/// Of a va_list; what it leads to is only read by va_arg and by the library.
static QualType listType(const Expr *list) {
  return list->isPRValue() ? list->getType()->getPointeeType() : list->getType();
}

/// va_start(list, last) and va_copy(list, other): an assignment to the list.
static ValueId lowerVaList(UnitContext &unit, const CallExpr *call) {
  const std::vector<ValueId> operands = argumentsOf(unit, call);
  const QualType type = listType(call->getArg(0));
  clang::SourceLocation where = call->getExprLoc();
  bool isCopy = call->getNumArgs() == 2 && call->getDirectCallee()->getName().ends_with("va_copy");
  ValueId from = isCopy ? add(unit, make(unit, Op::Load, type, where, {operands[1]}))
                        : add(unit, make(unit, Op::Opaque, type, where));
  add(unit, make(unit, Op::Store, type, where, {operands[0], from}));
  return ValueId();
}

/// __builtin_add_overflow(a, b, &sum) and the like: an assignment, and whether it fits.
static ValueId lowerChecked(UnitContext &unit, const CallExpr *call) {
  const std::vector<ValueId> operands = argumentsOf(unit, call);
  const QualType type = call->getArg(2)->getType()->getPointeeType();
  clang::SourceLocation where = call->getExprLoc();
  ValueId result = add(unit, make(unit, Op::Opaque, type, where, {operands[0], operands[1]}));
  Instruction store = make(unit, Op::Store, type, where, {operands[2], result});
  store.text = textOf(unit, call->getArg(2));
  add(unit, store);
  return add(unit, make(unit, Op::Opaque, call->getType(), where, {operands[0], operands[1]}));
}

/// It may do anything, and has a name.
static ValueId unknownBuiltin(UnitContext &unit, const CallExpr *call,
                              std::vector<ValueId> operands) {
  Instruction clobber =
      make(unit, Op::Clobber, call->getType(), call->getExprLoc(), std::move(operands));
  clobber.text = textOf(unit, call->getCallee());
  return add(unit, clobber);
}

/// va_arg(list, type): the list moves on. A value that may hold an address may be any.
ValueId lowerNextArgument(UnitContext &unit, const VAArgExpr *next) {
  const Expr *list = next->getSubExpr();
  const QualType type = next->getType();
  clang::SourceLocation where = next->getExprLoc();
  ValueId place = rvalue(unit, list);
  bool isNumber =
      type->isRealFloatingType() ||
      (type->isIntegralOrEnumerationType() &&
       unit.context.getTypeSize(type) < unit.context.getTypeSize(unit.context.VoidPtrTy));
  if (!isNumber) {
    Instruction clobber = make(unit, Op::Clobber, type, where, {place});
    clobber.text = "va_arg";
    return add(unit, clobber);
  }
  ValueId before = add(unit, make(unit, Op::Load, listType(list), where, {place}));
  ValueId after = add(unit, make(unit, Op::Opaque, listType(list), where, {before}));
  add(unit, make(unit, Op::Store, listType(list), where, {place, after}));
  return add(unit, make(unit, Op::Opaque, type, where, {before}));
}

/// The builtin's value when it needs no call; `isDone` false when it is an ordinary call after all.
static ValueId lowerBuiltin(UnitContext &unit, const CallExpr *call, llvm::StringRef name,
                            bool &isDone) {
  isDone = true;
  clang::SourceLocation where = call->getExprLoc();
  if (name == "__builtin_expect" || name == "__builtin_expect_with_probability" ||
      name == "__builtin_assume_aligned")
    return rvalue(unit, call->getArg(0));
  if (isArithmeticBuiltin(name)) {
    std::vector<ValueId> operands;
    for (const Expr *argument : call->arguments())
      if (argument->isPRValue())
        operands.push_back(rvalue(unit, argument));
    return add(unit, make(unit, Op::Opaque, call->getType(), where, operands));
  }
  if (name == "__builtin_alloca" || name == "__builtin_alloca_with_align") {
    ValueId size = rvalue(unit, call->getArg(0));
    ObjectId object = temporary(unit, unit.context.VoidTy, "alloca", where, Object::Kind::Local);
    unit.program[object].addressTaken = true;
    unit.program[object].type = {ValueType::Kind::Aggregate, false, 0, 0};
    Instruction instruction = make(unit, Op::Address, unit.context.VoidPtrTy, where, {});
    instruction.object = object;
    (void)size;
    return add(unit, instruction);
  }
  if (isOfVector(unit, call, name))
    return add(unit, make(unit, Op::Opaque, call->getType(), where, argumentsOf(unit, call)));
  if (name.starts_with("__builtin_va_start") || name == "__builtin_va_copy")
    return lowerVaList(unit, call);
  if (call->getNumArgs() == 3 && name.ends_with("_overflow"))
    return lowerChecked(unit, call);
  bool touchesMemory = name.starts_with("__builtin_va_") || name.starts_with("__sync_") ||
                       name.starts_with("__atomic_") || name.starts_with("__c11_atomic_");
  if (touchesMemory)
    return unknownBuiltin(unit, call, argumentsOf(unit, call));
  isDone = false;
  return ValueId();
}

ValueId lowerCall(UnitContext &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  Instruction instruction = make(unit, Op::Call, call->getType(), call->getExprLoc());
  bool isAmbiguous = callee && hasSeveralBodies(unit, callee);
  if (callee && !isAmbiguous) {
    const std::string symbol = symbolOf(unit, callee);
    llvm::StringRef name = symbol;
    if (callee->getBuiltinID() != 0 && name.starts_with("__")) {
      bool isDone = false;
      ValueId value = lowerBuiltin(unit, call, name, isDone);
      if (isDone)
        return value;
    }
    instruction.callee = definitionFor(unit, callee);
    if (!instruction.callee.valid() && isLineInput(unit, call, name))
      return lowerLineInput(unit, call);
    bool isRenamed = callee->getBuiltinID() != 0 && name.consume_front("__builtin_");
    if (isRenamed)
      name.consume_front("__");
    // Fortified variants (__memcpy_chk) take one more argument and do the same.
    if (isRenamed && name.consume_back("_chk"))
      name.consume_front("__");
    instruction.calleeName = name.str();
  } else {
    instruction.operands.push_back(callee ? functionAddress(unit, callee, call->getExprLoc())
                                          : rvalue(unit, call->getCallee()));
  }
  instruction.text = textOf(unit, call->getCallee());
  for (const Expr *argument : call->arguments()) {
    ValueId value = argument->isPRValue() ? rvalue(unit, argument) : address(unit, argument);
    if (!value.valid())
      value = constant(unit, 0, unit.context.IntTy, argument->getExprLoc());
    instruction.operands.push_back(value);
  }
  if (callee && !isAmbiguous && mayAllocate(callee, instruction))
    instruction.object = temporary(unit, unit.context.VoidTy, instruction.calleeName,
                                   call->getExprLoc(), Object::Kind::Heap);
  ValueId id = add(unit, instruction);
  unit.builder.sources.expressionOf[id] = call;
  return id;
}

} // namespace kasuri
