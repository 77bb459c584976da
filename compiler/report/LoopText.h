// What a loop is recognized by in another report, after its source has been edited.
//
//     for (int i = 0; i < n; i++) /* rows */     head    for (int i = 0; i < n; i++)
//       a[i] = b[i];                             digest  of all its tokens
//
// Both are made of the source's tokens. Comments and white space do not count, so a loop that is
// indented or commented anew is the same one.
#pragma once

#include "frontend/Tokens.h"
#include "model/Program.h"
#include "report/SourceLines.h"

namespace kasuri {

struct LoopText {
  std::string head;   ///< up to the parenthesis that ends it; "" where the source cannot be read
  std::string digest; ///< 16 hexadecimal digits; "" likewise
};

class LoopTexts {
public:
  explicit LoopTexts(const Program &program) : program(program) {}

  LoopText of(RegionId loop);

private:
  const Program &program;
  SourceLines sources;
  std::map<std::string, std::vector<SourceToken>> tokens; ///< by path, without comments

  const std::vector<SourceToken> &tokensIn(const std::string &path);
};

} // namespace kasuri
