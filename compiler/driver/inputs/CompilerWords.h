// Words of a C compiler's command line: which are its options, which have a value, which make
// files.
//
//     kasuri -O2 -Iinc -D N=4 a.c -o out
//            ^^^^^^^^^^^^^^^^ for the compiler, as behind `--`
//
// Only what cannot be an option of ours is the compiler's. A word whose name is one of ours is ours
// (`-mode=deadline`, `-p dir`), so the two never depend on the order of words. Options that make
// the compiler stop early or link something else (-c, -S, -shared) are no flags of a source; they
// stay unknown options.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace kasuri {

bool startsWithOneOf(llvm::StringRef word, std::initializer_list<llvm::StringRef> starts);

/// Options whose value is the next word.
bool takesValue(llvm::StringRef word);

/// The flags without those that make the compiler write further files.
std::vector<std::string> withoutFiles(const std::vector<std::string> &flags);

struct SplitWords {
  std::vector<const char *> ours;
  std::vector<std::string> flags; ///< for the compiler: those before `--`, and all behind it
};

/// A command line of ours, whose options are registered.
SplitWords splitWords(std::span<const char *const> words);

/// Of a source in another language than C that a compiler of C takes, too, by its name: "C++"; ""
/// for all other files.
llvm::StringRef otherLanguage(llvm::StringRef file);

/// What else than C the file is, by its name: "C++", "an object file"; "": nothing that is known.
llvm::StringRef otherKind(llvm::StringRef file);

} // namespace kasuri
