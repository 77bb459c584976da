// What the readers of machine files share: MachineFile.cpp has cores and what is between them,
// MachineClocks.cpp clocks, power and idle states.
#pragma once

#include "plan/Machine.h"
#include "support/CheckedJson.h"

#include <map>

namespace kasuri {

constexpr double longestNs = 1e12; ///< of any latency in a file
constexpr unsigned maxId = 65535;  ///< of a core or clock domain, as the system numbers them

/// A core of the file, usable or not.
struct ListedCore {
  bool isUsable = false;
  std::optional<unsigned> cluster, domain; ///< by the file's numbers
};
using CoreList = std::map<unsigned, ListedCore>; ///< by id

/// A list of cores by their ids. One that the file does not have, or that is there twice, is a
/// mistake.
std::vector<unsigned> readIds(const JsonCursor &list, const CoreList &cores);

/// The cores that a part of the machine lists. Those that name a number as their `own`, which
/// messages call `what`, must name this part's; the others get it.
void readMembers(const JsonCursor &list, unsigned number, const char *what,
                 std::optional<unsigned> ListedCore::*own, CoreList &cores);

/// A longer list is a mistake.
void limitSize(const JsonCursor &list, size_t most);

/// Clock domains with a usable core, one more for the cores without a known clock; each core's
/// domain; and whether all powers are known.
void readClocks(const JsonCursor &file, CoreList &cores, Machine &machine);

/// Those that are enabled, that all usable cores have, and of which it is known what is switched
/// off.
void readIdleStates(const JsonCursor &file, const CoreList &cores, Machine &machine);

} // namespace kasuri
