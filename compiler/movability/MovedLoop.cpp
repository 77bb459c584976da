// How folds are written, and which amounts are computed in front of a loop.
#include "movability/MovedLoop.h"

namespace kasuri {

const char *symbol(Fold fold) {
  switch (fold) {
  case Fold::Sum:
    return "+";
  case Fold::Difference:
    return "-";
  case Fold::Product:
    return "*";
  case Fold::And:
    return "&";
  case Fold::Or:
    return "|";
  case Fold::Xor:
    return "^";
  case Fold::Minimum:
    return "<";
  case Fold::Maximum:
    return ">";
  case Fold::All:
    return "&&";
  case Fold::Any:
    return "||";
  }
  return "";
}

bool isExtreme(Fold fold) { return fold == Fold::Minimum || fold == Fold::Maximum; }

bool isLogical(Fold fold) { return fold == Fold::All || fold == Fold::Any; }

std::vector<SplitLoop::Advance> SplitLoop::computed() const {
  std::vector<Advance> all;
  if (moving)
    all.push_back(*moving);
  for (const Advance &each : inductions)
    if (each.amount)
      all.push_back(each);
  return all;
}

} // namespace kasuri
