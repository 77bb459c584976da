#include "driver/serve/Http.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr StringRef headEnd = "\r\n\r\n";

bool isToken(StringRef word) {
  return !word.empty() && llvm::all_of(word, [](char each) {
    return llvm::isAlnum(each) || StringRef("!#$%&'*+-.^_`|~").contains(each);
  });
}

/// Bytes above ASCII are none of anything that is asked for here.
bool isPrintable(StringRef text) {
  return llvm::all_of(text, [](char each) { return llvm::isPrint(each) || each == '\t'; });
}

/// "POST /path HTTP/1.1"; 0 or the status that refuses it.
unsigned readRequestLine(StringRef line, HttpRequest &request) {
  llvm::SmallVector<StringRef, 4> words;
  line.split(words, ' ');
  if (words.size() != 3 || !isToken(words[0]) || !words[1].starts_with("/") ||
      !isPrintable(words[1]) || words[1].contains('\t'))
    return http::malformed;
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0")
    return words[2].starts_with("HTTP/") ? http::wrongVersion : http::malformed;
  request.method = words[0];
  request.target = words[1];
  return 0;
}

unsigned readHeader(StringRef line, HttpRequest &request) {
  auto [name, value] = line.split(':');
  value = value.trim(" \t");
  if (!isToken(name) || !line.contains(':') || !isPrintable(value))
    return http::malformed;
  if (!request.headers.emplace(name.lower(), value.str()).second)
    return http::malformed;
  return 0;
}

/// How long the body is, or why none can be taken.
unsigned readLength(HttpRequest &request) {
  if (request.header("transfer-encoding"))
    return http::notImplemented;
  if (request.header("expect"))
    return http::cannotExpect;
  const std::optional<StringRef> given = request.header("content-length");
  if (!given)
    return 0;
  if (given->empty() || !llvm::all_of(*given, llvm::isDigit))
    return http::malformed;
  if (given->getAsInteger(10, request.bodyBytes) || request.bodyBytes > http::mostBodyBytes)
    return http::tooLarge;
  return 0;
}

StringRef reasonOf(unsigned status) {
  switch (status) {
  case http::done:
    return "OK";
  case http::seeOther:
    return "See Other";
  case http::malformed:
    return "Bad Request";
  case http::forbidden:
    return "Forbidden";
  case http::notFound:
    return "Not Found";
  case http::wrongMethod:
    return "Method Not Allowed";
  case http::tooSlow:
    return "Request Timeout";
  case http::superseded:
    return "Conflict";
  case http::lengthRequired:
    return "Length Required";
  case http::tooLarge:
    return "Content Too Large";
  case http::wrongType:
    return "Unsupported Media Type";
  case http::cannotExpect:
    return "Expectation Failed";
  case http::headTooLarge:
    return "Request Header Fields Too Large";
  case http::notImplemented:
    return "Not Implemented";
  case http::busy:
    return "Service Unavailable";
  case http::wrongVersion:
    return "HTTP Version Not Supported";
  default:
    return "Internal Server Error";
  }
}

} // namespace

std::optional<StringRef> HttpRequest::header(StringRef name) const {
  auto found = headers.find(name.str());
  return found == headers.end() ? std::nullopt : std::optional<StringRef>(found->second);
}

std::variant<Incomplete, HttpRequest, unsigned> readHead(StringRef received) {
  const size_t end = received.take_front(http::mostHeadBytes).find(headEnd);
  if (end == StringRef::npos) {
    if (received.size() >= http::mostHeadBytes)
      return http::headTooLarge;
    return Incomplete();
  }
  HttpRequest request;
  request.headBytes = end + headEnd.size();
  llvm::SmallVector<StringRef, 32> lines;
  received.take_front(end).split(lines, "\r\n");
  if (unsigned status = readRequestLine(lines.front(), request))
    return status;
  for (StringRef line : llvm::drop_begin(lines))
    if (unsigned status = readHeader(line, request))
      return status;
  if (unsigned status = readLength(request))
    return status;
  return request;
}

HttpAnswer refusal(unsigned status) {
  return {.status = status,
          .type = "text/plain; charset=utf-8",
          .body = std::to_string(status) + " " + reasonOf(status).str() + "\n"};
}

std::string textOf(const HttpAnswer &answer) {
  std::string text =
      "HTTP/1.1 " + std::to_string(answer.status) + " " + reasonOf(answer.status).str() + "\r\n";
  auto add = [&](StringRef name, StringRef value) { text += (name + ": " + value + "\r\n").str(); };
  if (!answer.location.empty())
    add("Location", answer.location);
  if (!answer.allow.empty())
    add("Allow", answer.allow);
  add("Content-Type", answer.type);
  add("Content-Length", std::to_string(answer.body.size()));
  add("Connection", "close");
  add("Cache-Control", "no-store");
  add("Content-Security-Policy",
      answer.policy + "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  add("Cross-Origin-Opener-Policy", "same-origin");
  add("Cross-Origin-Resource-Policy", "same-origin");
  add("Referrer-Policy", "no-referrer");
  add("X-Content-Type-Options", "nosniff");
  add("X-Frame-Options", "DENY");
  return text + "\r\n" + answer.body;
}

} // namespace kasuri
