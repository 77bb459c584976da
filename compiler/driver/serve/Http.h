// HTTP/1.1 as far as a page and one kind of request need it: the head of a request, and an answer.
//
// What is received is hostile. A head that is not exactly as RFC 9112 has it is refused, so that
// nothing can be read in two ways: lines end in CR LF, no line continues another one, no header of
// those that decide something is there twice, and there are no chunks. Reading is a function of the
// bytes, without a socket. A connection carries one request.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace kasuri {

namespace http {
constexpr unsigned done = 200;
constexpr unsigned seeOther = 303;
constexpr unsigned malformed = 400;
constexpr unsigned forbidden = 403;
constexpr unsigned notFound = 404;
constexpr unsigned wrongMethod = 405;
constexpr unsigned tooSlow = 408;
constexpr unsigned superseded = 409;
constexpr unsigned lengthRequired = 411;
constexpr unsigned tooLarge = 413;
constexpr unsigned wrongType = 415;
constexpr unsigned cannotExpect = 417;
constexpr unsigned headTooLarge = 431;
constexpr unsigned internal = 500;
constexpr unsigned notImplemented = 501;
constexpr unsigned busy = 503;
constexpr unsigned wrongVersion = 505;

constexpr size_t mostHeadBytes = size_t(16) << 10;
constexpr size_t mostBodyBytes = size_t(1) << 20;
} // namespace http

struct HttpRequest {
  std::string method, target;
  std::map<std::string, std::string> headers; ///< names in lower case, values without outer spaces
  size_t headBytes = 0;                       ///< up to and with the empty line
  size_t bodyBytes = 0;                       ///< Content-Length; at most http::mostBodyBytes

  std::optional<llvm::StringRef> header(llvm::StringRef name) const;
};

struct Incomplete {}; ///< more bytes may make it a request

/// The head of the request that the bytes begin with, or the status that refuses it.
std::variant<Incomplete, HttpRequest, unsigned> readHead(llvm::StringRef received);

struct HttpAnswer {
  unsigned status = http::done;
  std::string type, body;
  std::string policy = "default-src 'none'"; ///< what the page may load
  std::string location = {};                 ///< of http::seeOther
  std::string allow = {};                    ///< methods, of http::wrongMethod
};

/// A refusal in one line of text.
HttpAnswer refusal(unsigned status);

/// The bytes of the answer. Each forbids the browser to guess its type, to keep it, to show it
/// inside of another page, and to tell other servers its address.
std::string textOf(const HttpAnswer &answer);

} // namespace kasuri
