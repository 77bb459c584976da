// Buffers with an element for each iteration of some loops of a nest.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "reorder/NestNames.h"

namespace kasuri {

constexpr int64_t mostElements = int64_t(1) << 25; ///< of a buffer

struct NestBuffer {
  ObjectId variable; ///< whose values it has; none: copies of an array's elements
  std::string type, name;
  std::string place;        ///< of the element, by the names of counters
  std::string elements;     ///< how many there are
  std::string limit;        ///< a condition: not too many
  std::string address = {}; ///< of memory that is there; with it, no number and limit
};

/// With neighbors along the last one of the loops. Its variable, type and name are left to the
/// caller. Nothing if it is not known how many iterations a loop has.
std::optional<NestBuffer> bufferOver(const AffineNest &nest, const NestNames &names,
                                     const std::vector<size_t> &loops);

/// In the elements of another array that have the values; the same is left to the caller.
/// `pointer`: to its element with subscripts of 0.
NestBuffer bufferIn(const AffineNest &nest, const NestNames &names, const AffineArray &variable,
                    const std::string &pointer);

/// By the names of counters, as a `long`.
std::string subscriptText(const NestNames &names, const AffineForm &form);

/// Statements have the text of elements that lie in arrays from this one on, the buffers.
void readBuffers(NestNames &names, size_t firstBuffer);

/// Of a statement in these loops that fills a buffer, or copies from it. `uses`: of its text.
NestNames namesOfCopy(const NestNames &names, const std::string &text, const LoopUses &uses,
                      const std::vector<size_t> &loops);

/// A name like this one that is neither in the source nor that of one of the buffers.
std::string freshName(const NestNames &names, const std::vector<NestBuffer> &buffers,
                      const std::string &name);

} // namespace kasuri
