// Rows that the entries of a table select; internal to guards.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/symbolic/Conflicts.h"

namespace kasuri {

/// A variable of the program: all of it can be read wherever the loop stands.
bool isVariable(const AnalysedProgram &analysed, const Base &base);

/// Where each of the accesses, of one base, goes to the row that the iteration's entry of one table
/// selects: how the entry is read. Two iterations meet only if their entries are equal. The entries
/// can be read in front of the loop, and stay as they are in it.
std::optional<Access> entryThatSelects(const AnalysedProgram &analysed, const Viewpoint &view,
                                       const std::vector<Access> &accesses);

/// The pointer of a table that the symbol was loaded as: each iteration has another one, a fixed
/// number of bytes further, and nothing in the loop writes them. That they can be read in front of
/// the loop is still to be shown.
std::optional<Access> entryOfRow(const AnalysedProgram &analysed, const Viewpoint &view,
                                 SymbolId symbol);

/// A place of its own for each iteration in one table, which nothing in the loop may change. How
/// far on the next iteration's is; 0: it is none.
int64_t stepOfEntry(const AnalysedProgram &analysed, const Viewpoint &view, const Access &entry);

} // namespace kasuri
