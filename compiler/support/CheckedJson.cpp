#include "support/CheckedJson.h"

#include "support/JsonPlaces.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kasuri {
namespace {

constexpr size_t longestQuote = 60; ///< of what a message repeats from the file
constexpr unsigned deepestNesting = 64;

/// For a message: in quotes, on one line, and not too long.
std::string quoted(llvm::StringRef text) {
  std::string result = "'";
  for (char each : text.take_front(longestQuote))
    result += llvm::isPrint(each) ? each : '?';
  return result + (text.size() > longestQuote ? "...'" : "'");
}

std::string shortly(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

/// The name that was probably meant: begun, or mistyped; "" if none is near.
llvm::StringRef closest(llvm::StringRef given, llvm::ArrayRef<llvm::StringRef> names) {
  const unsigned most = std::max<unsigned>(2, static_cast<unsigned>(given.size()) / 3);
  unsigned least = most + 1;
  llvm::StringRef result;
  for (llvm::StringRef name : names) {
    if (name.starts_with_insensitive(given))
      return name;
    unsigned distance = given.edit_distance_insensitive(name, /*AllowReplacements=*/true, most);
    if (distance < least) {
      least = distance;
      result = name;
    }
  }
  return result;
}

/// Where the nesting passes the deepest that is read; the end of the text if nowhere.
size_t tooDeepAt(llvm::StringRef text) {
  unsigned depth = 0;
  bool isString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char each = text[i];
    if (isString && each == '\\')
      ++i;
    else if (each == '"')
      isString = !isString;
    else if (!isString && (each == '[' || each == '{') && ++depth > deepestNesting)
      return i;
    else if (!isString && (each == ']' || each == '}') && depth > 0)
      --depth;
  }
  return text.size();
}

} // namespace

void JsonCursor::fail(const llvm::Twine &what) const {
  if (problem->empty())
    *problem = (path + " " + what).str();
}

bool JsonCursor::isKnown() const { return value && value->kind() != llvm::json::Value::Null; }

JsonCursor JsonCursor::operator[](llvm::StringRef key) const {
  const llvm::json::Object *members = isKnown() ? value->getAsObject() : nullptr;
  return JsonCursor(members ? members->get(key) : nullptr, path + "." + key.str(), problem);
}

size_t JsonCursor::size() const {
  if (!isKnown())
    return 0;
  if (const llvm::json::Array *elements = value->getAsArray())
    return elements->size();
  fail("is not a list");
  return 0;
}

JsonCursor JsonCursor::at(size_t index) const {
  return JsonCursor(&(*value->getAsArray())[index], path + "[" + std::to_string(index) + "]",
                    problem);
}

std::optional<double> JsonCursor::number(double least, double most) const {
  if (!isKnown())
    return std::nullopt;
  std::optional<double> result = value->getAsNumber();
  if (!result || !std::isfinite(*result))
    fail("is not a number");
  else if (*result < least)
    fail("is " + shortly(*result) + ", but must be at least " + shortly(least));
  else if (*result > most)
    fail("is " + shortly(*result) + ", but must be at most " + shortly(most));
  else
    return result;
  return std::nullopt;
}

std::optional<unsigned> JsonCursor::index(unsigned most) const {
  std::optional<double> result = number(0, most);
  if (result && *result != std::floor(*result)) {
    fail("is not a whole number");
    return std::nullopt;
  }
  return result ? std::optional<unsigned>(static_cast<unsigned>(*result)) : std::nullopt;
}

std::optional<llvm::StringRef> JsonCursor::text() const {
  if (!isKnown())
    return std::nullopt;
  std::optional<llvm::StringRef> result = value->getAsString();
  if (!result)
    fail("is not a string");
  return result;
}

std::vector<std::string> JsonCursor::members() const {
  std::vector<std::string> names;
  const llvm::json::Object *object = isKnown() ? value->getAsObject() : nullptr;
  if (object)
    for (const auto &[key, member] : *object)
      names.push_back(key.str());
  else if (isKnown())
    fail("is not an object");
  std::sort(names.begin(), names.end());
  return names;
}

bool JsonCursor::isText(llvm::StringRef wanted) const {
  return isKnown() && value->getAsString() == wanted;
}

bool JsonCursor::isTrue() const { return isKnown() && value->getAsBoolean() == true; }

std::optional<size_t> JsonCursor::word(llvm::ArrayRef<llvm::StringRef> words) const {
  std::optional<llvm::StringRef> given = text();
  if (!given)
    return std::nullopt;
  const auto *found = std::find(words.begin(), words.end(), *given);
  if (found != words.end())
    return found - words.begin();
  std::string known;
  for (llvm::StringRef word : words)
    known += (known.empty() ? "" : word == words.back() ? " nor " : ", ") + quoted(word);
  fail("is " + quoted(*given) + ", which is neither " + known);
  return std::nullopt;
}

bool JsonCursor::isObjectOf(llvm::ArrayRef<llvm::StringRef> members) const {
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    fail("is not an object");
    return false;
  }
  std::vector<llvm::StringRef> unknown; // in order: which one is named must not depend on hashes
  for (const auto &[key, member] : *object)
    if (llvm::StringRef name = key; !name.starts_with("x-") && !llvm::is_contained(members, name))
      unknown.push_back(name);
  if (unknown.empty())
    return true;
  llvm::StringRef first = *std::min_element(unknown.begin(), unknown.end());
  llvm::StringRef meant = closest(first, members);
  fail("has an unknown member " + quoted(first) +
       (meant.empty() ? "" : "; did you mean '" + meant.str() + "'?"));
  return false;
}

llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text) {
  const size_t deep = tooDeepAt(text);
  if (deep < text.size()) {
    const PlacedProblem placed = placedAt(text, deep, "nested too deeply");
    return llvm::createStringError("%zu:%zu: %s", placed.line, placed.column, placed.text.c_str());
  }
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value)
    return value;
  // LLVM has "[2:7, byte=9]: Expected , or ] after array element".
  const std::string whole = toString(value.takeError());
  auto [place, what] = llvm::StringRef(whole).split("]: ");
  return llvm::createStringError(place.drop_front().split(',').first + ": " +
                                 llvm::Twine(llvm::toLower(what.front())) + what.drop_front());
}

} // namespace kasuri
