#include "modules/commands/command_output.h"

#include <algorithm>

namespace vow::modules {

namespace {

constexpr std::size_t message_size = 4096;

/// The distinctive part of a command line: the last 10 bytes of its first word and the following
/// ones, 15 bytes in all.
std::string_view distinctive_part(std::string_view command_line) {
    const std::size_t first_word = std::min(command_line.find(' '), command_line.size());
    return command_line.substr(first_word > 10 ? first_word - 10 : 0, 15);
}

} // namespace

QuotedOutput::QuotedOutput(std::string_view command_line, Record& record) : record_(record) {
    prefix_ = "Q: \"...";
    prefix_ += distinctive_part(command_line);
    prefix_ += "\": ";
}

void QuotedOutput::line(std::string_view text) {
    if (text.empty()) return;
    ++lines_;
    if (pending_.size() + prefix_.size() + text.size() > message_size) flush();
    if (!pending_.empty()) pending_ += '\n';
    pending_ += prefix_;
    pending_ += text;
}

void QuotedOutput::flush() {
    if (pending_.empty()) return;
    record_.log(LogLevel::notice, pending_);
    pending_.clear();
}

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
