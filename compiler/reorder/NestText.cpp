#include "reorder/NestText.h"

#include "reorder/AstExpression.h"
#include "reorder/KeptElements.h"
#include "reorder/NestTrees.h"
#include "reorder/SourceOrder.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

class NestPrinter {
public:
  /// `steady`: as for keptElements().
  NestPrinter(const AffineNest &nest, const NestNames &names,
              std::vector<std::set<size_t>> steady = {})
      : nest(nest), names(names), steady(std::move(steady)) {}

  std::string text;

  void print(const isl::ast_node &node, const std::string &indentation) {
    switch (isl_ast_node_get_type(node.get())) {
    case isl_ast_node_for:
      return printLoop(node, isl::manage(isl_ast_node_for_get_body(node.get())), indentation);
    case isl_ast_node_if:
      return printIf(node, indentation);
    case isl_ast_node_block: {
      const isl::ast_node_list children = isl::manage(isl_ast_node_block_get_children(node.get()));
      for (int i = 0; i < static_cast<int>(children.size()); ++i)
        print(children.at(i), indentation);
      return;
    }
    case isl_ast_node_mark:
      return printMarked(node, indentation);
    case isl_ast_node_user:
      return printStatement(isl::manage(isl_ast_node_user_get_expr(node.get())), indentation);
    case isl_ast_node_error:
      break;
    }
    isl::exception::throw_invalid("unknown node", __FILE__, __LINE__);
  }

  std::string textOf(const isl::ast_expr &expression) const {
    switch (isl_ast_expr_get_type(expression.get())) {
    case isl_ast_expr_int:
      return std::to_string(*constantIn(expression));
    case isl_ast_expr_id: {
      const size_t number = numberOfId(expression);
      return idOf(expression)[0] == 'p' ? names.parameters.at(number) : loops.at(number);
    }
    case isl_ast_expr_op:
      return operationText(expression);
    case isl_ast_expr_error:
      break;
    }
    return unknown();
  }

private:
  const AffineNest &nest;
  const NestNames &names;
  const std::vector<std::set<size_t>> steady;
  std::vector<std::string> loops; ///< names by depth
  std::vector<BandMark> marks;    ///< around
  unsigned around = 0;            ///< loops
  bool isInRow = false;           ///< right inside the rows of a wavefront

  static size_t depthOf(const isl::ast_node &loop) {
    return numberOfId(isl::manage(isl_ast_node_for_get_iterator(loop.get())));
  }

  void printMarked(const isl::ast_node &node, const std::string &indentation) {
    marks.push_back(markOf(node));
    const std::vector<std::string> before = nameLoops(marks.back());
    print(isl::manage(isl_ast_node_mark_get_node(node.get())), indentation);
    marks.pop_back();
    loops = before;
  }

  /// Returns the names as they were.
  std::vector<std::string> nameLoops(const BandMark &mark) {
    loops.resize(std::max<size_t>(loops.size(), mark.depth + mark.loops.size()));
    const std::vector<std::string> before = loops;
    for (size_t i = 0; i < mark.loops.size(); ++i) {
      std::string name = names.fresh(mark.loops[i]);
      const auto here = loops.begin() + static_cast<ptrdiff_t>(mark.depth + i);
      while (std::find(loops.begin(), here, name) != here)
        name += "_";
      *here = name;
    }
    return before;
  }

  void printLoop(const isl::ast_node &node, const isl::ast_node &body,
                 const std::string &indentation) {
    const size_t depth = depthOf(node);
    const isl::ast_expr first = isl::manage(isl_ast_node_for_get_init(node.get()));
    if (isl_ast_node_for_is_degenerate(node.get()) == isl_bool_true) {
      printOnly(node, indentation);
      print(body, indentation + "  ");
      text += indentation + "}\n";
      return;
    }
    const BandMark &mark = marks.back();
    const bool isDealtOut = mark.isParallel && depth == mark.depth;
    const std::optional<LaneBody> lanes = mark.unrolled.empty() ? laneBodyOf(body) : std::nullopt;
    if (lanes && !isDealtOut && (!lanes->lanes.empty() || nest.hasPointers() || !steady.empty()))
      if (const auto kept = keptElements(nest, names, *lanes, depth, steady); !kept.empty())
        return printKept(node, *lanes, kept, indentation);
    if (mark.isVector && !lanes && !isDealtOut && around > 0 && holdsPartialLanes(body, depth))
      return printTurned(node, body, indentation);
    const isl::ast_expr condition = isl::manage(isl_ast_node_for_get_cond(node.get()));
    const bool isOfRows = mark.isWave && depth == mark.depth && around == 0;
    if (isDealtOut)
      text += names.pragma + "\n";
    else if (isOfRows)
      text += names.rowsPragma + "\n";
    else if (around == 0)
      text += names.plainPragma + "\n";
    else if (isInRow)
      text += names.columnsPragma + "\n";
    isInRow = isOfRows;
    if (!mark.unrolled.empty() && constantIn(first) && constantIn(operand(condition, 1)))
      printUnroll(mark.unrolled.at(depth - mark.depth));
    // A pragma of Kasuri's stands directly in front of its loop.
    const bool isVector = mark.isVector && lanes;
    const bool hasBound = isVector && !isDealtOut && around > 0;
    printHead(node, isVector, hasBound, indentation);
    if (!isOfRows && holdsChain(body))
      text += indentation + "  __asm__(\"\"); /* or GCC might exchange the loops */\n";
    ++around;
    print(body, indentation + "  ");
    --around;
    printEnd(hasBound, indentation);
  }

  /// Nothing but an innermost loop whose iterations depend on each other. GCC likes it to be the
  /// one around the other, however far that jumps in memory, where nothing stands between them.
  bool holdsChain(isl::ast_node node) const {
    bool isChain = marks.back().isChain;
    if (isl_ast_node_get_type(node.get()) == isl_ast_node_mark) {
      isChain = markOf(node).isChain;
      node = isl::manage(isl_ast_node_mark_get_node(node.get()));
    }
    if (!isChain || isl_ast_node_get_type(node.get()) != isl_ast_node_for ||
        isl_ast_node_for_is_degenerate(node.get()) == isl_bool_true)
      return false;
    const auto inner = laneBodyOf(isl::manage(isl_ast_node_for_get_body(node.get())));
    return inner && inner->lanes.empty();
  }

  static isl::ast_node belowMark(const isl::ast_node &node) {
    return isl::manage(isl_ast_node_mark_get_node(node.get()));
  }

  static bool holdsPartialLanes(const isl::ast_node &body, size_t depth) {
    return isl_ast_node_get_type(body.get()) == isl_ast_node_mark &&
           hasPartialLanes(markOf(body), belowMark(body), depth);
  }

  /// The loop inside those that it is around: its iterations do not depend on each other. `body`:
  /// with their mark.
  void printTurned(const isl::ast_node &node, const isl::ast_node &body,
                   const std::string &indentation) {
    const BandMark mark = markOf(body);
    const std::vector<std::string> before = nameLoops(mark);
    printTurned(node, mark, belowMark(body), indentation);
    loops = before;
  }

  void printTurned(const isl::ast_node &node, const BandMark &mark, const isl::ast_node &inner,
                   const std::string &indentation) {
    if (isl_ast_node_get_type(inner.get()) == isl_ast_node_if)
      return printChoice(inner, indentation, [&](const isl::ast_node &branch) {
        printTurned(node, mark, branch, indentation + "  ");
      });
    const PartialLanes partial = *partialLanesOf(mark, inner, depthOf(node));
    std::string place = indentation;
    for (const isl::ast_node &each : partial.loops) {
      const bool isLast = &each == &partial.loops.back();
      if (isl_ast_node_for_is_degenerate(each.get()) == isl_bool_true)
        printOnly(each, place);
      else if (isLast && mark.unrolled.back() > lanesAtOnce && printSome(node, partial, place))
        printRest(each, place);
      else
        printFor(each, textOf(isl::manage(isl_ast_node_for_get_cond(each.get()))), place);
      place += "  ";
    }
    printLoop(node, partial.body, place);
    for (size_t i = 0; i < partial.loops.size(); ++i) {
      place.resize(place.size() - 2);
      text += place + "}\n";
    }
  }

  // Of lanes that are not whole, a few at a time, and the rest one by one:
  //
  //     for (int k_lane_first = 0; k_lane_first < n / 4 * 4; k_lane_first += 4)
  //       for (j_point..)
  //         for (int k_lane_of_4 = 0; k_lane_of_4 <= 3; k_lane_of_4 += 1) ..
  //     for (int k_lane = n / 4 * 4; k_lane < n; k_lane += 1)
  //       for (j_point..) ..

  static constexpr int lanesAtOnce = 4;

  /// False if that keeps no elements in variables: nothing is written then.
  bool printSome(const isl::ast_node &node, const PartialLanes &partial,
                 const std::string &indentation) {
    const isl::ast_node &lanes = partial.loops.back();
    const size_t depth = depthOf(lanes);
    std::optional<LaneBody> body = laneBodyOf(partial.body);
    if (!body || !endOfSome(lanes))
      return false;
    const std::string first = names.fresh(loops.at(depth) + "_first");
    body->lanes.push_back({depth, lanesAtOnce, first});
    const auto kept = keptElements(nest, names, *body, depthOf(node), steady);
    if (kept.empty())
      return false;
    text += indentation + "for (" + names.counterType + " " + first + " = " +
            textOf(isl::manage(isl_ast_node_for_get_init(lanes.get()))) + "; " + first + " < " +
            *endOfSome(lanes) + "; " + first + " += " + std::to_string(lanesAtOnce) + ") {\n";
    printKept(node, *body, kept, indentation + "  ");
    text += indentation + "}\n";
    return true;
  }

  void printRest(const isl::ast_node &lanes, const std::string &indentation) {
    const std::string &name = loops.at(depthOf(lanes));
    text += indentation + "for (" + names.counterType + " " + name + " = " + *endOfSome(lanes) +
            "; " + textOf(isl::manage(isl_ast_node_for_get_cond(lanes.get()))) + "; " + name +
            " += 1) {\n";
  }

  /// Where the rest begins, behind the end if there are no lanes; nothing for loops of another
  /// form.
  std::optional<std::string> endOfSome(const isl::ast_node &lanes) const {
    const isl::ast_expr test = isl::manage(isl_ast_node_for_get_cond(lanes.get()));
    const isl::ast_expr first = isl::manage(isl_ast_node_for_get_init(lanes.get()));
    const bool isOpen = isOneOf(test, {isl_ast_op_lt});
    if (constantIn(isl::manage(isl_ast_node_for_get_inc(lanes.get()))) != 1 ||
        (!isOpen && !isOneOf(test, {isl_ast_op_le})) || constantIn(operand(test, 1)))
      return std::nullopt;
    const std::string begin = constantIn(first) == 0 ? "" : "(" + textOf(first) + ")";
    const std::string times = std::to_string(lanesAtOnce);
    return (begin.empty() ? "" : begin + " + ") + "(" + textOf(operand(test, 1)) +
           (isOpen ? "" : " + 1") + (begin.empty() ? "" : " - " + begin) + ") / " + times + " * " +
           times;
  }

  void printUnroll(int times) { text += "#pragma GCC unroll " + std::to_string(times) + "\n"; }

  /// `isVector`: no loop remains in it. `hasBound`: its bound has a name, for GCC forgets pragmas
  /// of a loop whose test branches.
  void printHead(const isl::ast_node &node, bool isVector, bool hasBound,
                 const std::string &indentation) {
    const std::string &name = loops.at(depthOf(node));
    const isl::ast_expr test = isl::manage(isl_ast_node_for_get_cond(node.get()));
    std::string condition = textOf(test);
    if (hasBound) {
      const std::string bound = names.fresh(name + "_end");
      const bool isLess = isOneOf(test, {isl_ast_op_lt});
      text += indentation + "{\n" + indentation + "const " + names.counterType + " " + bound +
              " = " + textOf(operand(test, 1)) + ";\n";
      condition = name + (isLess ? " < " : " <= ") + bound;
    }
    if (const int64_t trips = marks.back().likelyTrips; trips != 0)
      text += "#pragma kasuri trip_count(" + std::to_string(trips) + ")\n";
    if (isVector)
      text += "#pragma GCC ivdep\n";
    printFor(node, condition, indentation);
  }

  void printFor(const isl::ast_node &node, const std::string &condition,
                const std::string &indentation) {
    const std::string &name = loops.at(depthOf(node));
    text += indentation + "for (" + names.counterType + " " + name + " = " +
            textOf(isl::manage(isl_ast_node_for_get_init(node.get()))) + "; " + condition + "; " +
            name + " += " + textOf(isl::manage(isl_ast_node_for_get_inc(node.get()))) + ") {\n";
  }

  /// A loop with one iteration.
  void printOnly(const isl::ast_node &node, const std::string &indentation) {
    text += indentation + "{\n" + indentation + "  const " + names.counterType + " " +
            loops.at(depthOf(node)) + " = " +
            textOf(isl::manage(isl_ast_node_for_get_init(node.get()))) + ";\n";
  }

  void printEnd(bool hasBound, const std::string &indentation) {
    text += indentation + (hasBound ? "}}\n" : "}\n");
  }

  // Elements in variables.

  /// An innermost loop.
  void printKept(const isl::ast_node &node, const LaneBody &body,
                 const std::vector<KeptElement> &kept, const std::string &indentation) {
    const std::vector<std::string> before = body.mark ? nameLoops(*body.mark) : loops;
    std::vector<std::string> variables; // of the kept elements
    for (const KeptElement &each : kept) {
      std::string name = names.fresh(elementOf(body, each).name);
      while (std::find(variables.begin(), variables.end(), name) != variables.end())
        name += "_";
      variables.push_back(name);
    }
    const bool hasFixed =
        std::any_of(kept.begin(), kept.end(), [](const KeptElement &each) { return each.isFixed; });
    const std::string inner = indentation + (hasFixed ? "  " : "");
    if (hasFixed) {
      text += indentation + "if (" + firstTest(node) + ") {\n";
      printMoves(body, kept, variables, true, false, inner);
    }
    if (around == 0)
      text += names.plainPragma + "\n";
    const bool hasBound = marks.back().isVector && around > 0;
    printHead(node, marks.back().isVector, hasBound, inner);
    printMoves(body, kept, variables, false, false, inner + "  ");
    printLanes(body, allLanes(body), inner + "  ", [&](const std::string &place) {
      for (size_t run = 0; run < body.runs.size(); ++run)
        printRun(body, run, kept, variables, place);
    });
    printMoves(body, kept, variables, false, true, inner + "  ");
    printEnd(hasBound, inner);
    if (hasFixed) {
      printMoves(body, kept, variables, true, true, inner);
      text += indentation + "}\n";
    }
    loops = before;
  }

  const NestElement &elementOf(const LaneBody &body, const KeptElement &kept) const {
    return names.elements[body.runs[kept.run].statement][kept.element];
  }

  /// Whether the loop has an iteration.
  std::string firstTest(const isl::ast_node &node) {
    const size_t depth = depthOf(node);
    const std::string name = loops.at(depth);
    loops[depth] = "(" + textOf(isl::manage(isl_ast_node_for_get_init(node.get()))) + ")";
    std::string test = textOf(isl::manage(isl_ast_node_for_get_cond(node.get())));
    loops[depth] = name;
    return test;
  }

  static std::vector<size_t> allLanes(const LaneBody &body) {
    std::vector<size_t> all(body.lanes.size());
    for (size_t i = 0; i < all.size(); ++i)
      all[i] = i;
    return all;
  }

  void printLanes(const LaneBody &body, const std::vector<size_t> &lanes,
                  const std::string &indentation,
                  const std::function<void(const std::string &)> &printBody) {
    std::string place = indentation;
    for (size_t each : lanes) {
      const Lane &lane = body.lanes[each];
      const std::string name = nameOf(lane);
      printUnroll(lane.times);
      text += place + "for (" + names.counterType + " " + name + " = 0; " + name +
              " <= " + std::to_string(lane.times - 1) + "; " + name + " += 1) {\n";
      place += "  ";
      if (!lane.first.empty())
        text += place + "const " + names.counterType + " " + loops.at(lane.depth) +
                " __attribute__((__unused__)) = " + lane.first + " + " + name + ";\n";
    }
    printBody(place);
    for (size_t i = 0; i < lanes.size(); ++i) {
      place.resize(place.size() - 2);
      text += place + "}\n";
    }
  }

  /// Of what counts from 0 on.
  std::string nameOf(const Lane &lane) const {
    const std::string &name = loops.at(lane.depth);
    return lane.first.empty() ? name : names.fresh(name + "_of_" + std::to_string(lane.times));
  }

  /// "a_kept[i_lane]".
  std::string variableOf(const LaneBody &body, const KeptElement &kept,
                         const std::string &name) const {
    std::string place = name;
    for (size_t lane : kept.lanes)
      place += "[" + nameOf(body.lanes[lane]) + "]";
    return place;
  }

  /// Loads of elements into their variables, which are declared, or stores of those written.
  void printMoves(const LaneBody &body, const std::vector<KeptElement> &kept,
                  const std::vector<std::string> &variables, bool isFixed, bool isStore,
                  const std::string &indentation) {
    for (size_t i = 0; i < kept.size(); ++i) {
      const NestElement &element = elementOf(body, kept[i]);
      if (kept[i].isFixed != isFixed || (isStore && !element.isWritten))
        continue;
      if (!isStore) {
        text += indentation + element.type + " " + variables[i];
        for (size_t lane : kept[i].lanes)
          text += "[" + std::to_string(body.lanes[lane].times) + "]";
        text += ";\n";
      }
      const std::string variable = variableOf(body, kept[i], variables[i]);
      printLanes(body, kept[i].lanes, indentation, [&](const std::string &place) {
        text += place + "{\n";
        const LaneBody::Run &run = body.runs[kept[i].run];
        printVariables(element.uses, countersOf(run.statement, run.call), place);
        text += place + "  " +
                (isStore ? element.text + " = " + variable : variable + " = " + element.text) +
                ";\n" + place + "}\n";
      });
    }
  }

  void printRun(const LaneBody &body, size_t run, const std::vector<KeptElement> &kept,
                const std::vector<std::string> &variables, const std::string &indentation) {
    const size_t statement = body.runs[run].statement;
    std::vector<std::string> elements(names.elements[statement].size());
    LoopUses uses = names.uses[statement];
    for (size_t i = 0; i < kept.size(); ++i) {
      if (kept[i].run != run)
        continue;
      elements[kept[i].element] = variableOf(body, kept[i], variables[i]);
      uses.remove(elementOf(body, kept[i]).uses);
    }
    printStatement(statement, countersOf(statement, body.runs[run].call), uses, elements,
                   indentation);
  }

  void printIf(const isl::ast_node &node, const std::string &indentation) {
    printChoice(node, indentation,
                [&](const isl::ast_node &branch) { print(branch, indentation + "  "); });
  }

  /// Compilers take what has fewer loops around it for what runs less often, and keep registers for
  /// the loops beside it, with lanes that are not whole.
  static bool holdsWholeLanes(isl::ast_node node) {
    if (isl_ast_node_get_type(node.get()) == isl_ast_node_mark)
      node = belowMark(node);
    if (isl_ast_node_get_type(node.get()) != isl_ast_node_for)
      return false;
    const auto body = laneBodyOf(isl::manage(isl_ast_node_for_get_body(node.get())));
    return body && !body->lanes.empty();
  }

  void printChoice(const isl::ast_node &node, const std::string &indentation,
                   const std::function<void(const isl::ast_node &)> &printBranch) {
    const isl::ast_node likely = isl::manage(isl_ast_node_if_get_then_node(node.get()));
    const std::string test = textOf(isl::manage(isl_ast_node_if_get_cond(node.get())));
    const bool hasElse = isl_ast_node_if_has_else_node(node.get()) == isl_bool_true;
    text += indentation + "if (" +
            (hasElse && holdsWholeLanes(likely) ? "__builtin_expect(" + test + ", 1)" : test) +
            ") {\n";
    printBranch(likely);
    if (hasElse) {
      text += indentation + "} else {\n";
      printBranch(isl::manage(isl_ast_node_if_get_else_node(node.get())));
    }
    text += indentation + "}\n";
  }

  // Statements.

  void printStatement(const isl::ast_expr &call, const std::string &indentation) {
    const size_t statement = statementIn(call);
    printStatement(statement, countersOf(statement, call), names.uses[statement],
                   std::vector<std::string>(names.elements[statement].size()), indentation);
  }

  /// By loop: values of counters.
  std::map<size_t, std::string> countersOf(size_t statement, const isl::ast_expr &call) const {
    const std::vector<size_t> &its = nest.statements[statement].loops;
    std::map<size_t, std::string> counters;
    for (size_t i = 0; i < its.size(); ++i)
      counters[its[i]] = textOf(operand(call, static_cast<int>(i) + 1));
    return counters;
  }

  void printStatement(size_t statement, const std::map<size_t, std::string> &counters,
                      const LoopUses &uses, const std::vector<std::string> &elements,
                      const std::string &indentation) {
    text += indentation + "{\n";
    printVariables(uses, counters, indentation);
    for (const std::string &declaration : names.declarations[statement])
      text += indentation + "  " + declaration + ";\n";
    text += names.statement(statement, elements) + "\n" + indentation + "}\n";
  }

  void printVariables(const LoopUses &uses, const std::map<size_t, std::string> &counters,
                      const std::string &indentation) {
    for (const auto &[loop, times] : uses.variables)
      if (times != 0)
        text +=
            indentation + "  " + names.variables[loop] + " = " + valueOf(loop, counters) + ";\n";
    for (const auto &[loop, times] : uses.counters)
      if (times != 0)
        text += indentation + "  const " + names.counterType + " " + names.counters[loop] + " = " +
                counters.at(loop) + ";\n";
  }

  std::string valueOf(size_t number, const std::map<size_t, std::string> &counters) const {
    const AffineLoop &loop = nest.loops[number];
    std::string value = loop.step == 1
                            ? counters.at(number)
                            : std::to_string(loop.step) + " * (" + counters.at(number) + ")";
    if (loop.step < 0)
      value = "(" + value + ")";
    auto add = [&](const std::string &what, int64_t factor) {
      value += " + " + (factor == 1 ? what : std::to_string(factor) + " * " + what);
    };
    for (const auto &[outer, factor] : loop.start.loops)
      add("(" + counters.at(outer) + ")", factor);
    for (const auto &[parameter, factor] : loop.start.parameters)
      add(names.parameters[parameter], factor);
    if (loop.start.constant != 0)
      value += " + " + std::to_string(loop.start.constant);
    return value;
  }

  // Expressions.

  /// What isl might print in a later version.
  static std::string unknown() {
    isl::exception::throw_invalid("unknown expression", __FILE__, __LINE__);
    return "";
  }

  /// In parentheses, unless it is a name or number or has its own.
  std::string inner(const isl::ast_expr &expression, int number) const {
    const isl::ast_expr its = operand(expression, number);
    const std::string text = textOf(its);
    return (isOneOf(its, {isl_ast_op_min, isl_ast_op_max, isl_ast_op_cond, isl_ast_op_select,
                          isl_ast_op_fdiv_q}) ||
            isl_ast_expr_get_type(its.get()) != isl_ast_expr_op) &&
                   text[0] != '-'
               ? text
               : "(" + text + ")";
  }

  static bool isOneOf(const isl::ast_expr &expression,
                      std::initializer_list<isl_ast_expr_op_type> types) {
    return isl_ast_expr_get_type(expression.get()) == isl_ast_expr_op &&
           std::find(types.begin(), types.end(), isl_ast_expr_get_op_type(expression.get())) !=
               types.end();
  }

  /// The first operand of a sum: other sums need no parentheses there.
  std::string summand(const isl::ast_expr &expression, int number) const {
    const isl::ast_expr its = operand(expression, number);
    return isOneOf(its, {isl_ast_op_add, isl_ast_op_sub, isl_ast_op_mul, isl_ast_op_minus})
               ? textOf(its)
               : inner(expression, number);
  }

  std::string extreme(const isl::ast_expr &expression, const char *relation) const {
    const int operands = static_cast<int>(isl_ast_expr_get_op_n_arg(expression.get()));
    std::string best = inner(expression, 0);
    for (int i = 1; i < operands; ++i) {
      const std::string other = inner(expression, i);
      best = "(" + best + relation + other + " ? " + best + " : " + other + ")";
    }
    return best;
  }

  std::string operationText(const isl::ast_expr &expression) const {
    auto infix = [&](const char *symbol) {
      return inner(expression, 0) + symbol + inner(expression, 1);
    };
    switch (isl_ast_expr_get_op_type(expression.get())) {
    case isl_ast_op_and:
    case isl_ast_op_and_then:
      return infix(" && ");
    case isl_ast_op_or:
    case isl_ast_op_or_else:
      return infix(" || ");
    case isl_ast_op_max:
      return extreme(expression, " > ");
    case isl_ast_op_min:
      return extreme(expression, " < ");
    case isl_ast_op_minus:
      return "-" + inner(expression, 0);
    case isl_ast_op_add:
      return summand(expression, 0) + " + " + inner(expression, 1);
    case isl_ast_op_sub:
      return summand(expression, 0) + " - " + inner(expression, 1);
    case isl_ast_op_mul:
      return infix(" * ");
    case isl_ast_op_div:
    case isl_ast_op_pdiv_q:
      return infix(" / ");
    case isl_ast_op_pdiv_r:
    case isl_ast_op_zdiv_r:
      return infix(" % ");
    case isl_ast_op_fdiv_q: {
      const std::string a = inner(expression, 0), b = inner(expression, 1);
      return "(" + a + " < 0 ? -((-" + a + " + " + b + " - 1) / " + b + ") : " + a + " / " + b +
             ")";
    }
    case isl_ast_op_cond:
    case isl_ast_op_select:
      return "(" + inner(expression, 0) + " ? " + inner(expression, 1) + " : " +
             inner(expression, 2) + ")";
    case isl_ast_op_eq:
      return infix(" == ");
    case isl_ast_op_le:
      return infix(" <= ");
    case isl_ast_op_lt:
      return infix(" < ");
    case isl_ast_op_ge:
      return infix(" >= ");
    case isl_ast_op_gt:
      return infix(" > ");
    default:
      return unknown();
    }
  }
};

} // namespace

std::string printExpression(const AffineNest &nest, const NestNames &names,
                            const isl::ast_expr &expression) {
  return NestPrinter(nest, names).textOf(expression);
}

std::string printNest(const AffineNest &nest, const Polyhedra &polyhedra, const NestOrder &order,
                      const NestNames &names, const std::string &indentation) {
  const isl::ast_node tree = treeOf(polyhedra.parameters, order.schedule);
  NestPrinter printer(nest, names,
                      order.isWave && !order.hasLanes ? steadyReads(nest, polyhedra)
                                                      : std::vector<std::set<size_t>>());
  printer.print(tree, indentation);
  return printer.text;
}

} // namespace kasuri
