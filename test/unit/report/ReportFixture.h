// A hand-made program for the tests of the report: three loops, and a layer of two calls.
#pragma once

#include "report/Findings.h"

namespace kasuri::test {

/// What collectFindings and the printers take.
struct Compilation {
  Program program;
  Parallelism facts;
  MacroTaskGraph graph;
  CostModel cost;
  Machine machine = uniformMachine(4);
  Plan plan;

  Findings findings() const { return collectFindings(program, facts, graph, cost, machine, plan); }
};

/// a.c, function f:
///   line 3   loop over i, parallel with private t and reduction s, planned as layer 0
///   line 10  loop, sequential: CarriedFlow on 'y', and four further obstacles
///   line 20  loop, parallel, too short
///   line 30  f1(); f2();  layer 1 of two macro-tasks, the second with a condition
Compilation sampleCompilation();

} // namespace kasuri::test
