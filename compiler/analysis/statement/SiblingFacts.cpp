#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

std::string toString(const Halo &halo) {
  if (halo.width() == 0)
    return "aligned";
  const std::string before = std::to_string(halo.before), after = std::to_string(halo.after);
  return "aligned, halo " +
         (halo.before == halo.after ? before : before + " before and " + after + " after");
}

} // namespace kasuri
