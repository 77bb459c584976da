#include "reorder/SkewedTiles.h"

#include "reorder/NestCost.h"
#include "reorder/ScheduleTrees.h"
#include "reorder/Skew.h"
#include "reorder/SourceOrder.h"

#include <isl/schedule_node.h>

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr double clearGain = 1.4;
constexpr double streamedByte = 0.1; ///< cycles, from memory outside of a core's caches
constexpr double cacheBytes = leastBytes;
constexpr int64_t longestTile = 32, shortestTile = 4, fewestTiles = 8;
constexpr double likelyTrips = 1000;  ///< where they are not known
constexpr int64_t longestRow = 4096;  ///< places in a tile
constexpr double smallTile = 1 << 16; ///< bytes, for which short rows are put together

class SkewedTiles {
public:
  SkewedTiles(const AffineNest &nest, const Polyhedra &polyhedra,
              const std::vector<std::string> &names, const ReorderOptions &options)
      : nest(nest), polyhedra(polyhedra), names(names), options(options),
        chains(innermostChains(nest, polyhedra)) {
    for (const AffineStatement &each : nest.statements)
      depth = std::max(depth, each.loops.size());
  }

  std::optional<NestOrder> choose() {
    if (depth < 2 || (!options.takesAll && bytesFrom(1).value_or(cacheBytes) < cacheBytes))
      return std::nullopt;
    if (!addSkew(1) || !(fits(1) || (depth > 2 && addSkew(2) && fits(2))))
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
  size_t depth = 0;
  std::vector<Skew> skews;    ///< by level, from 1 on
  int64_t steps = 0;          ///< of the outermost loop in a tile
  std::vector<int64_t> sizes; ///< of the tile, by level from 1 on

  bool addSkew(size_t level) {
    std::optional<Skew> skew = findSkew(nest, polyhedra, level);
    if (skew)
      skews.push_back(std::move(*skew));
    return skew.has_value();
  }

  // Bytes.

  double tripsOf(size_t statement, size_t level) const {
    const AffineStatement &its = nest.statements[statement];
    const std::optional<int64_t> trips = fixedTrips(nest, its, its.loops[level]);
    return trips ? static_cast<double>(*trips) : likelyTrips;
  }

  bool isKnown(size_t statement, size_t level) const {
    const AffineStatement &its = nest.statements[statement];
    return fixedTrips(nest, its, its.loops[level]).has_value();
  }

  /// Elements of an array that an access makes one iteration of the loops around `level` touch.
  double elementsOf(size_t statement, const AffineAccess &access, size_t level) const {
    const std::vector<size_t> &loops = nest.statements[statement].loops;
    double elements = 1;
    for (size_t i = level; i < loops.size(); ++i)
      if (access.isWhole || strideOf(nest, access, loops[i]) != Stride::Fixed)
        elements *= tripsOf(statement, i);
    return elements;
  }

  /// That one iteration of the loops around `level` touches; all if that is not known.
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

  /// The same, if all trips are known.
  std::optional<double> bytesFrom(size_t level) const {
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (size_t each = level; each < nest.statements[i].loops.size(); ++each)
        if (!isKnown(i, each))
          return std::nullopt;
    return bytesIn(level);
  }

  // Sizes.

  /// Along the levels so far; false if even short tiles are too large for a cache.
  bool fits(size_t levels) {
    const double rowBytes = bytesIn(levels + 1);
    for (steps = mostSteps(); steps >= shortestTile; steps /= 2) {
      sizes.clear();
      double bytes = rowBytes;
      for (size_t i = 0; i < levels; ++i) {
        const int64_t reach = std::max<int64_t>(1, skews[i].factor) * steps;
        sizes.push_back(reach);
        bytes *= static_cast<double>(2 * reach);
      }
      if (bytes > cacheBytes)
        continue;
      while (levels == 1 && static_cast<double>(sizes[0]) * rowBytes < smallTile &&
             sizes[0] < longestRow)
        sizes[0] *= 2;
      if (options.tile != 0) {
        steps = options.tile;
        sizes.assign(levels, options.tile);
      }
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
      after += work + waiting / static_cast<double>(steps);
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
    std::vector<isl::union_pw_aff> tiles = {roundedDown(outermost, steps)};
    BandMark mark;
    mark.isWave = true;
    mark.loops = {names[0] + "_tile"};
    for (size_t i = 0; i < sizes.size(); ++i) {
      tiles.push_back(roundedDown(skews[i].place, sizes[i]));
      mark.loops.push_back(nameAt(i + 1) + "_tile");
    }
    std::vector<int64_t> all = {steps};
    all.insert(all.end(), sizes.begin(), sizes.end());
    const isl::schedule inOrder = sourceOrder(nest, polyhedra, names, all);
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
    std::string text = "tiled " + std::to_string(steps), loops = "'" + names[0] + "'";
    for (size_t i = 0; i < sizes.size(); ++i) {
      text += "x" + std::to_string(sizes[i]);
      loops += (i + 1 < sizes.size() ? ", '" : " and '") + nameAt(i + 1) + "'";
    }
    const int64_t skew = skews.front().factor;
    return text + " over " + loops + (skew ? ", skewed by " + std::to_string(skew) : "");
  }
};

} // namespace

std::optional<NestOrder> chooseSkewedTiles(const AffineNest &nest, const Polyhedra &polyhedra,
                                           const std::vector<std::string> &names,
                                           const InnermostLoops &allowed,
                                           const ReorderOptions &options) {
  const bool keepsInnermost =
      std::all_of(nest.statements.begin(), nest.statements.end(), [&](const AffineStatement &each) {
        const auto &its = allowed[static_cast<size_t>(&each - nest.statements.data())];
        return !its || its->contains(each.loops.back());
      });
  return keepsInnermost ? SkewedTiles(nest, polyhedra, names, options).choose() : std::nullopt;
}

} // namespace kasuri
