#include "reorder/ExpandedLines.h"

#include "reorder/NestCost.h"
#include "reorder/NestText.h"
#include "reorder/ScheduleTrees.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/ast_build.h>
#include <isl/flow.h>
#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

struct ArrayAccess {
  size_t statement = 0, access = 0;
};

std::vector<ArrayAccess> accessesTo(const AffineNest &nest, size_t array, bool areWrites) {
  std::vector<ArrayAccess> found;
  for (size_t i = 0; i < nest.statements.size(); ++i)
    for (size_t k = 0; k < nest.statements[i].accesses.size(); ++k)
      if (const AffineAccess &its = nest.statements[i].accesses[k];
          its.array == array && its.isWrite == areWrites)
        found.push_back({i, k});
  return found;
}

isl::union_map mapOf(const AffineNest &nest, const Polyhedra &polyhedra, const ArrayAccess &its) {
  const isl::union_map map(accessMap(polyhedra.domain.ctx(), nest, its.statement, its.access));
  return map.intersect_domain(polyhedra.domain).intersect_params(polyhedra.parameters);
}

isl::union_map mapOf(const AffineNest &nest, const Polyhedra &polyhedra,
                     const std::vector<ArrayAccess> &all) {
  isl::union_map made = isl::manage(isl_union_map_empty_ctx(polyhedra.domain.ctx().get()));
  for (const ArrayAccess &each : all)
    made = made.unite(mapOf(nest, polyhedra, each));
  return made;
}

/// Where what an access reads is from.
struct ReadValues {
  isl::union_map from;      ///< from the last execution that has written the element
  isl::union_set unwritten; ///< executions that read what none has written
};

ReadValues valuesOf(const AffineNest &nest, const Polyhedra &polyhedra, const ArrayAccess &read,
                    const isl::union_map &order) {
  const size_t array = nest.statements[read.statement].accesses[read.access].array;
  isl_union_access_info *access =
      isl_union_access_info_from_sink(mapOf(nest, polyhedra, read).release());
  access = isl_union_access_info_set_must_source(
      access, mapOf(nest, polyhedra, accessesTo(nest, array, true)).release());
  access = isl_union_access_info_set_schedule_map(access, order.copy());
  isl_union_flow *flow = isl_union_access_info_compute_flow(access);
  ReadValues made{isl::manage(isl_union_flow_get_must_dependence(flow)),
                  isl::manage(isl_union_flow_get_must_no_source(flow)).domain()};
  isl_union_flow_free(flow);
  return made;
}

/// All reads of the array have values of the same executions in the source and, in this order, with
/// lines.
bool haveSameValues(const AffineNest &source, const AffineNest &withLines,
                    const Polyhedra &polyhedra, size_t array, const isl::union_map &order) {
  return llvm::all_of(accessesTo(source, array, false), [&](const ArrayAccess &read) {
    const ReadValues before = valuesOf(source, polyhedra, read, polyhedra.schedule);
    const ReadValues with = valuesOf(withLines, polyhedra, read, order);
    return before.from.is_equal(with.from) && before.unwritten.is_equal(with.unwritten);
  });
}

/// Executions of the write that nothing overwrites.
isl::union_set lastWrites(const AffineNest &nest, const Polyhedra &polyhedra,
                          const ArrayAccess &write) {
  const size_t array = nest.statements[write.statement].accesses[write.access].array;
  const isl::union_map all = mapOf(nest, polyhedra, accessesTo(nest, array, true));
  const isl::union_map places = all.reverse().apply_range(polyhedra.schedule);
  const isl::union_map last = isl::manage(isl_union_map_lexmax(places.copy()));
  return mapOf(nest, polyhedra, write)
      .intersect(last.apply_range(polyhedra.schedule.reverse()).reverse())
      .domain();
}

class LineFinder {
public:
  LineFinder(const AffineNest &nest, const Polyhedra &polyhedra, const NestNames &names)
      : nest(nest), polyhedra(polyhedra), names(names), made{nest, names, {}, {}} {}

  std::optional<ExpandedLines> find() {
    for (size_t array = 0; array < nest.arrays.size(); ++array)
      if (const auto loops = loopsOfLines(array))
        expand(array, *loops);
    if (made.lines.empty())
      return std::nullopt;
    for (LinesOfLoop &each : made.lines)
      addBuffer(each);
    accessLines();
    made.timeBefore = timeOf(made.nest) / timeOf(nest);
    return std::move(made);
  }

private:
  using StatementLoops = std::map<size_t, size_t>; ///< by statement

  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const NestNames &names;
  ExpandedLines made;

  /// The loop around those that each statement's subscripts count; nothing if an access cannot be
  /// to a line.
  std::optional<StatementLoops> loopsOfLines(size_t array) const {
    StatementLoops loops;
    const AffineArray &its = nest.arrays[array];
    if (!nest.isWritten(array) || its.isOfRows || !its.expandedIn.empty() || its.dimensions == 0)
      return std::nullopt;
    for (size_t i = 0; i < nest.statements.size(); ++i) {
      const AffineStatement &statement = nest.statements[i];
      std::optional<size_t> level;
      for (size_t k = 0; k < statement.accesses.size(); ++k)
        if (statement.accesses[k].array == array) {
          if (!isElement(i, k))
            return std::nullopt;
          level = std::min(level.value_or(statement.loops.size()),
                           levelOf(statement, statement.accesses[k]));
        }
      if (level == size_t(0))
        return std::nullopt;
      if (level)
        loops[i] = statement.loops[*level - 1];
    }
    return loops;
  }

  /// The access is to a line by the text of an element that each execution accesses.
  bool isElement(size_t statement, size_t access) const {
    const AffineAccess &its = nest.statements[statement].accesses[access];
    return !its.isWhole && !its.subscripts.empty() &&
           llvm::any_of(names.elements[statement], [&](const NestElement &element) {
             return !element.isCall && llvm::is_contained(element.accesses, access);
           });
  }

  /// Of the outermost loop that the subscripts count.
  static size_t levelOf(const AffineStatement &statement, const AffineAccess &access) {
    const auto first = llvm::find_if(statement.loops, [&](size_t loop) {
      return llvm::any_of(access.subscripts,
                          [&](const AffineForm &each) { return each.loops.contains(loop); });
    });
    return static_cast<size_t>(first - statement.loops.begin());
  }

  /// Not if reads would get other values.
  void expand(size_t array, const StatementLoops &loops) {
    const ExpandedLines before = made;
    for (const auto &[statement, loop] : loops)
      giveLine(statement, array, lineOf(array, loop, loops));
    if (!haveSameValues(nest, made.nest, polyhedra, array, polyhedra.schedule))
      made = before;
  }

  LinesOfLoop &lineOf(size_t array, size_t loop, const StatementLoops &loops) {
    const auto known = llvm::find_if(made.lines, [&](const LinesOfLoop &each) {
      return each.from == array && each.loop == loop;
    });
    if (known != made.lines.end())
      return *known;
    AffineArray lines{.name = nest.arrays[array].name,
                      .elementBytes = nest.arrays[array].elementBytes,
                      .dimensions = nest.arrays[array].dimensions + 1,
                      .isVariable = false};
    made.lines.push_back(
        {array, loop, made.nest.arrays.size(), {}, areNeighbors(array, loop, loops), {}});
    made.nest.arrays.push_back(std::move(lines));
    made.names.addresses.emplace_back();
    return made.lines.back();
  }

  /// In what their statements access besides, elements of iterations of the loop mostly are.
  bool areNeighbors(size_t array, size_t loop, const StatementLoops &loops) const {
    size_t its = 0, others = 0;
    for (const auto &[statement, around] : loops)
      if (around == loop)
        for (const AffineAccess &access : nest.statements[statement].accesses)
          if (access.array != array && !access.subscripts.empty())
            for (const auto &[each, factor] : access.subscripts.back().loops)
              ++(each == loop ? its : others);
    return its > others;
  }

  void giveLine(size_t number, size_t array, const LinesOfLoop &line) {
    for (AffineAccess &access : made.nest.statements[number].accesses)
      if (access.array == array) {
        access.array = line.array;
        access.subscripts.insert(line.areNeighbors ? access.subscripts.end()
                                                   : access.subscripts.begin(),
                                 AffineForm{0, {{line.loop, 1}}, {}});
      }
  }

  // Text.

  /// What the dimensions of the lines' places begin with, and how many there are.
  std::vector<std::pair<std::string, std::string>> extentsOf(const LinesOfLoop &line) const {
    isl::union_map all =
        mapOf(made.nest, polyhedra, accessesTo(made.nest, line.array, true))
            .unite(mapOf(made.nest, polyhedra, accessesTo(made.nest, line.array, false)));
    const isl::set places = isl::manage(isl_set_from_union_set(all.range().release())).coalesce();
    const isl::ast_build build =
        isl::manage(isl_ast_build_from_context(polyhedra.parameters.copy()));
    const auto text = [&](isl_pw_aff *value) {
      value = isl_pw_aff_gist_params(value, polyhedra.parameters.copy());
      return printExpression(nest, names,
                             isl::manage(isl_ast_build_expr_from_pw_aff(build.get(), value)));
    };
    std::vector<std::pair<std::string, std::string>> extents;
    for (unsigned d = 0; d < made.nest.arrays[line.array].dimensions; ++d) {
      const int place = static_cast<int>(d);
      isl_pw_aff *size = isl_pw_aff_sub(isl_set_dim_max(places.copy(), place),
                                        isl_set_dim_min(places.copy(), place));
      size = isl_pw_aff_add_constant_val(size, isl::val(places.ctx(), 1).release());
      extents.emplace_back(text(isl_set_dim_min(places.copy(), place)), text(size));
    }
    return extents;
  }

  void addBuffer(LinesOfLoop &line) {
    line.extents = extentsOf(line);
    std::string limit;
    for (const auto &[first, size] : line.extents) {
      line.buffer.elements +=
          (line.buffer.elements.empty() ? "" : " * ") + ("(unsigned long)(" + size + ")");
      limit += (limit.empty() ? "" : " * ") + ("(double)(" + size + ")");
    }
    line.buffer.limit = limit + " <= " + std::to_string(mostElements);
  }

  /// By the names of counters.
  std::string placeOf(const LinesOfLoop &line, const AffineAccess &access) const {
    std::string text;
    for (size_t d = 0; d < access.subscripts.size(); ++d) {
      const auto &[first, size] = line.extents[d];
      if (d > 0)
        text = "(" + text + ") * (" + size + ") + ";
      text +=
          subscriptText(names, access.subscripts[d]) + (first == "0" ? "" : " - (" + first + ")");
    }
    return text;
  }

  void accessLines() {
    for (LinesOfLoop &line : made.lines)
      for (size_t i = 0; i < made.nest.statements.size(); ++i)
        for (NestElement &element : made.names.elements[i])
          if (const AffineAccess &access =
                  made.nest.statements[i].accesses[element.accesses.front()];
              access.array == line.array && !element.isCall)
            accessLine(line, access, element, made.names.uses[i]);
    readBuffers(made.names, nest.arrays.size());
  }

  void accessLine(LinesOfLoop &line, const AffineAccess &access, NestElement &element,
                  LoopUses &uses) {
    if (line.buffer.name.empty())
      nameBuffer(line, element);
    element.array = line.array;
    element.text = line.buffer.name + "[" + placeOf(line, access) + "]";
    uses.remove(element.uses);
    element.uses = {};
    for (const AffineForm &subscript : access.subscripts)
      for (const auto &[loop, factor] : subscript.loops)
        element.uses.counters[loop] = 1;
    for (const auto &[loop, times] : element.uses.counters)
      ++uses.counters[loop];
  }

  void nameBuffer(LinesOfLoop &line, const NestElement &element) {
    std::vector<NestBuffer> others;
    for (const LinesOfLoop &each : made.lines)
      others.push_back(each.buffer);
    line.buffer.type = element.type;
    const std::string text = "'" + nest.arrays[line.from].name + "'";
    line.buffer.name =
        freshName(names, others, element.name.substr(0, element.name.rfind("_kept")) + "_lines");
    if (made.what.find(text) == std::string::npos)
      made.what += (made.what.empty() ? "" : ", ") + text;
  }

  /// Of an iteration of each statement with lines, in the order of the source.
  double timeOf(const AffineNest &its) const {
    double time = 0;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (llvm::any_of(made.nest.statements[i].accesses, [&](const AffineAccess &access) {
            return access.array >= nest.arrays.size();
          }))
        time += costOf(its, i, nest.statements[i].loops.back(), true, {});
    return time;
  }
};

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
        copies.inFront += printCopy(statement, element,
                                    valuesOf(nest, polyhedra, access, polyhedra.schedule).unwritten,
                                    line + " = " + text + ";");
    }
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

std::optional<ExpandedLines> withExpandedLines(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const NestNames &names) {
  return LineFinder(nest, polyhedra, names).find();
}

bool keepsValues(const AffineNest &nest, const Polyhedra &polyhedra, const ExpandedLines &made,
                 const NestOrder &order) {
  const isl::union_map places = isl::manage(isl_schedule_get_map(order.schedule.get()));
  return llvm::all_of(made.lines, [&](const LinesOfLoop &line) {
    return haveSameValues(nest, made.nest, polyhedra, line.from, places);
  });
}

std::optional<LineCopies> printLineCopies(const AffineNest &nest, const Polyhedra &polyhedra,
                                          const std::vector<std::string> &loops,
                                          const NestNames &names, const ExpandedLines &made,
                                          const std::string &indentation) {
  return CopyPrinter(nest, polyhedra, loops, names, made, indentation).print();
}

} // namespace kasuri
