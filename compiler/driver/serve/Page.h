// The page itself: one file, made once from what the build has embedded.
//
// The browser is told to load nothing from anywhere, and to run only the one script and the one
// style of the page, which it knows by their hashes: text that became markup by a mistake would
// still not run. The source that is typed and all results become text of the page, never markup.
#pragma once

#include "driver/serve/Analysis.h"
#include "driver/serve/Connection.h"

namespace kasuri {

/// The page, and the obstacles' pages of the installation, as "obstacles/CarriedFlow".
Pages makePages(const std::string &documentation, const Limits &limits);

} // namespace kasuri
