#include "report/Markdown.h"

#include "report/HtmlCode.h"
#include "report/HtmlParts.h"

#include "llvm/ADT/SmallVector.h"

namespace kasuri {
namespace {

using llvm::StringRef;

std::string inlineHtml(StringRef text, const LinkTarget &target);

/// What stands between two marks, and what follows; false if there is no second mark.
bool between(StringRef &text, StringRef first, StringRef second, StringRef &content) {
  if (!text.starts_with(first))
    return false;
  const size_t end = text.find(second, first.size());
  if (end == StringRef::npos)
    return false;
  content = text.slice(first.size(), end);
  text = text.drop_front(end + second.size());
  return true;
}

/// `[text](link)` in front of the text, as HTML; "" if it is none.
std::string linkHtml(StringRef &text, const LinkTarget &target) {
  StringRef rest = text, name, link;
  if (!between(rest, "[", "](", name))
    return "";
  const size_t end = rest.find(')');
  if (end == StringRef::npos)
    return "";
  link = rest.take_front(end);
  text = rest.drop_front(end + 1);
  const std::string to = target(link), shown = inlineHtml(name, target);
  return to.empty() ? shown : "<a href=\"" + escaped(to) + "\">" + shown + "</a>";
}

std::string inlineHtml(StringRef text, const LinkTarget &target) {
  std::string html;
  StringRef content;
  while (!text.empty()) {
    const size_t plain = text.find_first_of("`*[");
    html += escaped(text.take_front(plain));
    text = plain == StringRef::npos ? "" : text.drop_front(plain);
    if (between(text, "`", "`", content))
      html += "<code>" + escaped(content) + "</code>";
    else if (between(text, "**", "**", content))
      html += "<b>" + inlineHtml(content, target) + "</b>";
    else if (std::string link = linkHtml(text, target); !link.empty())
      html += link;
    else if (!text.empty()) {
      html += escaped(text.take_front(1));
      text = text.drop_front(1);
    }
  }
  return html;
}

class Page {
public:
  Page(StringRef markdown, const LinkTarget &target) : target(target) {
    markdown.split(lines, '\n');
  }

  std::string html() {
    while (at < lines.size())
      block();
    flush();
    return result;
  }

private:
  const LinkTarget &target;
  llvm::SmallVector<StringRef, 0> lines;
  size_t at = 0;
  std::string result;
  std::string pending;   ///< the lines of an open paragraph or item
  const char *open = ""; ///< "", "p", "li" or "blockquote": what `pending` is
  bool isInList = false;

  void block() {
    const StringRef line = lines[at++];
    if (line.starts_with("<!--"))
      skipComment(line);
    else if (line.starts_with("```"))
      code(line.drop_front(3).starts_with("c"));
    else if (line.starts_with("#"))
      heading(line);
    else if (line.trim().empty())
      flush();
    else if (line.starts_with("* "))
      begin("li", line.drop_front(2));
    else if (line.starts_with(">"))
      quote(line.drop_front(1).trim());
    else
      text(line);
  }

  void skipComment(StringRef line) {
    flush();
    while (!line.contains("-->") && at < lines.size())
      line = lines[at++];
  }

  void code(bool isC) {
    flush();
    std::string content;
    while (at < lines.size() && !lines[at].starts_with("```"))
      (content += lines[at++]) += '\n';
    ++at;
    result += "<pre class=\"scroll\" tabindex=\"0\"><code>" +
              (isC ? codeHtml(content) : escaped(content)) + "</code></pre>\n";
  }

  /// The first heading is the page's kind, which the report says already.
  void heading(StringRef line) {
    flush();
    if (line.starts_with("## "))
      result += "<h4>" + inlineHtml(line.drop_front(3), target) + "</h4>\n";
  }

  void quote(StringRef line) {
    if (line.empty())
      flush();
    else if (StringRef(open) == "blockquote")
      text(line);
    else
      begin("blockquote", line);
  }

  void begin(const char *element, StringRef line) {
    if (StringRef(element) != "li" || StringRef(open) != "li")
      flush();
    else
      close();
    if (StringRef(element) == "li" && !isInList)
      result += "<ul>";
    isInList = StringRef(element) == "li";
    open = element;
    pending = line.str();
  }

  void text(StringRef line) {
    if (StringRef(open).empty())
      begin("p", line);
    else
      (pending += ' ') += line.trim();
  }

  void close() {
    if (!StringRef(open).empty())
      result += std::string("<") + open + ">" + inlineHtml(pending, target) + "</" + open + ">\n";
    open = "";
  }

  void flush() {
    close();
    if (isInList)
      result += "</ul>\n";
    isInList = false;
  }
};

} // namespace

std::string markdownHtml(StringRef markdown, const LinkTarget &target) {
  return Page(markdown, target).html();
}

} // namespace kasuri
