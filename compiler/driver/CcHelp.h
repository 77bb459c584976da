// What kasuri-cc says of itself. Its --help and --version are those of the compiler behind it,
// since builds ask for them to find out which one they have.
#pragma once

#include <optional>
#include <span>

namespace kasuri {

/// The exit status, after it was printed, if the command is one of --kasuri-help and
/// --kasuri-version.
std::optional<int> answerOwnQuestion(std::span<const char *const> command);

} // namespace kasuri
