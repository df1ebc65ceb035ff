#include "modules/everyday/lines.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view unix_end = "\n";
constexpr std::string_view windows_end = "\r\n";

/// The length of the first line with its end.
std::size_t length_of_first(std::string_view text) {
    const std::size_t end = text.find('\n');
    return end == std::string_view::npos ? text.size() : end + 1;
}

/// The length of the last line with its end.
std::size_t length_of_last(std::string_view text) {
    if (text.empty()) return 0;
    const std::size_t end = text.substr(0, text.size() - 1).rfind('\n');
    return end == std::string_view::npos ? text.size() : text.size() - end - 1;
}

} // namespace

Lines::Lines(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, length_of_first(text));
        text.remove_prefix(line.size());
        const std::string_view end = line.ends_with(windows_end) ? windows_end
                                     : line.ends_with(unix_end)  ? unix_end
                                                                 : "";
        lines_.push_back({std::string(line.substr(0, line.size() - end.size())), end});
    }
    if (!lines_.empty() && !lines_.front().end.empty()) usual_end_ = lines_.front().end;
}

void Lines::insert(std::size_t at, std::string line) {
    if (at == size() && !lines_.empty() && lines_.back().end.empty())
        lines_.back().end = usual_end_;
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), {std::move(line), usual_end_});
}

std::string Lines::text() const {
    std::string text;
    for (const Line& line : lines_)
        text.append(line.text).append(line.end);
    return text;
}

ChangedLines ChangedLines::between(std::string_view before, std::string_view after) {
    while (!before.empty() && !after.empty()) {
        const std::string_view line = before.substr(0, length_of_first(before));
        if (line != after.substr(0, length_of_first(after))) break;
        before.remove_prefix(line.size());
        after.remove_prefix(line.size());
    }
    while (!before.empty() && !after.empty()) {
        const std::string_view line = before.substr(before.size() - length_of_last(before));
        if (line != after.substr(after.size() - length_of_last(after))) break;
        before.remove_suffix(line.size());
        after.remove_suffix(line.size());
    }
    return {before, after};
}

} // namespace vow::modules
