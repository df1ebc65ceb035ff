#include "policy/cfengine/syntax/quoted.h"

namespace vow::cfengine {

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
        if (next == '\\' || next == '"' || next == '\'') {
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

} // namespace vow::cfengine
