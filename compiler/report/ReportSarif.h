// report.sarif: the remarks in the form that editors and code review read, SARIF 2.1.0 (OASIS).
//
// A rule for each kind of remark, with what helps; a result for each remark, with the other end of
// a dependence and further reasons as related locations. What costs much of the program's time is a
// warning, so that an editor shows that first.
#pragma once

#include "report/Remarks.h"

#include <string_view>
#include <vector>

namespace kasuri {

/// A kind of remark that is no obstacle: the word in brackets, and what it means.
struct RemarkKind {
  std::string_view name, text;
  std::string_view help = {}; ///< "": nothing to do
};
const std::vector<RemarkKind> &remarkKinds();

std::string reportSarif(const Program &program, const std::vector<Remark> &remarks);

} // namespace kasuri
