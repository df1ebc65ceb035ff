#include "protocol/client/module_log.h"

#include "protocol/client/quotation.h"
#include "protocol/text/text.h"

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

} // namespace vow::client
