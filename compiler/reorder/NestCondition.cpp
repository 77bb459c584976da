#include "reorder/NestCondition.h"

#include "reorder/NestText.h"

#include "llvm/ADT/StringExtras.h"

#include <isl/ast_build.h>

#include <algorithm>

namespace kasuri {
namespace {

/// Numbers of all elements of an array that the nest accesses, as text.
class ElementNumbers {
public:
  ElementNumbers(const AffineNest &nest, const NestNames &names, const isl::set &elements)
      : nest(nest), names(names), elements(elements),
        build(isl::manage(isl_ast_build_from_context(elements.params().release()))) {}

  std::string least(int dimension) const {
    return text(isl_set_dim_min(elements.copy(), dimension));
  }
  /// Of the last one and 1.
  std::string end(int dimension) const {
    return text(isl_pw_aff_add_constant_val(isl_set_dim_max(elements.copy(), dimension),
                                            isl::val(elements.ctx(), 1).release()));
  }

private:
  const AffineNest &nest;
  const NestNames &names;
  const isl::set elements;
  const isl::ast_build build;

  std::string text(isl_pw_aff *value) const {
    return printExpression(nest, names,
                           isl::manage(isl_ast_build_expr_from_pw_aff(build.get(), value)));
  }
};

/// "a + 8L * (n)".
std::string moved(const std::string &begin, const std::string &step, const std::string &times) {
  return times == "0" ? begin : begin + " + " + step + " * (" + times + ")";
}

class ConditionPrinter {
public:
  ConditionPrinter(const AffineNest &nest, const Polyhedra &polyhedra, const NestNames &names)
      : nest(nest), polyhedra(polyhedra), names(names) {
    const isl::union_map all = polyhedra.reads.unite(polyhedra.writes);
    const isl::union_set accessed = isl::manage(
        isl_union_map_range(isl_union_map_intersect_domain(all.copy(), polyhedra.domain.copy())));
    accessed.foreach_set([&](const isl::set &elements) {
      const size_t array = numberOf(elements);
      if (names.addresses[array].empty())
        return;
      const isl::set its =
          isl::manage(isl_set_intersect_params(elements.copy(), polyhedra.parameters.copy()));
      if (nest.arrays[array].isOfRows)
        addRows(array, its);
      else
        addRange(array, ElementNumbers(nest, names, its));
    });
  }

  NestCondition print() const {
    std::vector<std::string> conditions = executed, tests = ofRows;
    if (isl_set_plain_is_universe(polyhedra.within.get()) != isl_bool_true)
      conditions.push_back(textOf(polyhedra.within));
    for (const auto &[first, second] : nest.apart)
      if (const std::string condition = apart(first, second); !condition.empty())
        (isOfRows(first) || isOfRows(second) ? tests : conditions).push_back(condition);
    NestCondition made{llvm::join(conditions, " &&\n      "), "", ""};
    if (rowLoops.empty())
      return made;
    made.flag = names.fresh("rows_apart");
    made.statements = "  if (" + made.flag +
                      ") {\n    typedef char *__attribute__((__may_alias__)) " + pointerType() +
                      ";\n" + rowLoops + "    " + made.flag + " =\n        " +
                      llvm::join(tests, " &&\n        ") + ";\n  }\n";
    return made;
  }

private:
  /// From the first byte to the end of the last row.
  struct Range {
    std::string low, end;
  };

  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const NestNames &names;
  std::map<size_t, Range> ranges;    ///< by array
  std::string rowLoops;              ///< over the tables
  std::vector<std::string> executed; ///< the nest reads each of the tables
  std::vector<std::string> ofRows;   ///< what the loops must find

  bool isOfRows(size_t array) const { return nest.arrays[array].isOfRows; }
  std::string pointerType() const { return names.fresh("row_pointer"); }

  std::string textOf(const isl::set &parameters) const {
    const isl::ast_build build = isl::manage(isl_ast_build_from_context(polyhedra.inFront.copy()));
    return "(" +
           printExpression(
               nest, names,
               isl::manage(isl_ast_build_expr_from_set(build.get(), parameters.copy()))) +
           ")";
  }

  /// "" if the nest does not access both.
  std::string apart(size_t first, size_t second) const {
    const auto a = ranges.find(first), b = ranges.find(second);
    if (a == ranges.end() || b == ranges.end())
      return "";
    return "(" + a->second.end + " <= " + b->second.low + " || " + b->second.end +
           " <= " + a->second.low + ")";
  }

  void addRange(size_t array, const ElementNumbers &numbers) {
    const std::string begin = names.addresses[array], step = rowOf(array);
    ranges[array] = {moved(begin, step, numbers.least(0)), moved(begin, step, numbers.end(0))};
  }

  /// Bytes between elements whose first subscripts differ by 1, or the second ones of rows.
  std::string rowOf(size_t array) const {
    const AffineArray &its = nest.arrays[array];
    if (its.extents.empty())
      return std::to_string(its.rowBytes) + "L";
    std::string text = std::to_string(its.elementBytes) + "L";
    for (const AffineForm &extent : its.extents)
      for (const auto &[parameter, factor] : extent.parameters)
        text += (factor == 1 ? "" : " * " + std::to_string(factor)) + " * " +
                names.parameters[parameter];
    return text;
  }

  // Rows.

  /// Names of what is found out about the rows of one table.
  struct RowNames {
    std::string table, low, high, all, ascends, descends, row;
  };

  RowNames rowNames(size_t array) const {
    std::string word;
    for (char letter : nest.arrays[array].name) {
      if (!llvm::isAlnum(letter) && letter != '_')
        break;
      word += letter;
    }
    auto name = [&](const char *what) {
      return names.fresh(word + "_" + what + "_" + std::to_string(array));
    };
    return {name("rows"),    name("low"),      name("high"), name("all"),
            name("ascends"), name("descends"), name("row")};
  }

  void addRows(size_t array, const isl::set &elements) {
    const ElementNumbers numbers(nest, names, elements);
    const RowNames its = rowNames(array);
    const std::string step = rowOf(array);
    const bool areApart = nest.rowsApart.contains(array);
    addRowLoop(its, names.addresses[array], numbers,
               areApart ? step + " * (" + lengthOf(numbers) + ")" : "");
    if (areApart)
      ofRows.push_back("(" + its.ascends + " || " + its.descends + ")");
    ofRows.insert(ofRows.begin(), its.all + " >> 57 == 0");
    ranges[array] = {moved("(long)" + its.low, step, numbers.least(1)),
                     moved("(long)" + its.high, step, numbers.end(1))};
    const isl::set reading =
        isl::manage(isl_set_gist_params(elements.params().release(), polyhedra.inFront.copy()));
    if (isl_set_plain_is_universe(reading.get()) != isl_bool_true)
      executed.push_back(textOf(reading));
  }

  /// Of a row, in its elements.
  static std::string lengthOf(const ElementNumbers &numbers) {
    const std::string least = numbers.least(1);
    return numbers.end(1) + (least == "0" ? "" : " - (" + least + ")");
  }

  /// `length`: in bytes, of rows that are to be apart, or "".
  void addRowLoop(const RowNames &its, const std::string &table, const ElementNumbers &numbers,
                  const std::string &length) {
    const std::string type = pointerType(), first = numbers.least(0);
    auto pointer = [&](const std::string &number) {
      return "(unsigned long)" + its.table + "[" + number + "]";
    };
    std::string &text = rowLoops;
    // Not a constant: GCC puts the table's address in its place, also in OpenMP's regions.
    text += "    const " + type + " *" + its.table + " = (const " + type + " *)" + table +
            ";\n    unsigned long " + its.low + " = " + pointer(first) + ", " + its.high + " = " +
            its.low + ", " + its.all + " = " + its.low + ";\n";
    if (!length.empty())
      text += "    int " + its.ascends + " = 1, " + its.descends + " = 1;\n";
    text += names.plainPragma + "\n    for (" + names.counterType + " " + its.row + " = " +
            (first == "0" ? "1" : first + " + 1") + "; " + its.row + " < " + numbers.end(0) + "; " +
            its.row + "++) {\n      const unsigned long here = " + pointer(its.row) + ";\n";
    if (!length.empty())
      text += "      const unsigned long before = " + pointer(its.row + " - 1") + ";\n      " +
              its.ascends + " &= before + " + length + " <= here;\n      " + its.descends +
              " &= here + " + length + " <= before;\n";
    text += "      " + its.low + " = here < " + its.low + " ? here : " + its.low + ";\n      " +
            its.high + " = here > " + its.high + " ? here : " + its.high + ";\n      " + its.all +
            " |= here;\n    }\n";
  }
};

} // namespace

NestCondition printCondition(const AffineNest &nest, const Polyhedra &polyhedra,
                             const NestNames &names) {
  return ConditionPrinter(nest, polyhedra, names).print();
}

} // namespace kasuri
