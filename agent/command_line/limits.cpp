#include "agent/command_line/option_groups.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>

namespace vow::agent {
namespace {

constexpr double max_seconds = 1e9; // seconds, some thirty years

LimitError unknown_phase(std::string_view phase) {
    std::string names;
    for (const auto& [name, limit] : client::named_limits) {
        names.append(name).append(", ");
    }
    names += action_phase;
    return {"'" + std::string(phase) + "' is not one of: " + names};
}

} // namespace

std::variant<client::Limits, LimitError>
with_limit(const client::Limits& limits, std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view phase = text.substr(0, equals);
    const auto* const named = std::find_if(
        client::named_limits.begin(),
        client::named_limits.end(),
        [&](const client::NamedLimit& known) { return known.name == phase; }
    );
    if (named == client::named_limits.end()) return unknown_phase(phase);
    const auto limit = limit_from(text);
    if (const auto* error = std::get_if<LimitError>(&limit)) return *error;
    client::Limits changed = limits;
    changed.*named->limit = std::get<std::chrono::milliseconds>(limit);
    return changed;
}

std::variant<std::chrono::milliseconds, LimitError> limit_from(std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string phase(text.substr(0, equals));
    const std::string_view digits = text.substr(std::min(equals + 1, text.size()));
    const char* end = digits.data() + digits.size();
    double seconds = 0;
    const auto read = std::from_chars(digits.data(), end, seconds);
    if (read.ec != std::errc() || read.ptr != end || !(seconds > 0 && seconds <= max_seconds)) {
        return LimitError{"'" + std::string(text) + "' is not " + phase + "=SECONDS"};
    }
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

} // namespace vow::agent
