// The sources' new text, with the nests in it that may have another order.
//
// A nest keeps its order if the compiler would fuse other products beside it, or if a pipeline
// around it would be lost. Then the rest is reordered anew, from the source's text.
#pragma once

#include "driver/LostPipelines.h"
#include "driver/contraction/SourceAccounts.h"
#include "reorder/Reorder.h"

#include <functional>

namespace kasuri {

class NewText {
public:
  /// `readText` parses the sources with these texts in place of their own; facts: of the source.
  using ReadText = std::function<void(const std::map<size_t, std::string> &)>;

  NewText(std::optional<FrontendResult> &parsed, Reordering &reordering, Parallelism facts,
          const ReorderOptions &choices, SourceAccounts &accounts, ReadText readText)
      : parsed(parsed), reordering(reordering), ofSource(std::move(facts)), choices(choices),
        accounts(accounts), readText(std::move(readText)) {}

  /// Parses it, with the nests that leave what is fused elsewhere as it is.
  void read();

  /// The same without nests that the pipelines lead to. False: there are none.
  bool readWithout(const std::vector<SourcePipeline> &pipelines);

  /// If no nest is reordered, the sources have their own text.
  Parallelism takeFacts() { return std::move(ofSource); }

private:
  std::optional<FrontendResult> &parsed;
  Reordering &reordering;
  Parallelism ofSource;
  const ReorderOptions &choices;
  SourceAccounts &accounts;
  ReadText readText;

  void leaveNestsOf(const std::set<FunctionId> &functions, const char *why);
  void reorderAnew(const char *why);
  void readFusedAlike();
};

} // namespace kasuri
