// report.html: one page that shows the whole report, without a network and, but for the graph, the
// schedule and the curves, without a script.
//
// The page is a function of report.json and of the source texts, so the two cannot disagree, and
// whatever report.json gains from a simulation or a profile is shown. Its form is in html/: the
// build embeds these files. Text becomes HTML in two places only: `escaped` (HtmlParts.h) for what
// is read in the page, `embedded` for the data that the script reads.
#pragma once

#include "report/SourceLines.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace kasuri {

/// A report to compare with, and the name of its file.
struct EarlierReport {
  std::string name;
  const llvm::json::Object &report;
};

/// `reportJson`: the text of report.json. Sources that cannot be read are shown by their verdicts
/// alone.
std::string reportHtml(std::string_view reportJson, SourceLines &sources,
                       const EarlierReport *earlier = nullptr);

/// JSON as the content of a script element: without white space between its tokens, and without
/// any '<', which could end the element.
std::string embedded(std::string_view json);

} // namespace kasuri
