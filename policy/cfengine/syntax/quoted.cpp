#include "policy/cfengine/syntax/quoted.h"

namespace vow::cfengine {
namespace {

bool is_escaped_by_backslash(char c) {
    return c == '\\' || c == '"' || c == '\'';
}

} // namespace

std::string_view QuotedTexts::text_of(std::string_view quoted) {
    std::string_view inner = quoted.substr(1, quoted.size() - 2);
    if (inner.find('\\') == inner.npos) return inner;
    std::string& text = built_.emplace_back();
    text.reserve(inner.size());
    while (!inner.empty()) {
        const std::size_t backslash = inner.find('\\');
        text += inner.substr(0, backslash);
        if (backslash == std::string_view::npos) break;
        inner.remove_prefix(backslash + 1);
        const char next = inner.empty() ? '\0' : inner.front();
        if (is_escaped_by_backslash(next)) {
            text += next;
            inner.remove_prefix(1);
        } else if (next == '\n') {
            inner.remove_prefix(1);
        } else {
            text += '\\';
        }
    }
    return text;
}

std::size_t offset_in_quotes(std::string_view quoted, std::size_t offset_in_text) {
    std::size_t at = 1;
    for (std::size_t passed = 0; passed < offset_in_text && at + 1 < quoted.size(); ++passed) {
        const bool has_backslash = quoted[at] == '\\';
        if (has_backslash && quoted[at + 1] == '\n') at += 2; // a joined line
        at += has_backslash && is_escaped_by_backslash(quoted[at + 1]) ? 2U : 1U;
    }
    return at;
}

} // namespace vow::cfengine
