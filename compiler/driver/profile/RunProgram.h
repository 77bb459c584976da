// Running the measured program in the foreground.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Its exit status as a shell gives it. Signals from the keyboard are the program's.
int runMeasured(const std::vector<std::string> &words);

} // namespace kasuri
