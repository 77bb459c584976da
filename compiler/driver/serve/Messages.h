// What the analysis has printed, as data for the page.
//
// Only what is said about the page's own source has a place. The lines of source that Clang quotes
// below a message are left out, as the page has its source: so no text of another file can leave
// with a message, whatever file it is about.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace kasuri {

/// The name by which the analysis knows the page's source.
constexpr char playgroundSource[] = "playground.c";

/// A list of {line, column, severity, text}; 0:0 is about no place of the source. Severities are
/// error, warning, remark, note and, of the closing line, summary. Notes follow what they are of.
llvm::json::Array messagesIn(llvm::StringRef printed);

llvm::json::Object message(unsigned line, unsigned column, llvm::StringRef severity,
                           llvm::StringRef text);

} // namespace kasuri
