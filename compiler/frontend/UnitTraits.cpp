#include "frontend/UnitTraits.h"

#include "llvm/Support/Regex.h"

#include <algorithm>
#include <array>

namespace kasuri {

using namespace clang;

namespace {

bool uses(const UnitContext &unit, llvm::StringRef function) {
  const auto found =
      unit.context.getTranslationUnitDecl()->lookup(&unit.context.Idents.get(function));
  return std::any_of(found.begin(), found.end(),
                     [](const NamedDecl *each) { return each->isReferenced(); });
}

/// The word with arguments, as in an attribute: in comments it mostly has none.
bool callsOptimize(llvm::StringRef text) {
  constexpr llvm::StringLiteral word = "optimize";
  for (size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1)) {
    llvm::StringRef behind = text.drop_front(at + word.size());
    behind.consume_front("__");
    if (behind.ltrim().starts_with("("))
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
  static const llvm::Regex attribute(
      "(attribute(__)?[[:space:]]*\\(\\(([^;{}]*[^A-Za-z0-9_])?|gnu[[:space:]]*::[[:space:]]*)"
      "(__)?optimize(__)?[[:space:]]*\\(");
  return anyText(unit, UnitTexts::Own,
                 [](llvm::StringRef text) { return callsOptimize(text) && attribute.match(text); });
}

bool wrapsSigned(const UnitContext &unit) {
  return unit.context.getLangOpts().getSignedOverflowBehavior() != LangOptions::SOB_Undefined ||
         anyText(unit, UnitTexts::Own, [](llvm::StringRef text) {
           return text.contains("optimize") && text.contains("wrapv");
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
