// `kasuri --fix`: applies the fix-its of the loops that become parallel by them.
//
// That a loop has a fix-it does not mean that it helps: the text must be analyzed again. So all
// chosen fix-its are applied to copies in memory, and the copies are analyzed. The fix-its of loops
// that stay sequential are dropped and the rest is tried anew, with the next fix-it of such a loop
// if it has another one, until each applied fix-it has made its loop parallel. Only then are files
// written, all or none. A loop is recognized in edited text by its number in its file, which no
// fix-it changes.
//
// Not applied are fix-its of loops inside one that gets a fix-it, and those that overlap with an
// earlier one in other ways than by the same edit.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"

namespace kasuri {

/// The exit status. What is changed and what is not is said on stderr; a diff is written to stdout.
int fixSources(const Options &options, const Installation &installation);

} // namespace kasuri
