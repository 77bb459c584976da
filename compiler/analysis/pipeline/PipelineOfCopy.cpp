#include "analysis/pipeline/PipelineOfCopy.h"

#include "analysis/loop/KnownInOriginal.h"

#include <algorithm>

namespace kasuri {
namespace {

class Translation {
public:
  explicit Translation(const InlinedProgram &inlined) : inlined(inlined), known(inlined) {}

  std::optional<Pipeline> of(Pipeline found) const {
    if (std::ranges::any_of(found.privates, [&](const PrivateObject &each) {
          return isNamedByOthers(found, each.object);
        }))
      return std::nullopt;
    for (PipelinePiece &piece : found.pieces)
      piece = of(piece);
    for (size_t i = 0; i < found.pieces.size(); ++i)
      if (found.pieces[i].part == PipelinePiece::Part::Arguments)
        joinIfWhole(found, i);
    for (RegionId &exit : found.exits)
      exit = inlined.regions[exit.index()];
    // Each call has variables of its own.
    std::erase_if(found.privates, [&](const auto &each) { return !known.knows(each.object); });
    for (std::vector<PrivateObject> *list : {&found.privates, &found.buffers})
      for (PrivateObject &each : *list)
        if (each.allocation.valid())
          each.allocation = inlined.values[each.allocation.index()];
    for (LineBuffer &each : found.lines)
      each.input = inlined.values[each.input.index()];
    return isSayable(found) ? std::optional(std::move(found)) : std::nullopt;
  }

private:
  const InlinedProgram &inlined;
  const KnownInOriginal known;

  /// Functions that are called in the original have the name of the original variable. In the copy
  /// their bodies are the loop's own text.
  bool isNamedByOthers(const Pipeline &found, ObjectId object) const {
    const Program &program = inlined.program;
    if (!known.knows(object) || program[object].isAutomatic())
      return false;
    const FunctionId own = program[found.pieces.front().statement].function;
    return std::ranges::any_of(program.values, [&](const Instruction &value) {
      return value.op == Op::Address && value.object == object && value.block.valid() &&
             program[value.block].function != own;
    });
  }

  PipelinePiece of(PipelinePiece piece) const {
    using Part = PipelinePiece::Part;
    const RegionId copy = piece.statement;
    const InlinedPlace &place = inlined.places[copy.index()];
    piece.statement = inlined.regions[copy.index()];
    piece.path = place.path;
    piece.call = place.replaced;
    if (place.isCut())
      piece.part = place.isBehind ? Part::Result : Part::Arguments;
    return piece;
  }

  /// All of the function called is in one segment, or in none: then the call need not be cut.
  static void joinIfWhole(Pipeline &found, size_t arguments) {
    PipelinePiece &call = found.pieces[arguments];
    const auto isResult = [&](const PipelinePiece &each) {
      return each.part == PipelinePiece::Part::Result && each.call == call.call &&
             each.path == call.path;
    };
    const auto result =
        static_cast<size_t>(std::ranges::find_if(found.pieces, isResult) - found.pieces.begin());
    widen(found, arguments, result);
    const auto isWithin = [&](size_t piece) { return arguments < piece && piece <= result; };
    if (std::ranges::any_of(found.segments, isWithin, &OrderedSegment::begin) ||
        std::ranges::any_of(found.segments, isWithin, &OrderedSegment::end) ||
        std::ranges::any_of(found.versions, isWithin, &BlockVersion::firstPiece))
      return;
    call.part = PipelinePiece::Part::Whole;
    call.call = {};
    const auto first = found.pieces.begin() + static_cast<ptrdiff_t>(arguments) + 1;
    found.pieces.erase(first, first + static_cast<ptrdiff_t>(result - arguments));
    const auto move = [&](size_t &piece) { piece -= piece > result ? result - arguments : 0; };
    for (OrderedSegment &each : found.segments)
      move(each.begin), move(each.end);
    for (BlockVersion &each : found.versions)
      move(each.firstPiece);
  }

  /// A segment that has all of the function called gets what the call's statement does besides.
  static void widen(Pipeline &found, size_t arguments, size_t result) {
    size_t end = 0; ///< of the segment before
    for (OrderedSegment &each : found.segments) {
      const bool isAll = each.begin <= arguments + 1 && each.end >= result && end <= arguments;
      end = each.end;
      if (!isAll || std::ranges::any_of(each.left, hasMore<LeftVariable>) ||
          std::ranges::any_of(each.bytes, hasMore<HandedBytes>))
        continue;
      each.begin = std::min(each.begin, arguments);
      each.end = std::max(each.end, result + 1);
    }
  }

  /// The next iteration has already what this one adds behind the segment.
  template <class Handed> static bool hasMore(const Handed &each) { return each.added != 0; }

  /// It names nothing that only the copy has, and hands on variables only where they are known.
  bool isSayable(const Pipeline &found) const {
    const auto isKnown = [&](ObjectId each) { return known.knows(each); };
    const auto isInCallee = [&](size_t piece) {
      return piece < found.pieces.size() && found.pieces[piece].isInCallee();
    };
    for (const OrderedSegment &segment : found.segments) {
      const bool hasVariables = !segment.taken.empty() || !segment.left.empty();
      const bool isCut =
          isInCallee(segment.begin) ||
          (segment.end > 0 && (isInCallee(segment.end - 1) || isInCallee(segment.end)));
      if ((hasVariables && isCut) || !std::ranges::all_of(segment.taken, isKnown) ||
          !std::ranges::all_of(segment.left, isKnown, &LeftVariable::object))
        return false;
    }
    for (const BlockVersion &each : found.versions)
      if (!known.knows(each.pointer) ||
          (each.firstPiece > 0 && (found.pieces[each.firstPiece].isInCallee() ||
                                   found.pieces[each.firstPiece].call.valid())))
        return false;
    for (const PrivateObject &each : found.buffers)
      if (!known.knows(each.object) || !each.allocation.valid())
        return false;
    for (const LineBuffer &each : found.lines)
      if (!known.knows(each.text) || !known.knows(each.size) || !each.input.valid())
        return false;
    return std::ranges::all_of(found.automatics, isKnown) &&
           std::ranges::all_of(found.guards, [&](const Guard &each) { return known.knows(each); });
  }
};

} // namespace

PipelineSearch inOriginal(const InlinedProgram &inlined, PipelineSearch found) {
  const Translation translation(inlined);
  for (std::optional<Pipeline> *each : {&found.pipeline, &found.otherPipeline})
    if (*each)
      *each = translation.of(std::move(**each));
  return found;
}

} // namespace kasuri
