// An iteration takes what it computes, and streams the lines that it touches anew.
//
//     for (i...) b[i] = a[i];     a: from where all data of the worker have room
//     for (i...) c[i] = b[i];     b: touched before, from where what is alive at a time has room
//
// Of computing and streaming the shorter is mostly hidden behind the longer (cost/Cost.cpp). Caches
// that several cores share are divided among the workers. Of a machine whose caches are not known
// they are the usual ones.
#include "plan/LocalityModel.h"

#include "plan/GroupRows.h"

#include <algorithm>
#include <map>

namespace kasuri {

LocalityModel::LocalityModel(const PlannedLayer &layer, const Machine &machine, unsigned workers)
    : layer(layer) {
  const Cache *last = machine.lastCacheOf(0);
  for (unsigned level = 1; level <= CacheSizes::levels; ++level) {
    const Cache *its = machine.cacheOf(0, level);
    its = its ? its : last;
    const unsigned sharers = its ? its->sharers : level == CacheSizes::levels ? workers : 1;
    bytes[level - 1] =
        (its ? its->sizeBytes : CacheSizes().bytes[level - 1]) / std::clamp(sharers, 1u, workers);
  }
  std::map<std::string, TouchedData> all;
  for (const PlannedTask &task : layer.tasks)
    for (const TouchedData &data : task.locality->data) {
      TouchedData &most = all[data.base];
      most.bytesPerTrip = std::max(most.bytesPerTrip, data.bytesPerTrip);
      most.fixedBytes = std::max(most.fixedBytes, data.fixedBytes);
    }
  for (const auto &[base, data] : all) {
    perTrip += data.bytesPerTrip;
    fixed += data.fixedBytes;
  }
}

double LocalityModel::iterationNs(size_t task, double allBytes, double aliveBytes) const {
  const LoopLocality &its = *layer.tasks[task].locality;
  double streamNs = 0;
  for (const TouchedData &data : its.data)
    streamNs += data.bytesPerTrip / CacheSizes().lineBytes *
                lineNs(isTouchedBefore(task, data.base) ? aliveBytes : allBytes);
  return std::max(its.computeNs, streamNs) + its.unhiddenShare * std::min(its.computeNs, streamNs);
}

double LocalityModel::allNs(double allBytes, double aliveBytes) const {
  double ns = 0;
  for (size_t task = 0; task < layer.tasks.size(); ++task)
    ns += iterationNs(task, allBytes, aliveBytes);
  return ns;
}

double LocalityModel::aliveBytes(double tripsOfPart) const {
  return 2 * bytesOf(tripsOfPart * (1 + mostLag(layer)));
}

double LocalityModel::lineNs(double size) const {
  size_t level = 0;
  while (level < CacheSizes::levels && size > bytes[level])
    ++level;
  return level == 0 ? 0 : CacheSizes().streamedNs[level - 1];
}

bool LocalityModel::isTouchedBefore(size_t task, const std::string &base) const {
  return std::any_of(layer.tasks.begin(), layer.tasks.begin() + static_cast<std::ptrdiff_t>(task),
                     [&](const PlannedTask &earlier) {
                       return std::any_of(
                           earlier.locality->data.begin(), earlier.locality->data.end(),
                           [&](const TouchedData &data) { return data.base == base; });
                     });
}

} // namespace kasuri
