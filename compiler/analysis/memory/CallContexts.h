// The functions that several statements of a loop share, apart for each of them; internal to what
// an iteration allocates (FindIterationMemory.h).
#pragma once

#include "analysis/dependence/IterationMemory.h"
#include "analysis/memory/ProgramOfParts.h"

namespace kasuri {

/// Adds copies to a program of parts, and takes them away again when it goes.
class CallContexts {
public:
  using Functions = std::set<FunctionId>;

  /// `own`: the loop's values; `reached`: all functions that they may call; `most`: values that may
  /// be evaluated in all.
  CallContexts(const AnalysedProgram &analysed, ProgramOfParts &parts,
               const std::vector<ValueId> &own, const Functions &reached, size_t most);
  ~CallContexts();
  CallContexts(const CallContexts &) = delete;
  CallContexts &operator=(const CallContexts &) = delete;

  /// Of the loop and all that it calls, copies in place of what is only evaluated as such.
  std::vector<ValueId> evaluated;
  std::map<ValueId, ValueCopies> copies; ///< by call of the loop that shares functions with others
  std::map<ValueId, std::vector<ValueId>> inside;      ///< the same: what is evaluated in it
  std::map<ValueId, std::vector<FunctionId>> computed; ///< by computed call: where it leads

private:
  const AnalysedProgram &analysed;
  ProgramOfParts &parts;
  Program &program;
  const size_t objects, functions, regions, values; ///< that were there before
  std::map<ValueId, FunctionId> named;              ///< by changed call: what it called
  std::map<FunctionId, std::vector<ValueId>> knownValues;
  Functions byPointer; ///< what may run in calls that name no function
  Functions shared;    ///< by several of the loop's calls, or by one and calls by pointer

  const std::vector<ValueId> &valuesOf(FunctionId function);
  void evaluate(FunctionId function, std::vector<ValueId> &list);
  void addByName(FunctionId start, Functions &reached);
  void findByPointer(const Functions &reached);
  void copyFor(ValueId call, const Functions &reached);
  std::map<ObjectId, ObjectId> copyVariables(const std::map<FunctionId, FunctionId> &ofFunctions);
  void copyBody(FunctionId function, FunctionId copy, ValueCopies &copied);
  void adapt(ValueId value, const ValueCopies &copied,
             const std::map<ObjectId, ObjectId> &variables);
};

} // namespace kasuri
