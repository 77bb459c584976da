#include "reorder/unfold/InlineCalls.h"

#include "frontend/LoopHead.h"
#include "model/Regions.h"
#include "reorder/NestSource.h"
#include "reorder/unfold/CallReplacer.h"
#include "reorder/unfold/CodeEffects.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

std::string freshName(const SourceText &text, const std::string &variable, size_t number) {
  std::string name = variable + "_done" + (number == 0 ? "" : "_" + std::to_string(number));
  while (text.all().contains(name))
    name += "_";
  return name;
}

std::string whatIs(const std::set<std::string> &replaced) {
  std::string words;
  for (const std::string &each : replaced)
    words += ", with '" + each + "' inlined";
  return words;
}

} // namespace

bool isAnnotated(const Program &program, RegionId loop) {
  return std::any_of(
      program.annotations.begin(), program.annotations.end(), [&](const Annotation &each) {
        return each.region.valid() &&
               (contains(program, loop, each.region) || contains(program, each.region, loop));
      });
}

std::optional<Unfolded> inlineCalls(const Program &program, const ParsedSources &sources,
                                    const SourceText &text, const UnitNodes &nodes,
                                    ASTContext &context, RegionId loop, const FunctionNames &names,
                                    size_t number) {
  const auto found = sources.statementOf.find(loop);
  const auto head = sources.headOf.find(loop);
  const auto *statement =
      found == sources.statementOf.end() ? nullptr : dyn_cast<ForStmt>(found->second);
  if (!statement || head == sources.headOf.end() || !head->second->variable ||
      isAnnotated(program, loop))
    return std::nullopt;
  const std::optional<TextRange> range = wholeRange(text, statement);
  const BodyText body(program, text, nodes, context, program[loop].function, names);
  if (!range || !body.mayReplace(*range))
    return std::nullopt;
  CallReplacer replacer(text, context, body);
  const std::optional<MadeText> copy = replacer.textOf(statement);
  // With a call of which nothing is known, it is no nest.
  if (!copy || effectsOf(statement, context).isUnknown)
    return std::nullopt;
  const std::string done = freshName(text, head->second->variable->getNameAsString(), number);
  MadeText made{"{ /* kasuri: the loops of functions in place of their calls */\n" +
                body.lineBefore(range->begin) + "  int " + done + " = 0;\n"};
  made += *copy;
  made += "  " + done + " = 1;\n  if (!" + done + ")\n" + body.lineAt(range->begin);
  made += madeText(text, *range);
  made += "\n}\n" + body.lineAt(range->end);
  return Unfolded{{.location = program[loop].location,
                   .end = program[loop].end,
                   .what = whatIs(replacer.replaced),
                   .isOfSteps = false,
                   .tail = done + " = 1;",
                   .inlined = replacer.replaced},
                  {*range, std::move(made)}};
}

} // namespace kasuri
