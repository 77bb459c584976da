// Where the loops of a C file begin and end, from its tokens alone.
//
// A finished program tells which files it was made of, and not with which flags. So its sources
// cannot be parsed, but the extent of a loop does not depend on flags:
//
//     for ( … ) statement        from `for` to the end of the statement
//     while ( … ) statement
//     do statement while ( … );
//
// A statement ends at its closing brace or semicolon, or where the loop, `if` or `switch` that it
// is ends. Loops in macros are not seen. Where `#if` makes two beginnings of one loop, both are
// there and at most one has samples.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

struct SourcePoint {
  unsigned line = 0, column = 0; ///< from 1; column 0: not known
};

struct SourceLoop {
  SourcePoint first, last; ///< its first and its last character

  /// Where the column is not known, the line decides.
  bool holds(SourcePoint point) const;
};

/// In the order of their beginnings.
std::vector<SourceLoop> findSourceLoops(const std::string &text);

} // namespace kasuri
