// From the plan to parallel C: lowering to data, then printing into the original text.
#pragma once

#include "frontend/Frontend.h"
#include "plan/Plan.h"

namespace kasuri {

/// The new text of one translation unit.
struct EmittedFile {
  std::string sourcePath; ///< as given by the user
  std::string text;       ///< byte for byte the original when nothing in it runs in parallel
  unsigned layers = 0;    ///< parallel layers in it
};

struct Emission {
  std::vector<EmittedFile> files; ///< in the order of the inputs
  /// By index in Plan::layers: what stands for it in the new text, without tables, for readers.
  std::map<size_t, std::string> layers;
  /// Likewise: what the names of all that belongs to it begin with, and "_" behind that.
  std::map<size_t, std::string> symbols;
  /// Mistakes of Kasuri: planned layers that it cannot write.
  std::vector<std::string> problems;
};

/// Their paths as given by the user, in the order of the units.
std::vector<std::string> mainFiles(const Program &program);

/// `plan` holds layers that can be moved, besides its dropped ones.
Emission emitParallelC(const Program &program, const ParsedSources &sources,
                       const Parallelism &facts, const MacroTaskGraph &graph,
                       const Movability &movability, const Plan &plan);

} // namespace kasuri
