// Compiling for another machine than this one: what its compiler shows to a source.
//
//     kasuri --target=aarch64-linux-gnu a.c -o out      aarch64-linux-gnu-gcc -E -v says:
//                                                       /usr/lib/gcc-cross/.../aarch64-linux-gnu/include
//
// Clang knows each target's types; which C library there is, and for which processor the target's
// compiler compiles unless told, only that compiler knows. So it is asked, and Clang gets its
// answer. Where there is none, but the C library's headers are, Clang is the compiler.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

struct CrossTarget {
  std::string triple;                ///< as given; "": this machine
  std::vector<std::string> compiler; ///< the words of the command that compiles for it
  std::vector<std::string> flags;    ///< for Clang, in front of the user's
  /// What the compiler defines of the names in compilerFacts(); "": it does not. Empty: not known.
  std::map<std::string, std::string> facts = {};
};

/// The predefined macros in which two compilers have to agree about the types of a target.
const std::vector<std::string> &compilerFacts();

/// In which of its facts the target's compiler differs from what Clang has defined for a source; ""
/// in none.
std::string differenceText(const CrossTarget &target,
                           const std::map<std::string, std::string> &ofClang);

struct CrossSearch {
  std::string compiler = {};   ///< the one to ask; "": the target's
  bool mayLackHeaders = false; ///< with neither compiler nor C library it is Clang's turn
};

/// The target of that name, with the user's compiler `flags`; or the exit status after one
/// diagnostic.
std::variant<CrossTarget, int> findCrossTarget(const std::string &triple,
                                               const std::vector<std::string> &flags,
                                               const CrossSearch &search = {});

/// By what name its runtime and its compiler go: without the vendor, and of a family of processors
/// the name of all ("armv7-unknown-linux-gnueabihf": "arm-linux-gnueabihf"). "": not for Linux, or
/// of no processor that is known.
std::string systemName(const std::string &triple);

/// KASURI_CC, the compiler that the user wants; "": none in particular.
std::string wantedCompiler();

/// The words that run it ("ccache gcc"), or cc.
std::vector<std::string> compilerWords();

/// "" is this machine, too.
bool isThisMachine(const std::string &triple);

/// Takes `--target=T` and `-target T` out of the flags: the last T; "" without.
std::string takeTarget(std::vector<std::string> &flags);

/// Do programs for the target run on a machine that calls itself so ("armv7l")? True if unknown.
bool canRun(const std::string &architecture, const std::string &triple);

/// The target that a compiler of this name ("/usr/bin/arm-linux-gnueabihf-gcc-12") compiles for;
/// "": it does not say.
std::string targetOfCompiler(const std::string &compiler);

} // namespace kasuri
