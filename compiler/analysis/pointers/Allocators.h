// Functions of the program that give their caller memory which nothing else refers to.
#pragma once

#include "model/Program.h"

#include <map>

namespace kasuri {

struct Allocators {
  std::vector<bool> returnsFresh; ///< by FunctionId: what it returns is such memory, or null
  /// Stores of such memory to where a parameter points: the parameter's position.
  std::map<ValueId, size_t> outputs;
  std::map<FunctionId, std::vector<ValueId>> outputsOf; ///< the same stores, by function
};

Allocators findAllocators(const Program &program);

/// A call of malloc or calloc, which allocates as many bytes as the product of its operands says.
bool allocatesProduct(const Instruction &call);

} // namespace kasuri
