// Symbolic memory accesses: for each load, store and call, which bytes of what it may touch, as
// linear expressions over loop counters and parameters.
#pragma once

#include "analysis/pointers/MemoryExits.h"
#include "analysis/pointers/PointsTo.h"
#include "analysis/support/Linear.h"
#include "analysis/support/Premises.h"
#include "model/Program.h"

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace kasuri {

/// Where an address starts: an object, or the pointer value that a symbol stands for.
struct Base {
  enum class Kind : uint8_t { Unknown, Object, Symbol } kind = Kind::Unknown;
  ObjectId object;
  SymbolId symbol;
  auto operator<=>(const Base &) const = default;
};

/// Bytes [start, start + extent) that an array declaration confines an address to.
struct Confinement {
  Linear start;
  int64_t extent = 0; ///< 0: not confined
  /// Arrays around that one, where their place is simpler to tell.
  CompactList<std::pair<Linear, int64_t>> outer;

  /// The arrays that the function's caller knows around its pointers hold here too: no cast on the
  /// way made the rest of the object reachable.
  bool keepsCaller = true;

  /// A cast, or a join of different ways, after which nothing is known.
  void drop() {
    *this = {};
    keepsCaller = false;
  }
  /// The address now lies in a smaller array.
  void narrow(const Linear &innerStart, int64_t innerExtent);
  bool operator==(const Confinement &) const = default;
};

/// The value of an expression: an integer (offset alone) or a pointer (base + offset).
struct SymbolicValue {
  enum class Kind : uint8_t { Unknown, Integer, Pointer } kind = Kind::Unknown;
  Base base;
  Linear offset;
  Confinement confined;
  bool mayWrap = false; ///< unsigned arithmetic may have wrapped; of a pointer: or it is null
  bool operator==(const SymbolicValue &) const = default;
};

constexpr size_t noCell = SIZE_MAX;

struct Symbol {
  FunctionId function;
  RegionId variantLoop;      ///< innermost loop in which it may differ by iteration; invalid: none
  RegionId counterOf;        ///< the loop whose iterations it counts from 0
  int parameter = -1;        ///< index of the parameter whose entry value it is
  bool isRestrict = false;   ///< that parameter is a restrict pointer and only ever moves
  bool isAllocation = false; ///< fresh memory returned by an allocator
  /// What memory held at `entryBase + entryOffset` when the function was entered; size 0: not such.
  Base entryBase;
  Linear entryOffset;
  uint64_t entrySize = 0;
  /// Of a summary: counts the bytes of a range, or the elements of an array, as many as its
  /// constraints say.
  bool isByte = false;
  bool isDerived = false; ///< what is known of it comes from the ends of counters
  /// It is in its range because the element is accessed: where it is not, it may be any number.
  bool isSubscript = false;
  Range range;
  std::vector<SymbolId> factors; ///< sorted; it is their product; empty: a number of its own
  /// Or a product (a sum is one with 1) that may have wrapped or is too long for that: its two
  /// factors. It is their exact product if that lies in its range, and in signed arithmetic it
  /// does.
  CompactList<Linear> multiplicands;
  bool isModular = false;           ///< a product of unsigned arithmetic
  Linear dividend;                  ///< it is dividend / divisor, rounded to 0
  int64_t divisor = 0;              ///< 0: it is no quotient
  size_t cell = noCell;             ///< what it was loaded from, in Effects::cells
  CompactList<Linear> alternatives; ///< it lies between the least and the greatest; empty: unknown
  bool isGreatest = false;          ///< the greatest of them
  ValueId origin; ///< the value it was made for; its points-to set holds for the symbol
  CompactList<Linear> constraints; ///< each >= 0 wherever a counter symbol is in use
  /// Of a counter: the same, because each iteration makes accesses that leave no declared array.
  CompactList<Linear> limits;
  bool isPower = false; ///< 1 << b: a power of two
  SymbolId below;       ///< it lies from 0 to this power of two, less one; invalid: unknown
  CompactList<Linear> exclusive; ///< it is one of these two ^ the other; empty: it is no such
};

/// What holds where an access is made: each >= 0.
using ConditionId = Id<struct ConditionTag>;

/// Bytes once more, and again, each time `stride` further on: at so many places altogether.
struct Repetition {
  int64_t stride = 0; ///< positive
  Linear count;       ///< no place at all when it is not positive
  bool operator==(const Repetition &) const = default;
};

/// Bytes [low, high) from a base; none when high <= low.
struct WrittenBytes {
  Base base;
  Linear low, high;
  CompactList<Linear> ifNotNegative = {}; ///< none either when one of these is negative
  CompactList<Repetition> repeated = {};  ///< each repeats what those before it make
  bool operator==(const WrittenBytes &) const = default;
};

struct Access {
  Base base;
  Linear offset;
  uint64_t size = 0; ///< bytes from offset; 0: unknown, all of the confinement or base
  uint64_t unit = 0; ///< bytes touched from any one target of `address`; 0: unknown
  Confinement confined;
  /// Read, of a summary or from one, that is not known to be covered in that function: what is
  /// surely written of its base before it. A caller may know the array that the read stays in.
  CompactList<WrittenBytes> writtenBefore;
  bool isWrite = false;
  bool mayBeSkipped = false; ///< of a call `at`: not each time that it is made
  bool isMust = false;       ///< surely executed when its block is, defining exactly these bytes
  /// Read: what it reads was surely written earlier in the same call of the function that owns the
  /// list, or of the callee that it comes from.
  bool isCovered = false, isCoveredInCallee = false;
  /// A string from `offset` on: a read goes no further than to its end, a write leaves a whole one.
  bool isText = false;
  EffectiveType effective; ///< of a Load or Store; what the library does may be to any object
  bool isOpaque = false;   ///< stands for unknown code, a volatile access, I/O: see `reason`
  ObstacleKind reason = ObstacleKind::CarriedFlow; ///< for isOpaque
  bool isLast = false;    ///< where the program ends for want of memory (MemoryExits.h): nothing
                          ///< comes after it, and the runtime keeps its order
  PremiseId premise = {}; ///< what must hold for it to happen
  ConditionId condition = {}; ///< and what holds then of symbols of its function; invalid: nothing
  ValueId at;                 ///< the Load, Store or Call in the function that owns the list
  ValueId origin;             ///< the Load, Store or library Call itself, maybe in a callee
  ValueId address; ///< the pointer value whose targets bound the access; invalid: base is an object
  bool operator==(const Access &) const = default;
};

/// What a function has surely written where it returns this integer, or one that is not known.
struct ReturnedWrites {
  std::optional<int64_t> number;
  bool orLess = false; ///< that number, or a lesser one that is not negative
  std::vector<WrittenBytes> written;
  std::vector<Access> texts; ///< strings that are there then, all of which it has written
};

/// Of what a pointer parameter leads to, the first elements are surely written: as many as the
/// function returns, if that is positive.
struct FilledPrefix {
  ObjectId parameter;
  int64_t elementBytes = 0;
  auto operator<=>(const FilledPrefix &) const = default;
};

/// Iterations of a loop: distance / stride rounded up, or 0 where the distance is negative.
struct TripCount {
  Linear distance;
  int64_t stride = 1; ///< positive
};

/// What memory surely holds when a function returns.
struct ExitValue {
  Access place;
  SymbolicValue value;
  ValueType type;
};

/// An access of a summary stands for others that look the same to a caller.
struct SummaryPart {
  ValueId representative; ///< origin of the access in the summary
  ValueId at, origin;     ///< of what it stands for; no `at`: what `origin` represents itself
  auto operator<=>(const SummaryPart &) const = default;
};

/// What one function does, in its own symbols.
struct FunctionAccesses {
  /// By Load, Store or Call, in evaluation order; of a Call here or in sharedAt.
  std::map<ValueId, std::vector<Access>> at;
  /// Of calls that touch many objects as a whole: one list for all that do the same. So its
  /// accesses have no `at`.
  std::map<ValueId, std::shared_ptr<const std::vector<Access>>> sharedAt;
  std::vector<Access> summary;           ///< seen from a caller: no locals of its own
  std::vector<SummaryPart> summaryParts; ///< some of them twice
  /// The same for what was assumed of its cycle; the functions of a large one share it.
  std::shared_ptr<const std::vector<SummaryPart>> cycleParts;
  std::set<ValueId>
      joinedCalls;          ///< each access of these stands for all that callees do to its object
  bool isShortened = false; ///< accesses of the summary stand for others through other pointers
  SymbolicValue returned;   ///< Unknown unless it is one value over the parameters
  std::vector<ExitValue> exitValues; ///< of what it writes, where a caller can name place and value
  std::vector<WrittenBytes> surelyWritten; ///< whenever it returns, where a caller can name them
  std::set<FilledPrefix> filledUpToResult; ///< in each call that returns
  std::vector<ReturnedWrites> returns; ///< each place where it does; empty: nothing depends on it
  std::vector<Access> texts; ///< strings that are there whenever it returns, all of which it has
                             ///< written
  /// By Call: what its callee surely writes.
  std::map<ValueId, std::vector<WrittenBytes>> writtenBy;
  std::map<ValueId, std::vector<Access>> textsBy; ///< by Call: the callee's `texts`
  /// By Call: the callee's `returns`.
  std::map<ValueId, std::vector<ReturnedWrites>> writtenByResult;
  size_t leafSize = 0; ///< steps of a function that is evaluated at its calls; 0: it is not
  /// By Call and operand: where a pointer leads that a defined function gets, if that is known.
  std::map<std::pair<ValueId, unsigned>, SymbolicValue> given;
  bool mayNotReturn = false; ///< may exit, abort or jump out, otherwise than for want of memory
  /// Of that: what must hold for it, any of these; by Call, and all of them for a caller.
  std::map<ValueId, std::set<PremiseId>> endsIf;
  std::set<PremiseId> mayEndIf;
  bool mayRunOut = false; ///< may end the program for want of memory
  /// By loop: scalars declared outside that an iteration may read before it writes them.
  std::map<RegionId, std::set<ObjectId>> exposed;
  /// By loop: scalars declared outside that every completed iteration writes.
  std::map<RegionId, std::set<ObjectId>> assigned;
  /// By loop: scalars that advance by the same in every iteration, pointers in bytes.
  std::map<RegionId, std::map<ObjectId, Linear>> inductions;
  std::map<RegionId, SymbolId> counters; ///< by loop
  /// By sorted factors, symbols for products of counters, and of how often their loops run.
  std::map<std::vector<SymbolId>, SymbolId> products;
  /// By loop: what its counted variable holds when it is tested for the first time.
  std::map<RegionId, SymbolicValue> starts;
  /// By loop: what its function's scalars hold in front of it, before its head is evaluated.
  std::map<RegionId, std::map<ObjectId, SymbolicValue>> before;
  /// By loop: pointers that its function's scalars, or memory, are known to hold in front of it.
  std::map<RegionId, std::set<SymbolId>> pointersBefore;
  /// By loop: of these, those that no load has made, with the place of one in a variable of the
  /// function, all of which is there in front of the loop.
  std::map<RegionId, std::map<SymbolId, std::pair<ObjectId, int64_t>>> membersBefore;
  std::map<RegionId, PremiseId> heldAt;     ///< by loop: what holds in front of it
  std::map<RegionId, TripCount> tripCounts; ///< by loop, where that is known
  std::set<RegionId> wrappingCounters;      ///< loops whose variable may pass its type's end
  /// By loop: numbers of which its test says that none is negative, one for each comparison, and
  /// nothing else; missing where it says more.
  std::map<RegionId, std::vector<Linear>> saidByTest;
  std::set<RegionId> invariantBounds; ///< counted loops whose bound no iteration changes
  /// Stores of null, and of memory that its allocation's iteration stores nowhere else.
  std::set<ValueId> freshStores;
  /// Pairs of stores that exchange the pointers of two cells, or of one with itself.
  std::vector<std::pair<ValueId, ValueId>> exchanges;
  /// By loop: loaded pointers that are in memory when the loop starts, with the number of their
  /// cell there in Effects::cells. It may be another one than that which they were loaded from.
  std::map<RegionId, std::map<SymbolId, size_t>> heldCells;
  std::map<RegionId, std::set<ObjectId>> exposedIn; ///< by child of a sequence, as for loops
  std::map<RegionId, std::set<ObjectId>> assignedIn;

  /// None also for a call that does nothing with these arguments.
  const std::vector<Access> &accessesAt(ValueId value) const;
  /// All of these by ascending value.
  std::vector<std::pair<ValueId, const std::vector<Access> *>> lists() const;
};

struct Effects {
  std::vector<Symbol> symbols;
  std::vector<FunctionAccesses> functions; ///< by FunctionId
  MemoryExits memoryExits;
  PremiseTable premises;
  std::vector<std::vector<Linear>> conditions; ///< by ConditionId
  /// By symbol of an allocation, where that is known: its bytes. Never negative if it succeeds.
  std::map<SymbolId, Linear> allocatedBytes;
  std::vector<Access> cells;       ///< what symbols were loaded from, or are in, in their functions
  std::set<ValueId> distinctCells; ///< see PointerTables.h
  std::set<ValueId> exchangedCells; ///< of these, those that exchanges may write
  /// Objects and offsets of the others: the block of such a cell is in no other one, at any time.
  std::set<std::pair<ObjectId, int64_t>> ownerCells;
  std::set<FunctionId> believedPure;      ///< promised to be, and not surely otherwise
  std::set<FunctionId> promisedPure;      ///< of these, whose bodies do not show it
  std::map<FunctionId, ValueId> impureAt; ///< where such a promise is broken in each call
  const Symbol &operator[](SymbolId id) const { return symbols[id.index()]; }
  /// Each is >= 0 where the access is made.
  const std::vector<Linear> &conditionOf(const Access &access) const {
    static const std::vector<Linear> none;
    return access.condition.valid() ? conditions[access.condition.index()] : none;
  }
};

/// May the symbol differ between iterations of the loop?
bool variesIn(const Program &program, const Symbol &symbol, RegionId loop);

/// Is what it touches known to start at one place in all iterations?
bool isOnePlace(const Program &program, const Effects &effects, RegionId loop,
                const Access &access);

/// Smallest and largest value by the symbols' ranges.
Range rangeOf(const Effects &effects, const Linear &value);

} // namespace kasuri
