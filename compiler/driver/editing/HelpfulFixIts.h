// Which fix-its of an analysis would make their loops parallel, each by an analysis of the edited
// text, as `kasuri --fix` has it: an edit that does not help is not offered to anybody.
//
// Fix-its of different loops are tried together, in rounds, because an analysis costs much more
// than an edit. What did not have its turn after some rounds counts as unknown, and is not offered.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"

#include <functional>
#include <set>

namespace kasuri {

struct HelpfulFixIt {
  std::string path; ///< of the loop, as the program calls it
  unsigned line = 0, column = 0;
  std::string title;

  auto operator<=>(const HelpfulFixIt &) const = default;
};

/// Of the files that are wanted. Silent: where the program has no analysis, no fix-it helps.
/// `goOn`: from the sources as they are; without, they are analyzed anew.
std::set<HelpfulFixIt> helpfulFixIts(const Options &options, const Installation &installation,
                                     const std::function<bool(const std::string &path)> &isWanted,
                                     const Continuation &goOn = {});

/// As text, and from it.
std::string toText(const std::set<HelpfulFixIt> &helpful);
std::set<HelpfulFixIt> helpfulFromText(llvm::StringRef text);

/// Leaves a report the fix-its that help; empty if no report is written.
FixItFilter reportedFixIts(const Options &options, const Installation &installation);

} // namespace kasuri
