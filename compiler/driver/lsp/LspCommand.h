// `kasuri lsp`: the language server, on stdin and stdout (docs/editors.md).
#pragma once

#include <span>

namespace kasuri {

/// All of the command line, from the name of the program on; the exit status.
int serveEditor(std::span<char *const> arguments);

} // namespace kasuri
