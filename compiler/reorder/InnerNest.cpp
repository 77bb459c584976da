#include "reorder/InnerNest.h"

#include "reorder/NestNames.h"

#include <algorithm>

namespace kasuri {
namespace {

class InnerNest {
public:
  InnerNest(const AffineNest &nest, size_t root) : nest(nest), root(root) {}

  /// Nothing if nothing is in it, or if the counter of a loop around it has no simple text.
  std::optional<AffineNest> make() {
    made.loop = nest.loops[root].loop;
    made.parameters = nest.parameters;
    made.apart = nest.apart;
    made.rowsApart = nest.rowsApart;
    made.guards = nest.guards;
    made.repeated = nest.repeated;
    for (std::optional<size_t> up = nest.loops[root].parent; up; up = nest.loops[*up].parent)
      if (!addParameter(*up))
        return std::nullopt;
    for (size_t i = root; i < nest.loops.size(); ++i)
      if (isInside(i))
        addLoop(i);
    for (const AffineArray &array : nest.arrays)
      addArray(array);
    for (const AffineStatement &statement : nest.statements)
      addStatement(statement);
    if (made.statements.empty())
      return std::nullopt;
    return std::move(made);
  }

private:
  const AffineNest &nest;
  size_t root;
  AffineNest made;
  std::map<size_t, size_t> parameters, loops; ///< new numbers of loops, by their old ones

  bool isInside(size_t loop) const {
    std::optional<size_t> up = loop;
    while (up && *up != root)
      up = nest.loops[*up].parent;
    return up.has_value();
  }

  bool addParameter(size_t loop) {
    const AffineLoop &outer = nest.loops[loop];
    if (outer.step != 1 || !outer.start.isConstant() || outer.start.constant != 0)
      return false;
    const Range range{outer.first.isConstant() ? outer.first.constant : unboundedBelow,
                      mostOf(loop)};
    parameters[loop] = made.parameters.size();
    made.parameters.push_back(
        {GuardValue{.op = GuardValue::Op::Variable, .object = outer.variable}, range});
    return true;
  }

  /// The greatest value of a counter, from constants.
  int64_t mostOf(size_t loop) const {
    AffineForm last = nest.loops[loop].first;
    last.add(nest.loops[loop].distance, 1);
    int64_t most = last.constant - 1;
    for (const auto &[outer, factor] : last.loops) {
      const int64_t its = mostOf(outer);
      if (factor < 0 || its > largestParameter || factor > largestParameter)
        return unboundedAbove;
      most += factor * its;
    }
    return last.parameters.empty() ? most : unboundedAbove;
  }

  void addLoop(size_t number) {
    AffineLoop loop = nest.loops[number];
    loop.start = translated(loop.start);
    loop.first = translated(loop.first);
    loop.distance = translated(loop.distance);
    loop.parent = number == root ? std::nullopt : std::optional(loops.at(*loop.parent));
    loops[number] = made.loops.size();
    made.loops.push_back(std::move(loop));
  }

  /// Of what is one for each iteration of the loops around the nest, all of it has one.
  void addArray(AffineArray array) {
    std::erase_if(array.expandedIn, [&](size_t loop) { return !loops.contains(loop); });
    for (size_t &loop : array.expandedIn)
      loop = loops.at(loop);
    if (array.variable.valid())
      array.dimensions = array.expandedIn.size();
    made.arrays.push_back(std::move(array));
  }

  void addStatement(AffineStatement statement) {
    const auto begin = std::find(statement.loops.begin(), statement.loops.end(), root);
    if (begin == statement.loops.end())
      return;
    statement.order.erase(statement.order.begin(),
                          statement.order.begin() + (begin - statement.loops.begin()));
    statement.loops.erase(statement.loops.begin(), begin);
    for (size_t &loop : statement.loops)
      loop = loops.at(loop);
    for (AffineAccess &access : statement.accesses) {
      if (nest.arrays[access.array].variable.valid())
        std::erase_if(access.subscripts, [&](const AffineForm &subscript) {
          return !loops.contains(subscript.loops.begin()->first);
        });
      for (AffineForm &subscript : access.subscripts)
        subscript = translated(subscript);
    }
    made.statements.push_back(std::move(statement));
  }

  AffineForm translated(const AffineForm &form) const {
    AffineForm result{form.constant, {}, form.parameters};
    for (const auto &[loop, factor] : form.loops)
      if (auto inner = loops.find(loop); inner != loops.end())
        result.loops[inner->second] = factor;
      else
        result.parameters[parameters.at(loop)] += factor;
    return result;
  }
};

} // namespace

std::optional<AffineNest> innerNest(const AffineNest &nest, size_t root) {
  return InnerNest(nest, root).make();
}

} // namespace kasuri
