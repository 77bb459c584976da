#include "driver/verify/Compare.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace kasuri {
namespace {

namespace fs = std::filesystem;
using llvm::StringRef;

constexpr size_t bytesBefore = 24, bytesAfter = 48; ///< shown around a difference

bool isDigitAt(StringRef text, size_t at) { return at < text.size() && llvm::isDigit(text[at]); }

bool isSignAt(StringRef text, size_t at) {
  return at < text.size() && (text[at] == '-' || text[at] == '+');
}

/// The end of the number that starts there; `at` itself if none does.
size_t endOfNumber(StringRef text, size_t at) {
  size_t end = at + (isSignAt(text, at) ? 1 : 0);
  for (StringRef word : {"inf", "nan"})
    if (text.substr(end).starts_with_insensitive(word))
      return end + word.size();
  const size_t digits = end;
  while (isDigitAt(text, end))
    ++end;
  size_t count = end - digits;
  if (end < text.size() && text[end] == '.') {
    const size_t point = end++;
    while (isDigitAt(text, end))
      ++end;
    count += end - point - 1;
  }
  if (count == 0)
    return at;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const size_t exponent = end + (isSignAt(text, end + 1) ? 2 : 1);
    if (isDigitAt(text, exponent))
      for (end = exponent; isDigitAt(text, end);)
        ++end;
  }
  return end;
}

double valueOf(StringRef number) { return std::strtod(number.str().c_str(), nullptr); }

bool agree(StringRef one, StringRef other, const AllowedDifferences &how) {
  if (one == other)
    return true;
  const double a = valueOf(one), b = valueOf(other);
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  const double apart = std::fabs(a - b);
  return apart <= how.relative * std::max(std::fabs(a), std::fabs(b)) || apart <= how.absolute;
}

bool isBlankAt(StringRef text, size_t at) {
  return at < text.size() && (text[at] == ' ' || text[at] == '\t');
}

size_t skipBlanks(StringRef text, size_t at) {
  while (isBlankAt(text, at))
    ++at;
  return at;
}

/// Where texts differ beyond the tolerance, in each.
std::optional<std::pair<size_t, size_t>> differByNumbers(StringRef one, StringRef other,
                                                         const AllowedDifferences &how) {
  size_t i = 0, j = 0;
  bool isInName = false; // the digits of "x1" are no number
  for (;;) {
    const size_t iWord = skipBlanks(one, i), jWord = skipBlanks(other, j);
    const bool mayBegin = !isInName || (iWord > i && jWord > j);
    const size_t iEnd = mayBegin ? endOfNumber(one, iWord) : iWord;
    const size_t jEnd = mayBegin ? endOfNumber(other, jWord) : jWord;
    if (iEnd > iWord && jEnd > jWord) {
      if (!agree(one.slice(iWord, iEnd), other.slice(jWord, jEnd), how))
        return std::pair(iWord, jWord);
      i = iEnd;
      j = jEnd;
      isInName = false;
      continue;
    }
    if ((iWord > i) != (jWord > j))
      return std::pair(i, j);
    if (iWord == one.size() && jWord == other.size())
      return std::nullopt;
    if (iWord == one.size() || jWord == other.size() || one[iWord] != other[jWord])
      return std::pair(iWord, jWord);
    isInName = llvm::isAlnum(one[iWord]) || one[iWord] == '_';
    i = iWord + 1;
    j = jWord + 1;
  }
}

std::optional<std::pair<size_t, size_t>> differByBytes(StringRef one, StringRef other) {
  const size_t shorter = std::min(one.size(), other.size());
  const auto at = std::mismatch(one.begin(), one.begin() + shorter, other.begin()).first;
  const size_t place = static_cast<size_t>(at - one.begin());
  return place == one.size() && place == other.size() ? std::nullopt
                                                      : std::optional(std::pair(place, place));
}

/// A few bytes around a place, within its line, as text with escapes.
std::string around(StringRef text, size_t at) {
  if (at >= text.size())
    return "the end";
  size_t from = at - std::min(at, bytesBefore), to = std::min(text.size(), at + bytesAfter);
  if (const size_t line = text.slice(from, at).rfind('\n'); line != StringRef::npos)
    from += line + 1;
  if (const size_t line = text.slice(at, to).find('\n'); line != StringRef::npos)
    to = at + std::max<size_t>(line, 1);
  std::string shown;
  for (char each : text.slice(from, to)) {
    const auto byte = static_cast<unsigned char>(each);
    if (each == '\n')
      shown += "\\n";
    else if (llvm::isPrint(each) && each != '\\')
      shown += each;
    else
      shown += "\\x" + llvm::toHex(StringRef(reinterpret_cast<const char *>(&byte), 1), true);
  }
  return "\"" + shown + "\"";
}

std::unique_ptr<llvm::MemoryBuffer> contents(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  return file ? std::move(*file) : nullptr;
}

void compareFiles(const std::string &part, const std::string &expected, const std::string &found,
                  const AllowedDifferences &how, std::vector<Difference> &into) {
  const auto one = contents(expected), other = contents(found);
  if (!one && !other)
    return;
  if (!one || !other) {
    into.push_back({.part = part,
                    .expected = one ? "a file" : "no such file",
                    .found = other ? "a file" : "no such file"});
    return;
  }
  if (auto difference = firstDifference(one->getBuffer(), other->getBuffer(), how)) {
    difference->part = part;
    into.push_back(std::move(*difference));
  }
}

/// All regular files, relative to the folder.
std::set<std::string> filesBelow(const std::string &folder) {
  std::set<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_symlink(unknown) && entry->is_regular_file(unknown))
      files.insert(entry->path().lexically_relative(folder).string());
  }
  return files;
}

} // namespace

std::string nameOfFile(StringRef path) { return "file '" + path.str() + "'"; }

std::optional<Difference> firstDifference(StringRef expected, StringRef found,
                                          const AllowedDifferences &how) {
  auto place = differByBytes(expected, found);
  if (place && (how.relative > 0 || how.absolute > 0))
    place = differByNumbers(expected, found, how);
  if (!place)
    return std::nullopt;
  const auto [at, other] = *place;
  return Difference{.offset = at,
                    .line = expected.take_front(at).count('\n') + 1,
                    .expected = around(expected, at),
                    .found = around(found, other)};
}

std::vector<Difference> differencesOf(const Outcome &expected, const Outcome &found,
                                      const AllowedDifferences &how) {
  std::vector<Difference> all;
  if (expected.waitStatus != found.waitStatus && !how.ignored.count("status"))
    all.push_back({.part = "status",
                   .expected = statusText(expected.waitStatus),
                   .found = statusText(found.waitStatus)});
  for (const char *stream : {"stdout", "stderr"})
    if (!how.ignored.count(stream))
      compareFiles(stream, expected.folder + "/" + stream, found.folder + "/" + stream, how, all);
  std::set<std::string> files(how.files.begin(), how.files.end());
  if (files.empty()) {
    files = filesBelow(expected.folder + "/files");
    files.merge(filesBelow(found.folder + "/files"));
  }
  for (const std::string &file : files)
    if (!how.ignored.count(nameOfFile(file)))
      compareFiles(nameOfFile(file), expected.folder + "/files/" + file,
                   found.folder + "/files/" + file, how, all);
  return all;
}

bool hasLeft(const Outcome &outcome, const std::string &file) {
  std::error_code error;
  return fs::is_regular_file(outcome.folder + "/files/" + file, error);
}

} // namespace kasuri
