#pragma once

#include "protocol/promise/settings.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// When cron runs a job: "@daily", or five fields. Cron ignores a whole file for one wrong field.
class Schedule {
public:
    /// The names of the attributes for its fields, in cron's order.
    static constexpr std::string_view fields[] = {"minute", "hour", "day", "month", "weekday"};

    /// Of `schedule`, or of the attributes for single fields; a field that is not promised is "*".
    explicit Schedule(const Settings& settings);

    const std::string& text() const { return text_; }
    /// Its fault, in words that follow its text; nullopt if it is right.
    std::optional<std::string> fault() const;

private:
    std::string text_;
};

} // namespace vow::modules
