#include "movability/read/ByteSeries.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

int64_t sizeOf(const HandedBytes &handed) { return handed.bytes.high - handed.bytes.low; }

bool areAlike(const HandedBytes &a, const HandedBytes &b) {
  return a.version == b.version && a.added == 0 && b.added == 0 && sizeOf(a) == sizeOf(b);
}

/// Those that touch become one. They are sorted.
std::vector<HandedBytes> joined(const std::vector<HandedBytes> &bytes) {
  std::vector<HandedBytes> all;
  for (const HandedBytes &each : bytes) {
    const bool touches = !all.empty() && all.back().version == each.version &&
                         all.back().added == 0 && each.added == 0 &&
                         each.bytes.low <= all.back().bytes.high;
    if (touches)
      all.back().bytes.high = std::max(all.back().bytes.high, each.bytes.high);
    else
      all.push_back(each);
  }
  return all;
}

/// So many of them lie `distance` apart, from the first on.
int64_t countFrom(const std::vector<HandedBytes> &bytes, int64_t distance) {
  int64_t count = 1;
  for (const HandedBytes &each : bytes)
    count += areAlike(bytes.front(), each) &&
             each.bytes.low == bytes.front().bytes.low + count * distance;
  return count;
}

/// Of a series of the first of bytes that are sorted.
bool isIn(const HandedBytes &handed, const ByteSeries &series) {
  const int64_t from = handed.bytes.low - series.first.bytes.low;
  const int64_t number = series.distance == 0 ? 0 : from / series.distance;
  return handed.version == series.first.version && sizeOf(handed) == sizeOf(series.first) &&
         number < series.count && from == number * series.distance;
}

} // namespace

std::vector<ByteSeries> seriesOf(std::vector<HandedBytes> bytes) {
  std::ranges::sort(bytes, {}, [](const HandedBytes &each) {
    return std::tuple(each.version, each.bytes.low, each.bytes.high);
  });
  bytes = joined(bytes);
  std::vector<ByteSeries> all;
  while (!bytes.empty()) {
    ByteSeries longest{bytes.front()};
    for (const HandedBytes &second : bytes) {
      const int64_t distance = second.bytes.low - bytes.front().bytes.low;
      const int64_t count =
          distance > 0 && areAlike(bytes.front(), second) ? countFrom(bytes, distance) : 1;
      if (count > std::max<int64_t>(longest.count, 2)) // two are no array
        longest = {bytes.front(), distance, count};
    }
    std::erase_if(bytes, [&](const HandedBytes &each) { return isIn(each, longest); });
    all.push_back(longest);
  }
  return all;
}

} // namespace kasuri
