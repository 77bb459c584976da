// Who may ask for what.
//
// Any web page that the user visits can send requests to a port of this machine, and so can every
// user of it. Three independent checks keep them out. The path begins with a token that nobody can
// guess. The Host must be this server, so that a name that an attacker points at 127.0.0.1 does not
// make the attacker's page one of ours. The Origin, where the browser sends one, must be this
// server too. All are checked when the head is there: nobody else's body is read.
#pragma once

#include "driver/serve/Http.h"

namespace kasuri {

struct AccessKeys {
  unsigned port = 0;
  std::string token;  ///< what each path begins with
  std::string ticket; ///< for one request, which leads to the page; "": used
};

/// 32 hexadecimal digits from the system's source of random numbers; "" if it has none.
std::string makeToken();

/// Takes the same time wherever they differ.
bool isSame(llvm::StringRef a, llvm::StringRef b);

struct Wish {
  enum class Kind : uint8_t { Page, Analysis, Ticket };
  Kind kind = Kind::Page;
  std::string path = {}; ///< of a page, behind the token and its slash
};

/// What the request asks for, or the answer that refuses it.
std::variant<Wish, HttpAnswer> admit(const HttpRequest &request, const AccessKeys &access);

} // namespace kasuri
