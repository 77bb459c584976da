#include "reorder/SkewedTiles.h"

#include "reorder/NestCost.h"
#include "reorder/ScheduleTrees.h"
#include "reorder/SkewedPlaces.h"
#include "reorder/SourceOrder.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr double streamedByte = 0.1; ///< cycles, from memory outside of a core's caches
constexpr double cacheBytes = leastBytes;
constexpr int64_t longestTile = 32, shortestTile = 4, fewestTiles = 8;
constexpr int64_t likelyTrips = 1000, likelyDeepTrips = 200; ///< where they are not known
constexpr int64_t longestRow = 4096;                         ///< places in a tile
constexpr double smallTile = 1 << 16; ///< bytes, for which short rows are put together

class SkewedTiles {
public:
  SkewedTiles(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &names, const ReorderOptions &options)
      : nest(nest), polyhedra(polyhedra), names(names), options(options),
        chains(innermostChains(nest, polyhedra)), depth(nest.depth()) {}

  std::optional<NestOrder> choose(const InnermostLoops &allowed) {
    if (depth < 2 || !mayBeCompiledAnew(allowed) || (!options.takesAll && staysInCache()))
      return std::nullopt;
    if (!addPlaces(1) || !(fits(1) || (depth > 2 && addPlaces(2) && fits(2))))
      return std::nullopt;
    const double gain = gainOf();
    if (gain < clearGain && !options.takesAll)
      return std::nullopt;
    return NestOrder{tiled(), what(), gain, true, bytesOfPlace()};
  }

private:
  const AffineNest &nest;
  const Polyhedra &polyhedra;
  const std::vector<std::string> &names;
  const ReorderOptions &options;
  const std::vector<bool> chains;
  const size_t depth;
  std::vector<SkewedPlaces> places; ///< by level, from 1 on
  std::vector<int64_t> tile;        ///< its size by level: first, iterations of the outermost loop

  /// The innermost loops stay what they are, but the compiler decides again what it fuses.
  bool mayBeCompiledAnew(const InnermostLoops &allowed) const {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (allowed[i] && (chains[i] || !allowed[i]->contains(nest.statements[i].loops.back())))
        return false;
    return true;
  }

  bool addPlaces(size_t level) {
    std::optional<SkewedPlaces> found = findSkewedPlaces(nest, polyhedra, level);
    if (found)
      places.push_back(std::move(*found));
    return found.has_value();
  }

  // Bytes.

  std::optional<int64_t> tripsOf(size_t statement, size_t level) const {
    const AffineStatement &its = nest.statements[statement];
    return fixedTrips(nest, its, its.loops[level]);
  }

  /// Elements of an array that an access makes one iteration of the loops around `level` touch.
  double elementsOf(size_t statement, const AffineAccess &access, size_t level) const {
    const std::vector<size_t> &loops = nest.statements[statement].loops;
    const int64_t likely = depth > 3 ? likelyDeepTrips : likelyTrips;
    double elements = 1;
    for (size_t i = level; i < loops.size(); ++i)
      if (access.isWhole || strideOf(nest, access, loops[i]) != Stride::Fixed)
        elements *= static_cast<double>(tripsOf(statement, i).value_or(likely));
    return elements;
  }

  /// That one iteration of the loops around `level` touches.
  double bytesIn(size_t level) const {
    std::map<size_t, double> most;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (const AffineAccess &access : nest.statements[i].accesses)
        most[access.array] = std::max(most[access.array], elementsOf(i, access, level));
    double bytes = 0;
    for (const auto &[array, elements] : most)
      bytes += elements * static_cast<double>(nest.arrays[array].elementBytes);
    return bytes;
  }

  /// What an iteration of the outermost loop touches, if its size is known.
  bool staysInCache() const {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (size_t level = 1; level < nest.statements[i].loops.size(); ++level)
        if (!tripsOf(i, level))
          return false;
    return bytesIn(1) < cacheBytes;
  }

  // Sizes.

  /// Along the levels so far; false if even short tiles are too large for a cache.
  bool fits(size_t levels) {
    const double rowBytes = bytesIn(levels + 1);
    for (int64_t steps = mostSteps(); steps >= shortestTile; steps /= 2) {
      tile = {steps};
      double bytes = rowBytes;
      for (size_t i = 0; i < levels; ++i) {
        const int64_t reach = std::max<int64_t>(1, places[i].skew) * steps;
        tile.push_back(reach);
        bytes *= static_cast<double>(2 * reach);
      }
      if (bytes > cacheBytes)
        continue;
      while (levels == 1 && static_cast<double>(tile[1]) * rowBytes < smallTile &&
             tile[1] < longestRow)
        tile[1] *= 2;
      if (options.tile != 0)
        tile.assign(levels + 1, options.tile);
      return true;
    }
    return false;
  }

  int64_t mostSteps() const {
    const std::optional<int64_t> trips = nest.loops.front().fixedTrips();
    int64_t most = longestTile;
    while (trips && most > shortestTile && most * fewestTiles > *trips)
      most /= 2;
    return most;
  }

  // Gain.

  /// Bytes that an execution moves through the cache, by array, if each iteration of the outermost
  /// loop goes through all of it again.
  std::map<size_t, double> streamedBy(size_t statement) const {
    const AffineStatement &its = nest.statements[statement];
    std::map<size_t, double> bytes;
    for (const AffineAccess &access : its.accesses) {
      if (access.isWhole || strideOf(nest, access, its.loops.front()) != Stride::Fixed ||
          strideOf(nest, access, its.loops[1]) == Stride::Fixed ||
          strideOf(nest, access, its.loops.back()) == Stride::Fixed)
        continue;
      const auto size = static_cast<double>(nest.arrays[access.array].elementBytes);
      double &all = bytes[access.array];
      all = std::max(all, access.isWrite ? 2 * size : size);
    }
    return bytes;
  }

  /// Of all arrays that iterations of the outermost loop go through again.
  int64_t bytesOfPlace() const {
    std::set<size_t> arrays;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      if (nest.statements[i].loops.size() == depth)
        for (const auto &[array, bytes] : streamedBy(i))
          arrays.insert(array);
    int64_t bytes = 0;
    for (size_t array : arrays)
      bytes += static_cast<int64_t>(nest.arrays[array].elementBytes);
    return bytes;
  }

  double gainOf() const {
    double before = 0, after = 0;
    for (size_t i = 0; i < nest.statements.size(); ++i) {
      const AffineStatement &its = nest.statements[i];
      if (its.loops.size() < depth)
        continue;
      const double work = costOf(nest, i, its.loops.back(), chains[i], {});
      double waiting = 0;
      for (const auto &[array, bytes] : streamedBy(i))
        waiting += streamedByte * bytes;
      before += work + waiting;
      after += work + waiting / static_cast<double>(tile[0]);
    }
    return before / std::max(after, 1e-9);
  }

  // The tree.

  isl::schedule tiled() const {
    const isl::union_pw_aff outermost(
        polyhedra.domain.ctx(),
        placesText(nest, [](size_t, const std::vector<std::string> &counters) {
          return counters.front();
        }));
    std::vector<isl::union_pw_aff> tiles = {roundedDown(outermost, tile[0])};
    BandMark mark;
    mark.isWave = true;
    mark.loops = {names[0] + "_tile"};
    for (size_t level = 1; level < tile.size(); ++level) {
      tiles.push_back(roundedDown(places[level - 1].place, tile[level]));
      mark.loops.push_back(nameAt(level) + "_tile");
    }
    const isl::schedule inOrder = sourceOrder(nest, polyhedra, names, tile, chains);
    const isl::schedule_node band = withBand(inOrder.root().child(0), tiles);
    return marked(atomic(band, tiles.size()), mark).schedule();
  }

  /// Of the loops at this level.
  std::string nameAt(size_t level) const {
    const auto its =
        std::find_if(nest.statements.begin(), nest.statements.end(),
                     [&](const AffineStatement &each) { return each.loops.size() == depth; });
    return names[its->loops[level]];
  }

  std::string what() const {
    std::string text = "tiled " + std::to_string(tile[0]), loops = "'" + names[0] + "'";
    for (size_t level = 1; level < tile.size(); ++level) {
      text += "x" + std::to_string(tile[level]);
      loops += (level + 1 < tile.size() ? ", '" : " and '") + nameAt(level) + "'";
    }
    const int64_t skew = places.front().skew;
    return text + " over " + loops + (skew ? ", skewed by " + std::to_string(skew) : "");
  }
};

} // namespace

std::optional<NestOrder> chooseSkewedTiles(const AffineNest &nest, const Polyhedra &polyhedra,
                                           const std::vector<std::string> &names,
                                           const InnermostLoops &allowed,
                                           const ReorderOptions &options) {
  return SkewedTiles(nest, polyhedra, names, options).choose(allowed);
}

} // namespace kasuri
