#include "reorder/Reorder.h"

#include "model/Regions.h"
#include "movability/code/Contraction.h"
#include "reorder/InnerNest.h"
#include "reorder/NameNest.h"
#include "reorder/NestCost.h"
#include "reorder/NestFusion.h"
#include "reorder/NestSizes.h"
#include "reorder/SummedInPlace.h"
#include "reorder/UnitText.h"
#include "reorder/WriteNest.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/TargetOptions.h"

#include <algorithm>
#include <array>
#include <deque>

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t fewestIterations = 30000; ///< with fewer there is little to gain
constexpr double worthCopies = 1.4;         ///< an order with them has to be so many times faster

/// What cannot be written twice.
class RepeatCheck : public DynamicRecursiveASTVisitor {
public:
  bool isRepeatable = true;

  bool VisitStmt(Stmt *statement) override {
    isRepeatable &= !isa<LabelStmt, AddrLabelExpr, AsmStmt>(statement);
    return isRepeatable;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    isRepeatable &= !variable->isStaticLocal();
    return isRepeatable;
  }
};

class NestReorderer {
public:
  NestReorderer(const NestSource &source, const ReorderOptions &options,
                const std::vector<UnfoldedLoop> &unfolded, const UnitSums &sums, uint64_t &steps)
      : source(source), program(source.program), text(source.text), nest(source.nest),
        options(options), unfolded(unfolded), sums(sums), steps(steps) {}

  struct Found {
    ReorderedNest nest;
    TextEdit edit;
  };

  /// Nothing if it stays as it is.
  std::optional<Found> reorder() {
    const Stmt *loop = source.statementOf(nest.loop);
    const std::optional<TextRange> range = loop ? source.rangeOf(loop) : std::nullopt;
    if (!range)
      return keep("it has no text of its own");
    if (isAskedToStay())
      return keep("the source asks for it by an annotation");
    if (source.context().getLangOpts().AllowFPReassoc)
      return keepBetter("the flags let the compiler change the order of sums itself",
                        "compile without -ffast-math and the flags that it consists of");
    if (!mayRepeat(loop))
      return keepBetter("its text cannot stand twice, because of a label, a static variable, "
                        "assembly, or an annotation",
                        "move these out of the loops");
    if (!isWhole(*range))
      return keepBetter("the preprocessor acts on its text",
                        "move directives, pragmas and '__COUNTER__' out of the loops");
    if (std::ranges::any_of(nest.statements,
                            [&](const auto &each) { return !source.rangeOf(each); }))
      return keepBetter("a macro makes a statement of it together with other text",
                        "write the loops and their statements without that macro");
    std::variant<NamedNest, Unnamed> words = nameNest(source, sums);
    if (const Unnamed *why = std::get_if<Unnamed>(&words))
      return *why == Unnamed::Names
                 ? keepBetter("a number or variable of it has no simple text in front of it",
                              "copy bounds and pointers to local variables in front of the loops")
                 : keepFused();
    NamedNest *named = std::get_if<NamedNest>(&words);
    std::optional<std::string> condition = conditionFor(*named);
    if (!condition)
      return keep("it is too small, or what would have to be tested has no simple text");
    NestNames &names = named->names;
    std::string line = source.lineAt(range->begin);
    line.pop_back();
    names.pragma = "#pragma kasuri reordered\n" + line;
    names.plainPragma = "#pragma kasuri generated";
    names.rowsPragma = names.plainPragma + "\n" + line;
    names.columnsPragma = "#pragma kasuri columns";
    // Loops inside a single step are better off in the source's text.
    const UnfoldedLoop *its = unfoldedAt(range->end);
    ReorderOptions choices = options;
    choices.onlyAcrossSteps = its && its->isOfSteps;
    choices.hasOneSize = its && its->changesPlaces;
    const uint64_t before = steps;
    std::optional<WrittenNest> written = writeBest(names, choices);
    if (!choices.onlyAcrossSteps && !writeWithCopies(*named, choices, written, *condition))
      writeWithLines(*named, choices, written, *condition);
    if (!written)
      return steps < before          ? keepOverBudget(before)
             : leavesProducts(names) ? keepFused()
                                     : keep("no order is allowed and clearly better");
    const NestCondition &tests = written->condition;
    if (!tests.condition.empty())
      *condition += " &&\n      " + tests.condition;
    if (written->bytesOfPlace != 0) {
      const auto ofSize = conditionOfSize(NestSizes(nest, names.parameters), 1,
                                          static_cast<double>(leastBytes) /
                                              static_cast<double>(written->bytesOfPlace));
      if (!ofSize)
        return keep("the arrays stay in a cache");
      if (!ofSize->empty())
        *condition += " &&\n      " + *ofSize;
    }
    const std::string what = written->what + (its ? its->what : "");
    Found found{{source.function(), program[nest.loop].location, what, written->gain,
                 its ? its->end : program[nest.loop].end, written->text},
                {*range, ""}};
    // A buffer is only there if the condition holds and all buffers before it are there.
    std::string head = named->numbers.declarations() + named->zeros, tail, holds = *condition;
    std::string likely = likelyIf(holds);
    if (!tests.statements.empty()) {
      head += "  int " + tests.flag + " =\n      " + likely + ";\n" + tests.statements;
      holds = tests.flag;
      likely = likelyIf(holds);
    }
    for (const NestBuffer &each : named->expanded) {
      if (!each.address.empty()) {
        head += "  " + each.type + " *const " + each.name + " = (" + each.type + " *)" +
                each.address + ";\n";
        continue;
      }
      head += "  " + each.type + " *const " + each.name + " =\n      " + likely +
              "\n      ? __builtin_malloc(" + each.elements + " * sizeof(" + each.type +
              ")) : 0;\n";
      tail += "  __builtin_free(" + each.name + ");\n";
      holds = each.name;
      likely = likelyIf(holds + " != 0");
    }
    found.nest.condition = holds;
    found.nest.isUnfolded = its != nullptr;
    if (its)
      found.nest.inlined = its->inlined;
    head += "  if (" + likely + ") {\n";
    // Behind an unfolded loop, the source's does what is not done.
    std::string otherwise = "  } else\n" + source.lineAt(range->begin) +
                            source.padding(range->begin) + text.text(*range) + "\n";
    if (its) {
      otherwise = "  " + its->tail + "\n  }\n";
      found.edit.range.end =
          static_cast<unsigned>(text.all().find(its->tail, range->end) + its->tail.size());
    }
    found.edit.text = "{ /* kasuri: loop nest reordered: " + inComment(written->what) + " */\n" +
                      head + written->text + otherwise + tail + "}\n" +
                      source.lineAt(found.edit.range.end) + source.padding(found.edit.range.end);
    return found;
  }

  /// Behind reorder(), if that has found nothing.
  KeptNest kept() const { return whyKept; }

private:
  const NestSource &source;
  const Program &program;
  const SourceText &text;
  const AffineNest &nest;
  const ReorderOptions &options;
  const std::vector<UnfoldedLoop> &unfolded;
  const UnitSums &sums;
  uint64_t &steps; ///< isl's
  KeptNest whyKept;

  /// Of many tests, compilers take each one to fail half of the time, and what is behind them all
  /// not to be worth vectors.
  static std::string likelyIf(const std::string &condition) {
    return condition == "1" ? condition : "__builtin_expect(" + condition + ", 1)";
  }

  std::nullopt_t keep(const std::string &why) {
    whyKept = {program[nest.loop].location, why};
    return std::nullopt;
  }

  std::nullopt_t keepOverBudget(uint64_t most) {
    keep("finding another one exceeds the budget of " + std::to_string(most) + " steps");
    whyKept.isOverBudget = true;
    return std::nullopt;
  }

  /// With sizes of its own for each array, if that takes few steps: mostly they are the same.
  std::optional<WrittenNest> writeBest(const NestNames &names, ReorderOptions choices) const {
    const bool mayDiffer = choices.onlyAcrossSteps && !choices.hasOneSize;
    if (uint64_t few = steps / 4; mayDiffer)
      if (auto written = writeNest(nest, loopNames(), names, choices, few))
        return written;
    choices.hasOneSize |= mayDiffer;
    return writeNest(nest, loopNames(), names, choices, steps);
  }

  /// Where reading copies is clearly better: written so, with their conditions and buffers. False
  /// if it is not.
  bool writeWithCopies(NamedNest &named, const ReorderOptions &choices,
                       std::optional<WrittenNest> &written, std::string &condition) const {
    const auto copied = withTransposedCopies(nest, named.names, named.numbers);
    auto made =
        copied ? writeNest(nest, loopNames(), named.names, choices, steps, &*copied) : std::nullopt;
    if (!made)
      return false;
    made->gain /= copied->timeBefore;
    if (made->gain < worthCopies * (written ? written->gain : 1))
      return false;
    for (const TransposedCopy &each : copied->copies) {
      if (!each.isFirst)
        continue;
      made->what += ", with '" + each.text + "' copied column by column";
      named.expanded.push_back(each.buffer);
    }
    for (const std::string &each : copied->conditions)
      condition += " &&\n      " + each;
    written = std::move(made);
    return true;
  }

  /// The same for lines of arrays.
  void writeWithLines(NamedNest &named, const ReorderOptions &choices,
                      std::optional<WrittenNest> &written, std::string &condition) const {
    auto made = kasuri::writeWithLines(nest, loopNames(), named.names, choices, steps);
    if (!made || made->gain < worthCopies * (written ? written->gain : 1))
      return;
    for (const NestBuffer &each : made->buffers) {
      named.expanded.push_back(each);
      condition += " &&\n      " + each.limit;
    }
    written = std::move(made);
  }

  /// The same, and what a better order would gain.
  std::nullopt_t keepBetter(const char *why, const char *help) {
    whyKept = {program[nest.loop].location, why, help};
    ReorderOptions clear = options;
    clear.takesAll = false;
    if (nest.loops.size() > 1)
      whyKept.gain = estimateGain(nest, loopNames(), clear, steps);
    return std::nullopt;
  }

  std::nullopt_t keepFused() {
    return keepBetter("in it, the compiler might fuse other products with sums",
                      "compile with -ffp-contract=off, which may also change the last bits of the "
                      "sequential program");
  }

  /// The compiler decides what it fuses in the new order.
  static bool leavesProducts(const NestNames &names) {
    return llvm::any_of(names.innermost, [](const auto &its) { return its.has_value(); });
  }

  /// Whose nest ends there; null: the nest is as in the source.
  const UnfoldedLoop *unfoldedAt(unsigned end) const {
    llvm::StringRef behind = text.all().substr(end).ltrim();
    while (behind.starts_with("#line "))
      behind = behind.split('\n').second.ltrim();
    const auto found = llvm::find_if(
        unfolded, [&](const UnfoldedLoop &each) { return behind.starts_with(each.tail); });
    return found == unfolded.end() ? nullptr : &*found;
  }

  bool isAskedToStay() const {
    return llvm::any_of(program.annotations, [&](const Annotation &each) {
      return each.kind == Annotation::Kind::KeepOrder &&
             (contains(program, each.region, nest.loop) ||
              contains(program, nest.loop, each.region));
    });
  }

  bool mayRepeat(const Stmt *loop) const {
    RepeatCheck check;
    check.TraverseStmt(const_cast<Stmt *>(loop));
    const bool isAnnotated = std::any_of(
        program.annotations.begin(), program.annotations.end(), [&](const Annotation &each) {
          return each.region.valid() && contains(program, nest.loop, each.region);
        });
    return isa<ForStmt>(loop) && check.isRepeatable && !isAnnotated;
  }

  /// Nothing in it belongs to the preprocessor, and nothing in front of it to the loop. Unfolded
  /// loops have `#line`s between their statements.
  bool isWhole(TextRange range) const {
    const FileText &file = text.file();
    const bool isUnfolded = unfoldedAt(range.end) != nullptr;
    const bool hasDirective =
        std::any_of(file.directives.begin(), file.directives.end(), [&](const Directive &each) {
          return each.range.begin >= range.begin && each.range.begin < range.end &&
                 !(isUnfolded && each.name == "line");
        });
    return !hasDirective && !file.mentionsCounter(range) && !file.mentionsPragma(range) &&
           text.withPragmas(range.begin, 0) == range.begin &&
           !text.hasPragmaOperatorBefore(range.begin);
  }

  std::vector<std::string> loopNames() const {
    std::vector<std::string> names;
    for (const AffineLoop &loop : nest.loops)
      names.push_back(program[loop.variable].name);
    return names;
  }

  // When it pays.

  /// What has to hold of the compiler that decides what it fuses: GCC may refuse to fuse in chains
  /// of sums on some processors, and the new order may make no such chain of what was one. "":
  /// nothing; none: it refuses.
  std::optional<std::string> compilerCondition() const {
    const TargetOptions &target = source.context().getTargetInfo().getTargetOpts();
    const llvm::StringRef cpu = target.TuneCPU.empty() ? target.CPU : target.TuneCPU;
    if (cpu.starts_with("znver"))
      return std::nullopt;
    constexpr std::array<llvm::StringLiteral, 5> always = {"haswell", "broadwell", "skylake",
                                                           "cascadelake", "icelake"};
    const bool isAlways =
        llvm::any_of(always, [&](llvm::StringRef each) { return cpu.starts_with(each); });
    return isAlways ? "" : "__GNUC__ < 13";
  }

  /// That the statement in the most loops has so many iterations, in those from that level on; "":
  /// it surely has, nothing: it never has.
  std::optional<std::string> conditionOfSize(const NestSizes &sizes, size_t level,
                                             double fewest) const {
    const auto deepest = std::max_element(
        nest.statements.begin(), nest.statements.end(),
        [](const auto &a, const auto &b) { return a.loops.size() < b.loops.size(); });
    double fixed = 1;
    std::string product;
    for (size_t i = level; i < deepest->loops.size(); ++i) {
      const AffineLoop &loop = nest.loops[deepest->loops[i]];
      const NestSize size = sizes.mostOf(loop.distance);
      const auto stride = static_cast<double>(loop.stride);
      if (size.text.empty()) {
        fixed *= size.number / stride;
        continue;
      }
      const auto number = static_cast<int64_t>(size.number);
      product += (product.empty() ? "1.0 * (" : " * (") + size.text +
                 (number == 0 ? "" : " + " + std::to_string(number)) + ")";
      fixed /= stride;
    }
    if (options.takesAll)
      return "";
    if (product.empty())
      return fixed < fewest ? std::nullopt : std::optional<std::string>("");
    const double least = fewest / std::max(1.0, fixed);
    return product + " >= " + std::to_string(static_cast<int64_t>(least));
  }

  /// Nothing if the nest is always too small.
  std::optional<std::string> conditionFor(NamedNest &named) const {
    const NestSizes sizes(nest, named.names.parameters);
    std::vector<std::string> conditions;
    const std::optional<std::string> ofCompiler =
        leavesProducts(named.names) ? compilerCondition() : "";
    if (!ofCompiler)
      return std::nullopt;
    if (!ofCompiler->empty())
      conditions.push_back(*ofCompiler);
    for (size_t i = 0; i < nest.parameters.size(); ++i) {
      const std::string whole = named.numbers.textOf(nest.parameters[i].value, "");
      const Range &range = nest.parameters[i].range;
      const std::string limit = std::to_string(largestParameter);
      if (range.high > largestParameter)
        conditions.push_back(whole + " <= " + limit);
      if (range.low < -largestParameter)
        conditions.push_back(whole + " >= -" + limit);
    }
    const std::optional<std::string> ofGuards = named.numbers.conditionOf(nest.guards);
    if (!ofGuards)
      return std::nullopt;
    if (!ofGuards->empty())
      conditions.push_back(*ofGuards);
    for (const NestBuffer &each : named.expanded)
      if (!each.limit.empty() && !llvm::is_contained(conditions, each.limit))
        conditions.push_back(each.limit);
    llvm::append_range(conditions, named.longLoops);
    const std::optional<std::string> ofSize =
        conditionOfSize(sizes, 0, static_cast<double>(fewestIterations));
    if (!ofSize)
      return std::nullopt;
    if (!ofSize->empty())
      conditions.push_back(*ofSize);
    if (const std::string required = named.numbers.requirements(); !required.empty())
      conditions.insert(conditions.begin(), required);
    return conditions.empty() ? "1" : llvm::join(conditions, " &&\n      ");
  }
};

/// The nest, or nests inside it.
class UnitReorderer {
public:
  UnitReorderer(const Program &program, const ParsedSources &sources, const SourceText &text,
                const ReorderOptions &options, const std::vector<UnfoldedLoop> &unfolded,
                const UnitSums &sums, uint64_t &steps)
      : program(program), sources(sources), text(text), options(options), unfolded(unfolded),
        sums(sums), steps(steps) {}

  std::vector<ReorderedNest> nests;
  std::vector<KeptNest> kept;
  std::vector<TextEdit> edits;

  /// `isTold`: of a nest around it, it is known that another order would be better.
  void reorder(const AffineNest &nest, bool isTold = false) {
    const AffineNest parts = apartByFusion({program, sources, text, nest}, sums);
    const AffineNest its = summedInPlace({program, sources, text, parts});
    const NestSource source{program, sources, text, its};
    NestReorderer reorderer(source, options, unfolded, sums, steps);
    if (auto found = reorderer.reorder()) {
      nests.push_back(std::move(found->nest));
      edits.push_back(std::move(found->edit));
      return;
    }
    KeptNest why = reorderer.kept();
    if (isTold)
      why.gain = 0;
    isTold |= why.gain > 0;
    if (nest.loops.size() > 1)
      kept.push_back(std::move(why));
    for (size_t i = 1; i < nest.loops.size(); ++i)
      if (nest.loops[i].parent == size_t(0) && hasInner(nest, i))
        if (const auto inner = innerNest(nest, i))
          reorder(*inner, isTold);
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const SourceText &text;
  const ReorderOptions &options;
  const std::vector<UnfoldedLoop> &unfolded;
  const UnitSums &sums;
  uint64_t &steps;

  static bool hasInner(const AffineNest &nest, size_t loop) {
    return std::any_of(nest.loops.begin(), nest.loops.end(),
                       [&](const AffineLoop &each) { return each.parent == loop; });
  }
};

/// What the compiler makes of the unit's. Where loops are unfolded, operators have other places
/// than in the source, and may have several.
UnitSums sumsOf(ASTContext &context, size_t unit, const ReorderOptions &options,
                const UnfoldedSources *unfolded) {
  std::optional<CompiledSums> compiled;
  if (options.compiledSums && contractsProducts(context))
    compiled = options.compiledSums(unit);
  if (!compiled)
    return {};
  const bool isCopy = unfolded && unfolded->unfolding.texts.contains(unit);
  ASTContext &original = isCopy ? unfolded->original.units[unit]->getASTContext() : context;
  SumsOfProducts found = findSumsOfProducts(original, compiled->fused);
  UnitSums sums{std::move(compiled->lines), std::move(found.terms),
                findPartSteps(original, compiled->parts), std::move(found.folded)};
  return isCopy
             ? copiedSums(std::move(sums), original, context, unfolded->unfolding.origins.at(unit))
             : sums;
}

/// A unit's nests.
class UnitNests {
public:
  UnitNests(const Program &program, const ParsedSources &sources,
            const std::vector<AffineNest> &nests, const ReorderOptions &options,
            const UnfoldedSources *unfolded, size_t unit, uint64_t &steps)
      : program(program), text(*sources.units[unit]),
        loops(unfolded ? unfolded->unfolding.loops : std::vector<UnfoldedLoop>()) {
    if (takesNewText(sources, unit, text))
      for (const AffineNest &nest : nests)
        if (const FunctionId function = program[nest.loop].function;
            sources.unitOf.at(function) == unit &&
            !sources.functionOf.at(function)->hasAttr<TargetAttr>())
          its.push_back(&nest);
    if (!its.empty())
      sums = sumsOf(sources.units[unit]->getASTContext(), unit, options, unfolded);
    reorderer.emplace(program, sources, text, options, loops, sums, steps);
  }
  UnitNests(const UnitNests &) = delete;
  UnitNests &operator=(const UnitNests &) = delete;

  /// The ones that are in the place of unfolded loops, or the others.
  void reorder(bool areUnfolded) {
    for (const AffineNest *nest : its)
      if (isUnfolded(*nest) == areUnfolded)
        reorderer->reorder(*nest);
  }

  /// In the order of the source.
  std::vector<ReorderedNest> reordered() const { return inOrder(reorderer->nests); }
  std::vector<KeptNest> kept() const { return inOrder(reorderer->kept); }

  /// Nothing if all keep theirs.
  std::optional<std::string> newText() const {
    if (reorderer->nests.empty())
      return std::nullopt;
    // GCC and Clang each warn of the other one's pragmas, and Clang of loops that it does not
    // unroll.
    return "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
           "#pragma clang diagnostic ignored \"-Wpass-failed\"\n" +
           text.lineDirectiveOf(0, pathOf(program, program[its.front()->loop].function)) +
           text.text({0, text.size()}, reorderer->edits);
  }

private:
  const Program &program;
  const SourceText text;
  const std::vector<UnfoldedLoop> loops;
  std::vector<const AffineNest *> its;
  UnitSums sums;
  std::optional<UnitReorderer> reorderer;

  bool isUnfolded(const AffineNest &nest) const {
    return llvm::any_of(loops, [&](const UnfoldedLoop &each) {
      return each.location == program[nest.loop].location;
    });
  }

  template <typename Nest> std::vector<Nest> inOrder(std::vector<Nest> nests) const {
    if (!loops.empty())
      std::stable_sort(nests.begin(), nests.end(),
                       [](const Nest &a, const Nest &b) { return a.location < b.location; });
    return nests;
  }
};

} // namespace

std::set<SourceLocation> reorderedOf(const Unfolding &unfolding, const Reordering &reordering) {
  std::set<SourceLocation> reordered;
  for (const UnfoldedLoop &loop : unfolding.loops)
    if (llvm::any_of(reordering.nests, [&](const ReorderedNest &nest) {
          return nest.isUnfolded && nest.location == loop.location;
        }))
      reordered.insert(loop.location);
  return reordered;
}

Reordering reorderNests(const Program &program, const ParsedSources &sources,
                        const std::vector<AffineNest> &nests, const ReorderOptions &options,
                        const UnfoldedSources *unfolded) {
  Reordering reordering;
  uint64_t steps = options.steps;
  std::deque<UnitNests> units;
  for (size_t unit = 0; unit < sources.units.size(); ++unit)
    units.emplace_back(program, sources, nests, options, unfolded, unit, steps);
  if (unfolded) {
    for (UnitNests &unit : units) {
      unit.reorder(true);
      llvm::append_range(reordering.nests, unit.reordered());
    }
    if (reorderedOf(unfolded->unfolding, reordering).size() < unfolded->unfolding.loops.size())
      return reordering;
    reordering.nests.clear();
  }
  for (size_t unit = 0; unit < units.size(); ++unit) {
    units[unit].reorder(false);
    llvm::append_range(reordering.nests, units[unit].reordered());
    llvm::append_range(reordering.kept, units[unit].kept());
    if (auto text = units[unit].newText())
      reordering.texts[unit] = std::move(*text);
  }
  return reordering;
}

std::string print(const Program &program, const Reordering &reordering) {
  std::string text;
  for (const ReorderedNest &each : reordering.nests)
    text += "nest " + toString(program, each.location) + " " + each.what + "\n";
  for (const KeptNest &each : reordering.kept)
    text += "kept " + toString(program, each.location) + ": " + each.why + "\n";
  for (const auto &[unit, its] : reordering.texts)
    text += its;
  return text;
}

} // namespace kasuri
