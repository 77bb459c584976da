// What --version says: of which sources the command was built, and what it was built against.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

void printVersion(llvm::raw_ostream &stream, llvm::StringRef command);

} // namespace kasuri
