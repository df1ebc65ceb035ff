#include "modules/commands/last_lines.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::size_t max_lines = 100;
constexpr std::size_t max_line_bytes = std::size_t{64} << 10U;

} // namespace

void LastLines::add(std::string_view bytes) {
    while (!bytes.empty()) {
        if (begins_line_) lines_.emplace_back();
        if (lines_.size() > max_lines) lines_.pop_front();
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        std::string& line = lines_.back();
        line += part.substr(0, max_line_bytes - std::min(max_line_bytes, line.size()));
        begins_line_ = end != std::string_view::npos;
        if (!begins_line_) return;
        line += '\n';
        bytes.remove_prefix(end + 1);
    }
}

std::string LastLines::text() const {
    std::string text;
    for (const std::string& line : lines_)
        text += line;
    return text;
}

} // namespace vow::modules
