// The walk follows the callees that points-to found. It does not look at offsets: what it finds is
// a set of objects. Unknown code in turn stands for World and for what callbacks touch.
#include "analysis/pointers/CallEffects.h"

#include "analysis/library/InputFormats.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class TouchWalk {
public:
  TouchWalk(const Program &program, const PointsTo &pointsTo)
      : program(program), pointsTo(pointsTo) {}

  TouchedObjects run(std::vector<FunctionId> pending) {
    forEachReached(program, pointsTo.callees, std::move(pending),
                   [&](FunctionId, const std::vector<ValueId> &values) {
                     for (ValueId value : values)
                       visit(value);
                   });
    return std::move(touched);
  }

  TouchedObjects runOver(const std::vector<ValueId> &values) {
    for (ValueId value : values)
      visit(value);
    return std::move(touched);
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  TouchedObjects touched;

  void visit(ValueId id) {
    const Instruction &value = program[id];
    if (value.op == Op::Load || value.op == Op::Store)
      touch(id, value.operands[0], value.op == Op::Store);
    if (value.isVolatile)
      touch(id, SpecialObject::HiddenState);
    if (value.op == Op::Store && mayStoreStream(program, pointsTo, value))
      touch(id, SpecialObject::InputOutput);
    if (value.op == Op::Address && program[value.object].isThreadLocal)
      touch(id, SpecialObject::HiddenState);
    if (const LibraryFunction *library = libraryCalled(value))
      visitLibrary(id, value, *library);
    else if (value.op == Op::Clobber || (value.op == Op::Call && !value.callee.valid()))
      touchUnknown(id);
  }

  void visitLibrary(ValueId id, const Instruction &call, const LibraryFunction &library) {
    if (pointsTo.errnoPlaces.contains(id))
      return;
    const FormatWrites format = writesThroughFormat(program, pointsTo, call, library);
    for (const std::vector<ArgumentEffect> *effects : {&library.effects, &format.effects})
      for (const ArgumentEffect &effect : *effects)
        if (effect.argument < call.operands.size())
          touch(id, call.operands[effect.argument], effect.writes);
    const bool writesRest = format.anyArgument;
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (library.readsRest || writesRest)
        touch(id, call.operands[i], writesRest && !library.onlyReads(i));
      if (library.frees && i == 0)
        touch(id, call.operands[i], true);
    }
    if (library.keepsArgument || library.cursor >= 0 || library.growsArgument)
      touch(id, id, true);
    bool reachesWorld = library.callsBack || (library.readsWorld && writesRest) ||
                        (library.isInputOutput && pointsTo.streamsUseMemory);
    if (reachesWorld)
      touchUnknown(id);
    visitLibraryMemory(id, library);
    if (library.isInputOutput)
      touch(id, SpecialObject::InputOutput);
    if (library.hasState)
      touch(id, SpecialObject::HiddenState);
    if (library.setsErrno || library.usesErrno)
      touch(id, SpecialObject::Errno);
  }

  /// What the library keeps for itself and for all who look at it.
  void visitLibraryMemory(ValueId id, const LibraryFunction &library) {
    if (library.readsWorld)
      add(id, pointsTo.special(SpecialObject::World), false);
    if (library.reusesResult)
      touch(id, SpecialObject::Library);
    if (library.readsLocale && pointsTo.localeChanges)
      add(id, pointsTo.special(SpecialObject::Locale), false);
    if (library.writesLocale)
      touch(id, SpecialObject::Locale);
    for (std::string_view name : library.variablesRead)
      for (ObjectId variable : libraryVariable(pointsTo, name))
        add(id, variable, false);
    for (std::string_view name : library.variablesSet)
      for (ObjectId variable : libraryVariable(pointsTo, name))
        add(id, variable, true);
  }

  void touch(ValueId origin, ValueId address, bool isWrite) {
    for (const Location &location : pointsTo.of(address))
      add(origin, location.object, isWrite);
  }

  void touch(ValueId origin, SpecialObject object) { add(origin, pointsTo.special(object), true); }

  void touchUnknown(ValueId origin) {
    touch(origin, SpecialObject::World);
    touch(origin, SpecialObject::Callbacks);
    touch(origin, SpecialObject::Errno);
    touch(origin, SpecialObject::Locale);
  }

  void add(ValueId origin, ObjectId object, bool isWrite) {
    touched.emplace(std::make_pair(object, isWrite), origin);
  }
};

bool mayNameGlobals(const Instruction &value) {
  return value.op == Op::Clobber && value.number != 0;
}

/// Functions that code outside the program may call; it calls `main` only by its address.
std::vector<FunctionId> calledFromOutside(const Program &program, const PointsTo &pointsTo) {
  std::vector<FunctionId> functions;
  bool isOpen = !pointsTo.closedWorld ||
                std::any_of(program.values.begin(), program.values.end(), mayNameGlobals);
  for (size_t i = 0; i < program.functions.size(); ++i) {
    const Function &function = program.functions[i];
    bool isVisible = isOpen && !function.isInternal && function.name != "main";
    if (isVisible || pointsTo.escaped.contains(function.object))
      functions.push_back(FunctionId(i));
  }
  return functions;
}

} // namespace

std::vector<bool> startedFromOutside(const Program &program, const PointsTo &pointsTo) {
  std::vector<bool> started;
  for (const Function &function : program.functions)
    started.push_back(function.name == "main" || function.runsAtStart || function.runsAtEnd);
  for (FunctionId function : calledFromOutside(program, pointsTo))
    started[function.index()] = true;
  return started;
}

FunctionId onlyCallee(const Program &program, const PointsTo &pointsTo, ValueId call) {
  const FunctionId callee = program[call].op == Op::Call ? program[call].callee : FunctionId();
  auto found = pointsTo.callees.find(call);
  bool isOnly = callee.valid() && !pointsTo.unknownCalls.contains(call) &&
                found != pointsTo.callees.end() && found->second.size() == 1 &&
                found->second[0] == callee;
  return isOnly ? callee : FunctionId();
}

bool mayNotReturn(const Program &program, const PointsTo &pointsTo, ValueId call,
                  const std::function<bool(FunctionId)> &leaves) {
  if (program[call].op != Op::Call)
    return false;
  if (const LibraryFunction *library = libraryCalled(program[call]))
    return library->exits;
  auto callees = pointsTo.callees.find(call);
  return callees == pointsTo.callees.end() || pointsTo.unknownCalls.contains(call) ||
         std::any_of(callees->second.begin(), callees->second.end(), leaves);
}

FormatFacts factsOfFormats(const Program &program, const PointsTo &pointsTo,
                           const LocationSet &formats) {
  FormatFacts facts;
  for (const Location &location : formats) {
    bool isLiteral = !pointsTo.isSpecial(location.object) &&
                     program[location.object].kind == Object::Kind::String;
    FormatFacts one =
        isLiteral ? factsOfFormat(program[location.object].text) : FormatFacts{true, true, true};
    facts.writes |= one.writes;
    facts.isWide |= one.isWide;
    facts.showsPointers |= one.showsPointers;
  }
  return facts;
}

FormatWrites writesThroughFormat(const Program &program, const PointsTo &pointsTo,
                                 const Instruction &call, const LibraryFunction &function) {
  if (function.writesRest) {
    const auto input = writesOfInput(program, call, function);
    return input ? FormatWrites{false, *input} : FormatWrites{true, {}};
  }
  if (function.format < 0 || static_cast<size_t>(function.format) >= call.operands.size())
    return {};
  const LocationSet &formats = pointsTo.of(call.operands[function.format]);
  return {formats.empty() || factsOfFormats(program, pointsTo, formats).writes, {}};
}

bool isNarrowFormat(const Program &program, const PointsTo &pointsTo, const Instruction &call,
                    const LibraryFunction &function) {
  if (function.format < 0 || static_cast<size_t>(function.format) >= call.operands.size())
    return false;
  const LocationSet &formats = pointsTo.of(call.operands[function.format]);
  return !formats.empty() && !factsOfFormats(program, pointsTo, formats).isWide;
}

TouchedObjects touchedBy(const Program &program, const PointsTo &pointsTo,
                         std::vector<FunctionId> functions) {
  return TouchWalk(program, pointsTo).run(std::move(functions));
}

TouchedObjects touchedByValues(const Program &program, const PointsTo &pointsTo,
                               const std::vector<ValueId> &values) {
  return TouchWalk(program, pointsTo).runOver(values);
}

std::set<ObjectId> objectsOfCallbacks(const Program &program, const PointsTo &pointsTo) {
  std::set<ObjectId> objects;
  for (const auto &[place, origin] :
       touchedBy(program, pointsTo, calledFromOutside(program, pointsTo))) {
    ObjectId object = place.first;
    if (pointsTo.isSpecial(object) || pointsTo.escaped.contains(object))
      continue;
    // Automatic variables live as long as the call, unless their address is kept.
    if (!program[object].isAutomatic() || pointsTo.stored.contains(object))
      objects.insert(object);
  }
  return objects;
}

bool isStream(const Object &object) {
  return object.kind == Object::Kind::Global && !object.isDefined &&
         (object.name == "stdin" || object.name == "stdout" || object.name == "stderr");
}

bool mayStoreStream(const Program &program, const PointsTo &pointsTo, const Instruction &store) {
  const LocationSet &places = pointsTo.of(store.operands[0]);
  return std::any_of(places.begin(), places.end(), [&](const Location &place) {
    return !pointsTo.isSpecial(place.object) && isStream(program[place.object]);
  });
}

/// Not where its flags say that it is private, or not a file. Their values are those of Linux.
static bool mapsFile(const Program &program, const Instruction &call) {
  constexpr int64_t kinds = 0xf, isPrivate = 2, isAnonymous = 0x20;
  constexpr size_t flagsArgument = 3;
  if (call.op != Op::Call || call.callee.valid())
    return false;
  if (call.calleeName == "shmat" || call.calleeName == "mremap")
    return true;
  if ((call.calleeName != "mmap" && call.calleeName != "mmap64") ||
      call.operands.size() <= flagsArgument)
    return false;
  const Instruction &flags = program[withoutConverts(program, call.operands[flagsArgument])];
  return flags.op != Op::Constant ||
         ((flags.number & kinds) != isPrivate && (flags.number & isAnonymous) == 0);
}

bool mapsFiles(const Program &program) {
  return std::any_of(program.values.begin(), program.values.end(),
                     [&](const Instruction &value) { return mapsFile(program, value); });
}

bool givesStreamsMemory(const Program &program, const PointsTo &pointsTo) {
  return pointsTo.mapsFiles ||
         std::any_of(program.values.begin(), program.values.end(), [&](const Instruction &value) {
           const LibraryFunction *library = libraryCalled(value);
           if (!library)
             return false;
           return std::any_of(library->streamBuffers.begin(), library->streamBuffers.end(),
                              [&](uint32_t argument) {
                                return argument < value.operands.size() &&
                                       !pointsTo.of(value.operands[argument]).empty();
                              });
         });
}

bool namesMemoryFiles(const Program &program) {
  static const std::set<std::string_view> all = {"fmemopen", "fopencookie", "funopen", "fwopen"};
  return std::any_of(program.values.begin(), program.values.end(),
                     [](const Instruction &value) {
                       return value.op == Op::Call && all.contains(value.calleeName);
                     }) ||
         std::any_of(program.objects.begin(), program.objects.end(), [](const Object &object) {
           return object.kind == Object::Kind::Function && all.contains(object.name);
         });
}

bool mayChangeLocale(const Program &program, const PointsTo &pointsTo) {
  return !pointsTo.closedWorld || !pointsTo.unknownCalls.empty() ||
         std::any_of(program.values.begin(), program.values.end(), [](const Instruction &value) {
           const LibraryFunction *library = libraryCalled(value);
           return mayNameGlobals(value) || (library && library->writesLocale);
         });
}

std::map<std::string, std::vector<ObjectId>, std::less<>>
findLibraryVariables(const Program &program) {
  std::set<std::string_view> used;
  for (const Instruction &value : program.values)
    if (const LibraryFunction *library = libraryCalled(value)) {
      used.insert(library->variablesRead.begin(), library->variablesRead.end());
      used.insert(library->variablesSet.begin(), library->variablesSet.end());
    }
  std::map<std::string, std::vector<ObjectId>, std::less<>> found;
  for (size_t i = 0; !used.empty() && i < program.objects.size(); ++i) {
    const Object &object = program.objects[i];
    std::string_view name = object.name;
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    if (object.kind == Object::Kind::Global && object.isExternallyVisible && used.contains(name))
      found[std::string(name)].push_back(ObjectId(i));
  }
  return found;
}

std::vector<ObjectId> libraryVariable(const PointsTo &pointsTo, std::string_view name) {
  auto found = pointsTo.libraryVariables.find(name);
  return found == pointsTo.libraryVariables.end() ? std::vector<ObjectId>() : found->second;
}

} // namespace kasuri
