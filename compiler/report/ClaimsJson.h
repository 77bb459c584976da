// The claims as JSON, described in docs/formats/claims.md.
#pragma once

#include "analysis/claims/Claims.h"

#include <string>

namespace kasuri {

std::string claimsJson(const Program &program, const std::vector<LoopClaims> &claims);

} // namespace kasuri
