// `kasuri serve`: a page on this machine that shows what Kasuri makes of the C that is typed there.
#pragma once

#include <span>

namespace kasuri {

/// All of the command line, from the name of the program on; the exit status.
int servePlayground(std::span<char *const> arguments);

} // namespace kasuri
