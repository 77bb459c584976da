// A call may leave a loop if it reaches a library function that may not return, one that calls the
// program back, or code that is not known; assembly is treated likewise. Of functions that call
// each other in a circle, all may. Labels, cases and jumps are compared by where they are in the
// text: a jump leads into a loop if its label is within it and it is not.
#include "emit/CountedLoops.h"

#include "analysis/library/LibraryFunctions.h"
#include "cost/Trips.h"
#include "graph/LoopNames.h"
#include "model/Regions.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr double fewIterations = 64; ///< of constant loops that are not counted, all together
constexpr double fewInTheMean = 8;   ///< of a loop whose constants differ from call to call

bool isIn(TextRange range, unsigned offset) { return range.begin <= offset && offset < range.end; }

/// A label or case, and where control comes to it from.
struct Arrival {
  unsigned target = 0;
  std::vector<unsigned> from;
};

/// The jumps of a function.
class Jumps : public DynamicRecursiveASTVisitor {
public:
  explicit Jumps(const SourceText &text) : text(text) {}

  bool VisitLabelStmt(LabelStmt *label) override {
    arrivals[label->getDecl()].target = text.offsetOf(label->getBeginLoc());
    return true;
  }
  bool VisitGotoStmt(GotoStmt *jump) override {
    arrivals[jump->getLabel()].from.push_back(text.offsetOf(jump->getBeginLoc()));
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *address) override {
    addressTaken.push_back(address->getLabel());
    return true;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *jump) override {
    computed.push_back(text.offsetOf(jump->getBeginLoc()));
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) override {
    if (assembly->isAsmGoto())
      computed.push_back(text.offsetOf(assembly->getBeginLoc()));
    return true;
  }
  bool VisitSwitchStmt(SwitchStmt *choice) override {
    for (const SwitchCase *each = choice->getSwitchCaseList(); each;
         each = each->getNextSwitchCase())
      cases.push_back({text.offsetOf(each->getBeginLoc()), {text.offsetOf(choice->getBeginLoc())}});
    return true;
  }

  /// Why a block with a variable of ours cannot be put around it; "": it can.
  std::string whyNot(TextRange loop) const {
    if (llvm::any_of(computed, [&](unsigned each) { return isIn(loop, each); }))
      return "a computed goto is in it";
    for (const LabelDecl *label : addressTaken)
      if (!computed.empty() && isIn(loop, arrivals.at(label).target))
        return "a computed goto may lead into it";
    for (const auto &[label, arrival] : arrivals)
      if (leadsInto(arrival, loop))
        return "a goto leads into it";
    if (llvm::any_of(cases, [&](const Arrival &each) { return leadsInto(each, loop); }))
      return "a case of a switch around it is in it";
    return "";
  }

private:
  const SourceText &text;
  std::map<const LabelDecl *, Arrival> arrivals;
  std::vector<Arrival> cases;
  std::vector<const LabelDecl *> addressTaken;
  std::vector<unsigned> computed;

  static bool leadsInto(const Arrival &arrival, TextRange loop) {
    return isIn(loop, arrival.target) &&
           llvm::any_of(arrival.from, [&](unsigned from) { return !isIn(loop, from); });
  }
};

/// What code does as far as counting is concerned.
struct Behavior {
  bool mayLeave = false; ///< a call in it may not return to it
  bool hasLoops = false;
};

class Finder {
public:
  Finder(const Program &program, const ParsedSources &sources, const Parallelism &facts,
         const std::vector<std::unique_ptr<SourceText>> &texts)
      : program(program), sources(sources), facts(facts), texts(texts), trips(program, facts) {}

  std::vector<UnitLoops> run() {
    std::vector<UnitLoops> units(texts.size());
    std::vector<std::pair<RegionId, std::string>> loops;
    for (const auto &[name, loop] : loopsByName(program))
      if (isOfInterest(loop))
        loops.emplace_back(loop, name);
    std::sort(loops.begin(), loops.end());
    for (const auto &[loop, name] : loops) {
      UnitLoops &unit = units[sources.unitOf.at(program[loop].function)];
      auto found = find(loop, name);
      if (auto *counted = std::get_if<CountedLoop>(&found))
        unit.counted.push_back(std::move(*counted));
      else
        unit.omitted.push_back({name, std::get<std::string>(found)});
    }
    for (UnitLoops &unit : units)
      std::stable_sort(unit.counted.begin(), unit.counted.end(),
                       [](const CountedLoop &a, const CountedLoop &b) {
                         return a.statement.begin < b.statement.begin;
                       });
    return units;
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const std::vector<std::unique_ptr<SourceText>> &texts;
  TripCounts trips;
  std::map<FunctionId, Behavior> behaviors;
  std::map<FunctionId, Jumps> jumps;

  /// A loop of the program's own text that costs less to count than to run.
  bool isOfInterest(RegionId loop) {
    const Region &region = program[loop];
    return !region.runsOnce && !program.files[region.location.file.index()].isSystem &&
           sources.unitOf.contains(region.function) &&
           sources.functionOf.contains(region.function) && constantIterations(loop) > fewIterations;
  }

  /// Constants bound it on every way that leads to it. If they differ, their mean is small.
  bool isConstant(RegionId loop, const Trips &its) const {
    return its.basis == Trips::Basis::Known ||
           (its.basis == Trips::Basis::Likely && !its.isOpen && its.count <= fewInTheMean &&
            annotationsOf(program, loop, Annotation::Kind::TripCount).empty());
  }

  /// Of the loop and all loops inside; infinite if they are not constant, or calls are inside.
  double constantIterations(RegionId loop) {
    double count = 1;
    for (RegionId each : regionsWithin(program, loop))
      if (program[each].kind == Region::Kind::Loop) {
        const Trips its = trips.of(each);
        if (!isConstant(each, its))
          return std::numeric_limits<double>::infinity();
        count *= std::max(1.0, its.count);
      }
    const std::vector<ValueId> values = valuesWithin(program, loop);
    const bool hasCalls = llvm::any_of(values, [&](ValueId each) { return isCall(each); });
    return hasCalls ? std::numeric_limits<double>::infinity() : count;
  }

  bool isCall(ValueId value) const {
    const Op op = program[value].op;
    return op == Op::Clobber || op == Op::Call;
  }

  std::variant<CountedLoop, std::string> find(RegionId loop, const std::string &name) {
    auto found = sources.statementOf.find(loop);
    const Stmt *body = found == sources.statementOf.end() ? nullptr : bodyOf(found->second);
    if (!body)
      return "it is made of goto statements";
    const FunctionId function = program[loop].function;
    const SourceText &text = *texts[sources.unitOf.at(function)];
    const auto whole = text.statement(found->second), inner = text.statement(body);
    if (!whole || !inner || !text.exactly(found->second->getSourceRange()) ||
        !text.exactly(body->getSourceRange()))
      return "it comes from a macro";
    if (text.hasAttributeBefore(whole->begin) || text.hasPragmaOperatorBefore(whole->begin))
      return "an attribute or a pragma operator is in front of it";
    if (std::string reason = jumpsOf(function, text).whyNot(*whole); !reason.empty())
      return reason;
    return CountedLoop{loop, name, kindOf(loop), beginOf(text, whole->begin), *whole, *inner};
  }

  static const Stmt *bodyOf(const Stmt *loop) {
    if (const auto *counted = dyn_cast<ForStmt>(loop))
      return counted->getBody();
    if (const auto *tested = dyn_cast<WhileStmt>(loop))
      return tested->getBody();
    const auto *repeated = dyn_cast<DoStmt>(loop);
    return repeated ? repeated->getBody() : nullptr;
  }

  /// In front of its pragmas. Behind the preprocessor, line markers may be between.
  static unsigned beginOf(const SourceText &text, unsigned begin) {
    const std::vector<Directive> &all = text.file().directives;
    unsigned first = begin;
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
      if (each->range.begin >= begin)
        continue;
      const bool isDirectlyBefore =
          llvm::StringRef(text.text({each->range.end, begin})).trim().empty();
      if (!isDirectlyBefore || (each->name != "pragma" && !each->name.empty()))
        break;
      begin = each->range.begin;
      if (each->name == "pragma")
        first = begin;
    }
    return first;
  }

  const Jumps &jumpsOf(FunctionId function, const SourceText &text) {
    auto [place, isNew] = jumps.try_emplace(function, text);
    if (isNew)
      place->second.TraverseStmt(sources.functionOf.at(function)->getBody());
    return place->second;
  }

  CountedLoop::Kind kindOf(RegionId loop) {
    const Behavior its = behaviorOf(loop);
    return its.mayLeave   ? CountedLoop::Kind::Outer
           : its.hasLoops ? CountedLoop::Kind::Middle
                          : CountedLoop::Kind::Inner;
  }

  /// Of what is inside the region.
  Behavior behaviorOf(RegionId region) {
    Behavior all;
    for (RegionId each : regionsWithin(program, region))
      all.hasLoops |=
          each != region && program[each].kind == Region::Kind::Loop && isOfInterest(each);
    for (ValueId value : valuesWithin(program, region)) {
      const Behavior its = behaviorOf(value);
      all.mayLeave |= its.mayLeave;
      all.hasLoops |= its.hasLoops;
    }
    return all;
  }

  Behavior behaviorOf(ValueId value) {
    const Instruction &its = program[value];
    if (its.op != Op::Call)
      return {.mayLeave = its.op == Op::Clobber};
    if (const LibraryFunction *library = libraryCalled(its))
      return {.mayLeave = library->exits || library->callsBack};
    auto found = facts.callees.find(value);
    if (found == facts.callees.end() || found->second.empty())
      return {.mayLeave = true, .hasLoops = true};
    Behavior all;
    for (FunctionId callee : found->second) {
      const Behavior each = behaviorOf(callee);
      all.mayLeave |= each.mayLeave;
      all.hasLoops |= each.hasLoops;
    }
    return all;
  }

  Behavior behaviorOf(FunctionId function) {
    auto [place, isNew] = behaviors.try_emplace(function, Behavior{true, true});
    if (!isNew || !program[function].body.valid() || program[function].isTooLarge)
      return place->second;
    const Behavior its = behaviorOf(program[function].body);
    return behaviors[function] = its;
  }
};

} // namespace

std::vector<UnitLoops> findCountedLoops(const Program &program, const ParsedSources &sources,
                                        const Parallelism &facts,
                                        const std::vector<std::unique_ptr<SourceText>> &texts) {
  return Finder(program, sources, facts, texts).run();
}

} // namespace kasuri
