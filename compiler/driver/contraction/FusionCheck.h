// Whether the compiler fuses products with the same sums in the output as in the source.
//
//     c[i] = alpha * sum + beta * c[i];      the source knows alpha, and fuses the second
//                                            product; a task fuses the first one
//
// What is fused depends on all that the compiler knows at a place: constants of a caller, the
// number of iterations, which pointers may be alike. So where the flags allow fusing, the output is
// compiled like the source, and the compiler's accounts of both (DumpedForms.h) are compared line
// by line. Tasks with lines that differ stay in the order of the source. Nests in another order
// have rules of their own (reorder/FusedProducts.h), and their lines are left out.
#pragma once

#include "driver/contraction/SourceAccounts.h"
#include "emit/Emit.h"
#include "reorder/Reorder.h"

namespace kasuri {

class FusionCheck {
public:
  FusionCheck(const Program &program, const ParsedSources &sources, const MacroTaskGraph &graph,
              const Reordering &reordering, SourceAccounts &accounts, Movability &movability)
      : program(program), sources(sources), graph(graph), reordering(reordering),
        accounts(accounts), movability(movability) {}

  /// The compiler may fuse products of some unit.
  bool isNeeded() const;

  /// Refuses tasks of the plan with lines that differ, and all of a unit whose output the compiler
  /// does not take; whether there are any. The output names the lines of the source.
  bool refuse(const Plan &plan, const Emission &emission);

private:
  const Program &program;
  const ParsedSources &sources;
  const MacroTaskGraph &graph;
  const Reordering &reordering;
  SourceAccounts &accounts;
  Movability &movability;
  unsigned rounds = 0;
  std::map<size_t, std::string> alike; ///< by unit: an output that does not differ

  bool mayFuse(size_t unit) const;

  /// A task of the graph that is in a planned one.
  struct Place {
    size_t layer = 0; ///< in the plan
    size_t task = 0;  ///< of the layer there
    RegionId first, last;
    RegionId splitLoop; ///< of the planned task; valid: run in parts
  };

  std::vector<Place> placesIn(size_t unit, const Plan &plan) const;
  SourceLocation placeIn(const Place &place, const DumpedLine &line) const;
  bool holds(const Place &place, const DumpedLine &line) const;
  bool mayBeUnrolled(RegionId loop) const;
  bool isDivided(const Place &place, const DumpedLine &line) const;
  std::string functionOf(const Place &place, const Plan &plan) const;
  bool isTaskOf(const Place &place, const std::string &function, const Plan &plan,
                const Emission &emission) const;
  std::vector<Place> placesOf(const DumpedLine &line, const std::set<std::string> &functions,
                              const std::vector<Place> &all, const Plan &plan,
                              const Emission &emission) const;
  std::vector<Place> movedWith(const DumpedLine &line, const LineForms &output,
                               const LineForms &source, const std::vector<Place> &all,
                               const Plan &plan, const Emission &emission) const;
  std::vector<Place> originalsWith(const DumpedLine &line, const LineForms &output,
                                   const LineForms &source, const std::vector<Place> &all,
                                   const Emission &emission) const;
};

} // namespace kasuri
