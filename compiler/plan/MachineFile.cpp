// Reading machine files.
//
// A plan needs few of a machine's facts, and a file may have more of them than this compiler knows;
// members that it does not know are passed over. Those that it does must be what they should be: a
// latency of the wrong kind is a mistake in the file, and is said with its place, not replaced by a
// default. `null` stands for what was not known to who wrote the file, and so does a member that is
// not there; then the default holds.
#include "plan/MachineFile.h"

#include "llvm/Support/JSON.h"

#include <cmath>

namespace kasuri {
namespace {

bool readTime(const llvm::json::Object &file, llvm::StringRef name, double &ns,
              llvm::json::Path path) {
  const llvm::json::Value *value = file.get(name);
  if (!value || value->kind() == llvm::json::Value::Null)
    return true;
  std::optional<double> number = value->getAsNumber();
  if (!number || !std::isfinite(*number) || *number < 0) {
    path.field(name).report("is not a time in nanoseconds");
    return false;
  }
  ns = *number;
  return true;
}

bool countCore(const llvm::json::Value &core, unsigned &usable, llvm::json::Path path) {
  const llvm::json::Object *members = core.getAsObject();
  if (!members || !members->getInteger("id") || *members->getInteger("id") < 0) {
    path.report("is not a core with an id");
    return false;
  }
  const llvm::json::Value *state = members->get("state");
  llvm::StringRef text = state ? state->getAsString().value_or("") : "usable";
  if (text != "usable" && text != "not allowed" && text != "offline") {
    path.field("state").report("is neither usable, not allowed, nor offline");
    return false;
  }
  usable += text == "usable";
  return true;
}

bool countCores(const llvm::json::Object &file, unsigned &usable, llvm::json::Path path) {
  const llvm::json::Array *cores = file.getArray("cores");
  if (!cores || cores->empty()) {
    path.field("cores").report("is not a list of cores");
    return false;
  }
  usable = 0;
  for (size_t i = 0; i < cores->size(); ++i)
    if (!countCore((*cores)[i], usable, path.field("cores").index(static_cast<unsigned>(i))))
      return false;
  if (usable == 0)
    path.field("cores").report("has none that is usable");
  return usable > 0;
}

bool readInto(const llvm::json::Object &file, Machine &machine, llvm::json::Path path) {
  if (file.getInteger("version").value_or(0) != 1) {
    path.field("version").report("is not 1, the version that is read here");
    return false;
  }
  unsigned usable = 0;
  if (!countCores(file, usable, path))
    return false;
  machine = uniformMachine(usable);
  return readTime(file, "dispatchNs", machine.dispatchNs, path) &&
         readTime(file, "signalNs", machine.signalNs, path) &&
         readTime(file, "forkJoinNs", machine.forkJoinNs, path);
}

} // namespace

std::variant<Machine, std::string> readMachine(std::string_view text) {
  llvm::Expected<llvm::json::Value> file = llvm::json::parse(text);
  if (!file)
    return toString(file.takeError());
  const llvm::json::Object *members = file->getAsObject();
  if (!members || members->getString("format").value_or("") != "kasuri-machine")
    return "not a machine file, as ks-probe writes them";
  Machine machine;
  llvm::json::Path::Root root("machine");
  if (readInto(*members, machine, root))
    return machine;
  return toString(root.getError());
}

} // namespace kasuri
