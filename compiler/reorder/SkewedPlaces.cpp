#include "reorder/SkewedPlaces.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t largestSkew = 4;
constexpr int64_t largestShift = 64;

/// A dependence between statements, and the least that it leads forward by.
struct Edge {
  size_t from, to;
  int64_t least;
};

class PlaceFinder {
public:
  /// `fewestLoops`: around a statement with its counter in its place.
  PlaceFinder(const AffineNest &nest, const Polyhedra &polyhedra, size_t level, size_t fewestLoops)
      : nest(nest), polyhedra(polyhedra), level(level), fewestLoops(fewestLoops) {}

  std::optional<SkewedPlaces> find() const {
    for (int64_t skew = 0; skew <= largestSkew; ++skew)
      if (const auto edges = edgesFor(skew))
        if (const auto shifts = shiftsFor(*edges))
          return SkewedPlaces{skew,
                              isl::union_pw_aff(polyhedra.domain.ctx(), placeText(skew, *shifts))};
    return std::nullopt;
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const size_t level, fewestLoops;

  std::string placeText(int64_t skew, const std::vector<int64_t> &shifts) const {
    return placesText(nest, [&](size_t statement, const std::vector<std::string> &counters) {
      return std::to_string(skew) + " * " + counters.front() +
             (counters.size() >= fewestLoops ? " + " + counters[level] : "") + " + " +
             std::to_string(shifts[statement]);
    });
  }

  /// Nothing if a dependence leads back by any number.
  std::optional<std::vector<Edge>> edgesFor(int64_t skew) const {
    const isl::union_map place(polyhedra.domain.ctx(),
                               placeText(skew, std::vector<int64_t>(nest.statements.size())));
    std::vector<Edge> edges;
    bool isBounded = true;
    polyhedra.dependences.foreach_map([&](const isl::map &each) {
      const isl::union_set distances =
          isl::union_map(each).apply_domain(place).apply_range(place).deltas();
      if (!isBounded || distances.is_empty())
        return;
      const isl::val least =
          isl::manage(isl_set_dim_min_val(isl_set_from_union_set(distances.copy()), 0));
      isBounded = isl_val_is_int(least.get()) == isl_bool_true;
      if (isBounded)
        edges.push_back(
            {numberOf(each.domain()), numberOf(each.range()), isl_val_get_num_si(least.get())});
    });
    return isBounded ? std::optional(edges) : std::nullopt;
  }

  /// The least with which no dependence leads back.
  std::optional<std::vector<int64_t>> shiftsFor(const std::vector<Edge> &edges) const {
    std::vector<int64_t> shifts(nest.statements.size());
    for (size_t round = 0; round <= shifts.size(); ++round) {
      bool isDone = true;
      for (const Edge &edge : edges)
        if (const int64_t wanted = shifts[edge.from] - edge.least; shifts[edge.to] < wanted) {
          shifts[edge.to] = wanted;
          isDone = false;
        }
      if (isDone)
        return *std::max_element(shifts.begin(), shifts.end()) <= largestShift
                   ? std::optional(shifts)
                   : std::nullopt;
    }
    return std::nullopt; // they would grow for ever
  }
};

} // namespace

std::optional<SkewedPlaces> findSkewedPlaces(const AffineNest &nest, const Polyhedra &polyhedra,
                                             size_t level) {
  std::optional<SkewedPlaces> found = PlaceFinder(nest, polyhedra, level, level + 1).find();
  return found || nest.depth() == level + 1
             ? found
             : PlaceFinder(nest, polyhedra, level, nest.depth()).find();
}

} // namespace kasuri
