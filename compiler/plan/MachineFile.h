// Machine files: what ks-probe writes, as far as plans use it (docs/formats/machine.md).
#pragma once

#include "plan/Machine.h"

#include <string>
#include <string_view>
#include <variant>

namespace kasuri {

/// The machine that the text describes, or what is wrong with it, with its place.
std::variant<Machine, std::string> readMachine(std::string_view text);

} // namespace kasuri
