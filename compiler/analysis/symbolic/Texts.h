// Strings that a stretch of code has written as a whole.
#pragma once

#include "analysis/symbolic/Accesses.h"

#include <map>
#include <set>

namespace kasuri {

/// Whether the region leaves a string somewhere: otherwise nothing is gained from following it.
bool mayLeaveTexts(const Program &program, RegionId region);

/// What is known at one point of the program, of what a stretch of its code has done so far.
class Texts {
public:
  /// What the instruction does to strings.
  void execute(const Program &program, ValueId id, const std::vector<Access> &accesses);

  /// All that is read has been written.
  bool covers(const Effects &effects, const Access &access) const;

  /// Control does not get here.
  void leave();
  /// Control gets here on another way, too.
  void join(const Texts &other);
  /// In front of a loop's iterations: an iteration has ended so. True if that takes something away.
  bool loopBack(const Texts &behind);
  void forgetAll() { *this = {}; }

private:
  using Place = std::pair<ObjectId, int64_t>; ///< a byte of a variable

  bool isReached = true;
  std::set<Place> whole;            ///< all bytes of the string that begins there
  std::map<ValueId, Place> lengths; ///< as many bytes from there on, by the call that counted them

  static std::optional<Place> placeOf(const Access &access);
};

} // namespace kasuri
