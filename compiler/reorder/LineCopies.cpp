#include "reorder/LineCopies.h"

#include "reorder/NestText.h"
#include "reorder/ScheduleTrees.h"

#include "llvm/ADT/STLExtras.h"

namespace kasuri {
namespace {

/// Copies between an element and its place in a line.
class CopyPrinter {
public:
  CopyPrinter(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &loops, const NestNames &names,
              const ExpandedLines &made, const std::string &indentation)
      : nest(nest), polyhedra(polyhedra), loops(loops), names(names), made(made),
        indentation(indentation) {}

  std::optional<LineCopies> print() {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (size_t k = 0; k < made.names.elements[i].size(); ++k)
        if (made.names.elements[i][k].array >= nest.arrays.size())
          addCopies(i, k);
    return isWritable ? std::optional(copies) : std::nullopt;
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &loops;
  const NestNames &names; ///< of the source
  const ExpandedLines &made;
  const std::string &indentation;
  LineCopies copies;
  bool isWritable = true;

  void addCopies(size_t statement, size_t element) {
    const std::string &text = names.elements[statement][element].text;
    const std::string &line = made.names.elements[statement][element].text;
    for (size_t each : names.elements[statement][element].accesses) {
      const ArrayAccess access{statement, each};
      if (nest.statements[statement].accesses[each].isWrite)
        copies.behind += printCopy(statement, element, lastWrites(nest, polyhedra, access),
                                   text + " = " + line + ";");
      else
        copies.inFront +=
            printCopy(statement, element, unwritten(access), line + " = " + text + ";");
    }
  }

  isl::union_set unwritten(const ArrayAccess &read) const {
    return llvm::find_if(made.values,
                         [&](const ReadValues &each) {
                           return each.read.statement == read.statement &&
                                  each.read.access == read.access;
                         })
        ->unwritten;
  }

  /// Loops that the place in the line counts, of those around the statement.
  std::vector<size_t> countedIn(size_t statement, size_t element) const {
    std::vector<size_t> kept;
    for (size_t loop : nest.statements[statement].loops)
      if (made.names.elements[statement][element].uses.counters.contains(loop))
        kept.push_back(loop);
    return kept;
  }

  /// In loops that are only these, the variables have their values.
  bool hasValues(const std::vector<size_t> &kept, const LoopUses &uses) const {
    const auto isKept = [&](size_t loop) { return llvm::is_contained(kept, loop); };
    for (const auto *each : {&uses.variables, &uses.counters})
      for (const auto &[loop, times] : *each)
        if (times != 0 && (!isKept(loop) ||
                           llvm::any_of(nest.loops[loop].start.loops,
                                        [&](const auto &outer) { return !isKept(outer.first); })))
          return false;
    return true;
  }

  std::string printCopy(size_t statement, size_t element, const isl::union_set &executions,
                        const std::string &text) {
    if (executions.is_empty())
      return "";
    const std::vector<size_t> kept = countedIn(statement, element);
    const LoopUses &uses = names.elements[statement][element].uses;
    isWritable &= hasValues(kept, uses);
    if (!isWritable)
      return "";
    AffineNest its = nest;
    its.statements = {nest.statements[statement]};
    its.statements[0].loops = kept;
    its.statements[0].accesses.clear();
    Polyhedra copied = polyhedra;
    const isl::set iterations = iterationsOf(statement, kept, executions);
    copied.domain = isl::union_set(iterations);
    NestOrder order;
    order.schedule = scheduleOf(iterations, kept);
    return printNest(its, copied, order, namesOfCopy(names, text, uses, kept), indentation);
  }

  isl::set iterationsOf(size_t statement, const std::vector<size_t> &kept,
                        const isl::union_set &executions) const {
    const std::vector<size_t> &all = nest.statements[statement].loops;
    isl::set its = isl::manage(isl_set_from_union_set(executions.copy()));
    for (size_t i = all.size(); i-- > 0;)
      if (!llvm::is_contained(kept, all[i]))
        its = isl::manage(
            isl_set_project_out(its.release(), isl_dim_set, static_cast<unsigned>(i), 1));
    return isl::manage(
        isl_set_coalesce(isl_set_set_tuple_name(its.release(), statementName(0).c_str())));
  }

  isl::schedule scheduleOf(const isl::set &iterations, const std::vector<size_t> &kept) const {
    std::vector<isl::union_pw_aff> counters;
    BandMark points;
    for (size_t i = 0; i < kept.size(); ++i) {
      counters.push_back(counterOf(iterations, static_cast<unsigned>(i)));
      points.loops.push_back(loops[kept[i]] + "_line");
    }
    const isl::schedule all = isl::schedule::from_domain(isl::union_set(iterations));
    return marked(withBand(all.root().child(0), counters), points).schedule();
  }
};

} // namespace

std::optional<LineCopies> printLineCopies(const AffineNest &nest, const Polyhedra &polyhedra,
                                          const std::vector<std::string> &loops,
                                          const NestNames &names, const ExpandedLines &made,
                                          const std::string &indentation) {
  return CopyPrinter(nest, polyhedra, loops, names, made, indentation).print();
}

} // namespace kasuri
