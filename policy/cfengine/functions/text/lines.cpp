#include "policy/cfengine/functions/text/lines.h"

namespace vow::cfengine {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

std::string as_read(std::string text) {
    if (!text.empty() && text.find('\n') == text.size() - 1) text.pop_back();
    return text;
}

} // namespace vow::cfengine
