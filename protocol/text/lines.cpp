#include "protocol/text/lines.h"

namespace vow {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string_view> filled_lines_of(std::string_view text) {
    std::vector<std::string_view> lines = lines_of(text);
    std::erase_if(lines, [](std::string_view line) { return line.empty(); });
    return lines;
}

std::string_view last_line_of(std::string_view text) {
    return text.substr(text.find_last_of('\n') + 1); // npos + 1 is 0
}

} // namespace vow
