// The section `.kasuri` of an object: how it was compiled, and from what text.
//
//     kasuri-cc -c x.c -o x.o      x.o: .text .data .symtab ... .kasuri (SHF_EXCLUDE)
//
// A link sees nothing but objects and archives; with this section it can compile the program anew
// as a whole. The section is marked SHF_EXCLUDE, so every linker leaves it out of programs and
// shared libraries, and an object with it is an ordinary one to everything else.
//
// Why its content can be believed: it holds a digest of all other sections of its object (code,
// data, symbols and their names), and one of itself. Whatever was done to the object since (symbols
// renamed or made local, objects joined by `ld -r`, debug information taken out), the section no
// longer fits, and the object is treated as one without. The format:
// docs/formats/object-section.md.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// How an object was made.
struct ObjectSource {
  std::string directory;             ///< where the compiler ran
  std::string path;                  ///< of the source, as the compiler got it
  std::vector<std::string> compiler; ///< first words of the command
  std::vector<std::string> flags;    ///< what says how to compile the text; no -D, -I, warnings
  std::string text;                  ///< preprocessed, with line markers
};

/// The object with the section; nothing if it is no ELF object, or has one.
std::optional<std::string> withSection(llvm::StringRef object, const ObjectSource &source);

/// What the object's section says; nothing if it has none that fits.
std::optional<ObjectSource> readSection(llvm::StringRef object);

/// The names by which an object and the rest of the program may mean the same thing.
struct LinkedNames {
  std::set<std::string> defined; ///< here, for others too
  std::set<std::string> all;     ///< those, and what it expects elsewhere
};

/// Nothing if it is no ELF object.
std::optional<LinkedNames> namesOf(llvm::StringRef object);

/// What the program or shared library defines for others at run time; nothing if it cannot be read.
std::optional<std::set<std::string>> dynamicNames(llvm::StringRef program);

} // namespace kasuri
