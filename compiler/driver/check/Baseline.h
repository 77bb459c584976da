// The file that people commit beside their sources: how each loop and layer runs.
//
//     {"file":"a.c","function":"main","layers":[],"loops":[
//       {"depth":0,"digest":"9c0e...","guarded":false,"head":"for (int i = 0; i < n; i++)",
//        "runs":"parallel"}
//     ]}
//
// It has no lines, no times and no paths of the machine, so an edit elsewhere does not change it,
// and a loop is one line of a diff. Functions are sorted; equal plans give equal bytes.
#pragma once

#include "report/compare/Snapshot.h"

#include <string_view>
#include <variant>

namespace kasuri {

struct Baseline {
  Snapshot snapshot;   ///< paths are relative to the folder of the file, if they are below it
  unsigned cores = 1;  ///< that the plan was made for
  std::string machine; ///< its name; "": where it was made
};

std::string print(const Baseline &baseline);

/// The baseline, or what is wrong with the text.
std::variant<Baseline, std::string> readBaseline(std::string_view text);

/// The path as it stands in a baseline in that folder.
std::string pathInBaseline(llvm::StringRef file, llvm::StringRef folder);

} // namespace kasuri
