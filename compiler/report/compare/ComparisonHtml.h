// A comparison as a section of the later report's page.
#pragma once

#include "report/HtmlParts.h"
#include "report/compare/Comparison.h"

namespace kasuri {

/// `beforeName`: the file of the earlier report. `files`: of the later one.
std::string comparisonHtml(const Comparison &comparison, const llvm::json::Object &before,
                           const llvm::json::Object &after, llvm::StringRef beforeName,
                           const HtmlFiles &files);

} // namespace kasuri
