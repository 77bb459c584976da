// A loop is no pipeline if segments order all of its statements that take long.
//
//     while ((n = fread(in, 1, N, f)) > 0) {
//       encode(e, in, n, out);         reads and writes e->history: orders itself
//       fwrite(out, 1, n, g);
//       if (e->failed)                 an exit behind all: orders everything before it
//         break;
//     }
//
// Each dependence, variable that is handed on, and exit has a range of elements that it orders. The
// ranges with the most statements that take long are what the user should look at. The search ends
// as soon as nothing is left that may overlap, so there may be further ones.
#include "analysis/pipeline/PipelineBars.h"

#include "analysis/pipeline/PipelineRanges.h"
#include "model/Regions.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr size_t maxBars = 3;

using Kind = PipelineBar::Kind;

class BarFinder {
public:
  explicit BarFinder(PipelineDraft &draft) : draft(draft), program(draft.program) {
    for (size_t i = 0; i < draft.all().size(); ++i)
      areHeavy.push_back(isHeavy(draft, i));
  }

  std::vector<PipelineBar> find() {
    collect();
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto &a, const auto &b) { return a.covered > b.covered; });
    std::vector<PipelineBar> bars;
    for (const Candidate &each : candidates) {
      if (bars.size() == maxBars)
        break;
      if (each.carried && !bases.insert(draft.groups[each.carried->fromGroup].sample.base).second)
        continue;
      PipelineBar bar = barOf(each);
      const bool isKnown = std::any_of(bars.begin(), bars.end(), [&](const PipelineBar &known) {
        return known.subject == bar.subject && (!bar.subject.empty() || known.source == bar.source);
      });
      if (!isKnown)
        bars.push_back(std::move(bar));
    }
    return bars;
  }

private:
  struct Candidate {
    ElementRange range;
    Kind kind;
    const PipelineDraft::Carried *carried; ///< or null
    const Handed *handed;                  ///< or null
    size_t covered = 0;                    ///< elements that take long
  };

  PipelineDraft &draft;
  const Program &program;
  std::vector<Candidate> candidates;
  std::vector<bool> areHeavy; ///< by element
  std::set<Base> bases;       ///< of dependences that bars are about

  void collect() {
    std::set<std::pair<size_t, size_t>> seen; ///< one dependence of two elements is enough
    for (const PipelineDraft::Carried &each : draft.carried)
      if (seen.emplace(each.earlier, each.later).second)
        add({rangeOf(draft, each), Kind::Flow, &each, nullptr});
    for (const Handed &each : draft.handed)
      add({each.range, Kind::Flow, nullptr, &each});
    for (size_t i = 0; i < draft.all().size(); ++i)
      if (draft.all()[i].isExit() && !draft.mayBeAheadOf(i))
        add({{0, i}, Kind::Exit, nullptr, nullptr});
    for (const auto &[range, kind] : draft.causes)
      if (kind != Kind::ExitUses || draft.mayBeAheadOf(range.last))
        add({range, kind, nullptr, nullptr});
  }

  void add(Candidate candidate) {
    for (size_t i = std::max<size_t>(1, candidate.range.first); i <= candidate.range.last; ++i)
      candidate.covered += areHeavy[i];
    if (candidate.covered > 0)
      candidates.push_back(candidate);
  }

  PipelineBar barOf(const Candidate &candidate) {
    PipelineBar bar;
    bar.kind = candidate.kind;
    bar.hasHead = candidate.range.first == 0;
    for (size_t i = candidate.range.first; i <= candidate.range.last; ++i)
      if (const PipelinePiece &piece = draft.all()[i].piece; piece.statement.valid())
        bar.pieces.push_back(piece);
    if (candidate.carried)
      describe(*candidate.carried, bar);
    else if (candidate.handed)
      describe(*candidate.handed, bar);
    else
      describe(candidate.range, bar);
    return bar;
  }

  void setEnds(PipelineBar &bar, ValueId source, ValueId sink, ValueId sourceAt,
               ValueId sinkAt) const {
    bar.source = program[source].location;
    bar.sink = program[sink].location;
    bar.sourceLine = program[sourceAt].location.line;
    bar.sinkLine = program[sinkAt].location.line;
  }

  void describe(const PipelineDraft::Carried &carried, PipelineBar &bar) {
    const auto [from, to] = clearest(carried);
    const Access &source = from->sample, &sink = to->sample;
    const Access &named = source.isOpaque ? source : sink.isOpaque ? sink : source;
    setEnds(bar, source.origin, sink.origin, source.at, sink.at);
    bar.subject = subjectOf(program, named);
    if (program[source.at].op == Op::Call && source.at == sink.at && source.origin != source.at)
      bar.callee = program[source.at].calleeName;
    if (named.isOpaque && named.reason != ObstacleKind::CarriedFlow) {
      const bool areFiles = draft.transferOf(*from) && draft.transferOf(*to);
      bar.kind = areFiles ? Kind::Files : Kind::Opaque;
      bar.reason = named.reason;
      if (areFiles)
        bar.subject = "";
    } else if (!source.isWrite || sink.isWrite) {
      bar.kind = Kind::Reuse;
      bar.areWrites = source.isWrite && sink.isWrite;
    }
  }

  /// Of all dependences through the same memory in the range one that hands on a value, if there is
  /// any.
  std::pair<const AccessGroup *, const AccessGroup *>
  clearest(const PipelineDraft::Carried &carried) {
    constexpr size_t maxQuestions = 64;
    const AccessGroup *from = &draft.groups[carried.fromGroup],
                      *to = &draft.groups[carried.toGroup];
    if (from->sample.isOpaque || to->sample.isOpaque ||
        (from->sample.isWrite && !to->sample.isWrite))
      return {from, to};
    DependenceFinder finder(program, draft.analysed.pointsTo, draft.analysed.effects, draft.budget,
                            draft.function);
    const Viewpoint view =
        acrossIterations(program, draft.analysed.effects, draft.function, draft.loop);
    const ElementRange range = rangeOf(draft, carried);
    auto isIn = [&](size_t element) { return range.first <= element && element <= range.last; };
    size_t questions = 0;
    for (size_t i = 0; i < draft.groups.size(); ++i)
      for (size_t j = 0; j < draft.groups.size(); ++j)
        if (isIn(draft.elementOf[i]) && isIn(draft.elementOf[j]) &&
            draft.groups[i].sample.isWrite && !draft.groups[j].sample.isWrite &&
            draft.groups[i].sample.base == from->sample.base &&
            draft.groups[j].sample.base == from->sample.base && questions++ < maxQuestions &&
            finder.isCarried(draft.groups[i], draft.groups[j], view, draft.own))
          return {&draft.groups[i], &draft.groups[j]};
    return {from, to};
  }

  void describe(const Handed &handed, PipelineBar &bar) const {
    if (handed.bytes)
      return describeBytes(handed, bar);
    const ValueId set = lastUse(handed.range.last, handed.object);
    const ValueId used = firstUse(handed.range.first, handed.object);
    bar.subject = program[handed.object].name;
    if (set.valid() && used.valid())
      setEnds(bar, set, used, set, used);
  }

  /// Of a block of which each worker has a copy: by the accesses to these bytes, if they are found.
  void describeBytes(const Handed &handed, PipelineBar &bar) const {
    bar.subject = "*" + draft.pipeline.versions[handed.bytes->version].name;
    const Access *source = nullptr, *sink = nullptr;
    for (size_t i = handed.range.first; i <= handed.range.last; ++i)
      for (ValueId value : draft.all()[i].values)
        for (const Access &access : draft.known.accessesAt(value)) {
          if (!isIn(access, handed.bytes->bytes))
            continue;
          if (access.isWrite)
            source = &access;
          else if (!sink)
            sink = &access;
        }
    if (!source || !sink)
      return;
    bar.subject = subjectOf(program, *source);
    setEnds(bar, source->origin, sink->origin, source->at, sink->at);
    if (program[source->at].op == Op::Call && source->at == sink->at)
      bar.callee = program[source->at].calleeName;
  }

  bool isIn(const Access &access, const ByteRange &bytes) const {
    return access.base.kind == Base::Kind::Symbol &&
           draft.own.memory.contains(access.base.symbol) &&
           (bytes.isAll() || (access.offset.isConstant() && bytes.low <= access.offset.constant() &&
                              access.offset.constant() < bytes.high));
  }

  bool names(ValueId value, ObjectId object) const {
    return program[value].op == Op::Address && program[value].object == object &&
           program[value].location.valid();
  }

  ValueId firstUse(size_t element, ObjectId object) const {
    for (ValueId value : draft.all()[element].values)
      if (names(value, object))
        return value;
    return {};
  }

  ValueId lastUse(size_t element, ObjectId object) const {
    ValueId last;
    for (ValueId value : draft.all()[element].values)
      if (names(value, object) || isStoreTo(program, value, object))
        last = value;
    return last;
  }

  void describe(const ElementRange &range, PipelineBar &bar) const {
    const PipelineElement &end = draft.all()[range.last];
    const RegionId statement = end.piece.statement;
    bar.source = program[statement.valid() ? statement : draft.loop].location;
    if (bar.kind == Kind::Volatile)
      describeVolatile(bar);
    bar.sourceLine = bar.source.line;
  }

  void describeVolatile(PipelineBar &bar) const {
    for (const AccessGroup &group : draft.groups)
      for (const auto &[at, origin] : group.places)
        if (program[origin].isVolatile) {
          bar.subject = subjectOf(program, group.sample);
          bar.source = program[origin].location;
          return;
        }
  }
};

class BodyBars {
public:
  BodyBars(const AnalysedProgram &analysed, const StatementFacts &statements, RegionId loop)
      : analysed(analysed), program(analysed.program), statements(statements), loop(loop) {}

  std::optional<PipelineBar> find() const {
    if (!takesLong())
      return std::nullopt;
    for (RegionId up = loop; up.valid(); up = program[up].parent)
      if (!program[up].inMainFile)
        return std::nullopt;
      else if (program[up].kind == Region::Kind::Opaque)
        return irregular(up);
    if (!program[loop].obstacle.empty())
      return irregular(loop);
    for (RegionId each : regionsWithin(program, loop))
      if (program[each].kind == Region::Kind::Opaque || !program[each].obstacle.empty())
        return irregular(each);
    for (RegionId part : {program[loop].condition, program[loop].step})
      if (part.valid())
        if (auto bar = barOfAll(part))
          return bar;
    return barIn(program[loop].children[0]);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const StatementFacts &statements;
  RegionId loop;

  bool takesLong() const {
    const RegionId body = program[loop].children[0];
    const std::vector<RegionId> inside = regionsWithin(program, body);
    const std::vector<ValueId> values = valuesWithin(program, body);
    return std::any_of(inside.begin(), inside.end(),
                       [&](RegionId each) { return program[each].kind == Region::Kind::Loop; }) ||
           std::any_of(values.begin(), values.end(),
                       [&](ValueId value) { return analysed.pointsTo.callees.contains(value); });
  }

  PipelineBar barAt(Kind kind, SourceLocation source, std::string subject = "") const {
    if (!source.valid())
      source = program[loop].location;
    return {
        .kind = kind, .subject = std::move(subject), .source = source, .sourceLine = source.line};
  }

  std::optional<PipelineBar> irregular(RegionId region) const {
    if (program[region].obstacle.empty())
      return std::nullopt;
    return barAt(Kind::Irregular, program[region].location, program[region].obstacle);
  }

  /// Of a statement that has no exit of the loop.
  std::optional<PipelineBar> barOfAll(RegionId region) const {
    if (const ValueId call = findExit(analysed, region); call.valid()) {
      const ValueId origin = originOfExit(analysed, call);
      PipelineBar bar = barAt(Kind::End, program[origin].location, program[origin].calleeName);
      bar.sourceLine = program[call].location.line;
      bar.reason = analysed.pointsTo.unknownCalls.contains(origin) ? ObstacleKind::UnknownCall
                                                                   : ObstacleKind::EarlyExit;
      return bar;
    }
    if (mayActOnThread(analysed, region))
      return barAt(mayActOnThreadButErrno(analysed, region) ? Kind::Thread : Kind::Errno,
                   program[region].location);
    return std::nullopt;
  }

  std::optional<PipelineBar> barIn(RegionId sequence) const {
    for (RegionId statement : program[sequence].children)
      if (auto bar = barOf(statement))
        return bar;
    return std::nullopt;
  }

  std::optional<PipelineBar> barOf(RegionId statement) const {
    if (program[statement].kind == Region::Kind::Sequence)
      return barIn(statement);
    const RegionId jump = exitFrom(statement);
    if (!jump.valid())
      return barOfAll(statement);
    const auto known = statements.siblings.find(statement);
    if (known == statements.siblings.end() || !known->second.staysWith)
      return barAt(Kind::ExitInside, program[jump].location);
    return barOfAll(program[statement].condition);
  }

  /// A jump that leaves the loop.
  RegionId exitFrom(RegionId statement) const {
    for (RegionId each : regionsWithin(program, statement)) {
      const Region &jump = program[each];
      if (jump.kind != Region::Kind::Jump)
        continue;
      const bool isLocal =
          jump.jump == Region::JumpKind::Break || jump.jump == Region::JumpKind::Continue;
      const bool goesOn = jump.jump == Region::JumpKind::Continue ||
                          (isLocal && contains(program, statement, endedBy(program, each)));
      if (!goesOn)
        return each;
    }
    return {};
  }
};

} // namespace

std::vector<PipelineBar> findBars(PipelineDraft &draft) { return BarFinder(draft).find(); }

std::vector<PipelineBar> findBodyBars(const AnalysedProgram &analysed,
                                      const StatementFacts &statements, RegionId loop) {
  std::vector<PipelineBar> bars;
  if (std::optional<PipelineBar> bar = BodyBars(analysed, statements, loop).find())
    bars.push_back(std::move(*bar));
  return bars;
}

std::vector<PipelineBar> barAt(const PipelineDraft &draft, PipelineBar::Kind kind,
                               SourceLocation source, std::string subject) {
  for (size_t i = 1; i < draft.all().size(); ++i)
    if (isHeavy(draft, i))
      return {{.kind = kind,
               .subject = std::move(subject),
               .source = source,
               .sourceLine = source.line}};
  return {};
}

} // namespace kasuri
