// The shapes: tiled Gauss elimination and Cholesky factorisation by their elimination steps, FFT by
// its butterfly, as in H. Topcuoglu, S. Hariri, M. Wu (2002) and T. Tobita, H. Kasahara (2002).
#include "TaskGraphs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kasuri::taskgraphs {
namespace {

class Builder {
public:
  explicit Builder(std::mt19937 &random) : random(random) {}

  size_t add(const std::vector<size_t> &before) {
    Piece piece;
    piece.task = static_cast<uint16_t>(pieces.size());
    piece.costNs = std::uniform_real_distribution(10e3, 100e3)(random);
    for (size_t each : before)
      piece.predecessors.push_back({each, std::uniform_real_distribution(0.0, 16384.0)(random)});
    pieces.push_back(piece);
    return pieces.size() - 1;
  }

  size_t below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); }

  std::vector<Piece> pieces;

private:
  std::mt19937 &random;
};

std::vector<Piece> layered(std::mt19937 &random, size_t count) {
  Builder graph(random);
  std::vector<size_t> above, layer;
  const auto width = static_cast<size_t>(std::sqrt(static_cast<double>(count)));
  while (graph.pieces.size() < count) {
    const size_t wanted = 1 + graph.below(2 * width);
    layer.clear();
    for (size_t i = 0; i < wanted; ++i) {
      std::vector<size_t> before;
      for (size_t each : above)
        if (graph.below(above.size()) < 3)
          before.push_back(each);
      layer.push_back(graph.add(before));
    }
    above = layer;
  }
  return graph.pieces;
}

/// Step k: a pivot, then an update of each later column.
std::vector<Piece> gauss(std::mt19937 &random, size_t count) {
  Builder graph(random);
  const auto size = static_cast<size_t>(std::sqrt(2.0 * static_cast<double>(count)));
  std::vector<std::optional<size_t>> last(size); ///< by column
  for (size_t k = 0; k + 1 < size; ++k) {
    const size_t pivot = graph.add(last[k] ? std::vector{*last[k]} : std::vector<size_t>());
    for (size_t column = k + 1; column < size; ++column)
      last[column] =
          graph.add(last[column] ? std::vector{pivot, *last[column]} : std::vector{pivot});
  }
  return graph.pieces;
}

std::vector<Piece> fft(std::mt19937 &random, size_t count) {
  Builder graph(random);
  size_t points = 4;
  while (2 * points * static_cast<size_t>(std::log2(2 * points) + 1) <= count)
    points *= 2;
  std::vector<size_t> above;
  for (size_t i = 0; i < points; ++i)
    above.push_back(graph.add({}));
  for (size_t distance = 1; distance < points; distance *= 2) {
    std::vector<size_t> layer;
    for (size_t i = 0; i < points; ++i)
      layer.push_back(graph.add({above[i], above[i ^ distance]}));
    above = layer;
  }
  return graph.pieces;
}

/// Tiles of the lower triangle: factor the diagonal, solve the column, update what is right of it.
std::vector<Piece> cholesky(std::mt19937 &random, size_t count) {
  Builder graph(random);
  size_t tiles = 3;
  while ((tiles + 1) * (tiles + 2) * (tiles + 3) / 6 <= count)
    ++tiles;
  std::map<std::pair<size_t, size_t>, size_t> last;
  auto update = [&](size_t row, size_t column, std::vector<size_t> before) {
    if (auto found = last.find({row, column}); found != last.end())
      before.push_back(found->second);
    last[{row, column}] = graph.add(before);
  };
  for (size_t k = 0; k < tiles; ++k) {
    update(k, k, {});
    for (size_t row = k + 1; row < tiles; ++row)
      update(row, k, {last[{k, k}]});
    for (size_t row = k + 1; row < tiles; ++row)
      for (size_t column = k + 1; column <= row; ++column)
        update(row, column,
               row == column ? std::vector{last[{row, k}]}
                             : std::vector{last[{row, k}], last[{column, k}]});
  }
  return graph.pieces;
}

std::vector<Piece> forkJoin(std::mt19937 &random, size_t count) {
  Builder graph(random);
  std::vector<size_t> joined;
  while (graph.pieces.size() < count) {
    const size_t fork = graph.add(joined);
    std::vector<size_t> branches;
    for (size_t width = 8 + graph.below(24); width > 0; --width)
      branches.push_back(graph.add({fork}));
    joined = {graph.add(branches)};
  }
  return graph.pieces;
}

std::vector<Piece> outTree(std::mt19937 &random, size_t count) {
  Builder graph(random);
  graph.add({});
  while (graph.pieces.size() < count)
    graph.add({(graph.pieces.size() - 1) / 3});
  return graph.pieces;
}

std::vector<Piece> inTree(std::mt19937 &random, size_t count) {
  const std::vector<Piece> tree = outTree(random, count);
  std::vector<Piece> pieces(tree.size());
  for (size_t i = 0; i < tree.size(); ++i) {
    Piece &piece = pieces[tree.size() - 1 - i];
    piece.task = static_cast<uint16_t>(tree.size() - 1 - i);
    piece.costNs = tree[i].costNs;
    for (const Piece::Edge &edge : tree[i].predecessors)
      pieces[tree.size() - 1 - edge.piece].predecessors.push_back(
          {tree.size() - 1 - i, edge.bytes});
  }
  return pieces;
}

} // namespace

const std::vector<Shape> &shapes() {
  static const std::vector<Shape> all = {
      {"random layered", layered}, {"Gauss elimination", gauss}, {"FFT", fft},
      {"Cholesky", cholesky},      {"fork-join", forkJoin},      {"in-tree", inTree},
      {"out-tree", outTree}};
  return all;
}

} // namespace kasuri::taskgraphs
