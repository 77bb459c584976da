// The hierarchical macro-task graph: what could run beside what, and when each part may start.
//
// A *layer candidate* is a run of consecutive children of one Sequence. Its
// children become macro-tasks of the kinds of the field: block of straight-line code, repetition
// block (a loop, DOALL or not), subroutine block (a call statement). A Branch child whose arms are
// worth it is opened: its condition becomes a task of its own and the children of the arms become
// conditional tasks. Behind a statement that may leave the run, tasks are conditional as well.
// Edges are the data dependences between the children; each task has its earliest executable
// condition (Honda, Iwata, Kasahara 1990; field notes of the OSCAR compiler): the branch it is
// control dependent on is decided towards it, and every task it depends on is complete or known not
// to run. A dependence carries what the later task reads and the earlier one wrote; of a branch
// that was opened that is not known task by task.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <map>
#include <optional>

namespace kasuri {

enum class TaskKind : uint8_t { Block, Repetition, Subroutine, Condition };

/// Control dependence: the task runs only if `condition` (a task that decides) has this outcome.
struct Control {
  TaskId condition;
  /// Of a branch: 1 if it holds, else 0; of a switch: index of its arm; of a statement that may
  /// leave the layer: 0 if it does not.
  unsigned outcome = 1;
  bool operator==(const Control &) const = default;
};

struct MacroTask {
  TaskId id; ///< index in its layer
  TaskKind kind = TaskKind::Block;
  RegionId first, last; ///< consecutive siblings; one region unless blocks were joined
  RegionId splitLoop;   ///< the DOALL loop this task consists of; invalid: cannot be split
  RegionId
      distributedLoop;    ///< the loop this task consists of, whose components may run as tasks of
                          ///< their own (LoopFacts::distribution); invalid: cannot be distributed
  RegionId pipedLoop;     ///< the loop this task consists of, which may run as a pipeline
                          ///< (LoopFacts::pipeline); invalid: it may not
  bool headWaits = false; ///< the loop's head may read what an earlier task of the layer writes
  std::optional<Control> control; ///< innermost; the Condition task carries the outer ones
  bool selectsArm = false;        ///< a Condition that is the selection of a switch
  bool readsErrno = false;        ///< a Condition that needs what the tasks before it leave there
  /// Of the Condition of a branch that may leave the layer, and of another statement that may: the
  /// outcome with which it stays. The rest of the leaving arm, or the jump that the statement has
  /// come to, runs behind the layer, none of the later tasks do.
  std::optional<unsigned> staysWith = {};
  /// Of such a statement: the jumps by which it may leave. The outcome is 1 with the first.
  std::vector<RegionId> leavingJumps = {};
  /// Its condition is what may leave the layer, behind which it stands.
  bool isBehindExit = false;
  /// Other tasks run only with some outcome of it.
  bool decides() const { return kind == TaskKind::Condition || staysWith.has_value(); }
  bool isInArm() const { return control && !isBehindExit; }
  std::vector<PrivateObject> privates;
  std::vector<TaskId> predecessors; ///< data dependences, ascending, transitively reduced
  /// Of predecessors that are loops like this one: the iterations of theirs that its own need.
  std::map<TaskId, Halo> halos = {};
};

/// Earliest executable condition as a conjunction of clauses, each a disjunction of atoms.
struct Condition {
  struct Atom {
    enum class Kind : uint8_t { Completed, Taken, NotTaken } kind = Kind::Completed;
    TaskId task;                      ///< Completed: that task; Taken/NotTaken: that decides
    std::optional<unsigned> arm = {}; ///< of a switch: whether that one is taken
    auto operator<=>(const Atom &) const = default;
  };
  std::vector<std::vector<Atom>> clauses; ///< empty: may start at once
};

struct Layer {
  LayerId id;
  FunctionId function;
  RegionId sequence;               ///< parent of the regions
  std::vector<MacroTask> tasks;    ///< in source order: an edge goes from a lower to a higher id
  std::vector<Condition> earliest; ///< by task
  /// It goes on behind statements that may leave it. What lies between these are layers of their
  /// own as well.
  bool crossesExits = false;
  /// Bytes that the second task reads and the first wrote; none: not known, or none.
  std::map<std::pair<TaskId, TaskId>, uint64_t> flow;

  /// 0: not known, or none.
  uint64_t bytesBetween(TaskId from, TaskId to) const {
    auto found = flow.find({from, to});
    return found == flow.end() ? 0 : found->second;
  }
};

struct MacroTaskGraph {
  /// All candidates with more than one task, or one that can be split or distributed,
  /// or be a pipeline.
  std::vector<Layer> layers;
};

/// All that decide whether the task runs, from the innermost to the outermost.
std::vector<Control> controlsOf(const std::vector<MacroTask> &tasks, TaskId task);

/// A task under the first ones runs whenever one under the second ones does.
bool runsWith(const std::vector<Control> &first, const std::vector<Control> &second);

/// Those that a macro-task consists of.
std::vector<RegionId> siblingsOf(const Program &program, const MacroTask &task);

/// "analyse@encoder.c:120": what plans, reports and profiles call a task of the layer. In a nest
/// that Kasuri has written in another order, "~reordered" is added: the source's own is there as
/// well.
std::string nameOf(const Program &program, const Layer &layer, const MacroTask &task);
/// At the end of the name of a layer that is a loop's other pipeline.
constexpr std::string_view otherwiseMark = "~otherwise";
/// Likewise, by where it is defined.
std::string nameOf(const Program &program, FunctionId function);

MacroTaskGraph buildMacroTaskGraph(const Program &program, const Parallelism &facts);

/// "T1 and (T2 or not C3)": tasks that are done, branches that are decided; "T1 stays": it does not
/// leave the layer; "at once" if empty.
std::string toString(const Condition &condition, const std::vector<MacroTask> &tasks);

std::string print(const Program &program, const MacroTaskGraph &graph,
                  const std::string &onlyFunction = "");
std::vector<std::string> verify(const MacroTaskGraph &graph);

} // namespace kasuri
