#include "driver/serve/AllowedFlags.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

namespace kasuri {
namespace {

constexpr size_t mostWords = 64;

const char *const kasuriForms[] = {
    "--cores=[0-9]{1,3}",
    "--mode=(fastest|deadline)",
    "--deadline=[0-9.]{1,12}(ns|us|ms|s)(@[A-Za-z_][A-Za-z_0-9]*)?",
    "--min-gain=[0-9.]{1,12}",
    "--emit=(runtime|openmp)",
    "--assume=(assertions|exits|input)(,(assertions|exits|input))*",
    "--fp=(exact|reproducible|fast)",
    "--dispatch=(chosen|static|dynamic)",
    "--no-reorder",
};

// Of -m, those that name a processor or switch one of its features: -mllvm passes anything on.
const char *const compilerForms[] = {
    "-O([0-3sgz]|fast)?",
    "-D[A-Za-z_][A-Za-z_0-9]*(=[A-Za-z_0-9.+-]*)?",
    "-std=(c|gnu)(89|90|99|11|17|18|23|2x)",
    "-m(arch|tune|cpu|fpu|float-abi)=[A-Za-z0-9.+-]+",
    "-m(no-)?(avx|avx2|avx512[a-z0-9]*|bmi2?|f16c|fma|popcnt|sse[0-9a-z.]*)",
    "-m(32|64)",
};

bool hasForm(llvm::StringRef word, llvm::ArrayRef<const char *> forms) {
  return llvm::any_of(forms, [&](const char *form) {
    return llvm::Regex(std::string("^(") + form + ")$").match(word);
  });
}

} // namespace

std::variant<AllowedFlags, std::string> allowedFlags(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 16> words;
  text.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (words.size() > mostWords)
    return "more than " + std::to_string(mostWords) + " options";
  AllowedFlags flags;
  for (llvm::StringRef word : words)
    if (word.contains('\n') || word.contains('\0'))
      return "an option with a line break";
    else if (hasForm(word, kasuriForms))
      flags.forKasuri.push_back(word.str());
    else if (hasForm(word, compilerForms))
      flags.forCompiler.push_back(word.str());
    else
      return "the playground does not take the option '" + word.str() +
             "'; it takes -O, -D, -std=, -m, --cores=, --mode=, --deadline=, --min-gain=, "
             "--emit=, --assume=, --fp=, --dispatch= and --no-reorder";
  return flags;
}

} // namespace kasuri
