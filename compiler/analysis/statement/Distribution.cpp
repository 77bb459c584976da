// Loop distribution: which statements of a loop's body could run in a loop of their own, beside the
// rest.
//
//     while (n--) {                       control: each copy of the loop has it
//       s = st->a; st->a = *in + s / 2;   component 0, with a copy of s
//       s = st->b; st->b = in[1] + s / 2; component 1, with another
//       in += 2;                          control too: both need it
//     }
//
// The statements are linked by every dependence between them, in one iteration or across iterations
// and whatever its direction; what hangs together is a component, and the components may run in
// parallel, each as the whole loop without the statements of the others. So a dependence never
// goes from one copy of the loop to another, and within a copy the order is the source's.
//
// A statement that only computes scalars from scalars, all of which only such statements or the
// loop's head set, gives the same in every copy: each component that uses them has it. The head has
// to be of this kind and may besides read memory that the loop leaves alone, so that all copies run
// equally often. A scalar that each iteration sets before it reads it links only where a value goes
// from one statement to another: components have variables of their own. The order of input and
// output, of volatile accesses and of what errno holds in the end is taken for a dependence. Where
// a jump leaves a statement, the program may end, or memory may run out, one copy would have to
// stop the others, which is not done.
//
// Source: K. Kennedy, K. S. McKinley, "Loop distribution with arbitrary control flow" (1990);
// replicated scalars are those of decoupled software pipelining.
#include "analysis/statement/Distribution.h"
#include "analysis/guard/Ranges.h"
#include "model/Regions.h"

#include <algorithm>
#include <numeric>

namespace kasuri {
namespace {

constexpr size_t maxStatements = 64;
constexpr size_t maxTested = 64; ///< pairs of accesses, in front of a loop
constexpr int64_t lineBytes = 64;

/// Numbers from 0 that are put together step by step.
class DisjointSets {
public:
  explicit DisjointSets(size_t size = 0) : parent(size) {
    std::iota(parent.begin(), parent.end(), size_t(0));
  }
  size_t find(size_t i) const {
    while (parent[i] != i)
      i = parent[i];
    return i;
  }
  /// The least of a set stands for it.
  void unite(size_t a, size_t b) {
    const auto [least, other] = std::minmax({find(a), find(b)});
    parent[other] = least;
  }

private:
  std::vector<size_t> parent;
};

class Distributor {
public:
  Distributor(const AnalysedProgram &analysed, const LoopFacts &verdict,
              const StatementFacts &statements, Budget &budget)
      : analysed(analysed), program(analysed.program), loop(verdict.loop), region(program[loop]),
        verdict(verdict), facts(statements), budget(budget),
        known(analysed.effects.functions[region.function.index()]) {}

  /// True if there are at least two components.
  bool run(Distribution &result) {
    mayBeTested = isCounted();
    if (!region.obstacle.empty() || !collect(region.children[0]) || statements.size() < 2)
      return false;
    for (size_t i = 0; i < statements.size(); ++i)
      statements[i].isReplicable = isPure(statements[i].region);
    if (!noteHead() || !findReplicable())
      return false;
    sets = DisjointSets(statements.size());
    linkScalars();
    linkOpaque();
    if (!linkMemory())
      return false;
    return describe(result);
  }

private:
  struct Statement {
    RegionId region;
    std::set<ObjectId> reads, writes; ///< scalars that only their names lead to
    bool isReplicable = false;
  };

  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const LoopFacts &verdict;
  const StatementFacts &facts;
  Budget &budget;
  const FunctionAccesses &known;
  std::vector<Statement> statements; ///< of the body, in the order of the source
  std::set<ObjectId> headReads, headWrites;
  DisjointSets sets;
  bool mayBeTested = false;  ///< the number of iterations is known in front of the loop
  std::vector<Guard> guards; ///< for the components to be apart
  bool sharesLines = false;  ///< they write close to each other

  /// Its trip count can be computed in front of it from its start and bound alone.
  bool isCounted() const {
    const CountedForm &form = region.counted;
    const std::vector<Obstacle> &obstacles = verdict.obstacles;
    return form.variable.valid() && !form.hasAmount() && !form.declaresOthers &&
           std::none_of(
               obstacles.begin(), obstacles.end(),
               [](const Obstacle &each) { return each.kind == ObstacleKind::NotCounted; }) &&
           std::none_of(
               valuesOf(region.init).begin(), valuesOf(region.init).end(), [&](ValueId id) {
                 return program[id].op == Op::Store && variableOf(program, id) != form.variable;
               });
  }

  const std::vector<ValueId> &valuesOf(RegionId block) const {
    static const std::vector<ValueId> none;
    return block.valid() ? program[block].values : none;
  }

  /// The statements of the sequence and of the blocks in it; false if one cannot be left out.
  bool collect(RegionId sequence) {
    if (program[sequence].kind != Region::Kind::Sequence)
      return false;
    for (RegionId child : program[sequence].children) {
      auto sibling = facts.siblings.find(child);
      if (sibling == facts.siblings.end() || sibling->second.mayLeave || mayRunOut(analysed, child))
        return false;
      if (program[child].kind == Region::Kind::Sequence) {
        if (!collect(child))
          return false;
        continue;
      }
      Statement made{child, {}, {}};
      noteScalars(child, made.reads, made.writes);
      const bool isFree = made.writes.empty() && isPure(child); // a declaration: stays everywhere
      if (isFree)
        continue;
      if (!program[child].inMainFile || statements.size() == maxStatements)
        return false;
      statements.push_back(std::move(made));
    }
    return true;
  }

  void noteScalars(RegionId part, std::set<ObjectId> &reads, std::set<ObjectId> &writes) const {
    if (!part.valid())
      return;
    for (ValueId id : valuesWithin(program, part)) {
      const Op op = program[id].op;
      ObjectId variable = op == Op::Load || op == Op::Store ? variableOf(program, id) : ObjectId();
      if (variable.valid() && isOwnScalar(variable))
        (op == Op::Load ? reads : writes).insert(variable);
    }
  }

  bool isOwnScalar(ObjectId id) const {
    return program[id].owner == region.function && program[id].isPlainScalar();
  }

  /// Computes scalars from scalars, and nothing else happens in it.
  bool isPure(RegionId part, bool mayLoad = false) const {
    for (RegionId inside : regionsWithin(program, part))
      if (const Region::Kind kind = program[inside].kind;
          kind == Region::Kind::Loop || kind == Region::Kind::Opaque || kind == Region::Kind::Jump)
        return false;
    const std::vector<ValueId> values = valuesWithin(program, part);
    return std::all_of(values.begin(), values.end(), [&](ValueId id) {
      const Instruction &value = program[id];
      if (value.op == Op::Call || value.op == Op::Clobber || value.isVolatile)
        return false;
      if (value.op != Op::Load && value.op != Op::Store)
        return true;
      ObjectId variable = variableOf(program, id);
      return (variable.valid() && isOwnScalar(variable)) || (mayLoad && value.op == Op::Load);
    });
  }

  /// False if the copies of the loop could not all evaluate the head.
  bool noteHead() {
    for (RegionId part : {region.init, region.condition, region.step}) {
      if (part.valid() && !isPure(part, true))
        return false;
      noteScalars(part, headReads, headWrites);
    }
    return true;
  }

  /// All that set the scalar are of the kind that every copy can have.
  bool isReplicated(ObjectId scalar) const {
    return std::all_of(statements.begin(), statements.end(), [&](const Statement &each) {
      return each.isReplicable || !each.writes.contains(scalar);
    });
  }

  /// False if the head depends on other statements.
  bool findReplicable() {
    auto hasOther = [&](const std::set<ObjectId> &scalars) {
      return std::any_of(scalars.begin(), scalars.end(),
                         [&](ObjectId each) { return !isReplicated(each); });
    };
    for (bool isDone = false; !isDone;) {
      isDone = true;
      for (Statement &each : statements)
        if (each.isReplicable && (hasOther(each.reads) || hasOther(each.writes))) {
          each.isReplicable = false;
          isDone = false;
        }
    }
    return !hasOther(headReads) && !hasOther(headWrites);
  }

  bool isOutside(ObjectId object) const {
    RegionId scope = program[object].scope;
    return !scope.valid() || !contains(program, loop, scope);
  }

  /// Every iteration sets it before it reads it, and nobody reads it afterwards.
  bool isPrivate(ObjectId scalar) const {
    auto exposed = known.exposed.find(loop);
    return exposed != known.exposed.end() && !exposed->second.contains(scalar) &&
           (!isOutside(scalar) || !isScalarLive(program, analysed.liveness, loop, scalar));
  }

  /// By the scalars that not every copy computes.
  void linkScalars() {
    std::set<ObjectId> written;
    for (const Statement &each : statements)
      if (!each.isReplicable)
        written.insert(each.writes.begin(), each.writes.end());
    for (ObjectId scalar : written)
      if (isPrivate(scalar))
        linkValues(scalar);
      else
        linkAll([&](const Statement &each) {
          return each.reads.contains(scalar) || each.writes.contains(scalar);
        });
  }

  /// Those that read the scalar, with those whose value they may read.
  void linkValues(ObjectId scalar) {
    auto holds = [&](const std::map<RegionId, std::set<ObjectId>> &of, size_t i) {
      auto found = of.find(statements[i].region);
      return found != of.end() && found->second.contains(scalar);
    };
    std::vector<size_t> setters;
    for (size_t i = 0; i < statements.size(); ++i) {
      if (!statements[i].reads.contains(scalar) && !statements[i].writes.contains(scalar))
        continue;
      const bool isKnown = known.exposedIn.contains(statements[i].region);
      if (statements[i].reads.contains(scalar) && (!isKnown || holds(known.exposedIn, i))) {
        for (size_t setter : setters)
          sets.unite(setter, i);
        // Nobody sets it in front: what is read is no value of this iteration.
        if (setters.empty())
          return linkAll([&](const Statement &each) {
            return each.reads.contains(scalar) || each.writes.contains(scalar);
          });
      }
      if (!statements[i].writes.contains(scalar))
        continue;
      if (holds(known.assignedIn, i))
        setters.clear();
      setters.push_back(i);
    }
  }

  void linkAll(const std::function<bool(const Statement &)> &isIt) {
    size_t first = statements.size();
    for (size_t i = 0; i < statements.size(); ++i)
      if (isIt(statements[i])) {
        first = std::min(first, i);
        sets.unite(first, i);
      }
  }

  /// What is seen from outside keeps its order, and the last error wins.
  void linkOpaque() {
    auto mustKeepOrder = [&](const Access &access) {
      return access.isOpaque || isTo(analysed, access, SpecialObject::ErrnoSet) ||
             isTo(analysed, access, SpecialObject::Errno);
    };
    linkAll([&](const Statement &each) {
      for (ValueId value : valuesWithin(program, each.region))
        if (const auto &accesses = known.accessesAt(value);
            std::any_of(accesses.begin(), accesses.end(), mustKeepOrder))
          return true;
      return false;
    });
  }

  /// What only the statement itself can touch: its own variables and those of its callees; scalars
  /// have been looked at.
  PrivateMemory ownOf(RegionId part) const {
    PrivateMemory own;
    own.callees = calleesWithin(analysed, part);
    for (ObjectId id : analysed.automatic[region.function.index()]) {
      RegionId scope = program[id].scope;
      if (isOwnScalar(id) || (scope.valid() && contains(program, part, scope)))
        own.objects.insert(id);
    }
    return own;
  }

  using Groups = std::vector<AccessGroup>;

  /// The statements depend on each other if memory from one base is also memory from the other.
  struct Doubt {
    size_t i, j;
    std::pair<Base, Base> bases; ///< the lesser first
  };

  /// Two statements that will be in different components, as far as is known yet.
  bool areApart(size_t i, size_t j) const {
    return !statements[i].isReplicable && !statements[j].isReplicable &&
           sets.find(i) != sets.find(j);
  }

  /// False if nothing is left apart, or the head may read what the body writes.
  bool linkMemory() {
    const FunctionId function = region.function;
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, function);
    const Viewpoint within =
        withinSequence(program, analysed.effects, function, region.children[0]);
    const Viewpoint across = acrossIterations(program, analysed.effects, function, loop);
    std::vector<Groups> here, later;
    for (const Statement &each : statements) {
      const PrivateMemory own = ownOf(each.region);
      here.push_back(finder.groups(each.region, within, own));
      later.push_back(finder.groups(each.region, across, own));
    }
    for (RegionId part : {region.init, region.condition, region.step})
      if (part.valid() &&
          isWritten(finder, finder.groups(part, across, ownOf(part)), later, across))
        return false;
    std::vector<Doubt> doubts;
    for (size_t i = 0; i < statements.size(); ++i)
      for (size_t j = i + 1; j < statements.size(); ++j) {
        if (!areApart(i, j))
          continue;
        std::set<std::pair<Base, Base>> found;
        const bool isSure = !collectBases(finder, here[i], here[j], within, found) ||
                            !collectBases(finder, later[i], later[j], across, found) ||
                            !collectBases(finder, later[j], later[i], across, found);
        if (isSure)
          sets.unite(i, j);
        else
          for (const std::pair<Base, Base> &bases : found)
            doubts.push_back({i, j, bases});
      }
    settle(doubts, later, across);
    noteLines(later);
    return !budget.hasGivenUp();
  }

  /// Whether one component writes into cache lines that another uses in the same iteration.
  void noteLines(const std::vector<Groups> &groups) {
    for (size_t i = 0; i < statements.size(); ++i)
      for (size_t j = i + 1; j < statements.size(); ++j) {
        if (!areApart(i, j))
          continue;
        for (const AccessGroup &a : groups[i])
          for (const AccessGroup &b : groups[j])
            sharesLines |= mayShareLine(a, b);
      }
  }

  static bool mayShareLine(const AccessGroup &a, const AccessGroup &b) {
    if (a.sample.base != b.sample.base || (!a.sample.isWrite && !b.sample.isWrite))
      return false;
    const Window &x = a.window, &y = b.window;
    const bool isPlaced = x.isKnown && y.isKnown && x.fixed == y.fixed;
    return !isPlaced || (x.low < y.high + lineBytes && y.low < x.high + lineBytes);
  }

  /// Notes the bases of accesses that may meet; false if no test in front of the loop is of use.
  bool collectBases(DependenceFinder &finder, const Groups &from, const Groups &to,
                    const Viewpoint &view, std::set<std::pair<Base, Base>> &found) const {
    for (const AccessGroup &a : from)
      for (const AccessGroup &b : to) {
        if (!finder.dependsOn(b, a, view))
          continue;
        const Base &first = a.sample.base, &second = b.sample.base;
        // By one base they meet in the same iteration, whatever a test says of different ones. So
        // may two that each iteration finds anew: rows of a table, loaded twice.
        auto varies = [&](const Base &base) {
          return base.kind == Base::Kind::Symbol &&
                 variesIn(program, analysed.effects[base.symbol], loop);
        };
        const bool isHopeless =
            !view.loop.valid() && (first == second || (varies(first) && varies(second)));
        if (!mayBeTested || isHopeless || first.kind == Base::Kind::Unknown ||
            second.kind == Base::Kind::Unknown)
          return false;
        found.insert(std::minmax(first, second));
      }
    return true;
  }

  /// By tests in front of the loop: ranges of memory, as the whole loop touches them, do not
  /// overlap, or those of different iterations do not where one iteration's cannot. Statements for
  /// which there is no test hang together.
  void settle(const std::vector<Doubt> &doubts, const std::vector<Groups> &groups,
              const Viewpoint &across) {
    RangeMaker ranges(analysed, loop, across, budget);
    auto testsFor = [&](const std::vector<GroupPair> &pairs) {
      return pairs.size() > maxTested ? std::nullopt : ranges.guardsAgainst(pairs);
    };
    for (const Doubt &doubt : doubts)
      if (sets.find(doubt.i) != sets.find(doubt.j) && !testsFor(pairsOf(doubt, groups)))
        sets.unite(doubt.i, doubt.j);
    std::vector<GroupPair> pairs;
    for (const Doubt &doubt : doubts)
      if (sets.find(doubt.i) != sets.find(doubt.j))
        for (const GroupPair &pair : pairsOf(doubt, groups))
          pairs.push_back(pair);
    if (pairs.empty())
      return;
    if (auto tests = testsFor(pairs))
      guards = std::move(*tests);
    else
      for (const Doubt &doubt : doubts)
        sets.unite(doubt.i, doubt.j);
  }

  /// All accesses of the two statements by these bases, across iterations.
  std::vector<GroupPair> pairsOf(const Doubt &doubt, const std::vector<Groups> &groups) const {
    std::vector<GroupPair> pairs;
    for (const AccessGroup &a : groups[doubt.i])
      for (const AccessGroup &b : groups[doubt.j])
        if (std::pair<Base, Base>(std::minmax(a.sample.base, b.sample.base)) == doubt.bases &&
            (a.sample.isWrite || b.sample.isWrite))
          pairs.emplace_back(&a, &b);
    return pairs;
  }

  /// In any iteration, before or after.
  bool isWritten(DependenceFinder &finder, const Groups &head, const std::vector<Groups> &all,
                 const Viewpoint &across) const {
    return std::any_of(all.begin(), all.end(), [&](const Groups &each) {
      return finder.between(head, each, across, {}) || finder.between(each, head, across, {});
    });
  }

  /// Replicable statements that set what the component or the head uses.
  std::set<size_t> neededFor(std::set<size_t> component) const {
    std::set<ObjectId> used = headReads;
    auto addUsed = [&](size_t i) {
      used.insert(statements[i].reads.begin(), statements[i].reads.end());
      if (statements[i].isReplicable)
        used.insert(statements[i].writes.begin(), statements[i].writes.end());
    };
    for (size_t i : component)
      addUsed(i);
    for (bool isDone = false; !isDone;) {
      isDone = true;
      for (size_t i = 0; i < statements.size(); ++i) {
        const std::set<ObjectId> &writes = statements[i].writes;
        bool isNeeded = statements[i].isReplicable &&
                        std::any_of(writes.begin(), writes.end(),
                                    [&](ObjectId each) { return used.contains(each); });
        if (!isNeeded || !component.insert(i).second)
          continue;
        addUsed(i);
        isDone = false;
      }
    }
    return component;
  }

  bool describe(Distribution &result) const {
    std::map<size_t, std::set<size_t>> bySet;
    for (size_t i = 0; i < statements.size(); ++i)
      if (!statements[i].isReplicable)
        bySet[sets.find(i)].insert(i);
    if (bySet.size() < 2)
      return false;
    std::vector<std::set<size_t>> components;
    for (auto &[least, component] : bySet)
      components.push_back(std::move(component));
    std::set<size_t> placed;
    for (std::set<size_t> &component : components) {
      component = neededFor(std::move(component));
      placed.insert(component.begin(), component.end());
    }
    for (size_t i = 0; i < statements.size(); ++i) // what only matters behind the loop
      if (!placed.contains(i))
        components[0].insert(i);
    components[0] = neededFor(std::move(components[0]));
    for (const std::set<size_t> &component : components) {
      result.components.emplace_back();
      for (size_t i : component)
        result.components.back().push_back(statements[i].region);
    }
    noteCopies(components, result);
    result.isCounted = mayBeTested;
    result.guards = guards;
    result.sharesLines = sharesLines;
    return true;
  }

  /// Scalars from outside that components change.
  void noteCopies(const std::vector<std::set<size_t>> &components, Distribution &result) const {
    for (ObjectId object : analysed.automatic[region.function.index()]) {
      if (!isOwnScalar(object) || !isOutside(object))
        continue;
      auto isSetter = [&](const std::set<size_t> &component) {
        return headWrites.contains(object) ||
               std::any_of(component.begin(), component.end(),
                           [&](size_t i) { return statements[i].writes.contains(object); });
      };
      auto setter = std::find_if(components.begin(), components.end(), isSetter);
      if (setter != components.end())
        result.scalars.push_back(copyOf(object, static_cast<size_t>(setter - components.begin())));
    }
  }

  ComponentScalar copyOf(ObjectId object, size_t setter) const {
    auto exposed = known.exposed.find(loop);
    const bool isExposed = exposed == known.exposed.end() || exposed->second.contains(object);
    const bool isSetFirst = isSetByInit(object);
    const bool isLeft =
        isScalarLive(program, analysed.liveness, loop, object) || (isExposed && !isSetFirst);
    using Start = ComponentScalar::Start;
    const Start start = isSetFirst ? Start::Head : isExposed ? Start::Before : Start::Iteration;
    return {object, setter, isLeft, start};
  }

  /// And not read there.
  bool isSetByInit(ObjectId object) const {
    bool isSet = false;
    for (ValueId id : valuesOf(region.init))
      if (variableOf(program, id) == object) {
        if (program[id].op == Op::Load)
          return false;
        isSet |= program[id].op == Op::Store && !program[id].conditional;
      }
    return isSet;
  }
};

} // namespace

std::optional<Distribution> distributeLoop(const AnalysedProgram &analysed,
                                           const LoopFacts &verdict,
                                           const StatementFacts &statements, Budget &budget) {
  Distribution found;
  const bool isFound =
      !verdict.isParallel && Distributor(analysed, verdict, statements, budget).run(found);
  return isFound ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kasuri
