#include "policy/cfengine/editing/line_buffer.h"

#include <iterator>
#include <utility>

namespace vow::cfengine {

namespace {

std::ptrdiff_t offset(std::size_t index) {
    return static_cast<std::ptrdiff_t>(index);
}

} // namespace

LineBuffer::LineBuffer(std::string_view text, Join join) {
    std::string joined;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (join == Join::continued_lines && line.ends_with('\\') && !text.empty()) {
            joined += line.substr(0, line.size() - 1);
            continue;
        }
        joined += line;
        lines_.push_back(std::exchange(joined, {}));
    }
}

std::string LineBuffer::text() const {
    std::string text;
    for (const std::string& line : lines_) {
        text += line;
        text += '\n';
    }
    return text;
}

void LineBuffer::insert(std::size_t index, std::string line) {
    lines_.insert(lines_.begin() + offset(index), std::move(line));
    ++edits_;
}

void LineBuffer::erase(std::size_t index) {
    lines_.erase(lines_.begin() + offset(index));
    ++edits_;
}

void LineBuffer::replace(std::size_t index, std::string line) {
    lines_[index] = std::move(line);
    ++edits_;
}

} // namespace vow::cfengine
