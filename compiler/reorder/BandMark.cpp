#include "reorder/BandMark.h"

#include <sstream>

namespace kasuri {

std::string BandMark::text() const {
  std::string text = std::to_string(depth) +
                     (isParallel ? " parallel"
                      : isWave   ? " wave"
                                 : " in-order") +
                     (isVector  ? " vector "
                      : isChain ? " chain "
                                : " scalar ") +
                     std::to_string(likelyTrips);
  for (size_t i = 0; i < loops.size(); ++i)
    text += " " + loops[i] + " " + std::to_string(unrolled.empty() ? 0 : unrolled[i]);
  return text;
}

BandMark BandMark::parse(const std::string &text) {
  BandMark mark;
  std::istringstream words(text);
  std::string word;
  words >> mark.depth >> word;
  mark.isParallel = word == "parallel";
  mark.isWave = word == "wave";
  words >> word;
  mark.isVector = word == "vector";
  mark.isChain = word == "chain";
  words >> mark.likelyTrips;
  int times = 0;
  while (words >> word >> times) {
    mark.loops.push_back(word);
    if (times != 0)
      mark.unrolled.push_back(times);
  }
  return mark;
}

} // namespace kasuri
