#include "reorder/Polyhedra.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t mostForScheduler = 64;

std::string counter(size_t loop) { return "c" + std::to_string(loop); }

std::string formText(const AffineForm &form) {
  std::string text = std::to_string(form.constant);
  for (const auto &[loop, coefficient] : form.loops)
    text += " + " + std::to_string(coefficient) + " * " + counter(loop);
  for (const auto &[number, coefficient] : form.parameters)
    text += " + " + std::to_string(coefficient) + " * " + parameterName(number);
  return text;
}

std::vector<std::string> countersAround(const AffineNest &nest, size_t statement) {
  std::vector<std::string> names;
  for (size_t loop : nest.statements[statement].loops)
    names.push_back(counter(loop));
  return names;
}

std::string statementTuple(size_t statement, const std::vector<std::string> &counters) {
  return statementName(statement) + "[" + llvm::join(counters, ", ") + "]";
}

class PolyhedraBuilder {
public:
  explicit PolyhedraBuilder(const isl::ctx &context, const AffineNest &nest)
      : context(context), nest(nest), wholeSteps(nest.wholeSteps()) {
    std::vector<std::string> names;
    for (size_t i = 0; i < nest.parameters.size() + wholeSteps.size(); ++i)
      names.push_back(parameterName(i));
    parameters = "[" + llvm::join(names, ", ") + "] -> ";
  }

  Polyhedra build() const {
    std::vector<std::string> known = {"0 = 0"};
    addRanges(known, largestParameter);
    const isl::set all(context, parameters + "{ : " + llvm::join(known, " and ") + " }");
    Polyhedra built{
        all, all, set(domains()), map(schedules()), map(accesses(false)), map(accesses(true)),
        {},  all};
    const isl::union_map earlier =
        isl::manage(isl_union_map_lex_lt_union_map(built.schedule.copy(), built.schedule.copy()));
    built.within =
        within(all).gist(all.intersect(isl::manage(isl_union_set_params(built.domain.copy()))));
    const isl::union_map both = built.reads.unite(built.writes);
    const isl::union_map meeting = sharing(built.writes, both).unite(sharing(both, built.writes));
    built.dependences = meeting.intersect(earlier)
                            .intersect_domain(built.domain)
                            .intersect_range(built.domain)
                            .coalesce();
    return built;
  }

  isl::map accessMap(size_t statement, size_t access) const {
    return isl::map(context, parameters + "{ " +
                                 textOf(statement, nest.statements[statement].accesses[access]) +
                                 " }");
  }

private:
  const isl::ctx &context;
  const AffineNest &nest;
  const std::vector<WholeSteps> wholeSteps;
  std::string parameters;

  isl::union_set set(const std::vector<std::string> &parts) const {
    return isl::union_set(context, parameters + "{ " + llvm::join(parts, "; ") + " }");
  }
  isl::union_map map(const std::vector<std::string> &parts) const {
    return isl::union_map(context, parameters + "{ " + llvm::join(parts, "; ") + " }");
  }

  std::string tupleOf(size_t statement) const {
    return statementTuple(statement, countersAround(nest, statement));
  }

  /// Bounds of the parameters, from the least to the greatest number that is worth the scheduler's
  /// time: what it solves takes long with large constants.
  void addRanges(std::vector<std::string> &conditions, int64_t most) const {
    for (size_t i = 0; i < nest.parameters.size(); ++i) {
      const Range &range = nest.parameters[i].range;
      const int64_t low = std::max(range.low, -largestParameter);
      const int64_t high = std::min(range.high, largestParameter);
      if (low >= -most)
        conditions.push_back(parameterName(i) + " >= " + std::to_string(low));
      if (high <= most)
        conditions.push_back(parameterName(i) + " <= " + std::to_string(high));
    }
    for (size_t i = 0; i < wholeSteps.size(); ++i) {
      const std::string rest = formText(wholeSteps[i].distance) + " - " + wholeStepsText(i);
      conditions.push_back("0 <= " + rest + " < " + std::to_string(wholeSteps[i].step));
    }
  }

  /// In iterations.
  std::string wholeStepsText(size_t number) const {
    return std::to_string(wholeSteps[number].step) + " * " +
           parameterName(nest.parameters.size() + number);
  }

  /// Where the part of the statement ends that consists of whole steps.
  std::string wholeStepsOf(const AffineStatement &statement) const {
    const AffineForm &distance = nest.loops[statement.loops.back()].distance;
    const auto its =
        std::find(wholeSteps.begin(), wholeSteps.end(), WholeSteps{distance, statement.part->step});
    const std::string step = std::to_string(statement.part->step);
    return its != wholeSteps.end() ? wholeStepsText(static_cast<size_t>(its - wholeSteps.begin()))
                                   : step + " * floor((" + formText(distance) + ") / " + step + ")";
  }

  std::vector<std::string> domains() const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < nest.statements.size(); ++i) {
      std::vector<std::string> conditions;
      for (size_t number : nest.statements[i].loops) {
        const AffineLoop &loop = nest.loops[number];
        const std::string first = formText(loop.first);
        conditions.push_back(counter(number) + " >= " + first);
        conditions.push_back(std::to_string(loop.stride) + " * (" + counter(number) + " - (" +
                             first + ")) < " + formText(loop.distance));
      }
      const AffineStatement &statement = nest.statements[i];
      const size_t innermost = statement.loops.back();
      const std::string begin =
          counter(innermost) + " - (" + formText(nest.loops[innermost].first) + ")";
      if (statement.from)
        conditions.push_back(begin + " >= " + std::to_string(*statement.from));
      if (statement.below)
        conditions.push_back(begin + " < " + std::to_string(*statement.below));
      if (statement.part)
        conditions.push_back(begin + (statement.part->isRest ? " >= " : " < ") +
                             wholeStepsOf(statement));
      addRanges(conditions, mostForScheduler);
      parts.push_back(tupleOf(i) + " : " + llvm::join(conditions, " and "));
    }
    return parts;
  }

  isl::set within(isl::set left) const {
    const std::vector<std::string> domain = domains();
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (const AffineAccess &access : nest.statements[i].accesses) {
        const std::vector<AffineForm> &extents = nest.arrays[access.array].extents;
        for (size_t d = 0; d < extents.size(); ++d) {
          const std::string subscript = formText(access.subscripts[d + 1]);
          const isl::set leaving(context, parameters + "{ " + domain[i] + " and (" + subscript +
                                              " < 0 or " + subscript +
                                              " >= " + formText(extents[d]) + ") }");
          left = left.subtract(leaving.params()).coalesce();
        }
      }
    return left;
  }

  std::vector<std::string> schedules() const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < nest.statements.size(); ++i) {
      const AffineStatement &statement = nest.statements[i];
      std::vector<std::string> places;
      for (size_t level = 0; level <= nest.depth(); ++level) {
        const bool isInside = level < statement.loops.size();
        places.push_back(level < statement.order.size() ? std::to_string(statement.order[level])
                                                        : "0");
        places.push_back(isInside ? counter(statement.loops[level]) : "0");
      }
      parts.push_back(tupleOf(i) + " -> [" + llvm::join(places, ", ") + "]");
    }
    return parts;
  }

  std::vector<std::string> accesses(bool writes) const {
    std::vector<std::string> parts;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (const AffineAccess &access : nest.statements[i].accesses)
        if (access.isWrite == writes)
          parts.push_back(textOf(i, access));
    return parts;
  }

  std::string textOf(size_t statement, const AffineAccess &access) const {
    std::vector<std::string> subscripts;
    for (size_t d = 0; d < nest.arrays[access.array].dimensions; ++d)
      subscripts.push_back(access.isWhole ? "e" + std::to_string(d)
                                          : formText(access.subscripts[d]));
    return tupleOf(statement) + " -> A" + std::to_string(access.array) + "[" +
           llvm::join(subscripts, ", ") + "]";
  }
};

} // namespace

std::string parameterName(size_t number) { return "p" + std::to_string(number); }

std::string statementName(size_t statement) { return "S" + std::to_string(statement); }

size_t numberOf(const isl::set &tuples) {
  return std::stoul(std::string(isl_set_get_tuple_name(tuples.get())).substr(1));
}

std::string placesText(const AffineNest &nest, const PlaceText &place) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < nest.statements.size(); ++i) {
    const std::vector<std::string> counters = countersAround(nest, i);
    parts.push_back(statementTuple(i, counters) + " -> [(" + place(i, counters) + ")]");
  }
  return "{ " + llvm::join(parts, "; ") + " }";
}

isl::union_map sharing(const isl::union_map &first, const isl::union_map &second) {
  return first.apply_range(second.reverse());
}

isl::map accessMap(const isl::ctx &context, const AffineNest &nest, size_t statement,
                   size_t access) {
  return PolyhedraBuilder(context, nest).accessMap(statement, access);
}

Polyhedra polyhedraOf(const isl::ctx &context, const AffineNest &nest) {
  return PolyhedraBuilder(context, nest).build();
}

} // namespace kasuri
