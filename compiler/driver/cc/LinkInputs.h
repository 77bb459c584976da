// What a link has put into a program, and what of it can be seen.
//
//     cc main.o libb.a x.o -o prog -Wl,--trace,--trace     main.o      with a section: a unit
//                                                          (libb.a)b.o with a section: a unit
//                                                          x.o         assembly: unseen
//                                                          .../crt1.o  unseen
//
// The linker itself says which objects and which members of archives it has taken. Those with a
// section are the program's units. The rest is code that Kasuri cannot see; whether it matters to
// the units is a question of names: it can call a function or touch a variable of theirs, without
// having got its address from them, only by a symbol of that name, and so can a shared library or
// dlsym, if the program shows the symbol at run time. Where neither is so, the units are a whole
// program as sources in one command are; where it is, all that they make visible is open to unknown
// code. An object that has its own version of a library function by which the units' calls are
// understood leaves nothing to be done, and so does a linker whose trace cannot be understood.
#pragma once

#include "driver/cc/ObjectSection.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// A file, or a member of an archive.
struct LinkedPlace {
  std::string file;
  std::string member = {}; ///< "": the file itself
  auto operator<=>(const LinkedPlace &) const = default;
};

struct LinkedUnit {
  LinkedPlace place;
  ObjectSource source;
  LinkedNames names;
};

struct UnseenObject {
  LinkedPlace place;
  LinkedNames names;
};

struct LinkInputs {
  std::vector<LinkedUnit> units;    ///< in the linker's order, as the next
  std::vector<UnseenObject> unseen; ///< shared libraries are not among them
  /// Names that several members of an archive have, some of them with a section; all are unseen.
  std::vector<LinkedPlace> namesakes;
};

/// What the trace names; nothing where it names something else than objects and libraries.
std::optional<LinkInputs> readTrace(const std::string &trace);

/// A name of what units define that code beside them may use, the first of all; "": there is none.
/// `shown`: what the program defines for others at run time.
std::string nameUsedOutside(const LinkInputs &inputs, const std::set<std::string> &shown);

/// Is there such a name?
bool isNamedOutside(const LinkInputs &inputs, const std::set<std::string> &shown);

/// Does code beside the units, other than the C library, define a function of that library which
/// they use?
bool replacesLibrary(const LinkInputs &inputs);

/// Takes units out of those that are seen.
void hide(LinkInputs &inputs, const std::vector<bool> &isHidden);

} // namespace kasuri
