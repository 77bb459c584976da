// Versions of memory that the loop only finds behind pointers, as in a codec's handle:
//
//     while (fread(f->current->pixels, 1, n, in) == n) {     f, f->current and its pixels
//       smooth(f, f->current->pixels, f->smooth->pixels);    f->smooth and its pixels
//       f->changed += blend(f, f->smooth->pixels);           f->changed is handed on
//     }
//
// Each worker has copies of these blocks. In the copy of f stand pointers to the copies of the
// others, and where the loop names f, it finds the copy. So the loop and what it calls work on an
// iteration's own version, and nobody can tell, if
//   - the loop and what it calls come to a block by these pointers alone, which the loop does not
//     change (BlockPaths.h): no other variable or member that they read leads there, and no access
//     by another pointer may touch it;
//   - no pointer into a block is compared with another, made a number, copied as bytes, or stored
//     where it outlives the call or the iteration;
//   - the pointers lead to the start of an allocation or of a variable, so that its size is known.
// Bytes that the loop only reads are copied when a worker begins, or where its first iteration has
// passed what may end the loop in front of the block's first use. Bytes that each iteration writes
// before it reads them are its own. All other bytes that it writes are handed on, through the
// original, from the first statement that touches them to the last that writes them: these are what
// an iteration may read of an earlier one, or somebody behind the loop.
//
// Sources: privatization with renaming, P. Feautrier, Array expansion (ICS 1988); memory versioning
// of S. Campanoni et al., HELIX (CGO 2012).
#include "analysis/pipeline/Versions.h"

#include "analysis/memory/FixedSizes.h"
#include "analysis/memory/PointerUses.h"
#include "analysis/pipeline/Increments.h"
#include "analysis/pipeline/OwnContents.h"
#include "analysis/pipeline/PipelineGuards.h"
#include "analysis/pipeline/PipelineRanges.h"
#include "analysis/pipeline/PointerMembers.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

static constexpr size_t maxVersions = 16;
static constexpr int64_t largestPart = 1 << 20; ///< bytes of a block
static constexpr int64_t maxElements = 32;

class VersionMaker {
public:
  VersionMaker(PipelineDraft &draft, BlockPaths &paths)
      : draft(draft), paths(paths), analysed(draft.analysed), program(draft.program),
        effects(analysed.effects), loop(draft.loop), known(draft.known) {}

  bool make(const Access &access, const ElementRange &ordered) {
    blocks.clear();
    const std::optional<BlockPath> wanted = paths.of(access.base.symbol);
    if (!wanted)
      return false;
    for (BlockPath path{wanted->root, {}};;
         path.members.push_back(wanted->members[path.members.size()])) {
      if (!madeAt(path)) {
        auto known = madeBefore.find(path);
        if (known == madeBefore.end())
          known = madeBefore.emplace(path, blockAt(path)).first;
        if (!known->second)
          return false;
        blocks.push_back(*known->second);
      }
      if (path == *wanted)
        break;
    }
    if (blocks.empty() || draft.pipeline.versions.size() + blocks.size() > maxVersions ||
        !isOfUse(ordered))
      return false;
    for (Block &each : blocks)
      add(std::move(each));
    return true;
  }

private:
  struct Block;

  PipelineDraft &draft;
  BlockPaths &paths;
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  RegionId loop;
  const FunctionAccesses &known;
  std::optional<LoopCode> code;                ///< none: nobody has asked for it
  std::optional<std::set<FunctionId>> readers; ///< see isReadElsewhere; none: the same

  struct Block : VersionedBlock {
    std::set<SymbolId> symbols;  ///< that stand for the pointer
    bool mayLeadNowhere = false; ///< the pointer, as far as is known
    BlockVersion version;
    std::vector<Handed> handed;
    std::vector<Guard> guards;
    std::map<ByteRange, bool> needed; ///< see isNeededBehind
  };
  std::vector<Block> blocks;                            ///< that are being made
  std::map<BlockPath, std::optional<Block>> madeBefore; ///< none: someone could tell
  std::set<BlockPath> askedOf; ///< to blocks whose contents are being looked at

  /// Null: it has no version yet.
  const VersionedBlock *madeAt(const BlockPath &path) const {
    const auto found = std::ranges::find(draft.versioned, path, &VersionedBlock::path);
    return found == draft.versioned.end() ? nullptr : &*found;
  }

  size_t numberOf(const VersionedBlock &made) const {
    return static_cast<size_t>(&made - draft.versioned.data());
  }

  const LoopCode &loopCode() { return code ? *code : code.emplace(draft); }

  const std::set<FunctionId> &readersWithin() {
    return readers ? *readers : readers.emplace(findReadersWithin());
  }

  // --- A block.

  std::optional<Block> blockAt(const BlockPath &path) {
    Block block = nothingOf(path);
    if (block.symbols.empty() || !findObjects(block) || !findSize(block) || !findStart(block))
      return std::nullopt;
    block.version.name = nameOf(path);
    const bool isOwn =
        isReachedByPaths(block) && isNothingElse(block) && !hasForeign(block) && !isKept(block);
    if (!isOwn || !findParts(block))
      return std::nullopt;
    const bool isFilled = !block.version.read.empty() || !block.handed.empty();
    return block.mayLeadNowhere && isFilled ? std::nullopt : std::optional(std::move(block));
  }

  /// Where each iteration uses the pointer, or where the version of its holder is made. In the
  /// second case nobody knows whether it leads anywhere, so the original must not be touched.
  bool findStart(Block &block) const {
    std::optional<size_t> first = firstUse(block.path);
    const BlockVersion *holder =
        first || block.path.members.empty() ? nullptr : versionOf(holderOf(block.path));
    if (holder && findFixedSize(block)) {
      block.mayLeadNowhere = true;
      first = holder->isOfHead ? 0 : holder->firstPiece + 1;
    }
    if (!first || isTouchedBefore(block, *first))
      return false;
    block.version.isOfHead = *first == 0;
    block.version.firstPiece = *first == 0 ? 0 : *first - 1;
    return true;
  }

  /// Null: it has none yet.
  const BlockVersion *versionOf(const BlockPath &path) const {
    if (const VersionedBlock *made = madeAt(path))
      return &draft.pipeline.versions[numberOf(*made)];
    const auto open = std::ranges::find(blocks, path, &Block::path);
    return open != blocks.end() ? &open->version : nullptr;
  }

  bool findFixedSize(Block &block) const {
    const uint64_t bytes = fixedSizeOf(analysed, *block.objects.begin());
    block.version.bytes = bytes;
    return bytes > 0 && std::ranges::all_of(block.objects, [&](ObjectId each) {
             return fixedSizeOf(analysed, each) == bytes;
           });
  }

  Block nothingOf(const BlockPath &path) const {
    Block block;
    block.path = path;
    block.symbols = symbolsAt(path);
    return block;
  }

  /// An element from which each iteration reads the pointer that comes to it: so it leads to memory
  /// then, or is null. The first one, behind all in front of which it may not be read; 0: the head.
  std::optional<size_t> firstUse(const BlockPath &path) const {
    std::optional<size_t> first;
    for (ValueId value : valuesWithin(program, loop)) {
      if (!reads(value, path))
        continue;
      const RegionId block = program[value].block;
      if (block == program[loop].condition && program[loop].testsFirst)
        return 0;
      if (const std::optional<size_t> found = leadsTo(block); found && (!first || *found < *first))
        first = found;
    }
    return first;
  }

  bool reads(ValueId value, const BlockPath &path) const {
    if (path.members.empty())
      return program[value].op == Op::Load && variableOf(program, value) == path.root;
    const std::vector<Access> &accesses = known.accessesAt(value);
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      return !access.isWrite && !access.mayBeSkipped && paths.isToEnd(access, path);
    });
  }

  /// The first element from which each iteration comes to the block; none if that is in a part of
  /// one that may not run. Not the head.
  std::optional<size_t> leadsTo(RegionId block) const {
    size_t first = 1;
    for (size_t i = 1; i < draft.all().size(); ++i) {
      const RegionId statement = draft.all()[i].piece.statement;
      const bool mayEnd = !findLeavingJump(program, statement).empty();
      if (contains(program, statement, block)) {
        const bool isRun = isPlainlyIn(program, statement, block) &&
                           (!mayEnd || program[statement].condition == block);
        return isRun ? std::optional(first) : std::nullopt;
      }
      if (mayEnd)
        first = i + 1;
    }
    return std::nullopt;
  }

  /// Where a worker has no version yet.
  bool isTouchedBefore(const Block &block, size_t first) const {
    for (size_t i = 0; i < draft.groups.size(); ++i)
      if (draft.elementOf[i] < first && isOf(block, draft.groups[i].sample.base))
        return true;
    return false;
  }

  /// As the source has it.
  std::string nameOf(const BlockPath &path) const {
    if (path.members.empty())
      return program[path.root].name;
    for (ValueId value : valuesWithin(program, loop))
      if (program[value].op == Op::Load && reads(value, path))
        return program[value].text;
    return nameOf(holderOf(path)) + "+" + std::to_string(path.members.back());
  }

  std::set<SymbolId> symbolsAt(const BlockPath &path) const {
    std::set<SymbolId> symbols;
    for (const AccessGroup &group : draft.groups)
      if (group.sample.base.kind == Base::Kind::Symbol &&
          paths.of(group.sample.base.symbol) == path)
        symbols.insert(group.sample.base.symbol);
    return symbols;
  }

  bool isOf(const Block &block, const Base &base) const {
    return base.kind == Base::Kind::Symbol && block.symbols.contains(base.symbol);
  }

  /// The pointer leads to the starts of these.
  bool findObjects(Block &block) const {
    auto add = [&](const LocationSet &targets) {
      for (const Location &each : targets) {
        if (analysed.pointsTo.isSpecial(each.object) || each.offset != 0 || each.stride != 0)
          return false;
        block.objects.insert(each.object);
      }
      return !targets.empty();
    };
    if (!block.path.members.empty())
      return std::all_of(block.symbols.begin(), block.symbols.end(), [&](SymbolId symbol) {
        return effects[symbol].origin.valid() && add(analysed.pointsTo.of(effects[symbol].origin));
      });
    for (ValueId value : valuesWithin(program, loop))
      if (program[value].op == Op::Load && variableOf(program, value) == block.path.root &&
          !add(analysed.pointsTo.of(value)))
        return false;
    return !block.objects.empty();
  }

  /// All allocated by the C library, or all variables of one size.
  bool findSize(Block &block) const {
    const Object &first = program[*block.objects.begin()];
    const bool isHeap = first.kind == Object::Kind::Heap;
    block.version.bytes = isHeap ? 0 : first.type.size;
    return std::all_of(block.objects.begin(), block.objects.end(), [&](ObjectId id) {
      const Object &object = program[id];
      if (isHeap)
        return object.kind == Object::Kind::Heap && isFromLibrary(id, 0);
      return object.kind != Object::Kind::Heap && object.isDefined && !object.isVolatile &&
             object.type.size == first.type.size && object.type.size > 0;
    });
  }

  bool isFromLibrary(ObjectId id, unsigned depth) const {
    constexpr unsigned deepestWrapper = 4;
    bool isFound = false;
    for (const Instruction &value : program.values) {
      if (value.op != Op::Call || value.object != id)
        continue;
      isFound = true;
      const bool isPlain = value.calleeName == "malloc" || value.calleeName == "calloc";
      if (!isPlain && (!value.callee.valid() || depth == deepestWrapper ||
                       !returnsFromLibrary(value.callee, depth + 1)))
        return false;
    }
    return isFound;
  }

  bool returnsFromLibrary(FunctionId function, unsigned depth) const {
    for (RegionId each : regionsWithin(program, program[function].body))
      if (program[each].returned.valid())
        for (const Location &location : analysed.pointsTo.of(program[each].returned))
          if (analysed.pointsTo.isSpecial(location.object) || location.offset != 0 ||
              location.stride != 0 || program[location.object].kind != Object::Kind::Heap ||
              !isFromLibrary(location.object, depth))
            return false;
    return true;
  }

  /// Pointers into the block are read where a path says, or from variables that the iteration or
  /// the call has set itself. Those on other paths are other symbols: see hasForeign. A variable,
  /// or a member that the function has set, may hold the same symbol, and is not changed.
  bool isReachedByPaths(const Block &block) const {
    const PointerUses uses(analysed, loop, block.objects, draft.allLeaving());
    const Cells cells = cellsOfPaths();
    auto isFine = [&](ValueId id, bool isInLoop) {
      const Instruction &value = program[id];
      if (value.op == Op::Address)
        return !block.objects.contains(value.object);
      if (value.op != Op::Load || !uses.pointsIn(id) || uses.isInner(value.operands[0], isInLoop))
        return true;
      const ObjectId variable = isInLoop ? variableOf(program, id) : ObjectId();
      if (variable.valid())
        return draft.isSetInside(variable) ||
               (block.path.members.empty() && variable == block.path.root);
      const LocationSet &from = analysed.pointsTo.of(value.operands[0]);
      return value.type.kind == ValueType::Kind::Pointer && !from.empty() &&
             (areAmong(from, cells) || areOtherOwners(from, block));
    };
    const std::vector<ValueId> own = uses.inLoop(), others = uses.inCallees();
    return std::ranges::all_of(own, [&](ValueId id) { return isFine(id, true); }) &&
           std::ranges::all_of(others, [&](ValueId id) { return isFine(id, false); });
  }

  /// The bytes of the pointer have no other meaning to the loop, as those of a union may.
  bool isNothingElse(const Block &block) {
    if (block.path.members.empty())
      return true;
    const int64_t member = block.path.members.back();
    return isAlwaysPointer(loopCode(), objectsAt(holderOf(block.path)),
                           {member, member + int64_t(program.pointerBytes)});
  }

  using Cells = std::set<std::pair<ObjectId, int64_t>>;

  static bool areAmong(const LocationSet &locations, const Cells &cells) {
    return std::ranges::all_of(locations, [&](const Location &each) {
      return each.stride == 0 && cells.contains({each.object, each.offset});
    });
  }

  /// These cells and the one that leads to the block own what they lead to (PointerTables.h), and
  /// it is none of them.
  bool areOtherOwners(const LocationSet &at, const Block &block) const {
    if (block.path.members.empty() || at.empty())
      return false;
    const int64_t member = block.path.members.back();
    const std::set<ObjectId> holders = objectsAt(holderOf(block.path));
    return std::ranges::all_of(holders,
                               [&](ObjectId each) { return isOwner({each, member, 0}); }) &&
           std::ranges::all_of(at, [&](const Location &each) {
             return isOwner(each) && !(each.offset == member && holders.contains(each.object));
           });
  }

  /// Its block is in no other owner's cell, at any time.
  bool isOwner(const Location &cell) const {
    return cell.stride == 0 && effects.ownerCells.contains({cell.object, cell.offset});
  }

  /// Where the pointers lie that lead from block to block on the loop's paths.
  Cells cellsOfPaths() const {
    std::set<BlockPath> used;
    for (const AccessGroup &group : draft.groups)
      if (group.sample.base.kind == Base::Kind::Symbol)
        if (const std::optional<BlockPath> path = paths.of(group.sample.base.symbol))
          used.insert(*path);
    for (const VersionedBlock &each : draft.versioned)
      used.insert(each.path);
    Cells cells;
    for (const BlockPath &path : used)
      if (!path.members.empty())
        for (ObjectId holder : objectsAt(holderOf(path)))
          cells.emplace(holder, path.members.back());
    return cells;
  }

  /// None: unknown.
  std::set<ObjectId> objectsAt(const BlockPath &path) const {
    if (const VersionedBlock *made = madeAt(path))
      return made->objects;
    Block block = nothingOf(path);
    return findObjects(block) ? block.objects : std::set<ObjectId>();
  }

  /// An access of the loop comes to the block by another pointer.
  bool hasForeign(const Block &block) const {
    const RegionId body = program[loop].children[0];
    const Viewpoint inOne = withinSequence(program, effects, draft.function, body);
    const Viewpoint across = acrossIterations(program, effects, draft.function, loop);
    Budget &budget = draft.budget;
    DependenceFinder finder(program, analysed.pointsTo, effects, budget, draft.function);
    std::vector<AccessGroup> ours, others;
    for (const PipelineElement &element : draft.all())
      for (RegionId region : element.regions)
        for (AccessGroup &group : finder.groups(region, inOne, draft.own))
          (isOf(block, group.sample.base) ? ours : others).push_back(std::move(group));
    auto meets = [&](const AccessGroup &one, const AccessGroup &other) {
      if (!one.sample.isWrite && !other.sample.isWrite)
        return false;
      return finder.dependsOn(one, other, inOne) || finder.dependsOn(other, one, inOne);
    };
    for (const AccessGroup &one : ours)
      for (const AccessGroup &other : others)
        if (meets(one, other))
          return true;
    for (const AccessGroup &one : draft.groups)
      for (const AccessGroup &other : draft.groups)
        if (isOf(block, one.sample.base) != isOf(block, other.sample.base) &&
            (one.sample.isWrite || other.sample.isWrite) &&
            finder.isCarried(one, other, across, draft.own))
          return true;
    return budget.hasGivenUp();
  }

  /// A pointer into the block is looked at, or stays somewhere.
  bool isKept(const Block &block) const {
    PointerUses uses(analysed, loop, block.objects, draft.allLeaving());
    auto isStored = [&](const std::vector<ValueId> &values, bool isInLoop) {
      return std::any_of(values.begin(), values.end(), [&](ValueId id) {
        const Instruction &value = program[id];
        return value.op == Op::Clobber ||
               (value.op == Op::Store && uses.pointsIn(value.operands[1]) &&
                !uses.isInner(value.operands[0], isInLoop));
      });
    };
    const std::vector<ValueId> inside = valuesWithin(program, loop);
    auto leadsThere = [&](const Handed &each) {
      return each.object.valid() && std::any_of(inside.begin(), inside.end(), [&](ValueId value) {
               const Instruction &use = program[value];
               return (use.op == Op::Load || use.op == Op::Store) &&
                      variableOf(program, value) == each.object &&
                      uses.pointsIn(use.op == Op::Load ? value : use.operands[1]);
             });
    };
    return uses.isLookedAt(true) || uses.isRecursive() || isStored(uses.inLoop(), true) ||
           isStored(uses.inCallees(), false) ||
           std::any_of(draft.handed.begin(), draft.handed.end(), leadsThere) ||
           std::any_of(draft.late.begin(), draft.late.end(), leadsThere);
  }

  // --- Its bytes.

  static bool meet(const ByteRange &a, const ByteRange &b) {
    return a.low < b.high && b.low < a.high;
  }

  static ByteRange common(const ByteRange &a, const ByteRange &b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
  }

  /// All of the block where no constant ends are known, or they may lie far behind its end.
  static ByteRange rangeOf(int64_t start, int64_t length) {
    return start >= 0 && length <= largestPart ? ByteRange{start, start + length} : ByteRange{};
  }

  /// Those of each element that it may be in, if it is in one of an array's.
  std::vector<ByteRange> bytesOf(const Access &access) const {
    const auto keepNone = [](SymbolId) { return false; };
    for (SymbolId number : elementNumbers(effects, access)) {
      const std::optional<ElementPart> part = partOfElements(effects, access, number, keepNone);
      if (!part || !part->first.isConstant() || part->count == 0 || part->count > maxElements)
        continue;
      std::vector<ByteRange> bytes;
      for (int64_t i = 0; i < part->count; ++i)
        bytes.push_back(rangeOf(part->first.constant() + i * part->distance, part->bytes));
      return bytes;
    }
    const Window window = windowOf(effects, access, keepNone);
    return {window.isKnown ? rangeOf(window.low, window.high - window.low) : ByteRange{}};
  }

  bool meets(const Access &access, const ByteRange &bytes) const {
    return meet(bytesOf(access), {bytes});
  }

  static bool meet(const std::vector<ByteRange> &some, const std::vector<ByteRange> &others) {
    return std::ranges::any_of(some, [&](const ByteRange &a) {
      return std::ranges::any_of(others, [&](const ByteRange &b) { return meet(a, b); });
    });
  }

  static void append(std::vector<ByteRange> &all, const std::vector<ByteRange> &more) {
    all.insert(all.end(), more.begin(), more.end());
  }

  struct Write {
    const Access *access;
    std::vector<ByteRange> bytes;
  };

  struct Touched {
    std::vector<Write> writes;
    std::vector<ByteRange> written, exposed; ///< exposed: read before the iteration writes it
    std::vector<ByteRange> kept; ///< read, and where the iteration has not written it, none does
  };

  /// In the pipeline, by its guards.
  bool isNeverMade(const Access &access) const {
    return isRefuted(effects.premises[access.premise], draft.own.refuted);
  }

  Touched touchedIn(Block &block) const {
    Touched touched;
    std::vector<Write> &writes = touched.writes;
    for (ValueId value : valuesWithin(program, loop))
      for (const Access &access : known.accessesAt(value)) {
        if (!isOf(block, access.base) || isNeverMade(access) ||
            isWithin(program, draft.allLeaving(), value))
          continue;
        const bool isInHead = !contains(program, program[loop].children[0], program[value].block);
        if (access.isWrite)
          writes.push_back({&access, bytesOf(access)});
        else if (isInHead)
          append(touched.exposed, bytesOf(access));
      }
    for (const Write &each : writes)
      append(touched.written, each.bytes);
    // What all iterations write there, each has written up to the read.
    auto isOriginal = [&](const std::vector<ByteRange> &read, CoverageWalk &walk) {
      return std::ranges::all_of(writes, [&](const Write &each) {
        return !meet(read, each.bytes) || walk.isAmongWritten(*each.access, loop);
      });
    };
    CoverageWalk walk(program, analysed.pointsTo, effects, draft.budget, draft.function,
                      [&](const Access &access, bool isCovered) {
                        if (isCovered || !isOf(block, access.base) || isNeverMade(access))
                          return;
                        const std::vector<ByteRange> bytes = bytesOf(access);
                        append(isOriginal(bytes, walk) ? touched.kept : touched.exposed, bytes);
                      });
    walk.assumeBy([&](const std::vector<Linear> &values) { return addGuards(block, values); });
    walk.run(program[loop].children[0]);
    return touched;
  }

  /// What is handed on, too, cannot be kept apart from that.
  void exposeKept(Block &block, Touched &touched) {
    auto isHandedOn = [&](const ByteRange &kept) {
      return std::ranges::any_of(touched.written, [&](const ByteRange &written) {
        return meet(written, kept) &&
               (meet(std::vector{written}, touched.exposed) || isNeededBehind(block, written));
      });
    };
    for (auto each = touched.kept.begin(); each != touched.kept.end();)
      if (isHandedOn(*each)) {
        touched.exposed.push_back(*each);
        touched.kept.erase(each);
        each = touched.kept.begin();
      } else {
        ++each;
      }
  }

  bool addGuards(Block &block, const std::vector<Linear> &values) const {
    std::vector<Guard> guards;
    for (const Linear &value : values) {
      std::optional<Guard> guard = guardNotNegative(draft, paths, value);
      if (!guard)
        return false;
      guards.push_back(std::move(*guard));
    }
    block.guards.insert(block.guards.end(), guards.begin(), guards.end());
    return true;
  }

  bool findParts(Block &block) {
    Touched touched = touchedIn(block);
    block.isOnlyPath = std::ranges::all_of(
        block.objects, [&](ObjectId each) { return onlyPathTo(each) == block.path; });
    if (meet(touched.written, touched.exposed) && areAllReadsOwn(block))
      touched.exposed.clear();
    exposeKept(block, touched);
    for (const ByteRange &kept : touched.kept)
      addRange(block.version.read, kept);
    block.exposed = touched.exposed;
    append(block.exposed, touched.kept);
    std::vector<ByteRange> handed;
    for (const ByteRange &written : touched.written) {
      if (isNeededBehind(block, written))
        addRange(handed, written);
      for (const ByteRange &exposed : touched.exposed)
        if (meet(written, exposed))
          addRange(handed, common(written, exposed));
    }
    for (const ByteRange &exposed : touched.exposed)
      addRead(block.version.read, exposed, touched.written);
    for (const ByteRange &bytes : handed) {
      Handed added{ObjectId(), elementsOf(block, bytes),
                   HandedBytes{0, bytes, isNeededBehind(block, bytes)}};
      if (block.version.firstPiece == 0) // in front of it there is nothing to be handed on
        handOnEarly(draft, added, storesTo(block, bytes));
      for (const Write &each : touched.writes)
        if (meet(each.bytes, {bytes}))
          added.premises.insert(each.access->premise);
      block.handed.push_back(std::move(added));
    }
    return !draft.budget.hasGivenUp();
  }

  bool areAllReadsOwn(const Block &block) {
    if (program.wrapsSigned || !block.isOnlyPath || !askedOf.insert(block.path).second)
      return false;
    auto isOwn = [&](ObjectId object, const ByteRange &bytes) {
      return this->isOwn(object, bytes);
    };
    const bool areOwn = isFilledToCounter(loopCode(), block.objects, isOwn) ||
                        isReadBelowLimits(loopCode(), block.objects, isOwn) ||
                        isLinkedByHeads(loopCode(), block.objects, isOwn);
    askedOf.erase(block.path);
    return areOwn;
  }

  /// See IsOwn.
  bool isOwn(ObjectId object, const ByteRange &bytes) {
    auto isExposed = [&](const VersionedBlock &block) {
      return !block.isOnlyPath || std::ranges::any_of(block.exposed, [&](const ByteRange &each) {
        return meet(each, bytes);
      });
    };
    for (const VersionedBlock &each : draft.versioned)
      if (each.objects.contains(object))
        return !isExposed(each);
    for (const Block &each : blocks)
      if (each.objects.contains(object))
        return !isExposed(each);
    const std::optional<BlockPath> path = onlyPathTo(object);
    const std::optional<Block> block =
        path && !askedOf.contains(*path) ? blockAt(*path) : std::nullopt;
    return block && block->guards.empty() && !isExposed(*block);
  }

  /// None: it comes to the object on several, or on something else.
  std::optional<BlockPath> onlyPathTo(ObjectId object) const {
    std::optional<BlockPath> only;
    for (const AccessGroup &group : draft.groups) {
      if (!draft.leadsTo(group.targets, object))
        continue;
      const Base &base = group.sample.base;
      const std::optional<BlockPath> path =
          base.kind == Base::Kind::Symbol ? paths.of(base.symbol) : std::nullopt;
      if (!path || (only && *only != *path))
        return std::nullopt;
      only = path;
    }
    const bool isOther = std::ranges::any_of(draft.versioned, [&](const VersionedBlock &each) {
      return each.objects.contains(object) && each.path != only;
    });
    return isOther ? std::nullopt : only;
  }

  /// Those of the loop that write other bytes, too, make it unknown what they write.
  std::vector<ValueId> storesTo(const Block &block, const ByteRange &bytes) const {
    std::vector<ValueId> stores;
    for (ValueId value : valuesWithin(program, loop))
      for (const Access &access : known.accessesAt(value)) {
        if (!access.isWrite || !isOf(block, access.base) || isNeverMade(access) ||
            !meets(access, bytes))
          continue;
        if (bytesOf(access) != std::vector{bytes})
          return {};
        stores.push_back(value);
      }
    return stores;
  }

  /// Ranges that meet become one.
  static void addRange(std::vector<ByteRange> &ranges, ByteRange added) {
    for (auto each = ranges.begin(); each != ranges.end();)
      if (meet(*each, added)) {
        added = {std::min(each->low, added.low), std::max(each->high, added.high)};
        ranges.erase(each);
        each = ranges.begin();
      } else {
        ++each;
      }
    ranges.push_back(added);
  }

  /// What of it is never written.
  static void addRead(std::vector<ByteRange> &read, const ByteRange &exposed,
                      const std::vector<ByteRange> &written) {
    std::vector<ByteRange> left{exposed};
    for (const ByteRange &each : written) {
      std::vector<ByteRange> rest;
      for (const ByteRange &part : left) {
        if (!meet(part, each)) {
          rest.push_back(part);
          continue;
        }
        if (part.low < each.low)
          rest.push_back({part.low, each.low});
        if (each.high < part.high)
          rest.push_back({each.high, part.high});
      }
      left = std::move(rest);
    }
    for (const ByteRange &each : left)
      addRange(read, each);
  }

  /// From the first that touches the bytes to the last that writes them.
  ElementRange elementsOf(const Block &block, const ByteRange &bytes) const {
    std::optional<ElementRange> touched, written;
    for (size_t i = 0; i < draft.groups.size(); ++i)
      for (const Access &access : membersOf(draft.groups[i]))
        if (isOf(block, access.base) && meets(access, bytes)) {
          extend(touched, draft.elementOf[i]);
          if (access.isWrite)
            extend(written, draft.elementOf[i]);
        }
    const size_t last = draft.all().size() - 1;
    return {touched ? touched->first : 0, written ? written->last : last};
  }

  static std::vector<Access> membersOf(const AccessGroup &group) {
    Access all = group.sample;
    all.size = 0;
    all.confined = {};
    return group.members.empty() ? std::vector{all} : group.members;
  }

  // --- Behind the loop.

  bool isNeededBehind(Block &block, const ByteRange &bytes) {
    const auto [known, isNew] = block.needed.try_emplace(bytes);
    if (isNew)
      known->second = isReadBehind(block, bytes);
    return known->second;
  }

  bool isReadBehind(const Block &block, const ByteRange &bytes) {
    for (RegionId region : draft.allLeaving())
      for (ValueId value : valuesWithin(program, region))
        for (const Access &access : known.accessesAt(value))
          if (!access.isWrite && touches(block, bytes, access))
            return true;
    return isReadElsewhere(block, bytes) && (bytes.isAll() || isLive(block, bytes));
  }

  bool isLive(const Block &block, const ByteRange &bytes) const {
    Access place;
    place.base = {Base::Kind::Symbol, {}, *block.symbols.begin()};
    place.offset = Linear(bytes.low);
    place.size = bytes.size();
    return isMemoryLive(program, analysed.pointsTo, effects, draft.budget, analysed.liveness, loop,
                        place);
  }

  bool touches(const Block &block, const ByteRange &bytes, const Access &access) const {
    if (isOfOtherOwner(block, access))
      return false;
    return draft.meets(locationsOf(effects, analysed.pointsTo, access), reachOf(access),
                       block.objects, bytes);
  }

  bool isOfOtherOwner(const Block &block, const Access &access) const {
    if (access.base.kind != Base::Kind::Symbol || effects[access.base.symbol].cell == noCell)
      return false;
    const ValueId address = effects.cells[effects[access.base.symbol].cell].address;
    return address.valid() && areOtherOwners(analysed.pointsTo.of(address), block);
  }

  /// By anything but the loop, functions that are called in it and nowhere else, and those whose
  /// bodies stand in place of all their calls.
  bool isReadElsewhere(const Block &block, const ByteRange &bytes) {
    const std::set<FunctionId> &inside = readersWithin();
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const FunctionId function(i);
      if (inside.contains(function))
        continue;
      for (const auto &[value, accesses] : effects.functions[i].lists()) {
        const bool isHere = function == draft.function;
        if (isHere && contains(program, loop, program[value].block))
          continue;
        for (const Access &access : *accesses) {
          const bool isItsOwn = program[program[access.origin].block].function == function;
          if (!access.isWrite && (isHere || isItsOwn) && touches(block, bytes, access))
            return true;
        }
      }
    }
    return false;
  }

  std::set<FunctionId> findReadersWithin() const {
    std::set<FunctionId> inside = reachedWithin(analysed, loop);
    for (const Object &each : program.objects)
      if (each.copyOf.valid())
        if (const FunctionId inlined = program[each.copyOf].owner;
            !analysed.pointsTo.escaped.contains(program[inlined].object))
          inside.insert(inlined);
    inside.erase(draft.function);
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (const auto &[call, callees] : analysed.pointsTo.callees)
        for (FunctionId callee : callees) {
          const RegionId block = program[call].block;
          const FunctionId caller = program[block].function;
          const bool isInside = inside.contains(caller) ||
                                (caller == draft.function && contains(program, loop, block));
          if (!isInside && inside.erase(callee) > 0)
            isStable = false;
        }
    }
    return inside;
  }

  // --- The answer.

  /// Something that takes long in the range is no longer ordered, or in another segment than the
  /// rest of it.
  bool isOfUse(const ElementRange &ordered) const {
    std::vector<ElementRange> handed;
    for (const Block &block : blocks)
      for (const Handed &each : block.handed)
        if (overlap(each.range, ordered))
          handed.push_back(each.range);
    const std::vector<ElementRange> segments = joinedByOverlap(std::move(handed));
    const auto isLong = [&](const ElementRange &each) {
      return isHeavy(draft,
                     {std::max(each.first, ordered.first), std::min(each.last, ordered.last)});
    };
    if (std::ranges::count_if(segments, isLong) > 1)
      return true;
    for (size_t i = ordered.first; i <= ordered.last; ++i)
      if (isHeavy(draft, i) && std::ranges::none_of(segments, [&](const ElementRange &each) {
            return overlap(each, {i, i});
          }))
        return true;
    return false;
  }

  void add(Block block) {
    std::vector<BlockVersion> &versions = draft.pipeline.versions;
    const size_t number = versions.size();
    block.version.pointer = block.path.members.empty() ? block.path.root : ObjectId();
    if (!block.path.members.empty()) {
      block.version.member = block.path.members.back();
      block.version.holder = numberOf(*madeAt(holderOf(block.path)));
    }
    for (Handed &each : block.handed) {
      each.bytes->version = number;
      draft.handed.push_back(each);
    }
    for (Guard &each : block.guards)
      if (std::ranges::find(draft.pipeline.guards, each.alternatives, &Guard::alternatives) ==
          draft.pipeline.guards.end())
        draft.pipeline.guards.push_back(std::move(each));
    draft.own.memory.insert(block.symbols.begin(), block.symbols.end());
    draft.versioned.push_back(block);
    versions.push_back(std::move(block.version));
  }
};

Versions::Versions(PipelineDraft &draft, BlockPaths &paths) : draft(draft), paths(paths) {}

Versions::~Versions() = default;

bool Versions::make(const Access &access, const ElementRange &ordered) {
  if (access.base.kind != Base::Kind::Symbol)
    return false;
  if (!maker)
    maker = std::make_unique<VersionMaker>(draft, paths);
  return maker->make(access, ordered);
}

void Versions::startAnew() { maker.reset(); }

} // namespace kasuri
