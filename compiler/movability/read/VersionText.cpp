#include "movability/read/VersionText.h"

#include <algorithm>
#include <iterator>

namespace kasuri {

std::string VersionText::ofVersion(const char *what, size_t number) {
  return "ks_" + std::string(what) + "_version_" + std::to_string(number);
}

std::string VersionText::placeIn(const char *what, const HandedBytes &handed) {
  return "(char *)" + ofVersion(what, handed.version) +
         (handed.bytes.low == 0 ? "" : " + " + std::to_string(handed.bytes.low));
}

std::string VersionText::addedText(const std::string &to, const std::string &from, uint64_t bytes,
                                   int64_t added) {
  const std::string type = bytes == 1   ? "unsigned char"
                           : bytes == 2 ? "unsigned short"
                           : bytes == 4 ? "ks_uint32"
                                        : "ks_uint64";
  return "{ " + type + " ks_added; __builtin_memcpy(&ks_added, " + from +
         ", sizeof ks_added); ks_added = (" + type + ")(ks_added + (ks_uint64)" +
         std::to_string(added) + "); __builtin_memcpy(" + to + ", &ks_added, sizeof ks_added); } ";
}

std::string VersionText::roomText(size_t version) const {
  int64_t most = 0;
  for (const OrderedSegment &segment : its.segments)
    for (const HandedBytes &each : segment.bytes)
      if (each.version == version && each.bytes.high != INT64_MAX)
        most = std::max(most, each.bytes.high);
  const std::string bytes = ofVersion("bytes", version), least = std::to_string(most);
  return most == 0 ? bytes : bytes + " > " + least + " ? " + bytes + " : " + least;
}

std::string VersionText::bytesOfBlock(size_t version, const std::string &block) const {
  const uint64_t known = its.versions[version].bytes;
  return known > 0 ? std::to_string(known) : "ks_block_bytes(" + block + ")";
}

std::string VersionText::fillText(size_t version) const {
  std::vector<HandedBytes> filled;
  for (const ByteRange &read : its.versions[version].read)
    filled.push_back({version, read});
  for (size_t i = 0; i < its.segments.size(); ++i)
    std::ranges::copy_if(its.segments[i].bytes, std::back_inserter(filled),
                         [&](const HandedBytes &each) {
                           return each.version == version && isTakenBefore(i, version);
                         });
  std::string text;
  for (const ByteSeries &each : seriesOf(std::move(filled)))
    text += bytesText(each, false);
  return text;
}

std::string VersionText::takeText(size_t segment) const {
  std::string text;
  for (const ByteSeries &each : seriesOf(its.segments[segment].bytes))
    text += ifMade(segment, each.first) + bytesText(each, false);
  return text;
}

std::string VersionText::leaveText(size_t segment, bool goesOn) const {
  std::string text;
  for (const ByteSeries &each : seriesOf(its.segments[segment].bytes))
    text += ifMade(segment, each.first) +
            (goesOn && each.first.added != 0 ? addedBytesText(each.first) : bytesText(each, true));
  return text;
}

/// From the original to the copy, or back.
std::string VersionText::bytesText(const ByteSeries &series, bool isBack) const {
  const HandedBytes &handed = series.first;
  const std::string count = std::to_string(series.count),
                    distance = std::to_string(series.distance);
  const std::string repeat =
      series.count > 1 ? "for (ks_size ks_e = 0; ks_e < " + count + "; ++ks_e) " : "";
  const std::string further = series.count > 1 ? " + " + distance + " * ks_e" : "";
  const char *to = isBack ? "home" : "own", *from = isBack ? "own" : "home";
  if (!mayEndAmong(handed, series.distance * (series.count - 1)))
    return repeat + "__builtin_memcpy(" + placeIn(to, handed) + further + ", " +
           placeIn(from, handed) + further + ", " + std::to_string(handed.bytes.size()) + "); ";
  const std::string bytes = ofVersion("bytes", handed.version);
  const ByteRange &range = handed.bytes;
  return repeat + "ks_copy_part(" + ofVersion(to, handed.version) + ", " +
         ofVersion(from, handed.version) + ", " + std::to_string(range.low) + further + ", " +
         (range.high == INT64_MAX ? bytes : std::to_string(range.high) + further) + ", " + bytes +
         "); ";
}

std::string VersionText::addedBytesText(const HandedBytes &handed) const {
  const std::string text =
      addedText(placeIn("home", handed), placeIn("own", handed), handed.bytes.size(), handed.added);
  return mayEndAmong(handed) ? "{ if (" + ofVersion("bytes", handed.version) +
                                   " >= " + std::to_string(handed.bytes.high) + ") " + text + "} "
                             : text;
}

bool VersionText::mayEndAmong(const HandedBytes &handed, int64_t behind) const {
  const uint64_t known = its.versions[handed.version].bytes;
  return known == 0 || handed.bytes.high == INT64_MAX ||
         static_cast<uint64_t>(handed.bytes.high + behind) > known;
}

/// A worker's first iteration may have no version yet where it enters the segment.
bool VersionText::isTakenBefore(size_t segment, size_t version) const {
  const BlockVersion &block = its.versions[version];
  return !block.isOfHead && (segment == 0 || its.segments[segment].begin < block.firstPiece);
}

std::string VersionText::ifMade(size_t segment, const HandedBytes &handed) const {
  return isTakenBefore(segment, handed.version) ? "if (" + ofVersion("own", handed.version) + ") "
                                                : "";
}

} // namespace kasuri
