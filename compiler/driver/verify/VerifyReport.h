// The output of `kasuri verify`: a table of versions by commands, the first differences and the
// races below it, and the same as JSON (docs/formats/verify.md). The table's times show that a
// version is not extremely slow. They are from single runs beside builds and other checks, so they
// are not a benchmark, and the table says so.
#pragma once

#include "driver/verify/Verification.h"

#include "llvm/Support/raw_ostream.h"

namespace kasuri {

/// Layers that no command has run in parallel: nothing is known about them.
std::vector<std::string> layersNotRun(const ParallelVersion &version,
                                      const Verification &verification);

void printVerification(llvm::raw_ostream &out, const VerifyRequest &request, const Builds &builds,
                       const Verification &verification);

/// VerifyJson.cpp.
std::string verificationJson(const VerifyRequest &request, const Builds &builds,
                             const Verification &verification);

} // namespace kasuri
