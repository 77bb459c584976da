// The pages of docs/obstacles as HTML, for report.html.
//
// It knows what these pages are written in: headings, paragraphs, lists of one level, quotes,
// blocks of code, comments, and in a line code, bold text and links. Anything else is shown as it
// is.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>

namespace kasuri {

/// Where a link of the page leads in the report; "": nowhere, and its text is shown alone.
using LinkTarget = std::function<std::string(llvm::StringRef)>;

/// Headings become h4 and h5.
std::string markdownHtml(llvm::StringRef markdown, const LinkTarget &target);

} // namespace kasuri
