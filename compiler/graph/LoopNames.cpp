#include "graph/LoopNames.h"

#include "model/Regions.h"

namespace kasuri {
namespace {

/// "" of what has no place.
std::string fileName(const Program &program, FileId file) {
  if (!file.valid() || file.index() >= program.files.size())
    return "";
  const std::string &path = program.files[file.index()].path;
  return path.substr(path.find_last_of('/') + 1);
}

} // namespace

std::map<std::string, RegionId> loopsByName(const Program &program) {
  std::map<std::string, RegionId> loops;
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const Region &region = program.regions[i];
    if (region.kind != Region::Kind::Loop || !region.function.valid() ||
        isGenerated(program, RegionId(i)))
      continue;
    const std::string file = fileName(program, region.location.file);
    const std::string unit = fileName(program, program[region.function].file);
    const std::string name =
        program[region.function].name + "@" + file + ":" + std::to_string(region.location.line);
    const std::string rest = file == unit ? "" : " in " + unit;
    unsigned number = 1;
    const auto numbered = [&] {
      return (number == 1 ? name : name + "/" + std::to_string(number)) + rest;
    };
    while (!loops.emplace(numbered(), RegionId(i)).second)
      ++number;
  }
  return loops;
}

} // namespace kasuri
