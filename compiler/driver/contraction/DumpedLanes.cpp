#include "driver/contraction/DumpedLanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace kasuri {

using llvm::StringRef;

namespace {

/// More are one mark, "many": computed from so much, vectors of two programs count as mixed alike.
constexpr size_t mostMarks = 32;

bool isPartOfName(char each) { return llvm::isAlnum(each) || each == '_' || each == '.'; }

/// Whether each lane keeps its place, as in { 0, 3 }, but not all are of one vector.
bool isBlend(const std::vector<int64_t> &lanes) {
  const auto count = static_cast<int64_t>(lanes.size());
  for (int64_t i = 0; i < count; ++i)
    if (lanes[i] % count != i)
      return false;
  return llvm::any_of(lanes, [&](int64_t each) { return each / count != lanes.front() / count; });
}

/// Whether the numbers have equal distances, as in { 0, 2, 4 } and { 3, 2, 1 }.
bool isStride(const std::vector<StringRef> &lanes) {
  std::vector<int64_t> numbers(lanes.size());
  for (size_t i = 0; i < lanes.size(); ++i)
    if (lanes[i].getAsInteger(10, numbers[i]))
      return false;
  if (isBlend(numbers))
    return false;
  for (size_t i = 2; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0])
      return false;
  return true;
}

} // namespace

/// Of what is between braces; "": the lanes are alike.
std::string DumpedLanes::markOf(StringRef lanes) const {
  const std::vector<StringRef> all = dumpedArgumentsIn(lanes);
  if (llvm::all_equal(all) || isStride(all))
    return "";
  // Names have other numbers in another program: what counts is which of them come from one place.
  std::set<OperatorPlace> from;
  for (StringRef each : all)
    if (const auto its = places.find(each); its != places.end())
      from.insert(its->second);
  std::string mark;
  for (StringRef each : all) {
    const auto its = places.find(each);
    const StringRef digits = each.ltrim('-');
    const bool isNumber = !digits.empty() && llvm::isDigit(digits.front());
    mark += isNumber ? each.str()
            : its == places.end()
                ? "?"
                : "@" + std::to_string(std::distance(from.begin(), from.find(its->second)));
    mark += ' ';
  }
  const bool isFromOnePlace =
      from.size() <= 1 && mark.find_first_not_of("@0 ") == std::string::npos;
  return isFromOnePlace && !from.empty() ? "" : mark;
}

DumpedLanes::Marks DumpedLanes::marksIn(StringRef text) const {
  Marks found;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '{') {
      const size_t end = text.find('}', i);
      const std::string mark = markOf(text.slice(i + 1, end).ltrim("{ "));
      if (!mark.empty())
        found.insert(mark);
      ++i;
    } else if (isPartOfName(text[i])) {
      const StringRef name = text.substr(i).take_while(isPartOfName);
      if (const auto its = mixed.find(name); its != mixed.end())
        found.insert(its->second.begin(), its->second.end());
      i += name.size();
    } else {
      ++i;
    }
  }
  return found.size() > mostMarks ? Marks{"many"} : found;
}

void DumpedLanes::add(const DumpedStatement &statement) {
  if (statement.place)
    places[statement.name] = *statement.place;
  Marks marks = marksIn(statement.value);
  if (!marks.empty())
    mixed[statement.name] = std::move(marks);
}

std::string DumpedLanes::signatureOf(StringRef text) const {
  const Marks marks = marksIn(text);
  return llvm::join(marks, "; ");
}

} // namespace kasuri
