#include "protocol/client/module_log.h"

#include "protocol/client/quotation.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::client {

void ModuleLog::line(LogLevel level, std::string_view text) const {
    if (exchange_) {
        exchange_->log_line(level, text);
    } else if (settings_.log && level <= settings_.log_level) {
        settings_.log(level, secrets_.masked(text));
    }
}

void ModuleLog::add_errors(std::string_view errors) {
    if (errors.empty()) return;
    error_tail_.add(secrets_.masked(errors));
    if (exchange_ && !exchange_->wants(LogLevel::debug)) return;
    for (const std::string_view text : filled_lines_of(errors))
        line(LogLevel::debug, subject() + " wrote to standard error: " + std::string(text));
}

std::string ModuleLog::quote(std::string_view text) const {
    return quoted_excerpt(secrets_.masked(text));
}

namespace {

constexpr std::size_t bytes_kept = 4096;
constexpr std::size_t lines_shown = 10;

} // namespace

void ErrorTail::add(std::string_view text) {
    text_ += text;
    if (text_.size() > bytes_kept) text_.erase(0, text_.size() - bytes_kept);
}

std::vector<std::string> ErrorTail::lines() const {
    const std::vector<std::string_view> lines = filled_lines_of(text_);
    const std::size_t shown = std::min(lines.size(), lines_shown);
    return {lines.end() - static_cast<std::ptrdiff_t>(shown), lines.end()};
}

} // namespace vow::client
