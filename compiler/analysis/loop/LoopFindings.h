// What has been found out about one loop so far; internal to its verdict.
#pragma once

#include "analysis/dependence/Dependences.h"
#include "analysis/loop/LoopFacts.h"

namespace kasuri {

struct LoopFindings {
  LoopFacts facts;
  PrivateMemory own;
  std::vector<ValueId> ends; ///< in the loop: what obstacles are about that order would settle
  std::vector<std::pair<ValueId, ValueId>> carried; ///< from and to, of dependences among these
  std::vector<IgnoredAnnotation> ignored;
  std::set<AnnotationId> promisesUsed; ///< where nothing else told accesses apart

  /// `unlock`: what helps here, in place of the kind's help.
  void add(ObstacleKind kind, std::string subject, std::string detail = "",
           SourceLocation source = {}, SourceLocation sink = {}, std::string unlock = "");
  /// Of an obstacle that is there only under the premises that are blamed, whatever its kind.
  void addRefutable(ObstacleKind kind, std::string subject, std::string detail = "",
                    SourceLocation source = {}, SourceLocation sink = {}, std::string unlock = "");
  void ignore(IgnoredAnnotation annotation);
  /// An obstacle is there only if that holds; invalid: it is there anyway.
  void blame(PremiseId premise);
  void blameAnyway() { blame(PremiseId()); }
  /// What must hold for things that are obstacles; none if others are, which nothing refutes.
  std::vector<PremiseId> refutable() const;

private:
  std::vector<PremiseId> premises; ///< of obstacles
  bool isHopeless = false;         ///< it has an obstacle that no test in front can remove
};

} // namespace kasuri
