// Where the program names errno.
//
//     errno = 0; y = log(x); if (errno != 0) ...         *__errno_location() = 0; ...
//
// C libraries give errno as what a function's result points to. Each thread has its own. As long as
// nothing but a load or a store sees the address, it is that of the thread that runs the statement.
// Such an access is one of the object Errno and of nothing else. Any other use of the address may
// take it to another thread; what the call does is then unknown.
#include "analysis/pointers/ErrnoPlaces.h"

namespace kasuri {

static bool isAccess(const Instruction &value, size_t operand) {
  return operand == 0 && (value.op == Op::Load || value.op == Op::Store) &&
         value.type.kind == ValueType::Kind::Integer && value.type.size == 4 && !value.partial &&
         !value.isVolatile;
}

std::set<ValueId> findErrnoPlaces(const Program &program) {
  std::set<ValueId> places;
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Instruction &value = program.values[i];
    if (value.op == Op::Call && !value.callee.valid() && value.operands.empty() &&
        value.calleeName == "__errno_location")
      places.insert(ValueId(i));
  }
  if (places.empty())
    return places;
  for (const Instruction &value : program.values)
    for (size_t i = 0; i < value.operands.size(); ++i)
      if (!isAccess(value, i))
        places.erase(value.operands[i]);
  for (const Region &region : program.regions) {
    places.erase(region.conditionValue);
    places.erase(region.returned);
  }
  return places;
}

} // namespace kasuri
