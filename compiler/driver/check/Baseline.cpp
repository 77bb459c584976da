#include "driver/check/Baseline.h"

#include "driver/commands/ReportSchema.h"
#include "report/HtmlParts.h"
#include "support/CheckedJson.h"
#include "support/JsonSchema.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {
namespace {

namespace json = llvm::json;
using llvm::StringRef;

constexpr Standing standings[] = {Standing::Sequential, Standing::NotWorthIt,
                                  Standing::InOrderInside, Standing::Inside, Standing::Parallel};

/// On one line, with its members in the order of their names.
std::string oneLine(const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

std::string print(const LoopRecord &loop) {
  json::Object members{{"depth", static_cast<int64_t>(loop.depth)},
                       {"digest", loop.digest},
                       {"head", loop.head},
                       {"runs", StringRef(name(loop.standing))}};
  if (loop.isGuarded)
    members["guarded"] = *loop.isGuarded;
  return oneLine(std::move(members));
}

std::string print(const FunctionRecord &function) {
  json::Array layers;
  for (const LayerRecord &each : function.layers)
    layers.push_back(static_cast<int64_t>(each.tasks));
  std::string text = "    {\"file\":" + oneLine(function.file) +
                     ",\"function\":" + oneLine(function.name) +
                     ",\"layers\":" + oneLine(std::move(layers)) + ",\"loops\":[";
  for (size_t i = 0; i < function.loops.size(); ++i)
    text += (i ? ",\n      " : "\n      ") + print(function.loops[i]);
  return text + (function.loops.empty() ? "]}" : "\n    ]}");
}

LoopRecord loopOf(const JsonObject &from) {
  LoopRecord loop{.depth = static_cast<unsigned>(numberOf(from, "depth")),
                  .head = textOf(from, "head").str(),
                  .digest = textOf(from, "digest").str()};
  for (Standing each : standings)
    if (textOf(from, "runs") == StringRef(name(each)))
      loop.standing = each;
  if (const std::optional<bool> guarded = from.getBoolean("guarded"))
    loop.isGuarded = guarded;
  return loop;
}

FunctionRecord functionOf(const JsonObject &from) {
  FunctionRecord function{.file = textOf(from, "file").str(),
                          .name = textOf(from, "function").str(),
                          .loops = {},
                          .layers = {}};
  for (const JsonObject *each : objectsOf(from, "loops"))
    function.loops.push_back(loopOf(*each));
  for (const json::Value &each : *from.getArray("layers"))
    function.layers.push_back({.tasks = static_cast<unsigned>(*each.getAsInteger())});
  return function;
}

} // namespace

std::string print(const Baseline &baseline) {
  std::string text = "{\n  \"format\":\"kasuri-baseline\",\n  \"version\":2,\n  \"cores\":" +
                     std::to_string(baseline.cores) +
                     ",\n  \"machine\":" + oneLine(baseline.machine) + ",\n  \"functions\":[";
  bool isFirst = true;
  for (const FunctionRecord &each : baseline.snapshot.functions)
    text += (std::exchange(isFirst, false) ? "\n" : ",\n") + print(each);
  return text + (isFirst ? "]\n}\n" : "\n  ]\n}\n");
}

std::variant<Baseline, std::string> readBaseline(std::string_view text) {
  llvm::Expected<json::Value> value = parseJson(text);
  if (!value)
    return toString(value.takeError());
  const json::Value schema = llvm::cantFail(json::parse(baselineSchema));
  if (std::string problem = problemBySchema(*value, schema, "baseline"); !problem.empty())
    return problem;
  const JsonObject &whole = *value->getAsObject();
  Baseline baseline{.snapshot = {},
                    .cores = static_cast<unsigned>(numberOf(whole, "cores")),
                    .machine = textOf(whole, "machine").str()};
  for (const JsonObject *each : objectsOf(whole, "functions"))
    baseline.snapshot.functions.push_back(functionOf(*each));
  return baseline;
}

std::string pathInBaseline(StringRef file, StringRef folder) {
  llvm::SmallString<256> path(file), around(folder.empty() ? "." : folder);
  for (llvm::SmallString<256> *each : {&path, &around}) {
    (void)llvm::sys::fs::make_absolute(*each);
    llvm::sys::path::remove_dots(*each, /*remove_dot_dot=*/true);
  }
  StringRef rest = path;
  return rest.consume_front(around) && rest.consume_front("/") ? rest.str() : path.str().str();
}

} // namespace kasuri
