// What the writers of report.json share: places, obstacles, figures.
#pragma once

#include "report/Findings.h"

#include "llvm/Support/JSON.h"

namespace kasuri {

/// For names, paths and source text of the user, whose bytes may be anything: what is no UTF-8
/// becomes U+FFFD.
std::string utf8(std::string_view text);

/// Decimal with `digits` places, as a reader wants it; JSON has no infinities, so those become
/// null.
void writeNumber(llvm::json::OStream &out, llvm::StringRef key, double value, int digits);
void writeNanoseconds(llvm::json::OStream &out, llvm::StringRef key, double value);

/// Attributes `file`, `line` and `column` of the open object.
void writePlaceFields(llvm::json::OStream &out, const Program &program,
                      const SourceLocation &location);
void writeObstacle(llvm::json::OStream &out, const Program &program, const Obstacle &each);
void writeObstacles(llvm::json::OStream &out, const Program &program,
                    const std::vector<Obstacle> &all);
void writePrivates(llvm::json::OStream &out, const Program &program,
                   const std::vector<PrivateObject> &all, const std::vector<PrivateBlock> &blocks);

/// Attributes `kind` and `condition` of a test in front of a loop.
void writeGuard(llvm::json::OStream &out, const Guard &each);

/// Attributes `id`, `kind`, ..., `earliest` of the open object: a macro-task of the layer.
void writeMacroTaskFields(llvm::json::OStream &out, const Program &program, const Layer &layer,
                          const MacroTask &task);

/// Attributes `before` and `after` of the open object.
void writeHaloFields(llvm::json::OStream &out, const Halo &halo);

/// Attributes `level` and `idle` of the open object.
void writeLevelAndIdle(llvm::json::OStream &out, const PlannedRow &row);

/// Attribute `layers`: those of the plan, with their tasks and tables.
void writeLayers(llvm::json::OStream &out, const Program &program, const MacroTaskGraph &graph,
                 const CostModel &cost, const Machine &machine, const Plan &plan,
                 const Findings &findings, const std::map<size_t, std::string> &generated);
/// What the plan of a larger machine has for at least so many workers: no table of it is emitted.
void writeWidePlan(llvm::json::OStream &out, const Program &program, const MacroTaskGraph &graph,
                   const CostModel &cost, const Machine &machine, const Plan &plan,
                   const Findings &findings, size_t fewestWorkers);

/// Attribute `pipeline` of a layer that is one: the stages of an iteration.
void writePipeline(llvm::json::OStream &out, const Program &program, const PlannedLayer &layer);
/// Attribute `iterations` of its table: when the first ones are in which stage, by simulation.
void writeStageRuns(llvm::json::OStream &out, const PlannedLayer &layer, const PlannedTable &table,
                    const Machine &machine);

/// Attribute `graph`: all layers that there could be, each with those inside its tasks.
void writeGraph(llvm::json::OStream &out, const Program &program, const Parallelism &facts,
                const MacroTaskGraph &graph, const CostModel &cost, const Plan &plan);

/// Attribute `machine`: what the plan was made for.
void writeMachine(llvm::json::OStream &out, const Machine &machine);
void writePace(llvm::json::OStream &out, const Program &program, const Plan &plan);

} // namespace kasuri
