// Wavefronts are simulated row by row.
//
//     row 0   |====|====|====|          4 chunks in a row, reach 1: row 1 begins when row 0 has
//     done row 1             |====|====|     2 chunks. Row 2 begins as far behind row 1, and when a
//     row 2                       |==   worker is done with row 0.
//
// What a row reads of the row before comes from another core's cache.
//
// Short chunks let the next row begin soon, and cost more in total: each is told to the next row,
// which looks for it. The runtime makes the chunks of long rows longer, and the simulation does as
// the runtime does (runtime/wavefront). Of long loops a part is simulated: the rows are alike, or
// grow or shrink evenly. Where their length is not known, a chunk takes long enough to be worth
// telling.
#include "plan/Waves.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

constexpr double chunksForEach = 8; ///< worker, of a row: CHUNKS_FOR_EACH of the runtime
constexpr size_t mostRows = 2048;   ///< simulated
constexpr int64_t longestChunk = 1 << 20;
constexpr double bytesOfColumn = 8;   ///< that a row reads of the row before, in each column
constexpr double mostOverhead = 0.05; ///< of a chunk, where the length of rows is not known

struct RowTimes {
  double wholeNs, lagNs; ///< all of a row; until the next one can begin
};

RowTimes timesOf(const PlannedWave &wave, double columns, unsigned workers) {
  const double chunk =
      std::max(static_cast<double>(wave.least), std::floor(columns / (chunksForEach * workers)));
  const double chunks = std::max(1.0, std::ceil(columns / chunk));
  const double chunkNs = std::min(chunk, columns) * wave.columnNs + wave.tellNs;
  const double whole = wave.restNs + columns * wave.columnNs + (chunks + 1) * wave.tellNs;
  const double first = std::min(chunks, 1 + std::ceil(static_cast<double>(wave.reach) / chunk));
  return {whole, std::min(whole, wave.restNs + first * chunkNs) + wave.lateNs};
}

} // namespace

double waveNs(const PlannedWave &wave, unsigned workers) {
  const auto rows =
      static_cast<size_t>(std::clamp(std::round(wave.rows), 1.0, static_cast<double>(mostRows)));
  std::vector<double> freeNs(workers, 0);
  double begun = 0, over = 0;
  for (size_t row = 0; row < rows; ++row) {
    const double place = (2.0 * static_cast<double>(row) + 1) / static_cast<double>(rows) - 1;
    const RowTimes times = timesOf(wave, wave.columns * (1 + wave.slope * place), workers);
    auto worker = std::min_element(freeNs.begin(), freeNs.end());
    const double start = std::max(begun, *worker);
    over = std::max(start + times.wholeNs, row > 0 ? over + wave.lateNs : 0);
    *worker = over;
    begun = start + times.lagNs;
  }
  return over * std::max(1.0, wave.rows) / static_cast<double>(rows);
}

PlannedWave planWave(const LoopFacts &loop, const CostModel &cost, const Machine &machine,
                     unsigned workers) {
  const RegionCost &rows = cost.of(loop.loop), &columns = cost.of(loop.wavefront->columns);
  PlannedWave wave;
  wave.rows = std::max(1.0, rows.trips);
  wave.columns = std::max(1.0, columns.trips);
  wave.columnNs =
      columns.perExecutionNs / wave.columns + bytesOfColumn / 1024 * machine.transferNsPerKib;
  wave.restNs = std::max(0.0, rows.perExecutionNs / wave.rows - columns.perExecutionNs);
  wave.slope = rows.slope;
  wave.reach = (loop.wavefront->reach + loop.wavefront->stride - 1) / loop.wavefront->stride;
  wave.tellNs = machine.dispatchNs + machine.signalNs;
  wave.lateNs = machine.signalNs;
  if (!rows.knowsTrips() || !columns.knowsTrips()) {
    wave.least = static_cast<int64_t>(
        std::clamp(std::ceil(wave.tellNs / (mostOverhead * std::max(0.01, wave.columnNs))), 1.0,
                   static_cast<double>(longestChunk)));
    wave.isGuess = true;
    return wave;
  }
  double best = waveNs(wave, workers);
  for (PlannedWave other = wave; other.least < longestChunk; other.least *= 2) {
    const double ns = waveNs(other, workers);
    if (ns < best) {
      best = ns;
      wave.least = other.least;
    }
  }
  return wave;
}

/// All workers keep their columns then, and what they have of them in their caches.
bool isBetterByColumns(const PlannedWave &wave, const Machine &machine, unsigned workers) {
  const double rowNs = wave.restNs + wave.columns * wave.columnNs / workers + machine.forkJoinNs;
  return wave.isGuess || wave.rows * rowNs < waveNs(wave, workers) + machine.forkJoinNs;
}

} // namespace kasuri
