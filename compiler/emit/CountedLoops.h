// Which loops of a sequential program are counted, and how: decided here, printed by CountLoops.
#pragma once

#include "analysis/Parallelism.h"
#include "frontend/Frontend.h"
#include "movability/text/SourceText.h"

#include <memory>

namespace kasuri {

struct CountedLoop {
  /// As include/kasuri/loops.h has them.
  enum class Kind : uint8_t {
    Inner,  ///< no counted loop runs inside, and no call in it may leave it
    Middle, ///< counted loops run inside
    Outer   ///< calls may end the program, or jump
  };
  RegionId loop;
  std::string name; ///< LoopNames.h
  Kind kind = Kind::Inner;
  unsigned begin = 0;  ///< where the block around the loop begins: in front of its pragmas
  TextRange statement; ///< the loop
  TextRange body;      ///< its body, with the semicolon
};

struct OmittedLoop {
  std::string name, reason;
};

/// Of one translation unit.
struct UnitLoops {
  std::vector<CountedLoop> counted; ///< in the order of the source: outer ones before inner ones
  std::vector<OmittedLoop> omitted; ///< those that cannot be counted
};

/// By unit. `texts`: likewise.
std::vector<UnitLoops> findCountedLoops(const Program &program, const ParsedSources &sources,
                                        const Parallelism &facts,
                                        const std::vector<std::unique_ptr<SourceText>> &texts);

} // namespace kasuri
