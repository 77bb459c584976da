#include "analysis/memory/Privates.h"

namespace kasuri {

std::string nameOf(const Program &program, const PrivateObject &copied) {
  return copied.place ? copied.place->name : program[copied.object].name;
}

} // namespace kasuri
