#include "reorder/ExpandedLines.h"

#include "reorder/NestCost.h"
#include "reorder/NestText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/ast_build.h>

#include <algorithm>

namespace kasuri {
namespace {

/// With lines, in this order, a read gets the value of the same execution as in the source.
bool isSame(const ReadValues &inSource, const AffineNest &withLines, const Polyhedra &polyhedra,
            const isl::union_map &order) {
  const ReadValues with = valuesOf(withLines, polyhedra, inSource.read, order);
  return inSource.from.is_equal(with.from) && inSource.unwritten.is_equal(with.unwritten);
}

class LineFinder {
public:
  LineFinder(const AffineNest &nest, const Polyhedra &polyhedra, const NestNames &names)
      : nest(nest), polyhedra(polyhedra), names(names), made{nest, names, {}, {}, {}} {}

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
    for (const ArrayAccess &read : accessesTo(nest, array, false)) {
      ReadValues values = valuesOf(nest, polyhedra, read, polyhedra.schedule);
      if (!isSame(values, made.nest, polyhedra, polyhedra.schedule)) {
        made = before;
        return;
      }
      made.values.push_back(std::move(values));
    }
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

} // namespace

std::optional<ExpandedLines> withExpandedLines(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const NestNames &names) {
  return LineFinder(nest, polyhedra, names).find();
}

bool keepsValues(const Polyhedra &polyhedra, const ExpandedLines &made, const NestOrder &order) {
  const isl::union_map places = isl::manage(isl_schedule_get_map(order.schedule.get()));
  return llvm::all_of(made.values, [&](const ReadValues &each) {
    return isSame(each, made.nest, polyhedra, places);
  });
}

} // namespace kasuri
