// What a program may read that was open when it began.
#pragma once

#include "model/Program.h"

namespace kasuri {

/// The numbers are those that ks_pipe_gather takes.
enum class StandardInput : uint8_t {
  Unread = 0,
  Read = 1,       ///< standard input
  Descriptors = 2 ///< any descriptor, by its number
};

StandardInput standardInputOf(const Program &program);

} // namespace kasuri
