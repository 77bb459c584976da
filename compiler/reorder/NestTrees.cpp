#include "reorder/NestTrees.h"

#include <isl/ast_build.h>
#include <isl/schedule.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kasuri {
namespace {

constexpr size_t mostTrees = 200;

class NestTrees {
public:
  ~NestTrees() {
    trees.clear();
    for (isl_ctx *each : kept)
      isl_ctx_free(each);
  }

  isl::ast_node of(const isl::set &parameters, const isl::schedule &schedule) {
    const std::string key = textOf(isl_set_to_str(parameters.get())) + "\n" +
                            textOf(isl_schedule_to_str(schedule.get()));
    if (const auto known = trees.find(key); known != trees.end())
      return known->second;
    const isl::ast_build build = isl::manage(isl_ast_build_from_context(parameters.copy()));
    const isl::ast_node tree =
        isl::manage(isl_ast_build_node_from_schedule(build.get(), schedule.copy()));
    if (trees.size() < mostTrees && isl_ctx_last_error(tree.ctx().get()) == isl_error_none)
      trees.emplace(key, tree);
    return tree;
  }

  void release(isl_ctx *context) {
    const bool isNeeded = std::any_of(trees.begin(), trees.end(), [&](const auto &each) {
      return each.second.ctx().get() == context;
    });
    if (!isNeeded)
      return isl_ctx_free(context);
    isl_ctx_set_max_operations(context, 0); // to read them takes some
    kept.push_back(context);
  }

private:
  std::map<std::string, isl::ast_node> trees;
  std::vector<isl_ctx *> kept;

  static std::string textOf(char *made) {
    if (!made)
      isl::exception::throw_invalid("no text", __FILE__, __LINE__);
    std::string text = made;
    std::free(made);
    return text;
  }
};

NestTrees &allTrees() {
  static thread_local NestTrees trees;
  return trees;
}

} // namespace

isl::ast_node treeOf(const isl::set &parameters, const isl::schedule &schedule) {
  return allTrees().of(parameters, schedule);
}

void release(isl_ctx *context) { allTrees().release(context); }

} // namespace kasuri
