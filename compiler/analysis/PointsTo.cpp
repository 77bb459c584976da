// Andersen's inclusion-based analysis, on location sets in the manner of Wilson and Lam.
//
//     enc->ch[c].spec[i]      Field, Element(stride S, N), Field, Element(stride 4, 1024)
//     -> enc's block at offset ch + spec, stride gcd(S, 4), inside the bytes of ch
//
// Every value carries the set of locations it may hold, integers included (a pointer may travel as
// an integer). Memory contents hang on cells: one per location that anything pointer-like is stored
// to; a load collects all cells it may overlap. The rules are applied until nothing changes; sets
// only grow and each object's locations collapse into one when they become many, so this ends.
//
// Why it is safe: pointer arithmetic keeps to the array it started in, which C demands, but a cast
// forgets that array and widens to the whole object, so that code which recovers a struct from a
// pointer to its member stays covered. Unknown code (functions without a definition that the
// library table does not know) owns the World object: whatever it can reach escapes, and may hold
// anything that escaped. Without `main`, or with unknown functions, every externally visible
// function may be called by it as well.
//
// Sources: L. O. Andersen, 1994; R. Wilson and M. Lam, PLDI 1995.
#include "analysis/PointsTo.h"

#include "analysis/CallEffects.h"
#include "analysis/LibraryFormats.h"

#include <algorithm>
#include <numeric>

namespace kasuri {
namespace {

/// More locations of one object than this collapse into one that covers the object.
constexpr size_t mostLocationsPerObject = 12;

struct Cell {
  Location location;
  uint64_t size = 0;
  LocationSet contents;
};

class Solver {
public:
  explicit Solver(const Program &program) : program(program) {
    result.targets.resize(program.values.size());
    result.firstSpecial = static_cast<uint32_t>(program.objects.size());
    returns.resize(program.functions.size());
    for (const Region &region : program.regions)
      if (region.jump == Region::JumpKind::Return && region.returned.valid())
        returns[region.function.index()].push_back(region.returned);
  }

  PointsTo solve() {
    result.closedWorld = findClosedWorld();
    seedOpenWorld();
    do {
      changed = false;
      for (size_t value = 0; value < program.values.size(); ++value)
        apply(ValueId(value));
      closeEscapes();
    } while (changed);
    findStored();
    result.ofCallbacks = objectsOfCallbacks(program, result);
    result.streamsUseMemory = givesStreamsMemory(program, result);
    return std::move(result);
  }

private:
  const Program &program;
  PointsTo result;
  std::map<ObjectId, std::vector<Cell>> cells;
  std::vector<std::vector<ValueId>> returns; ///< by FunctionId
  bool changed = false;

  ObjectId world() const { return result.special(SpecialObject::World); }

  int64_t sizeOf(ObjectId object) const {
    if (result.isSpecial(object) || program[object].kind == Object::Kind::Heap)
      return unknownEnd;
    uint64_t size = program[object].type.size;
    return size == 0 || !program[object].isDefined ? unknownEnd : static_cast<int64_t>(size);
  }

  Location whole(ObjectId object) const { return {object, 0, 1, 0, sizeOf(object)}; }
  Location start(ObjectId object) const { return {object, 0, 0, 0, sizeOf(object)}; }

  bool findClosedWorld() const {
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    if (!hasMain)
      return false;
    return std::all_of(
        program.values.begin(), program.values.end(), [this](const Instruction &value) {
          bool isByName =
              value.op == Op::Call && !value.callee.valid() && !value.calleeName.empty();
          return !(isByName && !findLibraryFunction(value.calleeName)) && !isUnknownFunction(value);
        });
  }

  /// Its address is all that a call through a pointer needs.
  bool isUnknownFunction(const Instruction &value) const {
    if (value.op != Op::Address || program[value.object].kind != Object::Kind::Function)
      return false;
    const Object &object = program[value.object];
    return !object.function.valid() && !findLibraryFunction(object.name);
  }

  /// Assembly may name what is visible to the linker.
  bool hasAssembly() const {
    return std::any_of(program.values.begin(), program.values.end(), [](const Instruction &value) {
      return value.op == Op::Clobber && value.number != 0;
    });
  }

  void seedOpenWorld() {
    bool isNamedOutside = !result.closedWorld || hasAssembly();
    for (size_t i = 0; i < program.objects.size(); ++i) {
      const Object &object = program.objects[i];
      bool isOutside = !object.isDefined && object.kind == Object::Kind::Global;
      bool isReachable = isNamedOutside && object.isExternallyVisible;
      if (object.isReachedUnseen)
        result.unseen.insert(ObjectId(i));
      if (isOutside || isReachable || object.isReachedUnseen)
        escape(ObjectId(i));
      if (isOutside &&
          (object.name == "stdin" || object.name == "stdout" || object.name == "stderr"))
        storeTo(start(ObjectId(i)), 8, {whole(result.special(SpecialObject::Library))});
    }
    for (const Function &function : program.functions)
      if (function.name == "main" || (!result.closedWorld && !function.isInternal))
        enterFromOutside(function);
  }

  void enterFromOutside(const Function &function) {
    for (ObjectId parameter : function.parameters)
      storeTo(whole(parameter), 1, {whole(world())});
  }

  bool insert(LocationSet &set, const Location &location) {
    if (!set.insert(location).second)
      return false;
    // Locations are ordered by object.
    constexpr int64_t least = std::numeric_limits<int64_t>::min();
    const auto first = set.lower_bound({location.object, least, least, least, least});
    auto last = first;
    size_t count = 0;
    for (; last != set.end() && last->object == location.object; ++last)
      ++count;
    if (count > mostLocationsPerObject) {
      Location all = whole(location.object);
      bool hadAll = set.contains(all) && !(all == location);
      set.erase(first, last);
      set.insert(all);
      return !hadAll;
    }
    // A location that the whole object already covers adds nothing.
    Location all = whole(location.object);
    if (!(location == all) && set.contains(all)) {
      set.erase(location);
      return false;
    }
    return true;
  }

  bool insertAll(LocationSet &set, const LocationSet &added) {
    bool grew = false;
    if (&set == &added)
      return false;
    for (const Location &location : added)
      grew |= insert(set, location);
    return grew;
  }

  void add(ValueId value, const LocationSet &locations) {
    changed |= insertAll(result.targets[value.index()], locations);
  }

  void escape(ObjectId object) {
    if (result.isSpecial(object) || !result.escaped.insert(object).second)
      return;
    changed = true;
    if (program[object].kind == Object::Kind::Function && program[object].function.valid())
      enterFromOutside(program[program[object].function]);
  }

  void escapeAll(const LocationSet &locations) {
    for (const Location &location : LocationSet(locations))
      escape(location.object);
  }

  /// What escaped objects contain has escaped too, as has what functions that unknown code can call
  /// return.
  void closeEscapes() {
    for (auto &[object, list] : cells)
      if (object == world() || result.escaped.contains(object))
        for (Cell &cell : list)
          escapeAll(cell.contents);
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (result.escaped.contains(program.functions[i].object))
        for (ValueId value : returns[i])
          escapeAll(result.of(value));
  }

  void storeTo(const Location &location, uint64_t size, const LocationSet &contents) {
    if (contents.empty())
      return;
    std::vector<Cell> &list = cells[location.object];
    for (Cell &cell : list)
      if (cell.location == location && cell.size == size) {
        changed |= insertAll(cell.contents, contents);
        return;
      }
    list.push_back({location, size, contents});
    changed = true;
  }

  LocationSet loadFrom(const Location &location, uint64_t size) const {
    LocationSet contents;
    if (auto found = cells.find(location.object); found != cells.end())
      for (const Cell &cell : found->second)
        if (mayOverlap(result, cell.location, cell.size, location, size))
          contents.insert(cell.contents.begin(), cell.contents.end());
    bool isOpen = location.object == world() || result.escaped.contains(location.object);
    if (isOpen && !isConstObject(location.object) && !isLibraryHandle(location.object))
      contents.insert(whole(world()));
    return contents;
  }

  bool isConstObject(ObjectId object) const {
    return !result.isSpecial(object) && program[object].isConst && program[object].isDefined;
  }

  bool isLibraryHandle(ObjectId object) const {
    return !result.isSpecial(object) && !program[object].isDefined &&
           (program[object].name == "stdin" || program[object].name == "stdout" ||
            program[object].name == "stderr");
  }

  static uint64_t atLeastOne(uint64_t size) { return size == 0 ? unknownEnd : size; }

  LocationSet widened(const LocationSet &locations) const {
    LocationSet result;
    for (const Location &location : locations)
      result.insert(whole(location.object));
    return result;
  }

  void apply(ValueId id) {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Constant:
    case Op::Compare:
      return;
    case Op::Address:
      return add(id, {start(value.object)});
    case Op::Field:
      return applyField(id, value);
    case Op::Element:
      return applyElement(id, value);
    case Op::Load:
      if (!mayHoldPointer(value.type))
        return;
      for (const Location &location : LocationSet(result.of(value.operands[0])))
        add(id, loadFrom(location, atLeastOne(value.type.size)));
      return;
    case Op::Store:
      if (!mayHoldPointer(value.type))
        return;
      for (const Location &location : LocationSet(result.of(value.operands[0])))
        storeTo(location, atLeastOne(value.type.size), result.of(value.operands[1]));
      return;
    case Op::Convert:
      return add(id, keepsBounds(value) ? result.of(value.operands[0])
                                        : unbounded(result.of(value.operands[0])));
    case Op::Select:
      add(id, result.of(value.operands[1]));
      return add(id, result.of(value.operands[2]));
    case Op::Call:
      return applyCall(id, value);
    case Op::Clobber:
      for (ValueId operand : value.operands)
        escapeAll(result.of(operand));
      return add(id, {whole(world())});
    default: // arithmetic on integers that may have been pointers
      for (ValueId operand : value.operands)
        add(id, widened(result.of(operand)));
    }
  }

  /// A pointer travels whole, or byte by byte through the character types; the language gives no
  /// other integer or floating type access to a part of it.
  static bool mayHoldPointer(const ValueType &type) {
    bool isNumber = type.kind == ValueType::Kind::Integer || type.kind == ValueType::Kind::Floating;
    return !isNumber || type.size >= 8 || type.size <= 1;
  }

  bool keepsBounds(const Instruction &value) const {
    return value.type.kind != ValueType::Kind::Pointer;
  }

  /// A cast pointer may be used to reach all of the object.
  LocationSet unbounded(const LocationSet &locations) const {
    LocationSet set;
    for (Location location : locations) {
      location.low = 0;
      location.high = sizeOf(location.object);
      if (location.stride != 0)
        location.offset %= location.stride;
      set.insert(location);
    }
    return set;
  }

  void applyField(ValueId id, const Instruction &value) {
    for (Location location : LocationSet(result.of(value.operands[0]))) {
      location.offset += value.number;
      if (location.stride == 0 && value.extent != 0) {
        location.low = location.offset;
        location.high = std::min<int64_t>(location.high, location.offset + value.extent);
      }
      if (location.offset < 0 || location.high <= location.low)
        location = whole(location.object);
      add(id, {location});
    }
  }

  void applyElement(ValueId id, const Instruction &value) {
    const Instruction &index = program[value.operands[1]];
    int64_t stride = std::abs(value.number);
    for (Location location : LocationSet(result.of(value.operands[0]))) {
      bool isFirst = index.op == Op::Constant && index.number == 0;
      if (!isFirst && index.op == Op::Constant && value.extent != 0 && location.stride == 0) {
        location.offset += index.number * value.number;
      } else if (!isFirst) {
        if (location.stride == 0 && value.extent != 0) {
          location.low = location.offset;
          location.high =
              std::min<int64_t>(location.high, location.offset + int64_t(value.extent) * stride);
        }
        location.stride = std::gcd(location.stride, stride);
        if (location.stride == 0)
          location.stride = 1;
        location.offset = location.low + (location.offset - location.low) % location.stride;
      }
      if (location.offset < location.low || location.high <= location.low)
        location = whole(location.object);
      add(id, {location});
    }
    // The index may be the pointer (integer arithmetic on addresses).
    if (index.type.size == 8 || index.type.size == 0)
      add(id, widened(result.of(value.operands[1])));
  }

  void applyCall(ValueId id, const Instruction &call) {
    if (call.callee.valid())
      return bind(id, call, call.callee, 0);
    if (!call.calleeName.empty()) {
      const LibraryFunction *function = findLibraryFunction(call.calleeName);
      return function ? applyLibrary(id, call, *function) : applyUnknown(id, call, 0);
    }
    for (const Location &target : LocationSet(result.of(call.operands[0])))
      applyIndirect(id, call, target.object);
  }

  void applyIndirect(ValueId id, const Instruction &call, ObjectId target) {
    if (result.isSpecial(target) || program[target].kind != Object::Kind::Function)
      return target == world() ? applyUnknown(id, call, 1) : void();
    if (program[target].function.valid())
      return bind(id, call, program[target].function, 1);
    applyUnknown(id, call, 1);
  }

  void bind(ValueId id, const Instruction &call, FunctionId callee, size_t firstArgument) {
    std::vector<FunctionId> &list = result.callees[id];
    auto place = std::lower_bound(list.begin(), list.end(), callee);
    if (place == list.end() || *place != callee) {
      list.insert(place, callee);
      changed = true;
    }
    const Function &function = program[callee];
    for (size_t i = firstArgument; i < call.operands.size(); ++i) {
      size_t position = i - firstArgument;
      const LocationSet &argument = result.of(call.operands[i]);
      if (position < function.parameters.size())
        storeTo(whole(function.parameters[position]), 1, argument);
      else
        escapeAll(argument); // read through va_arg, which the model leaves open
    }
    for (ValueId returned : returns[callee.index()])
      add(id, result.of(returned));
  }

  void applyUnknown(ValueId id, const Instruction &call, size_t firstArgument) {
    if (result.unknownCalls.insert(id).second)
      changed = true;
    for (size_t i = firstArgument; i < call.operands.size(); ++i)
      escapeAll(result.of(call.operands[i]));
    add(id, {whole(world())});
  }

  void applyLibrary(ValueId id, const Instruction &call, const LibraryFunction &function) {
    auto argument = [&](size_t i) {
      return i < call.operands.size() ? result.of(call.operands[i]) : LocationSet();
    };
    flowThroughText(id, call, function);
    flowThroughCursor(id, call, function);
    if (function.usesErrno && function.returnsLibraryMemory)
      add(id, {whole(result.special(SpecialObject::Errno))});
    if (function.returnsWorld)
      add(id, {whole(world())});
    if (function.allocates && call.object.valid())
      add(id, {start(call.object)});
    if (function.returnsLibraryMemory)
      add(id, {whole(result.special(SpecialObject::Library))});
    if (function.returned >= 0)
      add(id, unbounded(widenedToRange(argument(function.returned))));
    for (uint32_t source : function.copies)
      copyContents(function.allocates ? result.of(id) : argument(0), argument(source));
    if (function.callsBack || function.escapes || function.writesRest) {
      for (ValueId operand : call.operands)
        escapeAll(result.of(operand));
    }
    // strtol and its like store a pointer into the string.
    for (const ArgumentEffect &effect : function.effects)
      if (effect.writes && effect.size == 8 && function.returned == int(effect.argument))
        for (const Location &location : argument(effect.argument))
          storeTo(location, 8, widened(argument(0)));
  }

  /// strtok and its like: what argument 0 was in an earlier call is kept in `memory`.
  void flowThroughCursor(ValueId id, const Instruction &call, const LibraryFunction &function) {
    if (!function.keepsArgument && function.cursor < 0)
      return;
    size_t place = static_cast<size_t>(std::max(function.cursor, 0));
    if (place >= call.operands.size())
      return;
    LocationSet memory = function.keepsArgument
                             ? LocationSet{whole(result.special(SpecialObject::HiddenState))}
                             : result.of(call.operands[place]);
    for (const Location &location : memory) {
      if (place != 0 || function.keepsArgument)
        storeTo(location, 8, widened(result.of(call.operands[0])));
      LocationSet kept = widened(loadFrom(location, 8));
      storeTo(location, 8, kept);
      add(id, kept);
    }
  }

  /// Pointers in what is written to files, and addresses in text, may come back with any input.
  void flowThroughText(ValueId id, const Instruction &call, const LibraryFunction &function) {
    Location text = whole(result.special(SpecialObject::InputOutput));
    if (function.hasOutput)
      leave(text, call, function);
    if (!function.hasInput)
      return;
    LocationSet back = loadFrom(text, unknownEnd);
    if (back.empty())
      return;
    add(id, back);
    for (ValueId operand : call.operands)
      for (const Location &location : LocationSet(result.of(operand)))
        if (!result.isSpecial(location.object))
          storeTo(whole(location.object), unknownEnd, back);
  }

  void leave(const Location &text, const Instruction &call, const LibraryFunction &function) {
    size_t format = static_cast<size_t>(std::max(function.format, 0));
    bool hasFormat = function.format >= 0 && format < call.operands.size();
    bool showsPointers =
        hasFormat &&
        factsOfFormats(program, result, result.of(call.operands[format])).showsPointers;
    for (ValueId operand : call.operands) {
      bool isPointer = program[operand].type.kind == ValueType::Kind::Pointer;
      bool isShown = isPointer ? showsPointers : program[operand].type.size >= 8 || !hasFormat;
      LocationSet shown = result.of(operand), contents;
      for (const Location &location : shown)
        if (location.object != world())
          contents.merge(loadFrom(whole(location.object), unknownEnd));
      if (isShown)
        contents.insert(shown.begin(), shown.end());
      std::erase_if(contents, [&](const Location &location) {
        return result.isSpecial(location.object) && location.object != world();
      });
      storeTo(text, unknownEnd, widened(contents));
    }
  }

  LocationSet widenedToRange(const LocationSet &locations) const {
    LocationSet set;
    for (Location location : locations) {
      if (location.stride != 0 || location.high - location.low > 1) {
        location.stride = 1;
        location.offset = location.low;
      }
      set.insert(location);
    }
    return set;
  }

  void copyContents(const LocationSet &to, const LocationSet &from) {
    LocationSet contents;
    for (const Location &location : from)
      contents.merge(loadFrom(whole(location.object), unknownEnd));
    for (const Location &location : to)
      storeTo(whole(location.object), unknownEnd, contents);
  }

  void findStored() {
    for (const auto &[holder, list] : cells) {
      bool isParameter =
          !result.isSpecial(holder) && program[holder].kind == Object::Kind::Parameter;
      for (const Cell &cell : list)
        for (const Location &location : cell.contents) {
          // A called function's parameter is gone when it returns.
          bool isCallees = isParameter && !result.isSpecial(location.object) &&
                           program[location.object].owner != program[holder].owner;
          if (!isCallees)
            result.stored.insert(location.object);
        }
    }
  }
};

} // namespace

bool mayOverlap(const PointsTo &pointsTo, const Location &a, uint64_t sizeA, const Location &b,
                uint64_t sizeB) {
  if (a.object != b.object)
    return pointsTo.sameMemory(a.object, b.object);
  auto end = [](const Location &location, uint64_t size) {
    __int128 last = location.stride == 0 ? location.offset : location.high;
    __int128 reach = static_cast<__int128>(location.offset) + size;
    return location.stride == 0 ? reach : std::max(last, reach);
  };
  if (end(a, sizeA) <= b.offset || end(b, sizeB) <= a.offset)
    return false;
  int64_t stride = std::gcd(a.stride, b.stride);
  if (stride == 0 || sizeA >= static_cast<uint64_t>(stride) ||
      sizeB >= static_cast<uint64_t>(stride))
    return true;
  int64_t distance = ((b.offset - a.offset) % stride + stride) % stride;
  return distance < static_cast<int64_t>(sizeA) || stride - distance < static_cast<int64_t>(sizeB);
}

PointsTo findPointsTo(const Program &program) { return Solver(program).solve(); }

} // namespace kasuri
