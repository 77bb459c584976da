#include "driver/serve/Access.h"

#include "llvm/ADT/StringExtras.h"

#include <array>
#include <unistd.h>

namespace kasuri {
namespace {

using llvm::StringRef;

bool isThisServer(StringRef host, unsigned port) {
  const std::string behind = ":" + std::to_string(port);
  return host == "127.0.0.1" + behind || host.equals_insensitive("localhost" + behind);
}

/// A browser says where the page is from that asks.
bool isFromHere(const HttpRequest &request, StringRef host) {
  if (auto origin = request.header("origin"); origin && *origin != "http://" + host.str())
    return false;
  auto site = request.header("sec-fetch-site");
  return !site || *site == "same-origin" || *site == "none";
}

HttpAnswer wrongMethod(const char *allowed) {
  HttpAnswer answer = refusal(http::wrongMethod);
  answer.allow = allowed;
  return answer;
}

std::variant<Wish, HttpAnswer> admitAnalysis(const HttpRequest &request) {
  if (request.method != "POST")
    return wrongMethod("POST");
  // No form of another page can send this type.
  if (request.header("content-type").value_or("").split(';').first.trim() != "application/json")
    return refusal(http::wrongType);
  if (!request.header("content-length"))
    return refusal(http::lengthRequired);
  return Wish{Wish::Kind::Analysis};
}

} // namespace

std::string makeToken() {
  std::array<uint8_t, 16> bytes;
  if (getentropy(bytes.data(), bytes.size()) != 0)
    return "";
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

bool isSame(StringRef a, StringRef b) {
  if (a.size() != b.size())
    return false;
  volatile unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference = difference | static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

std::variant<Wish, HttpAnswer> admit(const HttpRequest &request, const AccessKeys &access) {
  const StringRef host = request.header("host").value_or("");
  if (!isThisServer(host, access.port))
    return refusal(http::forbidden);
  auto [first, rest] = StringRef(request.target).drop_front().split('/');
  // The program that opens the browser is no page: its link comes from nowhere.
  if (!access.ticket.empty() && rest.empty() && isSame(first, access.ticket))
    return request.method == "GET" ? std::variant<Wish, HttpAnswer>(Wish{Wish::Kind::Ticket})
                                   : wrongMethod("GET");
  if (!isFromHere(request, host) || !isSame(first, access.token))
    return refusal(http::forbidden);
  if (rest == "analyze")
    return admitAnalysis(request);
  if (rest.empty() && !StringRef(request.target).ends_with("/"))
    return refusal(http::notFound);
  if (request.method != "GET")
    return wrongMethod("GET");
  return Wish{Wish::Kind::Page, rest.str()};
}

} // namespace kasuri
