#include "analysis/reduction/Reduction.h"

namespace kasuri {

std::string_view symbol(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return "+";
  case ReductionKind::Product:
    return "*";
  case ReductionKind::Minimum:
    return "min";
  case ReductionKind::Maximum:
    return "max";
  case ReductionKind::And:
    return "&";
  case ReductionKind::Or:
    return "|";
  case ReductionKind::Xor:
    return "^";
  case ReductionKind::All:
    return "&&";
  case ReductionKind::Any:
    return "||";
  }
  return "";
}

bool startsFromBefore(ReductionKind kind) {
  return kind == ReductionKind::Minimum || kind == ReductionKind::Maximum ||
         kind == ReductionKind::All || kind == ReductionKind::Any;
}

} // namespace kasuri
