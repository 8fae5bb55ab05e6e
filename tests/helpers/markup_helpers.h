#ifndef ECT_TESTS_MARKUP_HELPERS_H_
#define ECT_TESTS_MARKUP_HELPERS_H_

#include <cstddef>
#include <regex>
#include <string>
#include <vector>

namespace ect {

// How often `part` stands in the text.
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

// The first tag that does not match; nothing where all are balanced.
inline std::string unbalanced(const std::string& html) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z0-9]+)((?:[^<>\"]|\"[^\"<>]*\")*)>");
  const std::string body = html.substr(html.find("<html"));
  std::size_t brackets = 0;
  for (std::sregex_iterator at(body.begin(), body.end(), tag), end; at != end; ++at) {
    ++brackets;
    if ((*at)[3].str().ends_with('/')) continue;
    if ((*at)[1] == "") {
      open.push_back((*at)[2]);
    } else {
      if (open.empty() || open.back() != (*at)[2]) return at->str();
      open.pop_back();
    }
  }
  if (brackets != count(body, "<")) return "a bracket that is no tag";
  return open.empty() ? "" : open.back();
}

}  // namespace ect

#endif  // ECT_TESTS_MARKUP_HELPERS_H_
