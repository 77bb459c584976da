#include "frontend/UnitTraits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <array>
#include <optional>

namespace kasuri {

using namespace clang;

namespace {

bool uses(const UnitContext &unit, llvm::StringRef function) {
  const auto found =
      unit.context.getTranslationUnitDecl()->lookup(&unit.context.Idents.get(function));
  return std::any_of(found.begin(), found.end(),
                     [](const NamedDecl *each) { return each->isReferenced(); });
}

/// Behind blanks and comments.
llvm::StringRef nextIn(llvm::StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("/*"))
      text = text.drop_front(std::min(text.find("*/", 2), text.size() - 2) + 2);
    else if (text.starts_with("//"))
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    else
      return text;
  }
}

bool isOfName(char letter) { return llvm::isAlnum(letter) || letter == '_'; }

/// An attribute's name may follow: behind "__attribute__((const, " or "[[gnu::".
bool beginsAttribute(llvm::StringRef text) {
  static const llvm::Regex begin("(attribute[^;{}]*\\([^;{}]*\\(|gnu[^;{}]*::)[^;{}]*$");
  return begin.match(text);
}

/// Text behind "optimize(", of which the word begins at `at`; nothing if it is a part of another
/// word, or not called.
std::optional<llvm::StringRef> argumentsAt(llvm::StringRef text, size_t at) {
  llvm::StringRef front = text.take_front(at), behind = text.drop_front(at);
  behind.consume_front("optimize");
  if (front.consume_back("__"))
    behind.consume_front("__");
  if ((!front.empty() && isOfName(front.back())) || (!behind.empty() && isOfName(behind.front())))
    return std::nullopt;
  behind = nextIn(behind);
  return behind.consume_front("(") ? std::optional(nextIn(behind)) : std::nullopt;
}

/// Numbers, texts, and macros that may be one: options also where a macro has the rest of the
/// attribute, as in `ATTRIBUTE(optimize("O3"))`.
bool isOption(const UnitContext &unit, llvm::StringRef argument) {
  return !argument.empty() &&
         (argument.front() == '"' || llvm::isDigit(argument.front()) ||
          (isOfName(argument.front()) &&
           unit.context.Idents.get(argument.take_while(isOfName)).hadMacroDefinition()));
}

bool setsOptions(const UnitContext &unit, llvm::StringRef text) {
  constexpr size_t farthest = 400; // where an attribute begins
  constexpr llvm::StringLiteral word = "optimize";
  for (size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1)) {
    const auto argument = argumentsAt(text, at);
    if (!argument)
      continue;
    llvm::StringRef front = text.take_front(at).take_back(farthest);
    front.consume_back("__");
    if (isOption(unit, *argument) || beginsAttribute(front))
      return true;
  }
  return false;
}

} // namespace

bool anyText(const UnitContext &unit, UnitTexts texts,
             llvm::function_ref<bool(llvm::StringRef)> test) {
  for (unsigned i = 0; i < unit.sources.local_sloc_entry_size(); ++i) {
    const SrcMgr::SLocEntry &entry = unit.sources.getLocalSLocEntry(i);
    if (!entry.isFile() ||
        (texts == UnitTexts::Own && SrcMgr::isSystem(entry.getFile().getFileCharacteristic())))
      continue;
    const auto text = entry.getFile().getContentCache().getBufferDataIfLoaded();
    if (text && test(*text))
      return true;
  }
  return false;
}

bool hasFunctionOptions(const UnitContext &unit) {
  return anyText(unit, UnitTexts::Own,
                 [&](llvm::StringRef text) { return setsOptions(unit, text); });
}

bool wrapsSigned(const UnitContext &unit) {
  return unit.context.getLangOpts().getSignedOverflowBehavior() != LangOptions::SOB_Undefined ||
         anyText(unit, UnitTexts::Own, [](llvm::StringRef text) {
           return text.contains("optimize") &&
                  (text.contains("wrapv") || text.contains("no-strict-overflow"));
         });
}

uint64_t mostOnStack(const UnitContext &unit) {
  constexpr std::array chosen = {"pthread_attr_setstacksize", "pthread_attr_setstack",
                                 "makecontext", "sigaltstack", "clone"};
  constexpr std::array made = {"pthread_create", "thrd_create"};
  const auto isUsed = [&](const char *function) { return uses(unit, function); };
  if (std::any_of(chosen.begin(), chosen.end(), isUsed))
    return 2 * 1024; // MINSIGSTKSZ
  if (std::any_of(made.begin(), made.end(), isUsed))
    return 32 * 1024; // some systems give threads 128 KiB
  return Program().mostOnStack;
}

} // namespace kasuri
