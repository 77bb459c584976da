#include "reorder/NestFusion.h"

#include "movability/code/Contraction.h"
#include "reorder/PlainSums.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t mostUnrolled = 16; ///< iterations of a loop that compilers unroll as a whole

/// As the compiler has it.
unsigned long lineNumber(const NestSource &source, unsigned offset) {
  return std::stoul(source.lineAt(offset).substr(std::string("#line ").size()));
}

/// What the compiler has made of those of the statement, if it tells; `loop` is of one line.
LineSums sumsIn(const NestSource &source, const std::optional<LineProducts> &lines,
                const Stmt *statement) {
  LineSums sums;
  const std::optional<TextRange> range = source.text.statement(statement);
  if (!lines || !range)
    return sums;
  for (unsigned long line = lineNumber(source, range->begin), last = lineNumber(source, range->end);
       line <= last; ++line)
    if (auto found = lines->find(static_cast<unsigned>(line)); found != lines->end()) {
      const bool isFirst = sums.fused + sums.plain == 0;
      sums.loop = isFirst ? found->second.loop : std::nullopt;
      sums.fused += found->second.fused;
      sums.plain += found->second.plain;
    }
  return sums;
}

/// In all executions of a statement.
struct FusionSums {
  bool isPlain = false, isFused = false;
};

FusionSums sumsOf(const NestSource &source, const std::optional<LineProducts> &lines,
                  const AffineStatement &statement, const Stmt *part) {
  if (statement.below || statement.from)
    return {.isPlain = statement.below.has_value(), .isFused = statement.from.has_value()};
  if (statement.part)
    return {.isPlain = !statement.part->isRest, .isFused = statement.part->isRest};
  const LineSums its = sumsIn(source, lines, part);
  return {.isPlain = its.fused == 0 && its.plain > 0, .isFused = its.fused > 0 && its.plain == 0};
}

bool computes(const FusedProducts &fused) {
  return fused.hasSums || !fused.terms || !fused.terms->empty();
}

/// The same of all sums of a statement, in a loop whose iterations are counted one by one. No
/// statement has more than one.
std::optional<int64_t> partStepOf(const NestSource &source, const UnitSums &sums,
                                  const AffineStatement &statement) {
  const AffineLoop &loop = source.nest.loops[statement.loops.back()];
  if (sums.partSteps.empty() || loop.stride != 1 || !contractsProducts(source.context()))
    return std::nullopt;
  std::optional<int64_t> step;
  for (const Stmt *part : source.statementsOf(statement)) {
    const FusedProducts fused = part ? findFusedProducts(part) : FusedProducts{.isUnknown = true};
    if (part && !computes(fused))
      continue;
    const auto its = fused.sum ? sums.partSteps.find(fused.sum->sum) : sums.partSteps.end();
    if (its == sums.partSteps.end() || (step && *step != its->second))
      return std::nullopt;
    step = its->second;
  }
  return step;
}

} // namespace

bool NestFusion::allow(const AffineStatement &statement, std::vector<StatementEdit> &edits,
                       std::optional<std::set<size_t>> &innermost) {
  const std::vector<const Stmt *> statements = source.statementsOf(statement);
  if (llvm::is_contained(statements, nullptr))
    return false;
  if (!contractsProducts(source.context()) || (isPlain() && !mayBeUnrolled(statement)))
    return true;
  std::vector<FusedProducts> all;
  for (const Stmt *each : statements)
    all.push_back(findFusedProducts(each));
  // In another order, sums of other statements might stand next to what is stored here.
  std::set<size_t> apart;
  if (llvm::none_of(all, [](const FusedProducts &fused) { return fused.hasSums; }))
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].terms && products.keepApart(all[i], edits))
        apart.insert(i);
  const bool mayTakeUp =
      llvm::any_of(all, [](const FusedProducts &fused) { return fused.storesProducts; }) ||
      (nestStoresProducts() && mayBeUnrolled(statement));
  for (size_t i = 0; i < all.size(); ++i) {
    const FusedProducts &fused = all[i];
    const FusionSums its = sumsOf(source, sums.lines, statement, statements[i]);
    if (its.isPlain && fused.terms && (apart.contains(i) || products.keepApart(fused, edits)))
      continue;
    if (fused.storesProducts && isAlone(statement, all) && spellOut(statement, fused, edits))
      continue;
    // What is fused may be a product that another statement in front has stored.
    if (fused.hasSums && mayTakeUp)
      return false;
    if (its.isFused && fused.sum && products.fuse(*fused.sum, *fused.sum->right, edits))
      continue;
    if (isAlone(statement, all) && fuseAll(fused, edits))
      continue;
    if (fused.isUnknown)
      return false;
    if (!fused.changing)
      continue;
    if (!its.isFused)
      return false;
    if (!innermost)
      innermost.emplace(statement.loops.begin(), statement.loops.end());
    std::erase_if(*innermost, [&](size_t loop) {
      auto variable = source.sources.variableOf.find(nest.loops[loop].variable);
      return variable == source.sources.variableOf.end() ||
             !fused.changing->contains(variable->second);
    });
  }
  return !innermost || innermost->contains(statement.loops.back());
}

/// No other sums are compiled together with its own: vectors of several would have one place. Those
/// of loops inside are in code of their own, unless compilers unroll these as a whole.
bool NestFusion::isAlone(const AffineStatement &statement, const std::vector<FusedProducts> &all) {
  const size_t loop = statement.loops.back();
  return llvm::count_if(all, computes) == 1 && !mayBeUnrolled(statement) &&
         llvm::none_of(nest.statements, [&](const AffineStatement &each) {
           return &each != &statement && llvm::is_contained(each.loops, loop) &&
                  (each.loops.back() == loop ? mayCompute(each) : mayBeUnrolled(each));
         });
}

bool NestFusion::mayCompute(const AffineStatement &statement) const {
  return llvm::any_of(source.statementsOf(statement),
                      [](const Stmt *each) { return !each || computes(findFusedProducts(each)); });
}

/// False if it is not known of all its sums which product is fused. Numbers that the compiler
/// computes itself are rounded after each step.
bool NestFusion::fuseAll(const FusedProducts &fused, std::vector<StatementEdit> &edits) {
  std::vector<StatementEdit> made;
  for (const ProductSum &sum : fused.sums) {
    const auto term = sums.fusedTerms.find(sum.sum);
    const bool isDone =
        sums.foldedSums.contains(sum.sum)
            ? products.keepApart(sum.products(), made)
            : term != sums.fusedTerms.end() && products.fuse(sum, *term->second, made);
    if (!isDone)
      return false;
  }
  llvm::append_range(edits, made);
  return !made.empty();
}

/// The same of a statement that also stores products. None of its sums remains that might take up a
/// product stored elsewhere, and no sum takes up what it stores.
bool NestFusion::spellOut(const AffineStatement &statement, const FusedProducts &fused,
                          std::vector<StatementEdit> &edits) {
  std::vector<StatementEdit> made;
  if ((fused.hasOtherSums && readsResults(statement)) || !fuseAll(fused, made) ||
      !fused.scalings.empty() || !products.keepApart(fused.stored, made))
    return false;
  llvm::append_range(edits, made);
  return true;
}

/// It reads memory that the nest writes.
bool NestFusion::readsResults(const AffineStatement &statement) const {
  return llvm::any_of(statement.accesses, [&](const AffineAccess &access) {
    return !access.isWrite && nest.isWritten(access.array);
  });
}

/// The nest has no products.
bool NestFusion::isPlain() {
  if (!isWithoutProducts) {
    const Stmt *loop = source.statementOf(nest.loop);
    isWithoutProducts = loop && llvm::all_of(nest.statements, [&](const AffineStatement &each) {
                          return llvm::all_of(source.statementsOf(each), [&](const Stmt *part) {
                            return part && hasOnlyPlainSums(part, loop);
                          });
                        });
  }
  return *isWithoutProducts;
}

bool NestFusion::nestStoresProducts() {
  if (!storesProducts)
    storesProducts = llvm::any_of(nest.statements, [&](const AffineStatement &statement) {
      return llvm::any_of(source.statementsOf(statement), [](const Stmt *each) {
        return !each || findFusedProducts(each).storesProducts;
      });
    });
  return *storesProducts;
}

/// As a whole, so that its sums stand next to what is around the loop. Compilers may know more of
/// how often it runs, but no less than that: where numbers in front of the nest make it a long
/// loop, the nest is for those.
bool NestFusion::mayBeUnrolled(const AffineStatement &statement) {
  const AffineLoop &loop = nest.loops[statement.loops.back()];
  const std::optional<AffineForm> most = longest(loop.distance);
  const int64_t limit = mostUnrolled * loop.stride;
  if (!most)
    return loop.fixedTrips().value_or(0) <= mostUnrolled;
  if (most->isConstant())
    return most->constant <= limit;
  conditions.insert(numbers.isAbove(*most, limit));
  return false;
}

/// The farthest that a loop runs in all iterations of the loop that its bound comes from; nothing
/// if there are several such loops, or if that has no linear form.
std::optional<AffineForm> NestFusion::longest(const AffineForm &distance) const {
  if (distance.loops.empty())
    return distance;
  if (distance.loops.size() != 1)
    return std::nullopt;
  const auto [number, factor] = *distance.loops.begin();
  const AffineLoop &outer = nest.loops[number];
  const bool isCounted = outer.distance.isConstant() || outer.stride == 1;
  if (!isCounted || !outer.first.loops.empty() || !outer.distance.loops.empty())
    return std::nullopt;
  AffineForm most{distance.constant, {}, distance.parameters};
  most.add(outer.first, factor);
  if (factor > 0 && outer.distance.isConstant())
    most.constant += factor * std::max<int64_t>(*outer.fixedTrips() - 1, 0);
  else if (factor > 0) {
    most.add(outer.distance, factor);
    most.constant -= factor;
  }
  return most;
}

AffineNest apartByFusion(const NestSource &source, const UnitSums &sums) {
  AffineNest made = source.nest;
  made.statements.clear();
  for (const AffineStatement &statement : source.nest.statements) {
    const std::vector<const Stmt *> parts = source.statementsOf(statement);
    std::optional<LoopSums> loop;
    if (parts.size() == 1 && parts.front() && contractsProducts(source.context()))
      loop = sumsIn(source, sums.lines, parts.front()).loop;
    const int64_t trips = source.nest.loops[statement.loops.back()].fixedTrips().value_or(0);
    const int64_t steps = loop ? trips - loop->plain - loop->fused : 0;
    made.statements.push_back(statement);
    if (const auto step = loop ? std::nullopt : partStepOf(source, sums, statement)) {
      made.statements.push_back(statement);
      (made.statements.end() - 2)->part = LoopPart{*step, false};
      made.statements.back().part = LoopPart{*step, true};
      continue;
    }
    if (!loop || loop->fused == 0 || steps < loop->step || steps % loop->step != 0)
      continue;
    made.statements.push_back(statement);
    (made.statements.end() - 2)->below = trips - loop->fused;
    made.statements.back().from = trips - loop->fused;
  }
  return made;
}

} // namespace kasuri
