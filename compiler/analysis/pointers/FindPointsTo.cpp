// Andersen's inclusion-based analysis, on location sets in the manner of Wilson and Lam.
//
//     enc->ch[c].spec[i]      Field, Element(stride S, N), Field, Element(stride 4, 1024)
//     -> enc's block at offset ch + spec, stride gcd(S, 4), inside the bytes of ch
//
// Every value carries the set of locations it may hold, integers included (a pointer may travel as
// an integer). Memory contents hang on cells: one per location that anything pointer-like is stored
// to; a load collects all cells it may overlap. Sets only grow and each object's locations collapse
// into one when they become many, so this ends. So that it ends soon in large programs, there are
// limits to the locations of one object and to the work done with any but whole objects.
//
// Values and cells are the nodes of a graph. A copy is an edge; a load or store adds edges as its
// pointer's set grows; what computes with a location is a rule at the node of its operand. Only
// what is new in a set travels: a node that grew waits in a queue until edges and rules have seen
// it. Nodes that copy to each other in a cycle hold the same, so whenever the graph has grown by
// half, one node takes the place of each cycle.
//
// Where unknown code is called, most of a large program escapes. There, or in a large program,
// World stands for all of that: where it is in a set, what escaped is not listed beside it, and
// what the program leaves in one such object may be found in all of them.
//
// Why it is safe: pointer arithmetic keeps to the array it started in, which C demands, but a cast
// forgets that array and widens to the whole object, so that code which recovers a struct from a
// pointer to its member stays covered. Unknown code (functions without a definition that the
// library table does not know) owns the World object: whatever it can reach escapes, and may hold
// anything that escaped. Without `main`, or with unknown functions, every externally visible
// function may be called by it as well.
//
// Sources: L. O. Andersen, 1994; R. Wilson and M. Lam, PLDI 1995; M. Fähndrich et al., PLDI 1998,
// for cycles.
#include "analysis/pointers/FindPointsTo.h"

#include "analysis/library/InputFormats.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/CopyGraph.h"
#include "analysis/pointers/ErrnoPlaces.h"
#include "analysis/support/KeySet.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kasuri {
namespace {

/// More locations of one object than this collapse into one that covers the object.
constexpr size_t maxLocationsPerObject = 12;

/// An object of which so many are known in all of the program gets no new ones but the whole.
constexpr size_t maxLocationsKnown = 400;

/// After so many additions to sets, new locations are whole objects: what is told apart less is
/// found sooner.
constexpr uint64_t maxFineAdditions = 10'000'000;

/// In a larger program World stands for all that escaped, even if no code is unknown.
constexpr size_t maxValuesApart = 50'000;

/// A graph of fewer copies is not searched for cycles.
constexpr size_t fewEdges = 20'000;

constexpr uint32_t wordBits = 64; ///< ids in one word of an IdSet

struct Cell {
  Location location;
  uint64_t size = 0;
  Node node = noNode; ///< holds, or receives, what lies there
};

/// What is known of the locations of one object.
struct ObjectState {
  std::vector<uint32_t> ids; ///< the first one stands for the whole object
  IdSet known, parts;        ///< the same; the same without the first one
  std::vector<Cell> cells, loads;
  std::vector<ObjectId> mirrors; ///< other names that its blocks get where they are handed out
  uint32_t nextId = 0, endOfIds = 0, room = 0; ///< ids reserved for it, and how many at once
};

/// A set of the whole program, by the ids that its locations have in a part.
struct HeldSet {
  IdSet plain;                 ///< those of objects but World: their order makes no difference
  std::vector<uint32_t> world; ///< the others
  bool isKnown = true;         ///< each location has an id of its own
};

/// Calls through one variable with as many arguments: each may reach what any of them may, so that
/// what they pass and get is joined, instead of each being bound to each function.
struct CallGroup {
  std::vector<ValueId> calls = {};
  std::vector<Node> arguments = {};
  Node result = noNode;
  std::vector<FunctionId> callees = {}; ///< sorted
  bool isUnknown = false;               ///< also code that is not in the program
};

/// A node for each number of bytes that is accessed there.
using SizedNodes = std::vector<std::pair<uint64_t, Node>>;

struct LocationHash {
  size_t operator()(const Location &location) const {
    size_t hash = location.object.value;
    for (int64_t part : {location.offset, location.stride, location.low, location.high})
      hash = (hash ^ static_cast<size_t>(part)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
  }
};

class Solver {
public:
  /// `part`: of what is solved; nullptr: it is the whole program.
  Solver(const Program &program, const Allocators &allocators, const ProgramPart *part = nullptr)
      : program(program), allocators(allocators), part(part), nodes(program.values.size()) {
    states.resize(program.objects.size() + specialObjects);
    returns.resize(program.functions.size());
    for (const Region &region : program.regions)
      if (region.jump == Region::JumpKind::Return && region.returned.valid())
        returns[region.function.index()].push_back(region.returned);
  }

  PointsTo solve() {
    result.closedWorld = findClosedWorld();
    result.errnoPlaces = findErrnoPlaces(program);
    seedOpenWorld();
    connectCopies();
    for (size_t value = 0; value < program.values.size(); ++value)
      connect(ValueId(value));
    propagate();
    findRebuilt();
    connectRebuilt();
    propagate();
    for (const CallGroup &group : groups)
      for (ValueId call : group.calls)
        if (!group.callees.empty())
          result.callees[call] = group.callees;
    findStored();
    shareSets();
    result.ofCallbacks = objectsOfCallbacks(program, result);
    result.mapsFiles = kasuri::mapsFiles(program);
    result.streamsUseMemory = givesStreamsMemory(program, result);
    result.hasMemoryFiles = namesMemoryFiles(program);
    result.localeChanges = mayChangeLocale(program, result);
    result.libraryVariables = findLibraryVariables(program);
    return std::move(result);
  }

  PointsTo solvePart() {
    result.closedWorld = part->before.closedWorld;
    result.escaped = part->before.escaped;
    result.unseen = part->before.unseen;
    result.localeChanges = part->before.localeChanges;
    result.libraryVariables = part->before.libraryVariables;
    if (!part->before.errnoPlaces.empty())
      result.errnoPlaces = findErrnoPlaces(program);
    for (ValueId value : part->values)
      connect(value);
    for (ValueId value : part->values)
      if (part->before.rebuilt.contains(value))
        for (const Location &location : part->before.of(value))
          insert(nodeOf(value), location);
    propagate();
    findStored();
    shareSets();
    return std::move(result);
  }

private:
  const Program &program;
  const Allocators &allocators;
  const ProgramPart *part;
  PointsTo result;
  std::vector<NodeContents> nodes;        ///< of values, by id; then of cells
  std::vector<Location> locations;        ///< by id
  std::map<uint32_t, uint32_t> openWords; ///< by length of what is reserved: the next free id
  std::vector<bool> isOfWholes;           ///< by word of ids: they stand for whole objects
  IdSet worldly;                          ///< locations that World stands for
  std::unordered_map<Location, uint32_t, LocationHash> ids;
  std::vector<ObjectState> states;           ///< by object, the special ones last
  std::vector<std::vector<ValueId>> returns; ///< by FunctionId
  KeySet edges;                              ///< copies: from, to
  std::vector<SizedNodes> loads, cells;      ///< by id: what gathers or receives the contents there
  size_t maxEdges = fewEdges;                ///< when there are more, cycles are looked for
  uint64_t additions = 0;                    ///< to sets
  Node read = noNode, shown = noNode;        ///< see textRead, memoryShown
  /// How many bytes a copy loads or stores, by the node between.
  std::map<std::pair<Node, Rule::Kind>, uint64_t> bytesMoved;
  std::set<ValueId> showing; ///< calls whose format asks for addresses
  std::vector<CallGroup> groups;
  /// By the variable, the bytes that are loaded of it, and the number of operands.
  std::map<std::tuple<ObjectId, uint64_t, size_t>, size_t> groupOf;
  std::deque<Node> waiting;
  std::vector<std::pair<uint32_t, uint64_t>> missing; ///< words of ids: room for insertAll
  std::vector<ObjectId> escaping;                     ///< found, but their contents not yet marked
  bool isWorldStored = false;       ///< in memory other than parameters, with all that escaped
  std::set<ObjectId> filled;        ///< they hold what they do when the part begins
  std::map<IdSet, uint32_t> shared; ///< places in PointsTo::sets
  std::unordered_map<uint32_t, HeldSet> heldSets; ///< by place in the whole program's sets

  ObjectId world() const { return result.special(SpecialObject::World); }
  ObjectState &stateOf(ObjectId object) { return states[placeOf(object)]; }
  size_t placeOf(ObjectId object) const {
    return object.value < firstSpecial ? object.index()
                                       : program.objects.size() + object.value - firstSpecial;
  }
  /// The object with this place among the states.
  ObjectId objectAt(size_t place) const {
    return place < program.objects.size() ? ObjectId(place)
                                          : ObjectId(firstSpecial + place - program.objects.size());
  }
  static Node nodeOf(ValueId value) { return value.value; }

  int64_t sizeOf(ObjectId object) const {
    if (result.isSpecial(object) || program[object].kind == Object::Kind::Heap)
      return unknownEnd;
    uint64_t size = program[object].type.size;
    return size == 0 || !program[object].isDefined ? unknownEnd : static_cast<int64_t>(size);
  }

  Location whole(ObjectId object) const { return {object, 0, 1, 0, sizeOf(object)}; }
  Location start(ObjectId object) const { return {object, 0, 0, 0, sizeOf(object)}; }

  uint32_t idOf(const Location &location) {
    ObjectState &state = stateOf(location.object);
    if (state.ids.empty())
      addId(state, whole(location.object));
    if (isCoarse())
      return state.ids.front();
    if (auto known = ids.find(location); known != ids.end())
      return known->second;
    return state.ids.size() < maxLocationsKnown ? addId(state, location) : state.ids.front();
  }

  /// The same for a location that is known.
  uint32_t idNow(uint32_t id) {
    return isCoarse() ? stateOf(locations[id].object).ids.front() : id;
  }

  /// All new locations are whole objects.
  bool isCoarse() const { return additions > maxFineAdditions; }

  uint32_t addId(ObjectState &state, const Location &location) {
    const uint32_t id = newId(state);
    locations[id] = location;
    state.ids.push_back(id);
    state.known.insert(id);
    if (id != state.ids.front())
      state.parts.insert(id);
    if (isOfWorld(location.object))
      worldly.insert(id);
    ids.emplace(location, id);
    return id;
  }

  /// An object's ids, the first apart, lie close together, so that a set of them takes few words.
  uint32_t newId(ObjectState &state) {
    if (state.ids.empty())
      return reserve(1);
    if (state.nextId == state.endOfIds) {
      state.room = state.room == 0 ? 4 : std::min(state.room * 2, wordBits);
      state.nextId = reserve(state.room);
      state.endOfIds = state.nextId + state.room;
    }
    return state.nextId++;
  }

  /// Room for so many ids, a power of two, in one word.
  uint32_t reserve(uint32_t count) {
    uint32_t &next = openWords[count];
    if (next % wordBits == 0) {
      next = static_cast<uint32_t>(locations.size());
      locations.resize(locations.size() + wordBits);
      isOfWholes.push_back(count == 1);
    }
    return std::exchange(next, next + count);
  }

  bool findClosedWorld() const {
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    if (!hasMain || program.isNamedOutside)
      return false;
    return std::all_of(program.values.begin(), program.values.end(),
                       [this](const Instruction &value) {
                         bool isByName = value.op == Op::Call && !value.callee.valid() &&
                                         !value.calleeName.empty();
                         return !(isByName && !libraryCalled(value)) && !isUnknownFunction(value);
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
      if (isStream(object))
        insert(cellAt(start(ObjectId(i)), program.pointerBytes),
               whole(result.special(SpecialObject::Library)));
    }
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const Function &function = program.functions[i];
      if (function.name == "main" || (!result.closedWorld && !function.isInternal))
        enterFromOutside(FunctionId(i));
    }
  }

  /// A function that no call leads to any more gets what the calls had that its body stands for.
  void connectCopies() {
    for (size_t i = 0; i < program.objects.size(); ++i)
      if (const ObjectId parameter = program.objects[i].copyOf; parameter.valid())
        loadFrom(whole(ObjectId(i)), unknownEnd, cellAt(whole(parameter), 1));
  }

  void enterFromOutside(FunctionId function) {
    for (ObjectId parameter : program[function].parameters)
      insert(cellAt(whole(parameter), 1), whole(world()));
    if (auto outputs = allocators.outputsOf.find(function); outputs != allocators.outputsOf.end())
      for (ValueId store : outputs->second)
        copy(nodeOf(program[store].operands[1]), cellAt(whole(world()), program.pointerBytes));
  }

  // The graph.

  void propagate() {
    while (!waiting.empty() || !escaping.empty()) {
      while (!escaping.empty())
        openUp();
      if (edges.size() > maxEdges)
        joinCycles();
      if (waiting.empty())
        continue;
      Node node = waiting.front();
      waiting.pop_front();
      propagateFrom(node);
    }
  }

  /// What is copied in a cycle is the same everywhere in it: one node stands for all of its nodes.
  void joinCycles() {
    for (const std::vector<Node> &cycle : findCopyCycles(nodes))
      join(cycle);
    edges.clear();
    for (Node node = 0; node < nodes.size(); ++node) {
      auto isNone = [&](Node &to) {
        to = standingFor(to);
        return to == node || !edges.insert(edge(node, to));
      };
      std::erase_if(nodes[node].copies, isNone);
    }
    maxEdges = std::max(fewEdges, edges.size() * 3 / 2);
  }

  void join(const std::vector<Node> &cycle) {
    const Node all = newNode();
    for (Node node : cycle) {
      NodeContents part = std::exchange(nodes[node], {});
      nodes[node].standsInFor = all;
      NodeContents &joined = nodes[all];
      joined.escapes |= part.escapes;
      joined.copies.insert(joined.copies.end(), part.copies.begin(), part.copies.end());
      joined.rules.insert(joined.rules.end(), part.rules.begin(), part.rules.end());
      insertAll(all, part.all);
    }
  }

  /// The node itself, or that of the cycle that it is part of.
  Node standingFor(Node node) {
    while (nodes[node].standsInFor != noNode) {
      Node &next = nodes[node].standsInFor;
      if (nodes[next].standsInFor != noNode)
        next = nodes[next].standsInFor;
      node = next;
    }
    return node;
  }

  NodeContents &contentsOf(Node node) { return nodes[standingFor(node)]; }

  static uint64_t edge(Node from, Node to) { return uint64_t(from) << 32 | to; }

  void propagateFrom(Node node) {
    if (nodes[node].standsInFor != noNode)
      return; // its cycle's node waits, too
    nodes[node].isWaiting = false;
    const IdSet fresh = std::exchange(nodes[node].fresh, {});
    if (nodes[node].escapes)
      escapeAll(fresh);
    for (Node copy : nodes[node].copies)
      insertAll(copy, fresh);
    // Rules create cells, which moves the nodes.
    for (size_t i = 0; i < nodes[node].rules.size(); ++i)
      applyToAll(Rule(nodes[node].rules[i]), fresh);
  }

  void insert(Node node, const Location &location) { insert(node, idOf(location)); }

  void insert(Node node, uint32_t id) {
    node = standingFor(node);
    NodeContents &contents = nodes[node];
    const ObjectState &object = stateOf(locations[id].object);
    const uint32_t all = object.ids.front();
    // A location that the whole object already covers adds nothing.
    if (contents.all.contains(all) || isWithinWorld(contents.all, id) || !contents.all.insert(id))
      return;
    ++additions;
    contents.fresh.insert(id);
    contents.mayHaveParts |= id != all;
    const bool isMany = object.ids.size() > maxLocationsPerObject &&
                        object.known.countCommon(contents.all) > maxLocationsPerObject;
    if (id == all ? object.ids.size() > 1 : isMany) {
      contents.all.eraseAll(object.known);
      contents.fresh.eraseAll(object.known);
      contents.all.insert(all);
      contents.fresh.insert(all);
    }
    if (locations[id].object == world()) {
      contents.all.eraseAll(worldly);
      contents.fresh.eraseAll(worldly);
    }
    if (!std::exchange(contents.isWaiting, true))
      waiting.push_back(node);
  }

  bool mergesEscaped() const {
    return !result.closedWorld || program.values.size() > maxValuesApart;
  }

  /// What escaped may be touched wherever World may; functions are told apart, to be called.
  bool isWithinWorld(const IdSet &set, uint32_t id) const {
    return worldly.contains(id) && holdsWorld(set);
  }

  bool holdsWorld(const IdSet &set) const {
    const std::vector<uint32_t> &known = states[placeOf(world())].ids;
    return !known.empty() && set.contains(known.front());
  }

  bool isOfWorld(ObjectId object) const {
    return mergesEscaped() && result.escaped.contains(object) &&
           program[object].kind != Object::Kind::Function;
  }

  void insertAll(Node node, const IdSet &added) {
    node = standingFor(node);
    missing.clear();
    added.forEachWordMissingIn(
        nodes[node].all, [&](uint32_t index, uint64_t word) { missing.emplace_back(index, word); });
    for (const auto &[index, word] : missing)
      insertWord(node, index, word);
  }

  /// Inserts the ids of a word, of a node that stands for itself.
  void insertWord(Node node, uint32_t index, uint64_t word) {
    const uint64_t missing = word & ~nodes[node].all.wordAt(index);
    if (missing != 0 && isOfWholes[index] && !isWorldIn(index, missing))
      insertWholes(nodes[node], node, index, missing);
    else
      IdSet::forEachIn(index, missing, [&](uint32_t id) { insert(node, id); });
  }

  bool isWorldIn(uint32_t index, uint64_t word) const {
    const std::vector<uint32_t> &known = states[placeOf(world())].ids;
    return !known.empty() && known.front() / wordBits == index &&
           (word >> known.front() % wordBits & 1);
  }

  /// As `insert` does with each of them: they are whole objects that the node lacks.
  void insertWholes(NodeContents &contents, Node node, uint32_t index, uint64_t word) {
    if (holdsWorld(contents.all))
      word &= ~worldly.wordAt(index);
    if (word == 0)
      return;
    additions += static_cast<uint64_t>(std::popcount(word));
    contents.all.insertWord(index, word);
    contents.fresh.insertWord(index, word);
    if (contents.mayHaveParts)
      IdSet::forEachIn(index, word, [&](uint32_t id) {
        if (const ObjectState &object = stateOf(locations[id].object); object.ids.size() > 1) {
          contents.all.eraseAll(object.parts);
          contents.fresh.eraseAll(object.parts);
        }
      });
    if (!std::exchange(contents.isWaiting, true))
      waiting.push_back(node);
  }

  void copy(Node from, Node to) {
    from = standingFor(from);
    to = standingFor(to);
    if (from == to || !edges.insert(edge(from, to)))
      return;
    nodes[from].copies.push_back(to);
    insertAll(to, nodes[from].all);
  }

  void addRule(ValueId operand, const Rule &rule) { addRule(nodeOf(operand), rule); }

  void addRule(Node node, const Rule &rule) {
    // The node may already hold something: a value is connected once, its users at any time.
    contentsOf(node).rules.push_back(rule);
    applyToAll(rule, IdSet(contentsOf(node).all));
  }

  Node newNode() {
    nodes.emplace_back();
    return static_cast<Node>(nodes.size() - 1);
  }

  // Memory.

  /// The node for so many bytes there, or where one can be entered.
  static Node &nodeFor(std::vector<SizedNodes> &table, uint32_t id, uint64_t size) {
    if (id >= table.size())
      table.resize(id + id / 2 + wordBits);
    for (auto &[known, node] : table[id])
      if (known == size)
        return node;
    return table[id].emplace_back(size, noNode).second;
  }

  Node cellAt(const Location &wanted, uint64_t size) { return cellAt(idOf(wanted), size); }

  Node cellAt(uint32_t id, uint64_t size) {
    if (const Node known = nodeFor(cells, id, size); known != noNode)
      return known;
    const Location location = locations[id];
    const Node node = newNode();
    nodeFor(cells, id, size) = node;
    ObjectState &state = stateOf(location.object);
    state.cells.push_back({location, size, node});
    nodes[node].escapes = isOpen(location.object);
    if (result.escaped.contains(location.object))
      leaveInWorld(location.object, node);
    for (const Cell &load : state.loads)
      if (mayOverlap(result, location, size, load.location, load.size))
        copy(node, load.node);
    // Cells of other objects may move the states' lists, not the states.
    for (size_t i = 0; i < stateOf(location.object).mirrors.size(); ++i)
      reflect({location, size, node}, stateOf(location.object).mirrors[i]);
    return node;
  }

  void reflect(const Cell &cell, ObjectId mirror) {
    Location there = cell.location;
    there.object = mirror;
    copy(cell.node, cellAt(there, cell.size));
  }

  void addMirror(ObjectId object, ObjectId mirror) {
    std::vector<ObjectId> &mirrors = stateOf(object).mirrors;
    if (object == mirror || std::find(mirrors.begin(), mirrors.end(), mirror) != mirrors.end())
      return;
    mirrors.push_back(mirror);
    for (size_t i = 0; i < stateOf(object).cells.size(); ++i)
      reflect(Cell(stateOf(object).cells[i]), mirror);
  }

  void loadFrom(const Location &location, uint64_t size, Node to) {
    loadFrom(idOf(location), size, to);
  }

  void loadFrom(uint32_t id, uint64_t size, Node to) {
    Node from = nodeFor(loads, id, size);
    if (from == noNode) {
      from = newLoad(Location(locations[id]), size);
      nodeFor(loads, id, size) = from;
    }
    copy(from, to);
  }

  /// What the object may hold when the part begins.
  void fill(ObjectId object) {
    if (!part || part->isNew(object) || !filled.insert(object).second)
      return;
    const std::vector<HeldLocations> &held = part->before.held;
    auto first = std::lower_bound(
        held.begin(), held.end(), object,
        [](const HeldLocations &each, ObjectId wanted) { return each.place.object < wanted; });
    for (; first != held.end() && first->place.object == object; ++first)
      insertHeld(cellAt(first->place, first->size), first->set);
  }

  /// Inserts a set of the whole program, which many places hold.
  void insertHeld(Node node, uint32_t set) {
    const LocationSet &locations = part->before.sets[set];
    auto place = heldSets.find(set);
    if (place == heldSets.end())
      place = heldSets.emplace(set, heldSet(locations)).first;
    if (!place->second.isKnown || additions + locations.size() > maxFineAdditions) {
      for (const Location &location : locations)
        insert(node, location);
      return;
    }
    insertAll(node, place->second.plain);
    for (uint32_t id : place->second.world)
      insert(node, id);
  }

  HeldSet heldSet(const LocationSet &set) {
    HeldSet held;
    for (const Location &each : set) {
      const uint32_t id = idOf(each);
      held.isKnown &= locations[id] == each;
      if (each.object == world())
        held.world.push_back(id);
      else
        held.plain.insert(id);
    }
    return held;
  }

  /// Gathers what lies there, for all who load it.
  Node newLoad(const Location &location, uint64_t size) {
    fill(location.object);
    const Node node = newNode();
    ObjectState &state = stateOf(location.object);
    state.loads.push_back({location, size, node});
    for (const Cell &cell : state.cells)
      if (mayOverlap(result, cell.location, cell.size, location, size))
        copy(cell.node, node);
    if (isOpen(location.object))
      loadUnknown(location.object, node);
    return node;
  }

  /// What unknown code may have stored, or the program where World stands for the object.
  void loadUnknown(ObjectId object, Node to) {
    if (isConstObject(object) || isLibraryHandle(object))
      return;
    insert(to, whole(world()));
    if (object != world() && mergesEscaped())
      loadFrom(whole(world()), unknownEnd, to);
  }

  void leaveInWorld(ObjectId object, Node contents) {
    if (mergesEscaped() && !isLibraryHandle(object))
      copy(contents, worldCell());
  }

  /// What lies in any object that escaped.
  Node worldCell() { return cellAt(whole(world()), unknownEnd); }

  bool isOpen(ObjectId object) const {
    return object == world() || result.escaped.contains(object);
  }

  bool isConstObject(ObjectId object) const {
    return !result.isSpecial(object) && program[object].isConst && program[object].isDefined;
  }

  bool isLibraryHandle(ObjectId object) const {
    return !result.isSpecial(object) && isStream(program[object]);
  }

  static uint64_t atLeastOne(uint64_t size) { return size == 0 ? unknownEnd : size; }

  // Escapes.

  void escape(ObjectId object) {
    if (result.isSpecial(object) || !result.escaped.insert(object))
      return;
    escaping.push_back(object);
    if (isOfWorld(object))
      for (uint32_t id : stateOf(object).ids)
        worldly.insert(id);
  }

  void escapeAll(const IdSet &set) {
    set.forEach([&](uint32_t id) { escape(locations[id].object); });
  }

  void escapeAll(ValueId value) { escapeContents(nodeOf(value)); }

  void escapeContents(Node node) {
    if (!std::exchange(contentsOf(node).escapes, true))
      escapeAll(contentsOf(node).all);
  }

  /// What escaped objects contain has escaped too, as has what functions that unknown code can call
  /// return.
  void openUp() {
    ObjectId object = escaping.back();
    escaping.pop_back();
    // The cell of World may be reflected here.
    for (size_t i = 0; i < stateOf(object).cells.size(); ++i) {
      const Node contents = stateOf(object).cells[i].node;
      escapeContents(contents);
      leaveInWorld(object, contents);
    }
    for (const Cell &load : stateOf(object).loads)
      loadUnknown(object, load.node);
    FunctionId function = program[object].function;
    if (program[object].kind != Object::Kind::Function || !function.valid())
      return;
    enterFromOutside(function);
    for (ValueId value : returns[function.index()])
      escapeAll(value);
  }

  // Instructions.

  void connect(ValueId id) {
    const Instruction &value = program[id];
    const Node node = nodeOf(id);
    switch (value.op) {
    case Op::Constant:
    case Op::Compare:
      return;
    case Op::Address:
      return insert(node, start(value.object));
    case Op::Field:
      return addRule(value.operands[0], {Rule::Kind::Field, node, id});
    case Op::Element:
      return connectElement(id, value);
    case Op::Load:
      if (mayHoldPointer(program, value.type))
        addRule(value.operands[0], {Rule::Kind::Load, node, id, atLeastOne(value.type.size)});
      return;
    case Op::Store:
      if (mayHoldPointer(program, value.type) && !allocators.outputs.contains(id))
        addRule(value.operands[0],
                {Rule::Kind::Store, nodeOf(value.operands[1]), id, atLeastOne(value.type.size)});
      return;
    case Op::Convert:
      // A cast pointer may be used to reach all of the object.
      if (value.type.kind == ValueType::Kind::Pointer)
        return addRule(value.operands[0], {Rule::Kind::Unbound, node});
      return copy(nodeOf(value.operands[0]), node);
    case Op::Select:
      copy(nodeOf(value.operands[1]), node);
      return copy(nodeOf(value.operands[2]), node);
    case Op::PointerDifference:
      return connectDifference(node, value);
    case Op::Call:
      return connectCall(id, value);
    case Op::Clobber:
      for (ValueId operand : value.operands)
        escapeAll(operand);
      return insert(node, whole(world()));
    default: // arithmetic on integers that may have been pointers
      for (ValueId operand : value.operands)
        addRule(operand, {Rule::Kind::Widen, node});
    }
  }

  /// Pointers that hold no address as far as is known: made from a computed number, also by way of
  /// memory or of null and an offset, or never used.
  void findRebuilt() {
    for (size_t i = 0; i < program.values.size(); ++i) {
      const Instruction &value = program.values[i];
      bool isMade = value.op == Op::Convert || value.op == Op::Load || value.op == Op::Element ||
                    value.op == Op::Opaque;
      bool isConstant = program[withoutConverts(program, ValueId(i))].op == Op::Constant;
      if (isMade && value.type.kind == ValueType::Kind::Pointer && !isConstant &&
          contentsOf(nodeOf(ValueId(i))).all.empty())
        result.rebuilt.insert(ValueId(i));
    }
  }

  /// Every address that some number holds may have been put together from its bits.
  void connectRebuilt() {
    if (result.rebuilt.empty())
      return;
    const Node exposed = newNode();
    for (size_t value = 0; value < program.values.size(); ++value)
      if (program.values[value].type.kind == ValueType::Kind::Integer)
        copy(nodeOf(ValueId(value)), exposed);
    for (ValueId value : result.rebuilt)
      addRule(exposed, {Rule::Kind::Widen, nodeOf(value)});
  }

  /// Of two addresses in one object, as C asks: neither can be had from it without the other. But
  /// `p - (char *)0` is the address as a number.
  void connectDifference(Node node, const Instruction &value) {
    auto isNull = [&](ValueId operand) { return isZero(program, operand); };
    if (std::any_of(value.operands.begin(), value.operands.end(), isNull))
      for (ValueId operand : value.operands)
        addRule(operand, {Rule::Kind::Widen, node});
  }

  void connectElement(ValueId id, const Instruction &value) {
    const Instruction &index = program[value.operands[1]];
    addRule(value.operands[0], {Rule::Kind::Element, nodeOf(id), id});
    // The index may be the pointer (integer arithmetic on addresses).
    if (index.type.size >= program.pointerBytes || index.type.size == 0)
      addRule(value.operands[1], {Rule::Kind::Widen, nodeOf(id)});
  }

  void connectCall(ValueId id, const Instruction &call) {
    if (call.callee.valid())
      return bind(id, call, call.callee, 0);
    if (call.calleeName.empty())
      return connectComputed(id, call);
    const LibraryFunction *function = libraryCalled(call);
    return function ? connectLibrary(id, call, *function) : callUnknown(id, call, 0);
  }

  void connectComputed(ValueId id, const Instruction &call) {
    if (!part)
      return joinGroup(id, call) ? void()
                                 : addRule(call.operands[0], {Rule::Kind::Callee, noNode, id});
    if (auto known = part->callees.find(id); known != part->callees.end())
      for (FunctionId callee : known->second)
        bind(id, call, callee, 1);
  }

  /// False: the function is not just what a variable holds.
  bool joinGroup(ValueId id, const Instruction &call) {
    const Instruction &pointer = program[call.operands[0]];
    if (pointer.op != Op::Load || program[pointer.operands[0]].op != Op::Address)
      return false;
    const auto [known, isNew] = groupOf.try_emplace(
        {program[pointer.operands[0]].object, pointer.type.size, call.operands.size()},
        groups.size());
    const size_t number = known->second;
    if (isNew)
      addGroup(call.operands.size() - 1);
    groups[number].calls.push_back(id);
    for (size_t i = 1; i < call.operands.size(); ++i)
      copy(nodeOf(call.operands[i]), groups[number].arguments[i - 1]);
    copy(groups[number].result, nodeOf(id));
    if (isNew)
      addRule(call.operands[0], {Rule::Kind::Callee, static_cast<Node>(number), id});
    else if (groups[number].isUnknown)
      callUnknown(id, call, 1);
    return true;
  }

  void addGroup(size_t arguments) {
    CallGroup &group = groups.emplace_back();
    for (size_t i = 0; i < arguments; ++i)
      group.arguments.push_back(newNode());
    group.result = newNode();
  }

  /// As `bind` does with one call.
  void bind(CallGroup &group, FunctionId callee) {
    auto place = std::lower_bound(group.callees.begin(), group.callees.end(), callee);
    if (place != group.callees.end() && *place == callee)
      return;
    group.callees.insert(place, callee);
    const Function &function = program[callee];
    for (size_t i = 0; i < group.arguments.size(); ++i)
      if (i < function.parameters.size())
        copy(group.arguments[i], cellAt(whole(function.parameters[i]), 1));
      else
        escapeContents(group.arguments[i]);
    storeOutputs(group.arguments, callee);
    for (ValueId returned : returns[callee.index()])
      copy(nodeOf(returned), group.result);
  }

  void callTarget(CallGroup &group, ObjectId target) {
    if (const FunctionId callee = definedAt(target); callee.valid())
      return bind(group, callee);
    if (!isCalledUnknown(target) || std::exchange(group.isUnknown, true))
      return;
    for (ValueId call : group.calls)
      callUnknown(call, program[call], 1);
  }

  /// Calls of allocators of the program: each has a heap object of its own for what they hand out.
  bool allocates(const Instruction &call) const {
    return call.callee.valid() && call.object.valid() &&
           (allocators.returnsFresh[call.callee.index()] ||
            allocators.outputsOf.contains(call.callee));
  }

  void handOut(ValueId id, const Instruction &call) {
    auto outputs = allocators.outputsOf.find(call.callee);
    const Node block = newNode();
    insert(block, start(call.object));
    if (allocators.returnsFresh[call.callee.index()]) {
      copy(block, nodeOf(id));
      for (ValueId returned : returns[call.callee.index()])
        addRule(returned, {Rule::Kind::Mirror, noNode, id});
    }
    if (outputs == allocators.outputsOf.end())
      return;
    for (ValueId store : outputs->second) {
      const size_t position = allocators.outputs.at(store);
      if (position < call.operands.size())
        addRule(call.operands[position],
                {Rule::Kind::Store, block, id, atLeastOne(program[store].type.size)});
      addRule(program[store].operands[1], {Rule::Kind::Mirror, noNode, id});
    }
  }

  /// What an allocator stores where its parameters point, under the name that it has there.
  void storeOutputs(const std::vector<Node> &arguments, FunctionId callee) {
    if (auto outputs = allocators.outputsOf.find(callee); outputs != allocators.outputsOf.end())
      for (ValueId store : outputs->second)
        if (size_t position = allocators.outputs.at(store); position < arguments.size())
          addRule(arguments[position], {Rule::Kind::Store, nodeOf(program[store].operands[1]),
                                        store, atLeastOne(program[store].type.size)});
  }

  void bind(ValueId id, const Instruction &call, FunctionId callee, size_t firstArgument) {
    std::vector<FunctionId> &list = result.callees[id];
    auto place = std::lower_bound(list.begin(), list.end(), callee);
    if (place != list.end() && *place == callee)
      return;
    list.insert(place, callee);
    const Function &function = program[callee];
    for (size_t i = firstArgument; i < call.operands.size(); ++i) {
      size_t position = i - firstArgument;
      if (position < function.parameters.size())
        copy(nodeOf(call.operands[i]), cellAt(whole(function.parameters[position]), 1));
      else
        escapeAll(call.operands[i]); // read through va_arg, which the model leaves open
    }
    if (allocates(call))
      handOut(id, call);
    else
      storeOutputs(nodesOf(call, firstArgument), callee);
    if (!allocates(call) || !allocators.returnsFresh[callee.index()])
      for (ValueId returned : returns[callee.index()])
        copy(nodeOf(returned), nodeOf(id));
  }

  static std::vector<Node> nodesOf(const Instruction &call, size_t firstArgument) {
    std::vector<Node> arguments;
    for (size_t i = firstArgument; i < call.operands.size(); ++i)
      arguments.push_back(nodeOf(call.operands[i]));
    return arguments;
  }

  void callUnknown(ValueId id, const Instruction &call, size_t firstArgument) {
    result.unknownCalls.insert(id);
    for (size_t i = firstArgument; i < call.operands.size(); ++i)
      escapeAll(call.operands[i]);
    if (!call.object.valid())
      return insert(nodeOf(id), whole(world()));
    // By its declaration (attribute malloc) no other pointer leads to what it returns.
    escape(call.object);
    insert(nodeOf(id), start(call.object));
  }

  void connectLibrary(ValueId id, const Instruction &call, const LibraryFunction &function) {
    const Node node = nodeOf(id);
    auto has = [&](size_t i) { return i < call.operands.size(); };
    if (function.returnsErrno)
      insert(node, whole(result.special(SpecialObject::Errno)));
    if (result.errnoPlaces.contains(id))
      return;
    connectText(id, call, function);
    connectCursor(id, call, function);
    if (function.returnsWorld)
      insert(node, whole(world()));
    if (function.returnsLocale)
      insertTables(node);
    if ((function.allocates || function.growsArgument) && call.object.valid())
      insert(node, start(call.object));
    if (function.returnsLibraryMemory)
      insert(node, whole(result.special(SpecialObject::Library)));
    // What strtol and its like leave there is a pointer, not the number that they return.
    const bool isPointer = call.type.kind == ValueType::Kind::Pointer;
    if (isPointer && function.returned >= 0 && has(function.returned))
      addRule(call.operands[function.returned], {Rule::Kind::Range, node});
    for (uint32_t source : function.copies)
      if (has(source) && (function.allocates || has(function.copyTarget)))
        copyContents(id, call, function, source);
    const bool writesAny = function.writesRest && !writesOfInput(program, call, function);
    if (function.callsBack || function.escapes || writesAny)
      for (ValueId operand : call.operands)
        escapeAll(operand);
    // strtol and its like store a pointer into the string.
    for (const ArgumentEffect &effect : function.effects)
      if (effect.writes && effect.size == 8 && function.returned == int(effect.argument) &&
          has(effect.argument)) {
        Node stored = newNode();
        addRule(call.operands[0], {Rule::Kind::Widen, stored});
        addRule(call.operands[effect.argument],
                {Rule::Kind::Store, stored, id, program.pointerBytes});
      }
  }

  /// Tables of the locale: pointers in them lead to such tables only.
  void insertTables(Node node) {
    const Location tables = whole(result.special(SpecialObject::Locale));
    insert(cellAt(tables, program.pointerBytes), tables);
    insert(node, tables);
  }

  /// What lies where the argument points, or behind it. Only some functions are told how far.
  void copyContents(ValueId id, const Instruction &call, const LibraryFunction &function,
                    uint32_t source) {
    const bool isNew = function.allocates || function.growsArgument;
    const ValueId to = isNew ? id : call.operands[function.copyTarget];
    const ValueId from = call.operands[source];
    const Node moved = newNode();
    const std::optional<uint64_t> most =
        isNew ? std::nullopt : mostWritten(call, function, function.copyTarget);
    if (!most) {
      addRule(from, {Rule::Kind::Load, moved, from, unknownEnd});
      addRule(to, {Rule::Kind::Store, moved, to, unknownEnd, true});
      return;
    }
    // Both blocks lie in one object each, so what does not fit into one is not copied.
    addRule(to, {Rule::Kind::Take, moved, from, *most});
    addRule(from, {Rule::Kind::Put, moved, to, *most});
  }

  /// How many bytes the function writes from where the argument points on, at most; nothing: it
  /// does not write all that it is told, and may begin further back.
  std::optional<uint64_t> mostWritten(const Instruction &call, const LibraryFunction &function,
                                      uint32_t argument) const {
    for (const ArgumentEffect &effect : function.effects) {
      if (effect.argument != argument || !effect.isSure || effect.sizeArgument < 0)
        continue;
      const auto place = static_cast<size_t>(effect.sizeArgument);
      if (place >= call.operands.size())
        return std::nullopt;
      const Instruction &size = program[call.operands[place]];
      const bool isKnown = size.op == Op::Constant && size.number > 0 && effect.timesArgument < 0;
      return isKnown ? std::min<uint64_t>(size.number, unknownEnd) : unknownEnd;
    }
    return std::nullopt;
  }

  /// strtok and its like: what argument 0 was in an earlier call is kept in memory of the library
  /// or of another argument.
  void connectCursor(ValueId id, const Instruction &call, const LibraryFunction &function) {
    const auto place = static_cast<size_t>(std::max(function.cursor, 0));
    if ((!function.keepsArgument && function.cursor < 0) || place >= call.operands.size())
      return;
    const Node given = newNode(), found = newNode(), kept = newNode();
    addRule(call.operands[0], {Rule::Kind::Widen, given});
    addRule(found, {Rule::Kind::Widen, kept});
    copy(kept, nodeOf(id));
    if (function.keepsArgument) {
      const Location memory = whole(result.special(SpecialObject::HiddenState));
      loadFrom(memory, program.pointerBytes, found);
      copy(given, cellAt(memory, program.pointerBytes));
      return copy(kept, cellAt(memory, program.pointerBytes));
    }
    addRule(call.operands[place], {Rule::Kind::Load, found, id, program.pointerBytes});
    addRule(call.operands[place], {Rule::Kind::Store, kept, id, program.pointerBytes});
    if (place != 0)
      addRule(call.operands[place], {Rule::Kind::Store, given, id, program.pointerBytes});
  }

  /// Pointers in what is written to files, and addresses in text, may come back with any input.
  void connectText(ValueId id, const Instruction &call, const LibraryFunction &function) {
    if (function.hasOutput)
      leave(id, call, function);
    if (!function.hasInput)
      return;
    if (function.growsArgument) // the result is where the text is
      addRule(id, {Rule::Kind::Receive, textRead(), id, unknownEnd, true});
    else
      copy(textRead(), nodeOf(id));
    for (ValueId operand : call.operands)
      addRule(operand, {Rule::Kind::Receive, textRead(), id, unknownEnd, true});
  }

  void leave(ValueId id, const Instruction &call, const LibraryFunction &function) {
    const auto format = static_cast<size_t>(std::max(function.format, 0));
    const bool hasFormat = function.format >= 0 && format < call.operands.size();
    for (size_t i = 0; i < call.operands.size(); ++i) {
      const ValueId operand = call.operands[i];
      if (isWritten(function, i)) // from there on
        addRule(operand, {Rule::Kind::Show, memoryShown()});
      const bool isPointer = program[operand].type.kind == ValueType::Kind::Pointer;
      if (!isPointer && (program[operand].type.size >= program.pointerBytes || !hasFormat))
        addRule(operand, {Rule::Kind::Leave, textCell()});
    }
    if (hasFormat)
      addRule(call.operands[format], {Rule::Kind::Format, noNode, id});
  }

  /// Do bytes that the argument points to leave? Not those of a stream, nor of a result.
  static bool isWritten(const LibraryFunction &function, size_t argument) {
    return (function.readsRest && static_cast<int>(argument) >= function.format) ||
           std::any_of(function.effects.begin(), function.effects.end(),
                       [&](const ArgumentEffect &effect) {
                         return effect.argument == argument && !effect.writes;
                       });
  }

  /// All that any file may hold.
  Node textCell() { return cellAt(whole(result.special(SpecialObject::InputOutput)), unknownEnd); }

  Node textRead() {
    if (read == noNode) {
      read = newNode();
      loadFrom(whole(result.special(SpecialObject::InputOutput)), unknownEnd, read);
    }
    return read;
  }

  /// What lies in memory that is written to a file.
  Node memoryShown() {
    if (shown == noNode) {
      shown = newNode();
      addRule(shown, {Rule::Kind::Leave, textCell()});
    }
    return shown;
  }

  /// The addresses of arguments go into text by %p.
  void readFormat(ValueId id, const Location &format) {
    if (!factsOfFormats(program, result, {format}).showsPointers || !showing.insert(id).second)
      return;
    for (ValueId operand : program[id].operands)
      if (program[operand].type.kind == ValueType::Kind::Pointer)
        addRule(operand, {Rule::Kind::Leave, textCell()});
  }

  // Rules.

  void applyToAll(const Rule &rule, const IdSet &ids) {
    ids.forEachWord([&](uint32_t index, uint64_t word) {
      if (isOfWholes[index] && keepsWholes(rule.kind))
        insertWord(standingFor(rule.other), index, word);
      else
        IdSet::forEachIn(index, word, [&](uint32_t id) { apply(rule, id); });
    });
  }

  /// Each whole object that reaches the node goes into the other one as it is.
  bool keepsWholes(Rule::Kind kind) const {
    switch (kind) {
    case Rule::Kind::Widen:
      return true;
    case Rule::Kind::Unbound:
    case Rule::Kind::Range:
    case Rule::Kind::Field:
    case Rule::Kind::Element:
      return isCoarse();
    default:
      return false;
    }
  }

  void apply(const Rule &rule, uint32_t id) {
    const bool isThere = !rule.takesWhole && !rule.isBlock;
    if (rule.kind == Rule::Kind::Load && isThere)
      return loadFrom(idNow(id), rule.size, rule.other);
    if (rule.kind == Rule::Kind::Store && isThere)
      return copy(rule.other, cellAt(idNow(id), rule.size));
    apply(rule, Location(locations[id]));
  }

  void apply(const Rule &rule, const Location &location) {
    const Location place = rule.takesWhole ? whole(location.object)
                           : rule.isBlock  ? blockAt(location, rule.size)
                                           : location;
    switch (rule.kind) {
    case Rule::Kind::Widen:
      return insert(rule.other, whole(location.object));
    case Rule::Kind::Unbound:
      return insert(rule.other, unbounded(location));
    case Rule::Kind::Range:
      return insert(rule.other, unbounded(rangeFrom(location)));
    case Rule::Kind::Field:
      return insert(rule.other, fieldOf(location, program[rule.value]));
    case Rule::Kind::Element:
      return insert(rule.other, elementOf(location, program[rule.value]));
    case Rule::Kind::Load:
      return loadFrom(place, rule.size, rule.other);
    case Rule::Kind::Store:
      return copy(rule.other, cellAt(place, rule.size));
    case Rule::Kind::Take:
      return moveBlock(rule, Rule::Kind::Load, location);
    case Rule::Kind::Put:
      return moveBlock(rule, Rule::Kind::Store, location);
    case Rule::Kind::Show:
      return location.object == world() ? applyToWorld(rule)
                                        : loadFrom(restOfArray(location), 1, rule.other);
    case Rule::Kind::Leave:
      return isKeptFromFiles(location.object) ? void() : insert(rule.other, whole(location.object));
    case Rule::Kind::Receive:
      if (location.object == world())
        return applyToWorld(rule);
      return result.isSpecial(location.object) ? void()
                                               : copy(rule.other, cellAt(place, rule.size));
    case Rule::Kind::Format:
      return readFormat(rule.value, location);
    case Rule::Kind::Mirror:
      return addMirror(location.object, program[rule.value].object);
    case Rule::Kind::Callee: // `other`: the group, if the call is in one
      return rule.other == noNode ? callTarget(rule.value, location.object)
                                  : callTarget(groups[rule.other], location.object);
    }
  }

  /// Lets the other side of a copy have as many bytes as fit behind the location, at least.
  void moveBlock(const Rule &rule, Rule::Kind kind, const Location &location) {
    const auto room = static_cast<uint64_t>(sizeOf(location.object) - location.offset);
    const uint64_t size = std::min(rule.size, std::bit_ceil(std::max<uint64_t>(room, 1)));
    uint64_t &known = bytesMoved[{rule.other, kind}];
    if (size <= known)
      return;
    known = size;
    addRule(rule.value, {.kind = kind, .other = rule.other, .size = size, .isBlock = true});
  }

  /// So many bytes from there on may lie behind the declared array.
  Location blockAt(Location location, uint64_t size) const {
    if (location.stride != 0)
      location.high = std::min(sizeOf(location.object), location.high + static_cast<int64_t>(size));
    return location;
  }

  /// All bytes of the declared array from there on: a function of the library that gets an array
  /// does not leave it (C11 7.1.4).
  static Location restOfArray(Location location) {
    location.stride = 1;
    return location;
  }

  /// Files and World: of interest where it stands for objects of the program.
  void applyToWorld(const Rule &rule) {
    if (!mergesEscaped())
      return;
    if (rule.kind == Rule::Kind::Show)
      loadFrom(whole(world()), unknownEnd, rule.other);
    else
      copy(rule.other, worldCell());
  }

  bool isKeptFromFiles(ObjectId object) const {
    return result.isSpecial(object) && object != world();
  }

  Location unbounded(Location location) const {
    location.low = 0;
    location.high = sizeOf(location.object);
    if (location.stride != 0)
      location.offset %= location.stride;
    return location;
  }

  static Location rangeFrom(Location location) {
    if (location.stride != 0 || location.high - location.low > 1) {
      location.stride = 1;
      location.offset = location.low;
    }
    return location;
  }

  Location fieldOf(Location location, const Instruction &value) const {
    location.offset += value.number;
    if (location.stride == 0 && value.extent != 0) {
      location.low = location.offset;
      location.high = std::min<int64_t>(location.high, location.offset + value.extent);
    }
    bool isLost = location.offset < 0 || location.high <= location.low;
    return isLost ? whole(location.object) : location;
  }

  Location elementOf(Location location, const Instruction &value) const {
    const Instruction &index = program[value.operands[1]];
    const int64_t stride = std::abs(value.number);
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
    bool isLost = location.offset < location.low || location.high <= location.low;
    return isLost ? whole(location.object) : location;
  }

  void callTarget(ValueId id, ObjectId target) {
    const Instruction &call = program[id];
    if (const FunctionId callee = definedAt(target); callee.valid())
      bind(id, call, callee, 1);
    else if (isCalledUnknown(target))
      callUnknown(id, call, 1);
  }

  /// The function of the program whose address it is, if it is one.
  FunctionId definedAt(ObjectId target) const {
    return isFunction(target) ? program[target].function : FunctionId();
  }

  /// Who calls it calls code that is not in the program.
  bool isCalledUnknown(ObjectId target) const { return isFunction(target) || target == world(); }

  bool isFunction(ObjectId target) const {
    return !result.isSpecial(target) && program[target].kind == Object::Kind::Function;
  }

  // Results.

  void findStored() {
    for (size_t place = 0; place < states.size(); ++place) {
      const ObjectId holder = objectAt(place);
      if (!states[place].mirrors.empty())
        result.otherNames[holder] = states[place].mirrors;
      IdSet held;
      for (const Cell &cell : states[place].cells) {
        const IdSet &all = contentsOf(cell.node).all;
        all.forEachMissingIn(held, [&](uint32_t id) { held.insert(id); });
        if (!all.empty())
          result.held.push_back({cell.location, cell.size, setOf(all)});
      }
      held.forEach([&](uint32_t id) { addStored(holder, locations[id].object); });
    }
  }

  void addStored(ObjectId holder, ObjectId held) {
    bool standsForAll = held == world() && mergesEscaped();
    if (standsForAll && (isParameter(holder) || !std::exchange(isWorldStored, true)))
      result.escaped.forEach([&](ObjectId object) { addStored(holder, object); });
    if (!isOfCallee(holder, held))
      result.stored.insert(held);
  }

  /// A called function's parameter is gone when it returns.
  bool isOfCallee(ObjectId holder, ObjectId held) const {
    return isParameter(holder) && !result.isSpecial(held) &&
           program[held].owner != program[holder].owner;
  }

  bool isParameter(ObjectId object) const {
    return !result.isSpecial(object) && program[object].kind == Object::Kind::Parameter;
  }

  uint32_t setOf(const IdSet &all) {
    auto [place, isNew] = shared.emplace(all, static_cast<uint32_t>(result.sets.size()));
    if (isNew) {
      LocationSet &set = result.sets.emplace_back();
      all.forEach([&](uint32_t id) { set.push_back(locations[id]); });
      std::sort(set.begin(), set.end());
    }
    return place->second;
  }

  void shareSets() {
    result.targets.assign(program.values.size(), setOf({}));
    for (size_t value = 0; value < program.values.size(); ++value)
      if (IdSet &all = contentsOf(static_cast<Node>(value)).all; !all.empty()) {
        if (holdsWorld(all))
          all.eraseAll(worldly); // also what has escaped since
        result.targets[value] = setOf(all);
      }
  }
};

} // namespace

PointsTo findPointsTo(const Program &program) {
  const Allocators allocators = findAllocators(program);
  return Solver(program, allocators).solve();
}

PointsTo findPointsTo(const ProgramPart &part) {
  return Solver(part.program, part.allocators, &part).solvePart();
}

} // namespace kasuri
