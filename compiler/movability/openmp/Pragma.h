// A pragma of OpenMP as data.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kasuri {

struct Pragma {
  std::string construct;    ///< "parallel for"
  bool listsShared = false; ///< default(none), and `shared` has all that is shared
  std::string schedule;     ///< "static": iterations are split into chunks, always the same
  std::vector<std::string> shared, privates, firstPrivates, lastPrivates;
  std::map<std::string, std::vector<std::string>> reductions; ///< by operator
  std::vector<std::string> in, out, inAndOut;                 ///< of `depend`
  std::string condition;                                      ///< of `if`; "": none
};

/// "shared(a, n)" and the like, in the order in which they are written.
std::vector<std::string> clausesOf(const Pragma &pragma);

} // namespace kasuri
