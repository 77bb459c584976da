// What a format for input has a function of the scanf family write.
//
//     fscanf(f, "P6 %d %31s", &im->width, name)      4 bytes at argument 2, 32 at argument 3
#pragma once

#include "analysis/library/LibraryFunctions.h"

#include <optional>
#include <string_view>
#include <vector>

namespace kasuri {

/// The writes through the arguments from `first` on, which may stop early; a size of 0 has no
/// bound. Nothing for a format that allocates, reads a pointer, converts to wide characters, or
/// numbers its arguments. Source: POSIX.1-2024, fscanf.
std::optional<std::vector<ArgumentEffect>> writesOfFormat(std::string_view format, uint32_t first);

/// The same for a call of the scanf family whose format is a literal.
std::optional<std::vector<ArgumentEffect>>
writesOfInput(const Program &program, const Instruction &call, const LibraryFunction &function);

} // namespace kasuri
