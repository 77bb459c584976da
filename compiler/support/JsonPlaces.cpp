#include "support/JsonPlaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// Goes through valid JSON; at the end of the text where it is not.
class Walker {
public:
  explicit Walker(StringRef text) : text(text) {}

  /// Where the value is that `path` leads to from the whole, as far as it goes.
  size_t find(StringRef path) {
    skipSpace();
    size_t last = at;
    while (enter(path)) {
      skipSpace();
      last = at;
    }
    return last;
  }

  /// Where the key of a member is of the object at which `find` has ended; its own place otherwise.
  size_t keyAt(StringRef member, size_t object) {
    at = object;
    return enterMember(member) ? key : object;
  }

private:
  StringRef text;
  size_t at = 0, key = 0; ///< of the last member entered

  char next() const { return at < text.size() ? text[at] : '\0'; }

  void skipSpace() { at = std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }

  /// Past the punctuation, with the space around it.
  bool take(char wanted) {
    skipSpace();
    const bool isThere = next() == wanted;
    at += isThere ? 1 : 0;
    skipSpace();
    return isThere;
  }

  void skipString() {
    for (++at; at < text.size() && text[at] != '"'; ++at)
      at += text[at] == '\\' ? 1 : 0;
    at = std::min(at + 1, text.size());
  }

  void skipValue() {
    skipSpace();
    unsigned depth = 0;
    do {
      const char each = next();
      if (each == '"') {
        skipString();
        continue;
      }
      depth += each == '{' || each == '[' ? 1 : 0;
      depth -= each == '}' || each == ']' ? 1 : 0;
      const size_t end =
          StringRef("{}[],:\"").contains(each) ? at + 1 : text.find_first_of("{}[],:\"", at);
      at = std::min(end, text.size());
    } while (depth > 0 && at < text.size());
  }

  /// To the member or the element that the path begins with, which is taken off; false: no such.
  bool enter(StringRef &path) {
    if (path.consume_front("."))
      return enterMember(path);
    size_t index = 0;
    return path.consume_front("[") && !path.consumeInteger(10, index) && path.consume_front("]") &&
           enterElement(index);
  }

  bool enterMember(StringRef &path) {
    if (!take('{'))
      return false;
    while (next() == '"') {
      const size_t begin = at;
      skipString();
      llvm::Expected<llvm::json::Value> word = llvm::json::parse(text.slice(begin, at));
      const std::string name = word ? word->getAsString().value_or("").str() : "";
      llvm::consumeError(word.takeError());
      StringRef rest = path;
      if (take(':') && rest.consume_front(name) &&
          (rest.empty() || rest.front() == '.' || rest.front() == '[')) {
        path = rest;
        key = begin;
        return true;
      }
      skipValue();
      take(',');
    }
    return false;
  }

  bool enterElement(size_t index) {
    if (!take('['))
      return false;
    for (; index > 0 && at < text.size(); --index) {
      skipValue();
      if (!take(','))
        return false;
    }
    return next() != ']';
  }
};

/// "2:7: text", as parseJson has it.
std::optional<PlacedProblem> alreadyPlaced(StringRef problem) {
  PlacedProblem placed{};
  if (problem.consumeInteger(10, placed.line) || !problem.consume_front(":") ||
      problem.consumeInteger(10, placed.column) || !problem.consume_front(": "))
    return std::nullopt;
  placed.text = problem.str();
  return placed;
}

} // namespace

PlacedProblem placedAt(StringRef json, size_t byte, StringRef text) {
  const StringRef before = json.take_front(byte);
  const size_t lineStart = before.contains('\n') ? before.rfind('\n') + 1 : 0;
  return {before.count('\n') + 1, byte - lineStart + 1, text.str()};
}

std::optional<PlacedProblem> placeProblem(StringRef json, StringRef problem) {
  if (auto placed = alreadyPlaced(problem))
    return placed;
  // "machine.cores[1].id is ...": the name of the whole, then the path.
  const auto [path, what] = problem.split(' ');
  const StringRef steps = path.drop_while([](char each) { return llvm::isAlpha(each); });
  if (steps.empty() && !what.starts_with("is ") && !what.starts_with("has "))
    return std::nullopt;
  Walker walker(json);
  const size_t at = walker.find(steps);
  StringRef member = what;
  return member.consume_front("has an unknown member '")
             ? placedAt(json, walker.keyAt(member.split('\'').first, at), problem)
             : placedAt(json, at, problem);
}

} // namespace kasuri
