// The bytes of a pointer may be something else at times: a number in a union, or in another kind of
// structure that begins alike. Who reads them as that must not find a worker's own pointer there.
#include "analysis/pipeline/PointerMembers.h"

#include "analysis/library/LibraryFunctions.h"

#include <algorithm>

namespace kasuri {

/// It leaves pointers to memory there, or null, or copies of them.
static bool storesPointer(const LoopCode &code, ValueId value) {
  const Instruction &its = code.program[value];
  if (its.op == Op::Call) {
    const LibraryFunction *function = libraryCalled(its);
    if (its.calleeName == "memset")
      return isZero(code.program, its.operands[1]);
    return (function && (function->allocates || function->frees || function->growsArgument)) ||
           its.calleeName == "memcpy" || its.calleeName == "memmove";
  }
  if (its.op != Op::Store)
    return false;
  return its.type.kind == ValueType::Kind::Aggregate ||
         (its.type.kind == ValueType::Kind::Pointer &&
          (isZero(code.program, its.operands[1]) ||
           !code.analysed.pointsTo.of(its.operands[1]).empty()));
}

bool isAlwaysPointer(const LoopCode &code, const std::set<ObjectId> &holders,
                     const ByteRange &bytes) {
  const Program &program = code.program;
  auto isPointerRead = [&](ValueId value) {
    return program[value].op == Op::Load && program[value].type.kind == ValueType::Kind::Pointer &&
           code.isAt(value, holders, bytes);
  };
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Op op = program.values[i].op;
    const bool mayWrite = op == Op::Store || op == Op::Call || op == Op::Clobber;
    if (mayWrite && code.touches(ValueId(i), holders, bytes, true) &&
        !storesPointer(code, ValueId(i)))
      return false;
  }
  return std::ranges::all_of(code.values, [&](ValueId each) {
    return !code.touches(each, holders, bytes, false) || isPointerRead(each);
  });
}

} // namespace kasuri
