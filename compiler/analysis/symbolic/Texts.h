// Strings that a stretch of code has written as a whole.
#pragma once

#include "analysis/symbolic/Accesses.h"

#include <map>
#include <set>

namespace kasuri {

/// Whether the region leaves a string somewhere: otherwise nothing is gained from following it.
/// `fills`: it may fill arrays up to a 0.
bool mayLeaveTexts(const Program &program, const FunctionAccesses &known, RegionId region,
                   bool fills);

/// The store of a 0 as a byte: it may end a string, and makes none longer.
bool storesEnd(const Program &program, ValueId id);

/// Bytes of a string that strlen has counted, with the 0 behind them.
struct CountedBytes {
  ValueId length; ///< the call of strlen
  Linear place;   ///< of the first one, from the access's base
};

/// In which the access stays if the string begins there; none: strlen has not said how far it goes.
std::optional<CountedBytes> countedBytes(const Program &program, const Effects &effects,
                                         const Access &access);

struct TextContext {
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
};

/// What is known at one point of the program, of what a stretch of its code has done so far.
class Texts {
public:
  /// What the instruction does to strings.
  void execute(const TextContext &context, ValueId id, const std::vector<Access> &accesses);
  /// The string is there now, as one that the stretch has written.
  void add(const TextContext &context, const Access &text);
  /// These are, if the call, which has just been made, has returned in the place of that number.
  void addIfReturned(const TextContext &context, ValueId call, size_t number,
                     const std::vector<Access> &texts);
  /// The last such call has returned in one of these places.
  void assumeReturned(ValueId call, const std::vector<size_t> &numbers);

  /// All that is read has been written. `accesses`: all of the instruction.
  bool covers(const TextContext &context, ValueId id, const Access &access,
              const std::vector<Access> &accesses) const;

  /// What is there, as accesses that leave it.
  std::vector<Access> all() const;

  /// Control does not get here.
  void leave();
  /// Control gets here on another way, too.
  void join(const Texts &other);
  /// In front of a loop's iterations: an iteration has ended so. True if that takes something away.
  bool loopBack(const Texts &behind);
  void forgetAll() { *this = {}; }

private:
  using Place = std::pair<Base, int64_t>; ///< a byte of what stays the same object in the function

  struct Extent {
    int64_t end = 0;         ///< from the base: the string ends in front of it; 0: unknown
    bool keepsCaller = true; ///< see Confinement
    ValueId address;         ///< of a symbol: a pointer to the string, of which one is enough
    bool operator==(const Extent &other) const {
      return end == other.end && keepsCaller == other.keepsCaller;
    }
  };
  using Strings = std::map<Place, Extent>; ///< by where they begin

  bool isReached = true;
  Strings whole; ///< all bytes of the string that begins there have been written
  std::map<std::pair<ValueId, size_t>, Strings> ifReturned; ///< by call and place of its return
  std::map<ValueId, Place> lengths; ///< as many bytes from there on, by the call that counted them

  static std::optional<Place> placeOf(const Effects &effects, const Access &access);
  static std::optional<Strings::value_type> textOf(const TextContext &context, const Access &text);
  static Access accessTo(const Place &place, const Extent &extent);
  static bool mayWrite(const TextContext &context, const Access &access,
                       const Strings::value_type &text);
};

} // namespace kasuri
