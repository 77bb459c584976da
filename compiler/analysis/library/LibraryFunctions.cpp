// The table's words are parsed once, on first use; a wrong word is a mistake in the table and ends
// the program, which the unit test that asks for any function would show at once.
#include "analysis/library/LibraryFunctions.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace kasuri {
namespace {

[[noreturn]] void refuse(std::string_view word) {
  std::fprintf(stderr, "LibraryFunctions.def: unknown word '%s'\n", std::string(word).c_str());
  std::abort();
}

uint32_t number(std::string_view digits) {
  uint32_t value = 0;
  auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || read.ptr != digits.data() + digits.size())
    refuse(digits);
  return value;
}

bool startsWith(std::string_view word, std::string_view prefix) {
  return word.substr(0, prefix.size()) == prefix;
}

ArgumentEffect parseEffect(std::string_view word) {
  ArgumentEffect effect;
  effect.writes = word[0] != 'r';
  effect.isSure = word[0] == 'f';
  size_t colon = word.find(':');
  effect.argument = number(word.substr(1, colon - 1));
  if (colon == std::string_view::npos)
    return effect;
  std::string_view size = word.substr(colon + 1);
  if (size[0] == '#')
    effect.size = number(size.substr(1));
  else if (const size_t times = size.find('*'); times != std::string_view::npos) {
    effect.sizeArgument = static_cast<int>(number(size.substr(0, times)));
    effect.timesArgument = static_cast<int>(number(size.substr(times + 1)));
  } else {
    effect.sizeArgument = static_cast<int>(number(size));
  }
  return effect;
}

bool parseFlag(LibraryFunction &function, std::string_view word) {
  const std::pair<std::string_view, bool LibraryFunction::*> flags[] = {
      {"rest", &LibraryFunction::readsRest},
      {"wrest", &LibraryFunction::writesRest},
      {"alloc", &LibraryFunction::allocates},
      {"free", &LibraryFunction::frees},
      {"grow", &LibraryFunction::growsArgument},
      {"library", &LibraryFunction::returnsLibraryMemory},
      {"static", &LibraryFunction::reusesResult},
      {"locale", &LibraryFunction::readsLocale},
      {"wlocale", &LibraryFunction::writesLocale},
      {"tables", &LibraryFunction::returnsLocale},
      {"caller", &LibraryFunction::staysOnThread},
      {"escape", &LibraryFunction::escapes},
      {"io", &LibraryFunction::isInputOutput},
      {"state", &LibraryFunction::hasState},
      {"exit", &LibraryFunction::exits},
      {"callback", &LibraryFunction::callsBack},
      {"errno", &LibraryFunction::setsErrno},
      {"errnoref", &LibraryFunction::usesErrno},
      {"errnoat", &LibraryFunction::returnsErrno},
      {"world", &LibraryFunction::returnsWorld},
      {"rworld", &LibraryFunction::readsWorld},
      {"keep", &LibraryFunction::keepsArgument},
      {"output", &LibraryFunction::hasOutput},
      {"input", &LibraryFunction::hasInput},
      {"named", &LibraryFunction::readsNamed},
      {"standard", &LibraryFunction::readsStandardInput},
      {"thread", &LibraryFunction::changesThread}};
  for (const auto &[name, member] : flags)
    if (word == name)
      return function.*member = true;
  return false;
}

bool parseNumbered(LibraryFunction &function, std::string_view word) {
  if (startsWith(word, "copy")) {
    const size_t colon = word.find(':');
    function.copies.push_back(number(word.substr(4, colon - 4)));
    if (colon != std::string_view::npos)
      function.copyTarget = number(word.substr(colon + 1));
  } else if (startsWith(word, "stream"))
    function.streamBuffers.push_back(number(word.substr(6)));
  else if (startsWith(word, "cursor"))
    function.cursor = static_cast<int>(number(word.substr(6)));
  else if (startsWith(word, "format"))
    function.format = static_cast<int>(number(word.substr(6)));
  else if (startsWith(word, "reads(") && word.back() == ')')
    function.variablesRead.push_back(word.substr(6, word.size() - 7));
  else if (startsWith(word, "sets(") && word.back() == ')')
    function.variablesSet.push_back(word.substr(5, word.size() - 6));
  else if (startsWith(word, "fills")) {
    const size_t colon = word.find(':');
    function.fills = static_cast<int>(number(word.substr(5, colon - 5)));
    if (colon != std::string_view::npos)
      function.filledUnit = static_cast<int>(number(word.substr(colon + 1)));
  } else if (startsWith(word, "ret"))
    function.returned = static_cast<int>(number(word.substr(3)));
  else
    return false;
  return true;
}

/// A string at the argument is all that the function reads there, or what it leaves.
bool parseText(LibraryFunction &function, std::string_view word) {
  const bool isRead = startsWith(word, "string");
  if (!isRead && !startsWith(word, "text"))
    return false;
  for (ArgumentEffect &effect : function.effects)
    if (effect.argument == number(word.substr(isRead ? 6 : 4)) && effect.writes != isRead)
      effect.isText = true;
  return true;
}

void parseWord(LibraryFunction &function, std::string_view word) {
  if (parseFlag(function, word) || parseNumbered(function, word) || parseText(function, word))
    return;
  if (word[0] != 'r' && word[0] != 'w' && word[0] != 'f')
    refuse(word);
  function.effects.push_back(parseEffect(word));
}

LibraryFunction parse(std::string_view words) {
  LibraryFunction function;
  while (!words.empty()) {
    size_t space = words.find(' ');
    std::string_view word = words.substr(0, space);
    if (!word.empty())
      parseWord(function, word);
    words = space == std::string_view::npos ? std::string_view() : words.substr(space + 1);
  }
  if (function.reusesResult)
    function.returnsLibraryMemory = true;
  function.setsErrno |= function.isInputOutput || function.allocates;
  return function;
}

} // namespace

const LibraryFunction *findLibraryFunction(std::string_view name) {
  static const std::map<std::string_view, LibraryFunction> table = [] {
    std::map<std::string_view, LibraryFunction> result;
#define LIBRARY(name, words) result.emplace(#name, parse(words));
#include "analysis/library/LibraryFunctions.def"
#undef LIBRARY
    return result;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

bool LibraryFunction::onlyReads(uint32_t argument) const {
  auto isRead = [&](const ArgumentEffect &effect) {
    return effect.argument == argument && !effect.writes;
  };
  auto isWritten = [&](const ArgumentEffect &effect) {
    return effect.argument == argument && effect.writes;
  };
  return std::any_of(effects.begin(), effects.end(), isRead) &&
         std::none_of(effects.begin(), effects.end(), isWritten);
}

const LibraryFunction &promisedPureFunction() {
  static const LibraryFunction pure = parse("rest");
  return pure;
}

const LibraryFunction *libraryCalled(const Instruction &value) {
  bool isByName = value.op == Op::Call && !value.callee.valid() && !value.calleeName.empty();
  return !isByName              ? nullptr
         : value.isPromisedPure ? &promisedPureFunction()
                                : findLibraryFunction(value.calleeName);
}

} // namespace kasuri
