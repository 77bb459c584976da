#include "analysis/loop/LoopFindings.h"

#include <algorithm>

namespace kasuri {

void LoopFindings::add(ObstacleKind kind, std::string subject, std::string detail,
                       SourceLocation source, SourceLocation sink, std::string unlock) {
  isHopeless |= kind == ObstacleKind::IrregularControl || kind == ObstacleKind::NotCounted ||
                kind == ObstacleKind::ScalarCarried || kind == ObstacleKind::LiveOut;
  addRefutable(kind, std::move(subject), std::move(detail), source, sink, std::move(unlock));
}

void LoopFindings::addRefutable(ObstacleKind kind, std::string subject, std::string detail,
                                SourceLocation source, SourceLocation sink, std::string unlock) {
  Obstacle obstacle{kind, std::move(subject), std::move(detail), source, sink, std::move(unlock)};
  bool isNew =
      std::find(facts.obstacles.begin(), facts.obstacles.end(), obstacle) == facts.obstacles.end();
  if (isNew)
    facts.obstacles.push_back(std::move(obstacle));
}

void LoopFindings::ignore(IgnoredAnnotation annotation) {
  if (std::find(ignored.begin(), ignored.end(), annotation) == ignored.end())
    ignored.push_back(std::move(annotation));
}

void LoopFindings::blame(PremiseId premise) {
  isHopeless |= !premise.valid();
  if (std::find(premises.begin(), premises.end(), premise) == premises.end())
    premises.push_back(premise);
}

std::vector<PremiseId> LoopFindings::refutable() const {
  return isHopeless || facts.isParallel ? std::vector<PremiseId>() : premises;
}

} // namespace kasuri
