// How far the makespan of the schedule is from max(critical path, work / cores), for task graphs of
// the customary shapes: a line for each shape and number of cores, and the mean of all.
#include "TaskGraphs.h"

#include <cmath>
#include <cstdio>

using namespace kasuri;

int main() {
  double total = 0;
  unsigned count = 0;
  const Machine machine = uniformMachine(16);
  for (const taskgraphs::Shape &shape : taskgraphs::shapes())
    for (unsigned workers : {2u, 3u, 4u, 8u, 16u}) {
      double sum = 0;
      unsigned graphs = 0;
      for (size_t pieces : {50u, 100u, 200u, 500u})
        for (unsigned seed = 0; seed < 3; ++seed, ++graphs) {
          std::mt19937 random(seed * 7919 + static_cast<unsigned>(pieces));
          const std::vector<Piece> graph = shape.make(random, pieces);
          sum +=
              schedule(graph, machine, workers).makespanNs / lowerBoundNs(graph, machine, workers) -
              1;
        }
      std::printf("%-18s %2u cores  %6.2f %%\n", shape.name.c_str(), workers, 100 * sum / graphs);
      total += sum;
      count += graphs;
    }
  std::printf("mean of %u graphs: %.3f %%\n", count, 100 * total / count);
}
