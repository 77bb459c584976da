// The sources of a command line, by program, and the machine that they are compiled for.
#pragma once

#include "driver/CrossTarget.h"
#include "driver/inputs/Programs.h"

#include <variant>

namespace kasuri {

/// As the user asks.
struct InputWish {
  std::vector<std::string> sources;
  std::string buildDirectory; ///< -p; "": none
  std::string program;        ///< --program; "": all
  bool needsOne = false;      ///< program: sources that make several are not taken as one
  std::vector<std::string> flags;
  SourceTexts texts; ///< as an editor has them
};

struct Inputs {
  std::vector<ProgramInputs> programs; ///< sources that can be read, none twice in a program
  std::string target;                  ///< as their commands say; "": they do not
};

/// The inputs, or the exit status after one diagnostic.
std::variant<Inputs, int> findInputs(const InputWish &wish);

/// --target, or what the flags, or the sources' own commands, say; or the exit status after one
/// diagnostic.
std::variant<CrossTarget, int> chooseTarget(const std::string &given, const std::string &inFlags,
                                            const Inputs &inputs);

/// "a, b, c".
std::string namesOf(const std::vector<ProgramInputs> &programs);

} // namespace kasuri
