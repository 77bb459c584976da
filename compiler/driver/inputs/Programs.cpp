#include "driver/inputs/Programs.h"

#include "frontend/LinkNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

namespace path = llvm::sys::path;
using UnitSet = std::set<size_t>;

constexpr const char *otherSources = "other-sources";

struct Group {
  std::string output; ///< the path of the program, or what its main's source and object say of it
  UnitSet units;
};

// By link commands.

class LinkedGroups {
public:
  LinkedGroups(const std::vector<CompiledUnit> &units, const std::vector<LinkCommand> &links) {
    for (size_t i = 0; i < units.size(); ++i) {
      unitsAt[units[i].path].insert(i);
      if (!units[i].object.empty())
        unitsAt[units[i].object] = {i};
    }
    for (const LinkCommand &link : links)
      if (!link.makesProgram)
        archives[link.output] = &link;
    for (const LinkCommand &link : links) {
      Group group{link.output, {}};
      if (link.makesProgram)
        add(link, group.units);
      if (!group.units.empty())
        groups.push_back(std::move(group));
    }
  }

  std::vector<Group> groups;

private:
  std::map<std::string, UnitSet> unitsAt; ///< by source and object
  std::map<std::string, const LinkCommand *> archives;
  std::set<std::string> open; ///< archives that are being added

  void add(const LinkCommand &link, UnitSet &to) {
    for (const std::string &input : link.inputs) {
      if (auto found = unitsAt.find(input); found != unitsAt.end())
        to.insert(found->second.begin(), found->second.end());
      if (auto found = archives.find(input); found != archives.end() && open.insert(input).second) {
        add(*found->second, to);
        open.erase(input);
      }
    }
  }
};

// By names.

/// How many components the folders of two files have in common.
size_t nearness(llvm::StringRef one, llvm::StringRef other) {
  const llvm::StringRef its = path::parent_path(one), others = path::parent_path(other);
  auto [left, right] =
      std::mismatch(path::begin(its), path::end(its), path::begin(others), path::end(others));
  return static_cast<size_t>(std::distance(path::begin(its), left));
}

/// Their objects are in one folder.
bool isBeside(const CompiledUnit &one, const CompiledUnit &other) {
  return !one.object.empty() && path::parent_path(one.object) == path::parent_path(other.object);
}

/// CMake compiles for the target `encoder` into CMakeFiles/encoder.dir, and Meson into encoder.p.
/// Other builds say no more than the source's name.
std::string outputOf(const CompiledUnit &main) {
  for (llvm::StringRef folder = path::parent_path(main.object); path::has_parent_path(folder);
       folder = path::parent_path(folder)) {
    const llvm::StringRef above = path::parent_path(folder);
    llvm::StringRef target = path::filename(folder);
    const bool isCMakes = path::filename(above) == "CMakeFiles";
    if (isCMakes ? target.consume_back(".dir") : target.consume_back(".p"))
      return (above + "/" + target).str();
  }
  return main.path;
}

class NamedGroups {
public:
  explicit NamedGroups(const std::vector<CompiledUnit> &units) : units(units) {
    for (const CompiledUnit &unit : units)
      names.push_back(linkNamesOf(unit.input));
    for (size_t i = 0; i < units.size(); ++i)
      if (!hasMain(i))
        for (const std::string &each : names[i].defined)
          definedBy[each].push_back(i);
    for (size_t i = 0; i < units.size(); ++i)
      if (hasMain(i))
        groups.push_back({outputOf(units[i]), closureOf(i)});
  }

  std::vector<Group> groups;

private:
  const std::vector<CompiledUnit> &units;
  std::vector<LinkNames> names;
  std::map<std::string, std::vector<size_t>> definedBy;

  bool hasMain(size_t unit) const { return names[unit].defined.contains("main"); }

  UnitSet closureOf(size_t main) const {
    UnitSet taken = {main};
    std::set<std::string> defined = names[main].defined;
    std::vector<size_t> pending = {main};
    while (!pending.empty()) {
      const size_t unit = pending.back();
      pending.pop_back();
      for (const std::string &name : names[unit].needed) {
        const auto found = definedBy.find(name);
        if (found == definedBy.end() || defined.contains(name))
          continue;
        const size_t chosen = nearest(found->second, unit);
        defined.insert(names[chosen].defined.begin(), names[chosen].defined.end());
        if (taken.insert(chosen).second)
          pending.push_back(chosen);
      }
    }
    return taken;
  }

  /// Compiled beside the other one, as the sources of one target are; else the nearest source.
  size_t nearest(const std::vector<size_t> &candidates, size_t to) const {
    auto rank = [&](size_t unit) {
      return std::pair(isBeside(units[unit], units[to]),
                       nearness(units[unit].path, units[to].path));
    };
    return *std::max_element(candidates.begin(), candidates.end(),
                             [&](size_t one, size_t other) { return rank(one) < rank(other); });
  }
};

/// Cheap, and true for every source that may define main.
bool mayDefineMain(const CompiledUnit &unit) {
  auto file = llvm::MemoryBuffer::getFile(unit.path);
  return file && llvm::Regex("main[ \t\r\n]*[(]").match((*file)->getBuffer());
}

/// The last components of each path, as many as tell them apart.
std::vector<std::string> namesOf(const std::vector<Group> &groups) {
  std::vector<std::string> names;
  for (const Group &group : groups)
    names.push_back(path::stem(group.output).str());
  for (size_t i = 0; i < groups.size(); ++i) {
    llvm::StringRef above = path::parent_path(groups[i].output);
    while (llvm::count(names, names[i]) > 1 && above.size() > 1) {
      names[i] = (path::filename(above) + "-" + names[i]).str();
      above = path::parent_path(above);
    }
  }
  return names;
}

std::vector<SourceInput> inputsOf(const std::vector<CompiledUnit> &units, const UnitSet &chosen) {
  std::vector<SourceInput> inputs;
  std::set<std::string> seen; // a program has a source once, however often it is compiled
  for (size_t each : chosen)
    if (seen.insert(units[each].path).second)
      inputs.push_back(units[each].input);
  return inputs;
}

ProgramInputs allAsOne(const std::vector<CompiledUnit> &units) {
  UnitSet all;
  for (size_t i = 0; i < units.size(); ++i)
    all.insert(i);
  return {"", inputsOf(units, all)};
}

} // namespace

std::vector<ProgramInputs> findPrograms(const std::vector<CompiledUnit> &units,
                                        const std::vector<LinkCommand> &links) {
  std::vector<Group> groups = LinkedGroups(units, links).groups;
  if (groups.empty() && llvm::count_if(units, mayDefineMain) > 1)
    groups = NamedGroups(units).groups;
  UnitSet rest;
  for (size_t i = 0; i < units.size(); ++i)
    if (llvm::none_of(groups, [&](const Group &each) {
          return llvm::any_of(each.units,
                              [&](size_t unit) { return units[unit].path == units[i].path; });
        }))
      rest.insert(i);
  if (groups.size() < 2)
    return {allAsOne(units)};
  const std::vector<std::string> names = namesOf(groups);
  std::vector<ProgramInputs> programs;
  for (size_t i = 0; i < groups.size(); ++i)
    programs.push_back({names[i], inputsOf(units, groups[i].units)});
  llvm::sort(programs, [](const auto &one, const auto &other) { return one.name < other.name; });
  if (!rest.empty())
    programs.push_back({otherSources, inputsOf(units, rest)});
  return programs;
}

} // namespace kasuri
