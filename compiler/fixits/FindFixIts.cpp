#include "fixits/FindFixIts.h"

#include "fixits/Promises.h"
#include "fixits/Rewrites.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

using Mends = std::optional<std::vector<Mend>>;

/// What an expression begins with: "b[r]" is of "b".
llvm::StringRef baseOf(const std::string &subject) {
  return llvm::StringRef(subject).take_until([](char each) { return each == '['; });
}

/// Independent iterations conflict nowhere in memory that differs by iteration. A dependence is
/// doubtful only where it is unknown which element the same array's subscript means.
bool isLiftedByIndependence(const Obstacle &obstacle, const std::vector<Obstacle> &all) {
  switch (obstacle.kind) {
  case ObstacleKind::NonAffineSubscript:
  case ObstacleKind::UnknownPointer:
  case ObstacleKind::UnknownAlias:
    return true;
  case ObstacleKind::CarriedFlow:
  case ObstacleKind::CarriedAnti:
  case ObstacleKind::CarriedOutput:
    return obstacle.detail.empty() && llvm::any_of(all, [&](const Obstacle &other) {
             return (other.kind == ObstacleKind::NonAffineSubscript ||
                     other.kind == ObstacleKind::UnknownPointer) &&
                    baseOf(other.subject) == baseOf(obstacle.subject);
           });
  case ObstacleKind::FloatReduction:
    return obstacle.subject.find('[') != std::string::npos;
  default:
    return false;
  }
}

/// Where a dependence is certain, nobody can promise that there is none.
bool mayBeIndependent(const std::vector<Obstacle> &obstacles) {
  return llvm::any_of(obstacles, [](const Obstacle &each) {
    return each.kind == ObstacleKind::NonAffineSubscript ||
           each.kind == ObstacleKind::UnknownPointer || each.kind == ObstacleKind::UnknownAlias;
  });
}

/// A copy is made for the last value alone; what else is said of the variable goes with it.
bool isOfCopied(const Obstacle &obstacle, const std::vector<Obstacle> &all) {
  return obstacle.kind == ObstacleKind::CarriedOutput &&
         llvm::any_of(all, [&](const Obstacle &each) {
           return each.kind == ObstacleKind::LiveOut && each.subject == obstacle.subject;
         });
}

/// An unknown function may end the program, until it is promised not to.
bool isEndOfUnknown(const Obstacle &obstacle, const std::vector<Obstacle> &all) {
  return obstacle.kind == ObstacleKind::EarlyExit && llvm::any_of(all, [&](const Obstacle &each) {
           return each.kind == ObstacleKind::UnknownCall && each.subject == obstacle.subject;
         });
}

std::optional<Mend> mend(const LoopSource &text, const Obstacle &obstacle) {
  switch (obstacle.kind) {
  case ObstacleKind::NonAffineSubscript:
  case ObstacleKind::UnknownPointer:
    return promiseDistinct(text, obstacle);
  case ObstacleKind::UnknownCall:
    return promisePure(text, obstacle.subject);
  case ObstacleKind::ThreadLocal:
  case ObstacleKind::VolatileAccess:
    return copyBeforeLoop(text, obstacle.subject);
  case ObstacleKind::LiveOut:
    return copyAroundLoop(text, obstacle.subject);
  case ObstacleKind::SharedScratch:
  case ObstacleKind::ScalarCarried:
    return declareInside(text, obstacle.subject);
  default:
    return std::nullopt;
  }
}

/// With as little as possible promised, or with independence.
Mends mendAll(const LoopSource &text, const std::vector<Obstacle> &obstacles, bool isIndependent) {
  std::vector<Mend> mends;
  std::vector<const Obstacle *> pairs;
  for (const Obstacle &each : obstacles) {
    if (isOfCopied(each, obstacles) || isEndOfUnknown(each, obstacles) ||
        (isIndependent && isLiftedByIndependence(each, obstacles)))
      continue;
    if (each.kind == ObstacleKind::UnknownAlias) {
      pairs.push_back(&each);
      continue;
    }
    auto made = mend(text, each);
    if (!made)
      return std::nullopt;
    mends.push_back(std::move(*made));
  }
  auto apart = promiseApart(text, pairs);
  if (!apart)
    return std::nullopt;
  llvm::append_range(mends, *apart);
  if (isIndependent)
    mends.push_back(promiseIndependent(text));
  return mends;
}

bool overlap(const FileEdit &one, const FileEdit &other) {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

/// Several obstacles may have the same edits; nothing where edits contradict each other.
std::optional<FixIt> combine(const LoopSource &text, const SourceLocation &loop,
                             const std::vector<Mend> &mends) {
  FixIt result{loop, text.begin, text.end - text.begin, "", false, {}};
  std::vector<std::string> titles;
  for (const Mend &each : mends) {
    result.isPromise |= each.isPromise;
    if (!llvm::is_contained(titles, each.title))
      titles.push_back(each.title);
    for (const FileEdit &edit : each.edits) {
      if (llvm::is_contained(result.edits, edit))
        continue;
      if (llvm::any_of(result.edits, [&](const FileEdit &other) { return overlap(edit, other); }))
        return std::nullopt;
      result.edits.push_back(edit);
    }
  }
  std::stable_sort(result.edits.begin(), result.edits.end(),
                   [](const FileEdit &a, const FileEdit &b) { return a.offset < b.offset; });
  for (const std::string &each : titles)
    result.title += (result.title.empty() ? "" : "; ") + each;
  return result;
}

} // namespace

std::vector<FixIt> findFixIts(const Program &program, const ParsedSources &sources,
                              const Parallelism &facts) {
  std::vector<FixIt> fixIts;
  for (const LoopFacts &loop : facts.loops) {
    if (loop.hasParts() || loop.obstacles.empty() || !program[loop.loop].inMainFile)
      continue;
    const auto text = LoopSource::make(program, sources, loop.loop);
    if (!text)
      continue;
    std::vector<Mends> choices = {mendAll(*text, loop.obstacles, false)};
    if (mayBeIndependent(loop.obstacles))
      choices.push_back(mendAll(*text, loop.obstacles, true));
    for (const Mends &each : choices)
      if (each)
        if (auto fixIt = combine(*text, program[loop.loop].location, *each))
          fixIts.push_back(std::move(*fixIt));
  }
  return fixIts;
}

} // namespace kasuri
