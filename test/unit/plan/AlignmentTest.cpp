// Loops whose chunks are aligned: which edges stay in the graph, what parts wait for, and what
// follows for the tables.
#include "plan/Candidates.h"
#include "plan/ChoosePlan.h"
#include "plan/Pieces.h"

#include <gtest/gtest.h>

#include <random>

using namespace kasuri;

namespace {

using Dependences = std::map<std::pair<size_t, size_t>, std::optional<Halo>>; ///< from, to

/// DOALL loops one after another.
struct Loops {
  Program program;
  Parallelism facts;
  Movability movability; ///< all can be moved
  CostModel cost;
  RegionId sequence = RegionId(size_t{0});

  Loops(size_t count, const Dependences &dependences, double ns = 100'000) {
    program.files.push_back({"src/a.c", true});
    program.functions.emplace_back();
    program.functions[0].name = "f";
    addRegion(Region::Kind::Sequence, RegionId(), ns);
    for (size_t i = 0; i < count; ++i) {
      const RegionId loop = addRegion(Region::Kind::Loop, sequence, ns);
      program[loop].counted.declaresVariable = true;
      cost.regions.back().trips = 1000;
      facts.siblings[loop] = {};
      facts.loopIndex[loop] = i;
      facts.loops.emplace_back();
      facts.loops.back().loop = loop;
      facts.loops.back().isParallel = true;
    }
    for (const auto &[ends, halo] : dependences) {
      SiblingDependence dependence;
      dependence.from = RegionId(ends.first + 1);
      dependence.to = RegionId(ends.second + 1);
      dependence.meetsHead = false;
      dependence.halo = halo;
      facts.dependences.push_back(dependence);
    }
  }

  RegionId addRegion(Region::Kind kind, RegionId parent, double ns) {
    const RegionId id(program.regions.size());
    Region region;
    region.kind = kind;
    region.parent = parent;
    region.function = FunctionId(size_t{0});
    region.location = {FileId(size_t{0}), static_cast<uint32_t>(id.index()), 3};
    program.regions.push_back(region);
    if (parent.valid())
      program[parent].children.push_back(id);
    cost.regions.push_back({.perExecutionNs = ns});
    cost.executions.push_back(1);
    return id;
  }

  Layer layer() const { return buildMacroTaskGraph(program, facts).layers.at(0); }
};

/// By waiting and awaited task.
Dependences edgesOf(const Layer &layer) {
  Dependences edges;
  for (const MacroTask &task : layer.tasks)
    for (TaskId before : task.predecessors) {
      auto halo = task.halos.find(before);
      edges[{before.index(), task.id.index()}] =
          halo == task.halos.end() ? std::nullopt : std::optional(halo->second);
    }
  return edges;
}

std::optional<Halo> halo(int64_t before, int64_t after, int64_t leastTrips = 0) {
  return Halo{before, after, leastTrips};
}

PlannedLayer plannedOf(const Layer &layer) {
  PlannedLayer planned;
  for (const MacroTask &task : layer.tasks) {
    PlannedTask made;
    made.splitLoop = task.splitLoop;
    made.costNs = 1000;
    made.maxParts = 65535;
    for (TaskId before : task.predecessors) {
      auto known = task.halos.find(before);
      made.predecessors.push_back(
          {before.index(), 0,
           known == task.halos.end() ? std::nullopt : std::optional(known->second)});
    }
    planned.tasks.push_back(made);
  }
  return planned;
}

/// By piece: those that are over when it starts, also by way of others.
std::vector<std::set<size_t>> reached(const std::vector<Piece> &pieces) {
  std::vector<std::set<size_t>> before(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i)
    for (const Piece::Edge &edge : pieces[i].predecessors) {
      before[i].insert(before[edge.piece].begin(), before[edge.piece].end());
      before[i].insert(edge.piece);
    }
  return before;
}

std::set<std::pair<unsigned, unsigned>> waits(const std::vector<Piece> &pieces, size_t piece) {
  std::set<std::pair<unsigned, unsigned>> all; ///< task and part
  for (const Piece::Edge &edge : pieces[piece].predecessors)
    all.emplace(pieces[edge.piece].task, pieces[edge.piece].part);
  return all;
}

/// As ks_chunk_begin deals iterations out.
unsigned partOf(int64_t iteration, int64_t trips, unsigned parts) {
  auto begin = [&](unsigned part) {
    return trips / parts * part + std::min<int64_t>(part, trips % parts);
  };
  unsigned part = 0;
  while (begin(part + 1) <= iteration)
    ++part;
  return part;
}

Candidate wholeOf(const Loops &loops, unsigned cores) {
  PlanOptions options;
  options.cores = cores;
  const Layer layer = loops.layer();
  const Machine machine = uniformMachine(cores);
  return *CandidateMaker(loops.program, loops.facts, loops.movability, loops.cost, machine, options,
                         layer)
              .whole();
}

} // namespace

TEST(Alignment, AnEdgeThatAnAlignedWayDoesNotImplyStays) {
  // c needs all of a, and by way of b its chunk of a alone.
  const Dependences all{{{0, 1}, halo(0, 0)}, {{1, 2}, halo(0, 0)}, {{0, 2}, std::nullopt}};
  EXPECT_EQ(edgesOf(Loops(3, all).layer()), all);
}

TEST(Alignment, AnEdgeIsImpliedByHalosThatReachAsFarTogether) {
  const Dependences way{{{0, 1}, halo(1, 0)}, {{1, 2}, halo(1, 2)}};
  Dependences all = way;
  all[{0, 2}] = halo(2, 2);
  EXPECT_EQ(edgesOf(Loops(3, all).layer()), way);
  all[{0, 2}] = halo(2, 3);
  EXPECT_EQ(edgesOf(Loops(3, all).layer()), all);
  all[{0, 2}] = halo(3, 0);
  EXPECT_EQ(edgesOf(Loops(3, all).layer()), all);
}

TEST(Alignment, AWayThroughAPlainEdgeImpliesAll) {
  for (bool isFirst : {false, true}) {
    const std::optional<Halo> aligned = halo(0, 0), plain;
    Dependences way{{{0, 1}, isFirst ? plain : aligned}, {{1, 2}, isFirst ? aligned : plain}};
    Dependences all = way;
    all[{0, 2}] = std::nullopt;
    EXPECT_EQ(edgesOf(Loops(3, all).layer()), way);
  }
}

TEST(Alignment, APartWaitsForThatOfItsNumberAndForNeighboursInTheHalo) {
  const Dependences one{{{0, 1}, halo(0, 2)}};
  PlannedLayer layer = plannedOf(Loops(2, one).layer());
  std::vector<Piece> pieces = piecesOf(layer, 3, 1);
  ASSERT_EQ(pieces.size(), 6u);
  using Waits = std::set<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(waits(pieces, 3), (Waits{{0, 0}, {0, 1}}));
  EXPECT_EQ(waits(pieces, 4), (Waits{{0, 1}, {0, 2}}));
  EXPECT_EQ(waits(pieces, 5), (Waits{{0, 2}}));
  layer.tasks[1].predecessors[0].halo = halo(1, 0);
  pieces = piecesOf(layer, 3, 1);
  EXPECT_EQ(waits(pieces, 3), (Waits{{0, 0}}));
  EXPECT_EQ(waits(pieces, 5), (Waits{{0, 1}, {0, 2}}));
}

TEST(Alignment, PartsOfOtherSizesWaitForAll) {
  const Dependences one{{{0, 1}, halo(0, 0)}};
  PlannedLayer layer = plannedOf(Loops(2, one).layer());
  layer.tasks[0].maxParts = 2;
  const std::vector<Piece> pieces = piecesOf(layer, 3, 1);
  ASSERT_EQ(pieces.size(), 5u);
  EXPECT_EQ(waits(pieces, 3).size(), 2u);
}

TEST(Alignment, PartsThatAreShorterThanTheHaloWaitForAll) {
  const Dependences one{{{0, 1}, halo(4, 0)}};
  PlannedLayer layer = plannedOf(Loops(2, one).layer());
  layer.tasks[0].maxParts = layer.tasks[1].maxParts = 11; // iterations
  EXPECT_EQ(waits(piecesOf(layer, 3, 1), 5).size(), 3u);
  EXPECT_EQ(waits(piecesOf(layer, 2, 1), 3).size(), 2u);
}

/// Random loops and dependences: whatever the graph leaves out, every iteration comes after those
/// that it needs.
TEST(Alignment, EveryIterationComesAfterThoseThatItNeeds) {
  std::minstd_rand random(7);
  auto upTo = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
  size_t aligned = 0, dropped = 0;
  for (int round = 0; round < 2000; ++round) {
    const size_t count = 2 + upTo(3);
    Dependences all;
    for (size_t to = 1; to < count; ++to)
      for (size_t from = 0; from < to; ++from)
        if (const unsigned kind = upTo(5); kind > 1)
          all[{from, to}] = kind == 2 ? std::nullopt : halo(upTo(kind - 3), upTo(kind - 3));
    const Layer graph = Loops(count, all).layer();
    PlannedLayer layer = plannedOf(graph);
    dropped += all.size() - edgesOf(graph).size();
    for (PlannedTask &task : layer.tasks)
      if (upTo(5) == 0)
        task.maxParts = 1;
    const unsigned workers = 2 + upTo(3);
    const std::vector<Piece> pieces = piecesOf(layer, workers, 1);
    std::vector<unsigned> parts(count);
    std::vector<size_t> first(count, pieces.size());
    for (size_t i = 0; i < pieces.size(); ++i) {
      parts[pieces[i].task] = pieces[i].parts;
      first[pieces[i].task] = std::min(first[pieces[i].task], i);
    }
    int64_t trips = upTo(12);
    for (size_t i = 0; i < count; ++i)
      for (const PlannedEdge &edge : layer.tasks[i].predecessors)
        trips = std::max(trips, fewestTrips(layer.tasks[i], edge, parts[i], parts[edge.task]));
    const std::vector<std::set<size_t>> before = reached(pieces);
    for (const auto &[ends, reach] : all) {
      const auto [from, to] = ends;
      aligned += reach.has_value();
      for (int64_t later = 0; later < trips; ++later)
        for (int64_t earlier = 0; earlier < trips; ++earlier)
          if (!reach || (earlier >= later - reach->before && earlier <= later + reach->after)) {
            ASSERT_TRUE(before[first[to] + partOf(later, trips, parts[to])].contains(
                first[from] + partOf(earlier, trips, parts[from])))
                << "round " << round << ", " << from << " -> " << to;
          }
    }
  }
  EXPECT_GT(aligned, 1000u);
  EXPECT_GT(dropped, 300u);
}

/// Each worker has the chunk of the same number of all loops, and waits for nobody.
TEST(Alignment, AlignedLoopsStayOnTheirWorkers) {
  const Dependences chain{{{0, 1}, halo(0, 0)}, {{1, 2}, halo(0, 0)}};
  const Candidate whole = wholeOf(Loops(3, chain), 4);
  EXPECT_TRUE(whole.isAligned);
  ASSERT_EQ(whole.planned.tables.size(), 3u);
  for (const PlannedTable &table : whole.planned.tables)
    for (const std::vector<PlannedRow> &rows : table.rows) {
      ASSERT_EQ(rows.size(), 3u);
      for (const PlannedRow &row : rows) {
        EXPECT_TRUE(row.waits.empty());
        EXPECT_EQ(row.part, rows.front().part);
        EXPECT_EQ(row.parts, table.workers);
      }
    }
}

TEST(Alignment, AHaloIsTestedInFrontOfTheLayerWhereTripsAreNotKnown) {
  const Candidate open = wholeOf(Loops(2, {{{0, 1}, halo(1, 3)}}), 4);
  EXPECT_EQ(open.planned.tasks[1].fewestTrips, 3 * 4);
  const Candidate known = wholeOf(Loops(2, {{{0, 1}, halo(1, 3, 1000)}}), 4);
  EXPECT_EQ(known.planned.tasks[1].fewestTrips, 0);
  Plan plan;
  plan.layers = {open.planned};
  EXPECT_TRUE(verify(MacroTaskGraph(), plan).empty());
  plan.layers[0].tasks[1].fewestTrips = 0;
  EXPECT_EQ(verify(MacroTaskGraph(), plan).front(),
            "f@a.c:1: a part of f@a.c:2 may be shorter than a halo");
}

TEST(Alignment, AMissingWaitForANeighbourIsFound) {
  Candidate whole = wholeOf(Loops(2, {{{0, 1}, halo(1, 1, 1000)}}), 2);
  for (std::vector<PlannedRow> &rows : whole.planned.tables[0].rows)
    for (PlannedRow &row : rows)
      row.waits.clear();
  Plan plan;
  plan.layers = {whole.planned};
  EXPECT_EQ(verify(MacroTaskGraph(), plan).size(), 2u);
}

/// Head evaluated late, or another kind of task between: nothing is known of the chunks then.
TEST(Alignment, LateHeadsAreNotAligned) {
  Loops loops(2, {{{0, 1}, halo(0, 0)}});
  loops.facts.loops[1].hasRepeatableHead = true;
  Layer layer = loops.layer();
  layer.tasks[1].headWaits = true;
  PlanOptions options;
  const Machine machine = uniformMachine(2);
  const Candidate whole = *CandidateMaker(loops.program, loops.facts, loops.movability, loops.cost,
                                          machine, options, layer)
                               .whole();
  EXPECT_TRUE(whole.planned.tasks[1].splitLoop.valid());
  EXPECT_FALSE(whole.planned.tasks[1].predecessors[0].halo);
  EXPECT_FALSE(whole.isAligned);
}

TEST(Alignment, TheLayerIsTakenAsAWholeWhereThatSavesAForkJoin) {
  for (bool isAligned : {false, true}) {
    Loops loops(2, {{{0, 1}, isAligned ? halo(0, 0) : std::nullopt}}, 1e6);
    loops.program.functions[0].body = loops.sequence;
    loops.cost.programNs = 2e6;
    const MacroTaskGraph graph = buildMacroTaskGraph(loops.program, loops.facts);
    const Plan plan = choosePlan(loops.program, loops.facts, graph, loops.movability, loops.cost,
                                 uniformMachine(2), PlanOptions());
    EXPECT_EQ(plan.layers.size(), isAligned ? 1u : 2u);
  }
}
