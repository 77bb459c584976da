// The tokens of C text, for what shows or compares sources without parsing them.
//
// Clang's lexer in its raw mode reads the text as it is in the file: no macro is expanded, and text
// that is no C becomes tokens, too.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kasuri {

enum class TokenKind : uint8_t { Name, Keyword, Number, String, Comment, Directive, Punctuation };

struct SourceToken {
  TokenKind kind = TokenKind::Punctuation;
  size_t begin = 0, end = 0; ///< bytes of the text
};

/// In the order of the text, apart from each other. A directive is a token up to its name; what
/// follows it are tokens of their own, but the name of an included file is a String.
std::vector<SourceToken> tokensOf(std::string_view text);

} // namespace kasuri
