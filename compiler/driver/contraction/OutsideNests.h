// What the compiler fuses outside of reordered nests.
//
//     convolve();                     in the caller, GCC unrolls the loops of convolve() otherwise
//     for (k ...) for (c ...)         if these two loops have another form
//       weight[k][c] -= rate * slope[k][c];
//
// Loops of a function, and of those inlined into it, share registers, values and limits of the
// compiler's passes. So a nest in another order may change what is fused beside it. The compiler's
// accounts of the source and of the new text show that, line by line. The nests of such a function
// keep their order.
#pragma once

#include "driver/contraction/SourceAccounts.h"
#include "reorder/Reorder.h"

namespace kasuri {

struct FormsByNests {
  DumpedForms outside; ///< on lines that are not of nests
  DumpedForms inside;  ///< of nests in their new order, and of the originals where that may not be
};

class OutsideNests {
public:
  OutsideNests(const Program &program, const ParsedSources &sources, const Reordering &reordering,
               const SourceAccounts &accounts)
      : program(program), sources(sources), reordering(reordering), accounts(accounts) {}

  /// With the files' own names.
  FormsByNests divide(size_t unit, const DumpedForms &forms) const;
  /// Of lines outside, those whose sums have other forms.
  std::vector<DumpedLine> differences(size_t unit, const DumpedForms &source,
                                      const DumpedForms &output) const;

private:
  const Program &program;
  const ParsedSources &sources;
  const Reordering &reordering;
  const SourceAccounts &accounts;

  bool isOf(const ReorderedNest &nest, size_t unit, unsigned line) const;
  bool isOfInlined(size_t unit, unsigned line, const std::set<std::string> &inlined) const;
  bool isGenerated(size_t unit, const DumpedLine &line) const;
  /// Where sums may have terms elsewhere, so that places do not tell products apart.
  std::set<DumpedLine> linesWithDistantTerms(size_t unit) const;
};

/// "update" of "update.constprop.0", "update.part.0".
std::string sourceNameOf(const std::string &function);

/// Functions with a nest that begins or ends on a line with sums outside of nests: what is fused
/// on that line is not compared. The sources are not reordered yet: notes their lines with sums.
std::set<FunctionId> withSumsBesideNests(const ParsedSources &sources, Reordering &reordering);

/// Functions whose nests change what is fused outside of them. The program has the new text.
std::set<FunctionId> fusedOtherwiseBeside(const Program &program, const ParsedSources &sources,
                                          const Reordering &reordering, SourceAccounts &accounts);

} // namespace kasuri
