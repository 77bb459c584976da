// Private blocks for scratch memory that the loop only finds behind pointers.
//
//     for (c...)                          enc->work: one pointer, which the loop leaves alone
//       filter(enc, c);                   fills enc->work[0] to enc->work[enc->n - 1], then reads
//
//     float *re = work, *im = work + n;   two pointers into one block
//
// Each part of the loop gets a block of its own for the bytes that are touched; where it gets at
// the old one, it must find the new. There are three ways to get there: variables of the function
// that hold such a pointer, which get another value; a member that the loop itself names, whose
// name is replaced (Places.h); and a structure that the loop hands on and only reads, of which each
// part gets a copy with another pointer in it. If every pointer to the block comes in one of these
// ways, keeps its distance from the others, and is neither looked at nor kept, no one can tell.
//
// What is where: the pointer is one symbol for all iterations, and the bytes are known by their
// distance from it, with ends that can be computed in front of the loop (Ranges.h). Each iteration
// writes what it reads (Coverage.h), and all write the same bytes, which the last one leaves behind
// as the source does; nothing else of the old block is touched.
//
// Gives up on: a block of which iterations fill different parts, members that are set in the loop,
// structures behind several pointers or in arrays.
#include "analysis/memory/ScratchBlocks.h"
#include "analysis/memory/FixedSizes.h"
#include "analysis/memory/PointerUses.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t largestBlock = int64_t(64) << 20; ///< bytes, for each part of a loop

struct Refusal {
  const char *problem, *unlock;
};
constexpr const char *allocateHere = "allocate it in this function before the loop, with a size "
                                     "computed from local variables, and pass it on";
constexpr Refusal ofUnknownSize = {", and its size is not known at the loop", allocateHere};
constexpr Refusal leftUnlike = {", and iterations fill different parts of it", allocateHere};
constexpr Refusal byOtherPointers = {
    ", and other pointers point into it",
    "access it through one pointer that the loop passes on, or let the loop and its callees only "
    "read the structure that holds the pointer"};
constexpr Refusal isUsed = {", and its address is compared, stored or freed",
                            "use the pointer in the loop only to read and write"};

class BlockJudge {
public:
  BlockJudge(const AnalysedProgram &analysed, RegionId loop, const Access &access,
             PlaceJudge &places, RangeMaker &ranges, Budget &budget,
             const std::vector<PrivateObject> &privates)
      : analysed(analysed), program(analysed.program), loop(loop), sample(wholeOf(access)),
        places(places), ranges(ranges), budget(budget), privates(privates),
        known(analysed.effects.functions[program[loop].function.index()]),
        objects(objectsOf(sample)), uses(analysed, loop, objects) {}

  BlockVerdict judge() {
    if (sample.base.kind != Base::Kind::Symbol ||
        variesIn(program, analysed.effects[sample.base.symbol], loop) || !findKept())
      return verdict;
    bool isOpen = std::any_of(objects.begin(), objects.end(),
                              [&](ObjectId object) { return analysed.pointsTo.isSpecial(object); });
    if (isOpen || uses.isRecursive() || hasForeign())
      return refuse(byOtherPointers);
    if (uses.isLookedAt(false))
      return refuse(isUsed);
    if (!findRoots())
      return refuse(byOtherPointers);
    if (!isLeftAlike())
      return refuse(leftUnlike);
    if (!findSpan())
      return refuse(ofUnknownSize);
    verdict.block = std::move(block);
    return std::move(verdict);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  Access sample; ///< all that its pointer leads to
  PlaceJudge &places;
  RangeMaker &ranges;
  Budget &budget;
  const std::vector<PrivateObject> &privates;
  const FunctionAccesses &known;
  std::set<ObjectId> objects;
  PointerUses uses;
  std::vector<WrittenBytes> written; ///< by every iteration
  PrivateBlock block;
  BlockVerdict verdict;

  BlockVerdict refuse(const Refusal &refusal) {
    verdict.problem = refusal.problem;
    verdict.unlock = refusal.unlock;
    return verdict;
  }

  static Access wholeOf(const Access &access) {
    Access whole = access;
    whole.size = whole.unit = 0;
    whole.confined = {};
    return whole;
  }

  std::set<ObjectId> objectsOf(const Access &access) const {
    std::set<ObjectId> found;
    for (const Location &each : locationsOf(analysed.effects, analysed.pointsTo, access))
      found.insert(each.object);
    return found;
  }

  bool isOurs(const Access &access) const { return access.base == sample.base; }

  void forEachAccess(const std::function<void(ValueId, const Access &)> &visit) const {
    for (ValueId value : valuesWithin(program, loop))
      for (const Access &access : known.accessesAt(value))
        visit(value, access);
  }

  /// Every read sees a write of its iteration, and there are some.
  bool findKept() {
    bool isFilled = true, isRead = false;
    CoverageWalk walk(program, analysed.pointsTo, analysed.effects, budget, program[loop].function,
                      [&](const Access &access, bool isCovered) {
                        isFilled &= isCovered || !isOurs(access);
                        isRead |= isOurs(access);
                      });
    written = walk.run(program[loop].children[0]);
    forEachAccess([&](ValueId value, const Access &access) {
      isFilled &=
          !isOurs(access) || contains(program, program[loop].children[0], program[value].block);
    });
    return isFilled && isRead;
  }

  /// Another base may be the same memory.
  bool hasForeign() const {
    bool hasSome = false;
    forEachAccess([&](ValueId, const Access &access) {
      hasSome = hasSome || (!isOurs(access) &&
                            mayTouchSame(analysed.effects, analysed.pointsTo, sample, access));
    });
    return hasSome;
  }

  // The ways to get there.

  bool findRoots() {
    bool isPlain = true;
    const std::vector<ValueId> own = uses.inLoop(), others = uses.inCallees();
    for (ValueId id : own)
      isPlain = isPlain && isPassedOn(id, true);
    for (ValueId id : others)
      isPlain = isPlain && isPassedOn(id, false);
    if (!isPlain)
      return false;
    bool isReached = true;
    for (ValueId id : own)
      if (program[id].op == Op::Load && uses.pointsIn(id) && !isOwnVariable(id, true))
        isReached &= addVariable(id) || addPlace(id);
    for (ValueId id : others)
      isReached &= program[id].op != Op::Load || !uses.pointsIn(id) || isOwnVariable(id, false);
    return (isReached && isPlaceApart()) || findHolder();
  }

  /// Such pointers stay in variables of the loop and of the functions called.
  bool isPassedOn(ValueId id, bool isInLoop) const {
    const Instruction &value = program[id];
    if (value.op == Op::Store)
      return !uses.pointsIn(value.operands[1]) || isOwnVariable(id, isInLoop);
    return value.op != Op::Clobber && (value.op != Op::Address || !objects.contains(value.object));
  }

  /// What the Load or Store names is a variable that is set anew in each iteration or call.
  bool isOwnVariable(ValueId access, bool isInLoop) const {
    if (uses.isInner(program[access].operands[0], isInLoop))
      return true;
    ObjectId variable = variableOf(program, access);
    return isInLoop &&
           std::any_of(privates.begin(), privates.end(), [&](const PrivateObject &each) {
             return each.object == variable && variable.valid() && !each.copyOut &&
                    !each.allocation.valid() && !each.place;
           });
  }

  bool isLeftAlone(ObjectId variable) const {
    const Object &object = program[variable];
    const std::vector<ValueId> inside = uses.inLoop();
    return object.isPlainScalar() && object.owner == program[loop].function &&
           std::none_of(inside.begin(), inside.end(),
                        [&](ValueId id) { return isStoreTo(program, id, variable); });
  }

  /// What it holds in front of the loop, if the loop leaves it alone.
  const SymbolicValue *valueBefore(ObjectId variable) const {
    auto before = known.before.find(loop);
    if (!variable.valid() || !isLeftAlone(variable) || before == known.before.end())
      return nullptr;
    auto value = before->second.find(variable);
    bool isPointer =
        value != before->second.end() && value->second.kind == SymbolicValue::Kind::Pointer;
    return isPointer ? &value->second : nullptr;
  }

  bool addVariable(ValueId load) {
    ObjectId variable = variableOf(program, load);
    const SymbolicValue *value = valueBefore(variable);
    if (!value || value->base != sample.base || program[load].type.kind != ValueType::Kind::Pointer)
      return false;
    if (std::find(block.pointers.begin(), block.pointers.end(), variable) == block.pointers.end())
      block.pointers.push_back(variable);
    if (block.name.empty())
      block.name = program[variable].name;
    return true;
  }

  /// Where the pointer was read first.
  const Access *cell() const {
    const size_t number = analysed.effects[sample.base.symbol].cell;
    return number == noCell ? nullptr : &analysed.effects.cells[number];
  }

  bool isOfCell(const Access &access) const {
    const Access *found = cell();
    return found && access.base == found->base && access.offset == found->offset &&
           access.size == found->size;
  }

  bool addPlace(ValueId load) {
    const Instruction &value = program[load];
    const std::vector<Access> &made = known.accessesAt(load);
    bool isPlain = value.type.kind == ValueType::Kind::Pointer && !value.isVolatile &&
                   !value.partial && contains(program, program[loop].children[0], value.block) &&
                   made.size() == 1 && isOfCell(made.front()) && places.isFixed(value.operands[0]);
    if (!isPlain)
      return false;
    if (!block.place)
      block.place.emplace().name = value.text;
    std::vector<ValueId> &loads = block.place->accesses;
    if (!loads.empty() &&
        !places.isSameAddress(program[loads.front()].operands[0], value.operands[0]))
      return false;
    loads.push_back(load);
    if (block.name.empty())
      block.name = value.text;
    return true;
  }

  /// The loop touches the member by that name only.
  bool isPlaceApart() const {
    return !block.place || places.isApart(*cell(), block.place->accesses);
  }

  // The structure that holds the pointer.

  bool findHolder() {
    const Access *member = cell();
    if (!member)
      return false;
    block.place.reset();
    for (ObjectId object : analysed.automatic[program[loop].function.index()])
      if (tryHolder(object, *member))
        return true;
    return false;
  }

  bool tryHolder(ObjectId variable, const Access &member) {
    const Object &object = program[variable];
    bool isStructure = object.type.kind == ValueType::Kind::Aggregate && !object.isArray;
    bool isOutside = !object.scope.valid() || !contains(program, loop, object.scope);
    Access whole = member;
    Linear start;
    if (isStructure) {
      whole.base = {Base::Kind::Object, variable, {}};
      whole.size = object.type.size;
    } else if (const SymbolicValue *value = valueBefore(variable)) {
      whole.base = value->base;
      start = value->offset;
      whole.size = static_cast<uint64_t>(object.pointeeSize);
    } else {
      return false;
    }
    auto distance = Linear::add(member.offset, start, -1);
    bool isPart = isOutside && !object.isVolatile && whole.base == member.base && distance &&
                  distance->isConstant() && distance->constant() >= 0 &&
                  static_cast<uint64_t>(distance->constant()) + member.size <= whole.size &&
                  whole.size <= program.mostOnStack;
    if (!isPart)
      return false;
    whole.offset = start;
    whole.confined = {};
    whole.unit = 0;
    block.member = distance->constant();
    block.holder = variable;
    return isHolder(whole, variable);
  }

  bool isHolder(const Access &whole, ObjectId variable) {
    std::set<ObjectId> structures;
    if (whole.base.kind == Base::Kind::Object)
      structures.insert(variable);
    else
      structures = objectsOf(wholeOf(whole));
    PointerUses ways(analysed, loop, structures);
    bool isWhole =
        !structures.empty() &&
        std::all_of(structures.begin(), structures.end(), [&](ObjectId each) {
          return !analysed.pointsTo.isSpecial(each) && fixedSizeOf(analysed, each) == whole.size;
        });
    bool isWritten = false;
    forEachAccess([&](ValueId, const Access &access) {
      isWritten = isWritten || (access.isWrite &&
                                mayTouchSame(analysed.effects, analysed.pointsTo, whole, access));
    });
    if (!isWhole || isWritten || ways.isLookedAt(true))
      return false;
    auto isSound = [&](const std::vector<ValueId> &values, bool isInLoop) {
      return std::all_of(values.begin(), values.end(), [&](ValueId id) {
        return isByHolder(id, isInLoop, ways, variable, structures) &&
               (program[id].op != Op::Load || !uses.pointsIn(id) || isOwnVariable(id, isInLoop) ||
                isOfMember(id, structures) ||
                (isInLoop && std::count(block.pointers.begin(), block.pointers.end(),
                                        variableOf(program, id)) > 0));
      });
    };
    block.name = program[cell()->origin].text;
    return isSound(uses.inLoop(), true) && isSound(uses.inCallees(), false);
  }

  /// Pointers to the structure come from the variable alone, and stay in variables.
  bool isByHolder(ValueId id, bool isInLoop, const PointerUses &ways, ObjectId variable,
                  const std::set<ObjectId> &structures) const {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Load:
      return !ways.pointsIn(id) || isOwnVariable(id, isInLoop) ||
             (isInLoop && variableOf(program, id) == variable);
    case Op::Store:
      return !ways.pointsIn(value.operands[1]) || isOwnVariable(id, isInLoop);
    case Op::Address:
      return !structures.contains(value.object) || (isInLoop && value.object == variable);
    default:
      return true;
    }
  }

  /// The Load reads the member, whichever structure that is.
  bool isOfMember(ValueId load, const std::set<ObjectId> &structures) const {
    const LocationSet &from = analysed.pointsTo.of(program[load].operands[0]);
    return program[load].type.kind == ValueType::Kind::Pointer && !from.empty() &&
           std::all_of(from.begin(), from.end(), [&](const Location &each) {
             return structures.contains(each.object) && each.stride == 0 &&
                    each.offset == block.member;
           });
  }

  // Its bytes.

  /// Every byte that any iteration may write is one that each surely writes.
  bool isLeftAlike() {
    std::vector<WrittenBytes> needed;
    bool isAlike = true;
    forEachAccess([&](ValueId, const Access &access) {
      if (!isAlike || !isOurs(access) || !access.isWrite)
        return;
      auto around = std::find_if(written.begin(), written.end(), [&](const WrittenBytes &each) {
        return isAlwaysWritten(program, analysed.effects, budget, loop, access, {each});
      });
      isAlike = around != written.end();
      if (isAlike && std::find(needed.begin(), needed.end(), *around) == needed.end())
        needed.push_back(*around);
    });
    written = std::move(needed);
    return isAlike;
  }

  bool findSpan() {
    Guard guard;
    for (const WrittenBytes &each : written) {
      auto range = ranges.placeOf(each, guard);
      if (!range)
        return false;
      block.span = block.kept.empty() ? *range
                                      : GuardRange{extreme(block.span.low, range->low, false),
                                                   extreme(block.span.end, range->end, true)};
      block.kept.push_back(*range);
    }
    const GuardValue size = sum(block.span.end, product(block.span.low, constantOf(-1)));
    guard.exact.emplace_back(size, largestBlock);
    guard.text = "'" + block.name + "' is scratch of no more than " +
                 std::to_string(largestBlock >> 20) + " MiB";
    verdict.guard = std::move(guard);
    return !block.kept.empty();
  }
};

} // namespace

BlockVerdict judgeScratchBlock(const AnalysedProgram &analysed, RegionId loop, const Access &access,
                               PlaceJudge &places, RangeMaker &ranges, Budget &budget,
                               const std::vector<PrivateObject> &privates) {
  return BlockJudge(analysed, loop, access, places, ranges, budget, privates).judge();
}

} // namespace kasuri
