#include "plan/SortedBy.h"

#include <algorithm>
#include <utility>

namespace kasuri {

std::vector<size_t> sortedBy(const std::vector<size_t> &indices,
                             llvm::function_ref<double(size_t)> key) {
  std::vector<std::pair<double, size_t>> keyed;
  for (size_t position = 0; position < indices.size(); ++position)
    keyed.emplace_back(key(indices[position]), position);
  std::sort(keyed.begin(), keyed.end());
  std::vector<size_t> order;
  for (const auto &[figure, position] : keyed)
    order.push_back(indices[position]);
  return order;
}

} // namespace kasuri
