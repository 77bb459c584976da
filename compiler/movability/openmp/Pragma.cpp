// The clauses of a pragma.
#include "movability/openmp/Pragma.h"

namespace kasuri {
namespace {

std::string clause(const std::string &name, const std::vector<std::string> &items,
                   const std::string &modifier = "") {
  if (items.empty())
    return "";
  std::string text = name + "(" + modifier;
  for (size_t i = 0; i < items.size(); ++i)
    text += (i > 0 ? ", " : "") + items[i];
  return text + ")";
}

} // namespace

std::vector<std::string> clausesOf(const Pragma &pragma) {
  std::vector<std::string> all;
  if (pragma.listsShared)
    all.push_back("default(none)");
  all.push_back(clause("shared", pragma.shared));
  all.push_back(clause("private", pragma.privates));
  all.push_back(clause("firstprivate", pragma.firstPrivates));
  all.push_back(clause("lastprivate", pragma.lastPrivates));
  for (const auto &[op, items] : pragma.reductions)
    all.push_back(clause("reduction", items, op + " : "));
  all.push_back(clause("depend", pragma.in, "in : "));
  all.push_back(clause("depend", pragma.out, "out : "));
  all.push_back(clause("depend", pragma.inAndOut, "inout : "));
  if (!pragma.schedule.empty())
    all.push_back("schedule(" + pragma.schedule + ")");
  if (!pragma.condition.empty())
    all.push_back("if(" + pragma.condition + ")");
  std::erase(all, "");
  return all;
}

} // namespace kasuri
