#include "reorder/KeptElements.h"

#include "reorder/AstExpression.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

/// By depth of a loop: how much a value grows with it.
using Growth = std::map<size_t, int64_t>;

/// Nothing if it is not affine.
std::optional<Growth> growthOf(const isl::ast_expr &expression) {
  if (constantIn(expression))
    return Growth();
  if (isl_ast_expr_get_type(expression.get()) == isl_ast_expr_id)
    return idOf(expression)[0] == 'p' ? Growth() : Growth{{numberOfId(expression), 1}};
  const isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expression.get());
  if (type != isl_ast_expr_op_add && type != isl_ast_expr_op_sub && type != isl_ast_expr_op_mul &&
      type != isl_ast_expr_op_minus)
    return std::nullopt;
  std::optional<Growth> first = growthOf(operand(expression, 0));
  if (!first)
    return std::nullopt;
  if (type == isl_ast_expr_op_minus) {
    for (auto &[depth, factor] : *first)
      factor = -factor;
    return first;
  }
  std::optional<Growth> second = growthOf(operand(expression, 1));
  if (!second)
    return std::nullopt;
  if (type == isl_ast_expr_op_mul) {
    const auto left = constantIn(operand(expression, 0)),
               right = constantIn(operand(expression, 1));
    if (!left && !right)
      return first->empty() && second->empty() ? first : std::nullopt;
    for (auto &[depth, factor] : left ? *second : *first)
      factor *= left.value_or(right.value_or(0));
    return left ? second : first;
  }
  for (const auto &[depth, factor] : *second)
    (*first)[depth] += type == isl_ast_expr_op_add ? factor : -factor;
  return first;
}

class KeptFinder {
public:
  KeptFinder(const AffineNest &nest, const NestNames &names, const LaneBody &body, size_t depth,
             const std::vector<std::set<size_t>> &steady)
      : nest(nest), names(names), body(body), depth(depth), steady(steady) {}

  std::vector<KeptElement> find() const {
    std::vector<KeptElement> kept;
    for (size_t run = 0; run < body.runs.size(); ++run) {
      const std::vector<NestElement> &elements = names.elements[body.runs[run].statement];
      for (size_t i = 0; i < elements.size(); ++i)
        if (auto its = keep(run, i))
          kept.push_back(std::move(*its));
    }
    return kept;
  }

private:
  const AffineNest &nest;
  const NestNames &names;
  const LaneBody &body;
  size_t depth;
  const std::vector<std::set<size_t>> &steady;

  const AffineStatement &statementOf(size_t run) const {
    return nest.statements[body.runs[run].statement];
  }

  std::optional<KeptElement> keep(size_t run, size_t number) const {
    const NestElement &element = names.elements[body.runs[run].statement][number];
    const std::vector<AffineAccess> &accesses = statementOf(run).accesses;
    const bool isRead = std::any_of(element.accesses.begin(), element.accesses.end(),
                                    [&](size_t access) { return !accesses[access].isWrite; });
    std::optional<std::vector<Growth>> subscripts = subscriptsOf(run, element);
    const bool mayChange = isWritten(element.array) && !isAlone(run, element);
    if (!isRead || !subscripts || (mayChange && !isSteady(run, element)))
      return std::nullopt;
    std::set<size_t> changing; // loops, by depth
    auto addChanging = [&](const Growth &growth) {
      for (const auto &[loop, factor] : growth)
        if (factor != 0)
          changing.insert(loop);
    };
    for (const Growth &each : *subscripts)
      addChanging(each);
    for (const auto *uses : {&element.uses.variables, &element.uses.counters})
      for (const auto &[loop, times] : *uses) {
        const std::optional<Growth> its = growthOfLoop(run, loop);
        if (!its)
          return std::nullopt;
        addChanging(*its);
      }
    KeptElement kept{run, number, {}, !changing.contains(depth)};
    for (size_t lane = 0; lane < body.lanes.size(); ++lane)
      if (changing.contains(body.lanes[lane].depth)) {
        kept.lanes.push_back(lane);
        if (element.isWritten && !hasOwnElements(*subscripts, body.lanes[lane].depth))
          return std::nullopt;
      }
    if (mayChange && !kept.isFixed)
      return std::nullopt;
    const bool isShared = kept.isFixed || kept.lanes.size() < body.lanes.size();
    return isShared ? std::optional(std::move(kept)) : std::nullopt;
  }

  /// The loop does not write it.
  bool isSteady(size_t run, const NestElement &element) const {
    const size_t statement = body.runs[run].statement;
    return !steady.empty() &&
           std::all_of(element.accesses.begin(), element.accesses.end(),
                       [&](size_t each) { return steady[statement].contains(each); });
  }

  std::optional<Growth> growthOfLoop(size_t run, size_t loop) const {
    const std::vector<size_t> &loops = statementOf(run).loops;
    const auto place = std::find(loops.begin(), loops.end(), loop) - loops.begin();
    return growthOf(operand(body.runs[run].call, static_cast<int>(place) + 1));
  }

  std::optional<std::vector<Growth>> subscriptsOf(size_t run, const NestElement &element) const {
    std::vector<Growth> all;
    for (const AffineForm &form : statementOf(run).accesses[element.accesses.front()].subscripts) {
      all.emplace_back();
      for (const auto &[loop, factor] : form.loops) {
        const std::optional<Growth> its = growthOfLoop(run, loop);
        if (!its)
          return std::nullopt;
        for (const auto &[each, growth] : *its)
          all.back()[each] += factor * growth;
      }
    }
    return all;
  }

  bool isWritten(size_t array) const {
    return std::any_of(body.runs.begin(), body.runs.end(), [&](const LaneBody::Run &run) {
      const std::vector<AffineAccess> &all = nest.statements[run.statement].accesses;
      return std::any_of(all.begin(), all.end(), [&](const AffineAccess &access) {
        return access.array == array && access.isWrite;
      });
    });
  }

  /// Nothing else in the body accesses its array.
  bool isAlone(size_t number, const NestElement &element) const {
    for (size_t run = 0; run < body.runs.size(); ++run) {
      const std::vector<AffineAccess> &all = statementOf(run).accesses;
      for (size_t i = 0; i < all.size(); ++i)
        if (all[i].array == element.array &&
            (run != number || std::find(element.accesses.begin(), element.accesses.end(), i) ==
                                  element.accesses.end()))
          return false;
    }
    return true;
  }

  /// A subscript changes with this lane, and with no other: they have elements of their own.
  bool hasOwnElements(const std::vector<Growth> &subscripts, size_t lane) const {
    auto changes = [](const Growth &subscript, size_t loop) {
      const auto found = subscript.find(loop);
      return found != subscript.end() && found->second != 0;
    };
    return std::any_of(subscripts.begin(), subscripts.end(), [&](const Growth &subscript) {
      return changes(subscript, lane) &&
             std::none_of(body.lanes.begin(), body.lanes.end(), [&](const Lane &other) {
               return other.depth != lane && changes(subscript, other.depth);
             });
    });
  }
};

bool addRuns(const isl::ast_node &node, LaneBody &body) {
  if (isl_ast_node_get_type(node.get()) == isl_ast_node_block) {
    const isl::ast_node_list children = isl::manage(isl_ast_node_block_get_children(node.get()));
    for (int i = 0; i < static_cast<int>(children.size()); ++i)
      if (!addRuns(children.at(i), body))
        return false;
    return true;
  }
  if (isl_ast_node_get_type(node.get()) != isl_ast_node_user)
    return false;
  const isl::ast_expr call = isl::manage(isl_ast_node_user_get_expr(node.get()));
  const size_t statement = statementIn(call);
  const bool isNew = std::none_of(body.runs.begin(), body.runs.end(),
                                  [&](const auto &run) { return run.statement == statement; });
  body.runs.push_back({statement, call});
  return isNew;
}

} // namespace

BandMark markOf(const isl::ast_node &node) {
  const isl::id id = isl::manage(isl_ast_node_mark_get_id(node.get()));
  return BandMark::parse(isl_id_get_name(id.get()));
}

std::optional<LaneBody> laneBodyOf(const isl::ast_node &node) {
  LaneBody body;
  isl::ast_node inner = node;
  if (isl_ast_node_get_type(inner.get()) == isl_ast_node_mark) {
    body.mark = markOf(inner);
    inner = isl::manage(isl_ast_node_mark_get_node(inner.get()));
    for (size_t i = 0; i < body.mark->unrolled.size(); ++i) {
      const Lane lane{body.mark->depth + i, body.mark->unrolled[i]};
      if (isl_ast_node_get_type(inner.get()) != isl_ast_node_for ||
          isl_ast_node_for_is_degenerate(inner.get()) == isl_bool_true)
        return std::nullopt;
      const isl::ast_expr first = isl::manage(isl_ast_node_for_get_init(inner.get()));
      const isl::ast_expr test = isl::manage(isl_ast_node_for_get_cond(inner.get()));
      if (constantIn(first) != 0 || isl_ast_expr_get_type(test.get()) != isl_ast_expr_op ||
          isl_ast_expr_get_op_type(test.get()) != isl_ast_expr_op_le ||
          constantIn(operand(test, 1)) != lane.times - 1)
        return std::nullopt;
      body.lanes.push_back(lane);
      inner = isl::manage(isl_ast_node_for_get_body(inner.get()));
    }
    if (body.lanes.empty())
      return std::nullopt;
  }
  return addRuns(inner, body) ? std::optional(std::move(body)) : std::nullopt;
}

std::optional<PartialLanes> partialLanesOf(const BandMark &mark, const isl::ast_node &inner,
                                           size_t depth) {
  PartialLanes found{{}, inner};
  while (isl_ast_node_get_type(found.body.get()) == isl_ast_node_for) {
    const isl::ast_node loop = found.body;
    const bool isOne = isl_ast_node_for_is_degenerate(loop.get()) == isl_bool_true;
    if (dependsOnLoop(isl::manage(isl_ast_node_for_get_init(loop.get())), depth) ||
        (!isOne && dependsOnLoop(isl::manage(isl_ast_node_for_get_cond(loop.get())), depth)))
      return std::nullopt;
    found.loops.push_back(loop);
    found.body = isl::manage(isl_ast_node_for_get_body(loop.get()));
  }
  LaneBody runs;
  const bool isKnown = !mark.unrolled.empty() && !found.loops.empty() &&
                       found.loops.size() <= mark.unrolled.size() && addRuns(found.body, runs);
  return isKnown ? std::optional(std::move(found)) : std::nullopt;
}

bool hasPartialLanes(const BandMark &mark, const isl::ast_node &inner, size_t depth) {
  if (isl_ast_node_get_type(inner.get()) != isl_ast_node_if)
    return partialLanesOf(mark, inner, depth).has_value();
  const auto has = [&](isl_ast_node *branch) {
    return hasPartialLanes(mark, isl::manage(branch), depth);
  };
  return !dependsOnLoop(isl::manage(isl_ast_node_if_get_cond(inner.get())), depth) &&
         has(isl_ast_node_if_get_then_node(inner.get())) &&
         (isl_ast_node_if_has_else_node(inner.get()) != isl_bool_true ||
          has(isl_ast_node_if_get_else_node(inner.get())));
}

std::vector<KeptElement> keptElements(const AffineNest &nest, const NestNames &names,
                                      const LaneBody &body, size_t depth,
                                      const std::vector<std::set<size_t>> &steady) {
  return KeptFinder(nest, names, body, depth, steady).find();
}

} // namespace kasuri
