// `kasuri report`: the files of a report once more, with what a run of the program has measured.
#pragma once

#include <span>

namespace kasuri {

/// All of the command line, from the name of the program on; the exit status.
int renewReport(std::span<char *const> arguments);

} // namespace kasuri
