#include "analysis/symbolic/IslVersion.h"

#include <isl/version.h>

namespace kasuri {

std::string islVersion() {
  std::string version = isl_version();
  return version.substr(0, version.find('\n'));
}

} // namespace kasuri
