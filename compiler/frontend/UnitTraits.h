// What a unit tells about the program as a whole, beside its functions and objects.
#pragma once

#include "frontend/Lower.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kasuri {

enum class UnitTexts : uint8_t { All, Own }; ///< Own: without those of the system
/// Some file of the unit, as it was read, passes the test.
bool anyText(const UnitContext &unit, UnitTexts texts,
             llvm::function_ref<bool(llvm::StringRef)> test);

/// A function of the unit is compiled with options of its own (`__attribute__((optimize(..)))`),
/// which Clang does not know.
bool hasFunctionOptions(const UnitContext &unit);

/// Signed arithmetic wraps in it, or in one of its functions.
bool wrapsSigned(const UnitContext &unit);

/// Program::mostOnStack, as far as this unit knows: the program may make threads and contexts, and
/// choose how large their stacks are.
uint64_t mostOnStack(const UnitContext &unit);

} // namespace kasuri
