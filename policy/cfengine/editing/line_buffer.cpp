#include "policy/cfengine/editing/line_buffer.h"

#include <algorithm>
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

bool LineBuffer::contains(const std::string& line) const {
    if (++lookups_ == 1) return std::ranges::find(lines_, line) != lines_.end();
    if (lookups_ == 2) {
        for (const std::string& each : lines_)
            ++counts_[each];
    }
    return counts_.contains(line);
}

void LineBuffer::count(const std::string& line) {
    if (lookups_ > 1) ++counts_[line];
}

void LineBuffer::discount(const std::string& line) {
    const auto found = counts_.find(line);
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
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
    count(line);
    lines_.insert(lines_.begin() + offset(index), std::move(line));
    ++edits_;
}

void LineBuffer::erase(std::size_t index) {
    discount(lines_[index]);
    lines_.erase(lines_.begin() + offset(index));
    ++edits_;
}

void LineBuffer::replace(std::size_t index, std::string line) {
    discount(lines_[index]);
    count(line);
    lines_[index] = std::move(line);
    ++edits_;
}

} // namespace vow::cfengine
