// Which nests of loops are affine?
//
//     for (i = 0; i < n; i++) {           counted; the bound does not change in the nest
//       double scale = f(s[i]);           a statement; 'scale' is used only in it: its own
//       for (j = 0; j < i; j++)           counted; the bound is affine in i
//         a[i][j] += b[t[j]][i] * g(i);   a: elements [c0, c1]; b: any element; g: only computes
//     }
//
// A nest consists of counted loops and of statements without loops, jumps out, or input and output.
// Its iterations may then run in any order that keeps the order of those that access the same
// element, one of them to write it. Elements are told apart by subscripts. Subscripts come from the
// declared arrays around an access, which the language does not allow it to leave, or else from its
// offset in elements, which may have widths known at run time (Delinearize.h). Different arrays do
// not overlap, or the program tests in front of the nest that they do not. Rows that are found by
// pointers from a table are an array (RowEntries.h), where nothing in the nest writes the table:
//
//       c[i * n + j] += t->row[k][i] * t->row[k][j];      rows: elements [k, i] and [k, j]
//
// A variable that each iteration of a loop sets before it reads it is one for each iteration
// (scalar expansion), or has the value of its initializer everywhere (RepeatedVariables.h). Not
// affine: loops that end early, that are no `for` loops, or whose counters
// are used after the nest; statements that set the counters, may end the program, or set what a
// thread has for itself.
#include "analysis/affine/FindAffineNests.h"

#include "analysis/affine/AccessShape.h"
#include "analysis/affine/NestSubscripts.h"
#include "analysis/affine/RepeatedVariables.h"
#include "analysis/affine/RowEntries.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/guard/Ranges.h"
#include "model/Regions.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr size_t maxStatements = 24; ///< what the scheduler takes little time for
constexpr size_t maxDepth = 6;

class NestFinder {
public:
  NestFinder(const AnalysedProgram &analysed, RegionId root, const Budget &budget)
      : analysed(analysed), program(analysed.program), effects(analysed.effects), root(root),
        function(program[root].function), known(effects.functions[function.index()]),
        budget(budget) {}

  std::optional<AffineNest> find() {
    nest.loop = root;
    if (mayLeave() || !addLoop(root, std::nullopt) || !addBody(root, 0, {0}) ||
        nest.statements.empty() || !findVariables() || !findArrays())
      return std::nullopt;
    return std::move(nest);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  RegionId root;
  FunctionId function;
  const FunctionAccesses &known;
  Budget budget;
  AffineNest nest;
  std::map<SymbolId, size_t> counters;                  ///< of the nest's loops: their numbers
  std::map<SymbolId, size_t> parameters;                ///< their numbers
  std::set<ObjectId> variables;                         ///< that the loops count with
  PrivateMemory own;                                    ///< what each statement has for itself
  std::map<Base, size_t> arrays;                        ///< their numbers
  std::map<size_t, Access> entries;                     ///< by array of rows: the pointer to one
  std::set<Base> tables;                                ///< some of their rows vary in the nest
  std::vector<std::pair<GuardValue, size_t>> addresses; ///< where arrays are, in front of the nest
  std::set<Base> ofInitializers;                ///< what variables read that are computed again
  std::vector<std::vector<AccessShape>> shapes; ///< by statement and access

  // Control.

  /// Something in the nest may end it, the program, or act on the thread.
  bool mayLeave() const {
    if (program.wrapsSigned || program[function].isTooLarge || !program[root].inMainFile ||
        analysed.excludedBy[root.index()].valid() || leavingJump(program, root).valid() ||
        findExit(analysed, root).valid() || mayRunOut(analysed, root) ||
        mayFailAssertion(analysed, root) || mayActOnThread(analysed, root))
      return true;
    for (RegionId up = root; up.valid(); up = program[up].parent)
      if (program[up].kind == Region::Kind::Opaque)
        return true;
    return false;
  }

  /// Its head computes without effects, and its body leaves the counter alone.
  bool hasPlainHead(const Region &loop) const {
    const CountedForm &form = loop.counted;
    if (!form.variable.valid() || !program[form.variable].isPlainScalar() ||
        program[form.variable].type.kind != ValueType::Kind::Integer || form.declaresOthers ||
        !form.otherBounds.empty() || form.boundStep != 0 || form.step == 0 || !loop.testsFirst ||
        form.advance != CountedForm::Advance::AfterBody || !loop.init.valid() ||
        !loop.condition.valid() || !loop.step.valid() || !loop.obstacle.empty())
      return false;
    for (RegionId block : {loop.init, loop.condition, loop.step})
      for (ValueId value : valuesWithin(program, block)) {
        const Instruction &each = program[value];
        if (each.op == Op::Call || each.op == Op::Clobber || each.isVolatile ||
            (each.op == Op::Store && !isStoreTo(program, value, form.variable)))
          return false;
      }
    const std::vector<ValueId> inside = valuesWithin(program, loop.children[0]);
    return std::none_of(inside.begin(), inside.end(),
                        [&](ValueId value) { return isStoreTo(program, value, form.variable); });
  }

  bool addLoop(RegionId id, std::optional<size_t> parent) {
    const Region &loop = program[id];
    auto counter = known.counters.find(id);
    auto count = known.tripCounts.find(id);
    auto start = known.starts.find(id);
    if (!hasPlainHead(loop) || counter == known.counters.end() || count == known.tripCounts.end() ||
        start == known.starts.end() || start->second.kind != SymbolicValue::Kind::Integer ||
        start->second.mayWrap || !known.invariantBounds.contains(id) ||
        known.wrappingCounters.contains(id) ||
        isScalarLive(program, analysed.liveness, root, loop.counted.variable) ||
        !variables.insert(loop.counted.variable).second)
      return false;
    const auto distance = formOf(count->second.distance), from = formOf(start->second.offset);
    if (!distance || !from)
      return false;
    counters[counter->second] = nest.loops.size();
    const bool isCounter = loop.counted.step == 1 && count->second.stride == 1;
    nest.loops.push_back({.loop = id,
                          .variable = loop.counted.variable,
                          .start = isCounter ? AffineForm() : *from,
                          .step = loop.counted.step,
                          .first = isCounter ? *from : AffineForm(),
                          .distance = *distance,
                          .stride = count->second.stride,
                          .parent = parent});
    return true;
  }

  /// `order`: of the loop and of those around it.
  bool addBody(RegionId loop, size_t number, const std::vector<size_t> &order) {
    const RegionId body = program[loop].children[0];
    if (program[body].kind != Region::Kind::Sequence || order.size() > maxDepth)
      return false;
    size_t position = 0;
    RegionId first;
    const std::vector<RegionId> &children = program[body].children;
    for (size_t i = 0; i < children.size(); ++i) {
      if (program[children[i]].kind != Region::Kind::Loop) {
        first = first.valid() ? first : children[i];
        const bool isLast =
            i + 1 == children.size() || program[children[i + 1]].kind == Region::Kind::Loop;
        if (isLast && !addStatement(first, children[i], number, extended(order, position++)))
          return false;
        continue;
      }
      first = {};
      const size_t inner = nest.loops.size();
      if (!addLoop(children[i], number) ||
          !addBody(children[i], inner, extended(order, position++)))
        return false;
    }
    return true;
  }

  static std::vector<size_t> extended(std::vector<size_t> order, size_t position) {
    order.push_back(position);
    return order;
  }

  bool addStatement(RegionId first, RegionId last, size_t loop, std::vector<size_t> order) {
    AffineStatement statement{first, last, {}, std::move(order), {}};
    for (std::optional<size_t> up = loop; up; up = nest.loops[*up].parent)
      statement.loops.insert(statement.loops.begin(), *up);
    for (RegionId each : siblings(program, statement.first, statement.last))
      for (RegionId inside : regionsWithin(program, each)) {
        const Region &region = program[inside];
        if (region.kind == Region::Kind::Loop || region.kind == Region::Kind::Opaque ||
            (region.kind == Region::Kind::Jump && isLeftByJump(program, each)))
          return false;
      }
    nest.statements.push_back(std::move(statement));
    return nest.statements.size() <= maxStatements;
  }

  // Numbers.

  /// Nothing if it is not affine in the nest, or the program cannot compute a part of it in front.
  std::optional<AffineForm> formOf(const Linear &value) {
    AffineForm form;
    form.constant = value.constant();
    for (const auto &[symbol, coefficient] : value.terms()) {
      if (auto counter = counters.find(symbol); counter != counters.end()) {
        // The symbol counts from 0.
        form.add({0, {{counter->second, 1}}, {}}, coefficient);
        form.add(nest.loops[counter->second].first, -coefficient);
        continue;
      }
      const std::optional<size_t> parameter = parameterOf(symbol);
      if (!parameter)
        return std::nullopt;
      form.add({0, {}, {{*parameter, 1}}}, coefficient);
    }
    return form;
  }

  std::optional<size_t> parameterOf(SymbolId symbol) {
    if (auto found = parameters.find(symbol); found != parameters.end())
      return found->second;
    if (variesIn(program, effects[symbol], root))
      return std::nullopt;
    const Viewpoint view = acrossIterations(program, effects, function, root);
    Guard guard;
    const std::optional<GuardValue> value =
        RangeMaker(analysed, root, view, budget).valueInFront(Linear::symbol(symbol), guard);
    // The outermost loop's own bounds are there whether it has an iteration or not.
    if (!value || (nest.loops.empty() && !guard.exact.empty()))
      return std::nullopt;
    // Several loads of one size have symbols of their own.
    const auto same =
        std::find_if(nest.parameters.begin(), nest.parameters.end(),
                     [&](const AffineParameter &each) { return each.value == *value; });
    if (same != nest.parameters.end()) {
      parameters[symbol] = static_cast<size_t>(same - nest.parameters.begin());
      return parameters[symbol];
    }
    parameters[symbol] = nest.parameters.size();
    if (!nest.loops.empty())
      guard = inFront(std::move(guard));
    nest.parameters.push_back(
        {*value, effects[symbol].range, fieldOf(effects[symbol]), std::move(guard)});
    return parameters[symbol];
  }

  /// "cols" of what "m->cols" has loaded; "" for others.
  std::string fieldOf(const Symbol &symbol) const {
    const std::string text = symbol.origin.valid() ? program[symbol.origin].text : "";
    const size_t end = text.find_last_of(".>");
    const std::string field = end == std::string::npos ? "" : text.substr(end + 1);
    auto isLetter = [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; };
    return std::all_of(field.begin(), field.end(), isLetter) ? field : "";
  }

  // Accesses.

  bool findArrays() {
    if (readsOtherCounters())
      return false;
    shapes.resize(nest.statements.size());
    DependenceFinder finder(program, analysed.pointsTo, effects, budget, function);
    findTables();
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (ValueId value : valuesOf(program, nest.statements[i]))
        for (Access access : known.accessesAt(value)) {
          access.at = value;
          if (!finder.isOwn(own, access) && !addAccess(i, access))
            return false;
        }
    if (!giveSubscripts())
      return false;
    for (size_t i = 0; i < nest.arrays.size(); ++i)
      if (nest.arrays[i].expandedIn.size() > 1)
        layOut(i);
    return guardBases() && !headsAreWritten();
  }

  void findTables() {
    for (const AffineStatement &statement : nest.statements)
      for (ValueId value : valuesOf(program, statement))
        for (const Access &access : known.accessesAt(value))
          if (!isFixed(access.base))
            if (const Access *entry = rowEntryOf(analysed, root, access))
              tables.insert(entry->base);
  }

  /// Null: what is accessed is no row of a table, or it is the only one.
  const Access *entryOf(const Access &access) const {
    const Access *entry = rowEntryOf(analysed, root, access);
    return entry && tables.contains(entry->base) ? entry : nullptr;
  }

  // Variables.

  bool findVariables() {
    own.callees = calleesWithin(analysed, root);
    own.objects.insert(variables.begin(), variables.end());
    std::map<ObjectId, std::vector<size_t>> users;
    std::set<ObjectId> written;
    for (size_t i = 0; i < nest.statements.size(); ++i)
      for (ValueId value : valuesOf(program, nest.statements[i])) {
        const Instruction &each = program[value];
        if (each.op == Op::Address &&
            (users[each.object].empty() || users[each.object].back() != i))
          users[each.object].push_back(i);
        if (each.op == Op::Store && variableOf(program, value).valid())
          written.insert(variableOf(program, value));
      }
    RepeatedVariables repeated(analysed, root, nest.statements, variables);
    for (ObjectId object : analysed.automatic[function.index()]) {
      const RegionId scope = program[object].scope;
      const bool isInside = scope.valid() && contains(program, root, scope);
      if (variables.contains(object) || (!isInside && !written.contains(object)))
        continue;
      if (isInside && repeated.isOne(object))
        nest.repeated.push_back(object);
      if (isInside && (users[object].empty() || repeated.isOne(object)))
        own.objects.insert(object);
      else if (isInside && isOfExecution(object, users[object]))
        giveTo(nest.statements[users[object].front()], object);
      else if (!addVariable(object, isInside, users[object]) && isInside)
        return false;
    }
    std::erase_if(nest.statements, [&](const AffineStatement &each) {
      const bool isGone = onlyDeclares(each);
      if (isGone)
        for (ValueId value : valuesOf(program, each))
          for (const Access &access : known.accessesAt(value))
            ofInitializers.insert(access.base);
      return isGone;
    });
    return !nest.statements.empty();
  }

  /// Only one statement uses it, which has another one in each execution.
  bool isOfExecution(ObjectId object, const std::vector<size_t> &users) const {
    return users.size() == 1 &&
           contains(program, nest.loops[nest.statements[users.front()].loops.back()].loop,
                    program[object].scope);
  }

  void giveTo(AffineStatement &statement, ObjectId object) {
    own.objects.insert(object);
    statement.locals.push_back(object);
  }

  /// What is computed again where it is used.
  bool onlyDeclares(const AffineStatement &statement) const {
    for (ValueId value : valuesOf(program, statement))
      for (const Access &access : known.accessesAt(value))
        if (access.isOpaque || access.isLast ||
            (access.isWrite && (access.base.kind != Base::Kind::Object ||
                                std::find(nest.repeated.begin(), nest.repeated.end(),
                                          access.base.object) == nest.repeated.end())))
          return false;
    return true;
  }

  /// One for each iteration of the innermost loop that all its uses are in, if that sets it first.
  bool addVariable(ObjectId object, bool isInside, const std::vector<size_t> &users) {
    const Object &variable = program[object];
    const bool isNumber = variable.type.kind == ValueType::Kind::Integer ||
                          variable.type.kind == ValueType::Kind::Floating;
    if (!variable.isPlainScalar() || !isNumber || users.empty() ||
        (!isInside && isScalarLive(program, analysed.liveness, root, object)))
      return false;
    std::vector<size_t> loops = nest.statements[users.front()].loops;
    for (size_t user : users)
      std::erase_if(loops, [&](size_t loop) {
        const std::vector<size_t> &its = nest.statements[user].loops;
        return std::find(its.begin(), its.end(), loop) == its.end();
      });
    while (!loops.empty() && isInside &&
           !contains(program, nest.loops[loops.back()].loop, variable.scope))
      loops.pop_back();
    if (loops.empty() || (!isInside && isExposed(nest.loops[loops.back()].loop, object)))
      return false;
    own.objects.erase(object);
    if (users.size() == 1 && !isInside) {
      giveTo(nest.statements[users.front()], object);
      return true;
    }
    const Base base{Base::Kind::Object, object, {}};
    arrays[base] = nest.arrays.size();
    nest.arrays.push_back({.name = variable.name,
                           .elementBytes = variable.type.size,
                           .dimensions = loops.size(),
                           .expandedIn = loops,
                           .variable = object});
    return true;
  }

  /// Elements of an expanded variable are neighbors in the loop in which most of what its
  /// statements access besides are.
  void layOut(size_t array) {
    std::vector<size_t> &loops = nest.arrays[array].expandedIn;
    std::map<size_t, size_t> neighbors;
    for (const AffineStatement &statement : nest.statements)
      if (std::any_of(statement.accesses.begin(), statement.accesses.end(),
                      [&](const AffineAccess &access) { return access.array == array; }))
        for (const AffineAccess &access : statement.accesses)
          if (nest.arrays[access.array].expandedIn.empty() && !access.subscripts.empty())
            for (const auto &[loop, factor] : access.subscripts.back().loops)
              ++neighbors[loop];
    const auto last = std::max_element(loops.rbegin(), loops.rend(), [&](size_t a, size_t b) {
      return neighbors[a] < neighbors[b];
    });
    std::rotate(last.base() - 1, last.base(), loops.end());
    for (AffineStatement &statement : nest.statements)
      for (AffineAccess &access : statement.accesses)
        if (access.array == array)
          access.subscripts = subscriptsIn(loops);
  }

  bool isExposed(RegionId loop, ObjectId object) const {
    auto found = known.exposed.find(loop);
    return found == known.exposed.end() || found->second.contains(object);
  }

  /// Of loops that a statement is not in.
  bool readsOtherCounters() const {
    return std::any_of(
        nest.statements.begin(), nest.statements.end(), [&](const AffineStatement &statement) {
          std::set<ObjectId> others = variables;
          for (size_t loop : statement.loops)
            others.erase(nest.loops[loop].variable);
          const std::vector<ValueId> values = valuesOf(program, statement);
          return std::any_of(values.begin(), values.end(), [&](ValueId value) {
            return program[value].op == Op::Address && others.contains(program[value].object);
          });
        });
  }

  /// False if memory of different bases may overlap, and no test in front of the nest can tell.
  bool guardBases() {
    DependenceFinder finder(program, analysed.pointsTo, effects, budget, function);
    const Viewpoint whole = withinSequence(program, effects, function, program[root].parent);
    const Viewpoint view = acrossIterations(program, effects, function, root);
    const std::vector<AccessGroup> groups = finder.groups(root, whole, own);
    RangeMaker ranges(analysed, root, view, budget);
    std::vector<GroupPair> unknown;
    for (const AccessGroup &a : groups) {
      if (a.sample.isOpaque)
        return false;
      for (const AccessGroup &b : groups)
        if (a.sample.base < b.sample.base && (a.sample.isWrite || b.sample.isWrite) &&
            (finder.dependsOn(a, b, whole) || finder.dependsOn(b, a, whole)) &&
            !testApart(a.sample, b.sample, ranges))
          unknown.emplace_back(&a, &b);
    }
    if (unknown.empty())
      return true;
    std::optional<std::vector<Guard>> guards = ranges.guardsAgainst(unknown);
    if (!guards)
      return false;
    for (Guard &guard : *guards)
      nest.guards.push_back(inFront(std::move(guard)));
    return true;
  }

  /// By the subscripts of all their accesses; false if that cannot be.
  bool testApart(const Access &a, const Access &b, RangeMaker &ranges) {
    const auto first = arrays.find(a.base), second = arrays.find(b.base);
    if (first == arrays.end() || second == arrays.end() || ofInitializers.contains(a.base) ||
        ofInitializers.contains(b.base) || ranges.mayBeMappedTwice(a, b))
      return false;
    if (first->second == second->second)
      return true; // by subscripts
    if (!hasAddress(a.base, first->second, ranges) || !hasAddress(b.base, second->second, ranges))
      return false;
    nest.apart.insert(std::minmax(first->second, second->second));
    return true;
  }

  bool hasAddress(const Base &base, size_t number, RangeMaker &ranges) {
    AffineArray &array = nest.arrays[number];
    if (array.isOfRows)
      return true;
    bool isKnown = array.dimensions > 0 && array.expandedIn.empty() && !isRow(number);
    for (const AffineStatement &statement : nest.statements)
      for (const AffineAccess &access : statement.accesses)
        isKnown &= access.array != number || !access.isWhole;
    Guard guard;
    const std::optional<GuardValue> address =
        isKnown ? ranges.addressInFront(base, guard) : std::nullopt;
    if (!address)
      return false;
    array.address = *address;
    array.guard = inFront(std::move(guard));
    return true;
  }

  bool isRow(size_t array) const { return entries.contains(array); }

  /// Without the number of iterations, in place of which there is what it is computed from: guards
  /// of a nest are tested in front of nests inside, too.
  Guard inFront(Guard guard) const {
    const GuardValue last = lastIteration();
    for (auto &[value, limit] : guard.exact)
      replaceLast(value, last);
    for (Guard::Test &test : guard.alternatives) {
      for (GuardRange *range : {&test.first, &test.second, &test.rows.entries, &test.rows.bytes,
                                &test.others.entries, &test.others.bytes, &test.elements.table}) {
        replaceLast(range->low, last);
        replaceLast(range->end, last);
      }
      replaceLast(test.stride, last);
    }
    return guard;
  }

  static void replaceLast(GuardValue &value, const GuardValue &last) {
    if (value.op == GuardValue::Op::LastIteration)
      value = last;
    for (GuardValue &operand : value.operands)
      replaceLast(operand, last);
  }

  GuardValue lastIteration() const {
    const AffineLoop &loop = nest.loops.front();
    GuardValue distance = constantOf(loop.distance.constant + loop.stride - 1);
    for (const auto &[parameter, factor] : loop.distance.parameters)
      distance = sum(distance, product(constantOf(factor), nest.parameters[parameter].value));
    return sum(loop.stride == 1 ? distance : kasuri::quotient(distance, loop.stride),
               constantOf(-1));
  }

  /// What the loops' heads read stays as it is in the nest.
  bool headsAreWritten() const {
    std::set<ObjectId> written;
    for (const AffineStatement &statement : nest.statements)
      for (ValueId value : valuesOf(program, statement))
        for (const Access &access : known.accessesAt(value))
          if (access.isWrite && access.base.kind == Base::Kind::Object)
            written.insert(access.base.object);
    for (ObjectId repeated : nest.repeated)
      written.erase(repeated);
    for (const AffineLoop &loop : nest.loops)
      for (RegionId block : {program[loop.loop].init, program[loop.loop].condition})
        for (ValueId value : valuesWithin(program, block))
          if (ObjectId object = variableOf(program, value);
              object.valid() && program[value].op == Op::Load && written.contains(object))
            return true;
    return false;
  }

  bool addAccess(size_t statement, const Access &access) {
    const Base &base = access.base;
    const bool isObject = base.kind == Base::Kind::Object;
    const Access *entry = entryOf(access);
    if (access.isOpaque || access.isLast || !(isFixed(base) || entry) ||
        (isObject && analysed.pointsTo.isSpecial(base.object)))
      return false;
    auto [place, isNew] = arrays.emplace(base, entry ? nest.arrays.size() : arrayFor(base));
    isNew &= place->second == nest.arrays.size();
    if (entry)
      entries.emplace(place->second, *entry);
    if (isNew)
      nest.arrays.push_back({.name = subjectOf(program, access), .isVariable = isObject});
    AffineAccess added{place->second, access.isWrite, access.size == 0, isAtOnePlace(access), {},
                       access.at};
    const std::vector<size_t> &expanded = nest.arrays[place->second].expandedIn;
    if (!expanded.empty()) {
      added.subscripts = subscriptsIn(expanded);
      added.isWhole = false;
    }
    shapes[statement].push_back(expanded.empty() ? shapeOf(access) : AccessShape());
    nest.statements[statement].accesses.push_back(std::move(added));
    return true;
  }

  bool isFixed(const Base &base) const { return isFixedIn(analysed, root, base); }

  /// A new one, or that of another load of the same pointer.
  size_t arrayFor(const Base &base) {
    if (base.kind != Base::Kind::Symbol || arrays.contains(base) || !isFixed(base))
      return nest.arrays.size();
    const Viewpoint view = acrossIterations(program, effects, function, root);
    Guard guard;
    const auto address = RangeMaker(analysed, root, view, budget).addressInFront(base, guard);
    if (!address)
      return nest.arrays.size();
    const auto known = std::find_if(addresses.begin(), addresses.end(),
                                    [&](const auto &each) { return each.first == *address; });
    if (known != addresses.end())
      return known->second;
    addresses.emplace_back(*address, nest.arrays.size());
    return nest.arrays.size();
  }

  /// The first parameter with its value; itself, if it is none.
  SymbolId sameAs(SymbolId symbol) {
    const auto number = counters.contains(symbol) ? std::nullopt : parameterOf(symbol);
    const auto first = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const auto &each) { return each.second == number; });
    return first == parameters.end() ? symbol : first->first;
  }

  /// False if the nest writes a table of rows.
  bool giveSubscripts() {
    NestSubscripts subscripts(
        effects, nest, shapes, [this](SymbolId symbol) { return counters.contains(symbol); },
        [this](SymbolId symbol) { return sameAs(symbol); },
        [this](const Linear &value) { return formOf(value); });
    for (size_t i = 0; i < nest.arrays.size(); ++i)
      if (nest.arrays[i].expandedIn.empty())
        subscripts.give(i);
    std::vector<FoundRows> rows;
    for (const auto &[number, entry] : entries) {
      const auto table = arrays.find(entry.base);
      if (table == arrays.end() ? !ofInitializers.contains(entry.base)
                                : nest.isWritten(table->second))
        return false;
      subscripts.addRow(number, entry);
      rows.push_back(rowsOf(number, entry));
    }
    const auto joined = joinRows(program, nest, rows);
    if (!joined)
      return false;
    for (auto &[base, number] : arrays)
      if (const auto its = joined->find(number); its != joined->end())
        number = its->second;
    return true;
  }

  FoundRows rowsOf(size_t number, const Access &entry) {
    const Viewpoint view = acrossIterations(program, effects, function, root);
    FoundRows made{.array = number, .table = std::nullopt};
    Guard guard;
    made.table = RangeMaker(analysed, root, view, budget).addressInFront(entry.base, guard);
    made.guard = inFront(std::move(guard));
    return made;
  }

  bool isAtOnePlace(const Access &access) const {
    const auto &terms = access.offset.terms();
    return access.size != 0 && isFixed(access.base) &&
           std::none_of(terms.begin(), terms.end(), [&](const auto &term) {
             return variesIn(program, effects[term.first], root);
           });
  }
};

void findIn(const AnalysedProgram &analysed, RegionId region, const Budget &budget,
            std::vector<AffineNest> &found) {
  const Region &known = analysed.program[region];
  if (known.kind == Region::Kind::Loop)
    if (auto nest = NestFinder(analysed, region, budget).find()) {
      found.push_back(std::move(*nest));
      return;
    }
  for (RegionId child : known.children)
    findIn(analysed, child, budget, found);
}

} // namespace

std::vector<AffineNest> findAffineNests(const AnalysedProgram &analysed, const Budget &budget) {
  std::vector<AffineNest> found;
  for (const Function &function : analysed.program.functions)
    findIn(analysed, function.body, budget, found);
  return found;
}

} // namespace kasuri
