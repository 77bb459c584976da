#include "analysis/affine/RowEntries.h"

namespace kasuri {

bool isFixedIn(const AnalysedProgram &analysed, RegionId nest, const Base &base) {
  return base.kind == Base::Kind::Object ||
         (base.kind == Base::Kind::Symbol &&
          !variesIn(analysed.program, analysed.effects[base.symbol], nest));
}

const Access *rowEntryOf(const AnalysedProgram &analysed, RegionId nest, const Access &access) {
  const Program &program = analysed.program;
  const Effects &effects = analysed.effects;
  if (access.isWrite || access.base.kind != Base::Kind::Symbol)
    return nullptr;
  const Symbol &pointer = effects[access.base.symbol];
  if (pointer.cell == noCell || pointer.function != program[nest].function)
    return nullptr;
  const Access &cell = effects.cells[pointer.cell];
  const Instruction &load = program[cell.origin];
  const bool isLoaded = load.op == Op::Load && load.type.kind == ValueType::Kind::Pointer &&
                        load.type.size == cell.size &&
                        contains(program, nest, program[cell.at].block);
  return isLoaded && isFixedIn(analysed, nest, cell.base) ? &cell : nullptr;
}

} // namespace kasuri
