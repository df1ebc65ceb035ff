#include "modules/cron/schedule.h"

#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace vow::modules {
namespace {

constexpr std::string_view nicknames[] = {
    "@annually", "@daily", "@hourly", "@midnight", "@monthly", "@reboot", "@weekly", "@yearly"};

/// The values of a field. Names stand for the numbers from `least` on.
struct Field {
    int least, most;
    std::vector<std::string_view> names = {};
};

const Field fields_of_line[] = {
    {0, 59},
    {0, 23},
    {1, 31},
    {1, 12, {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
    {0, 7, {"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
};

std::optional<int> number_in(std::string_view word) {
    const bool is_number = !word.empty() && word.size() <= 4 &&
                           std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? std::optional(std::stoi(std::string(word))) : std::nullopt;
}

std::optional<int> value_of(const Field& field, std::string_view word) {
    const auto named = std::ranges::find(field.names, lower_case(word));
    if (named != field.names.end())
        return field.least + static_cast<int>(named - field.names.begin());
    const auto number = number_in(word);
    return number && *number >= field.least && *number <= field.most ? number : std::nullopt;
}

/// "*", "5", "1-5", each also with a step as in "*/15".
bool is_range(const Field& field, std::string_view word) {
    const auto parts = split_at(word, '/');
    if (parts.size() > 2 || (parts.size() == 2 && number_in(parts[1]).value_or(0) == 0))
        return false;
    if (parts[0] == "*") return true;
    const auto ends = split_at(parts[0], '-');
    const auto from = value_of(field, ends[0]);
    if (ends.size() == 1) return from.has_value();
    const auto to = value_of(field, ends[1]);
    return ends.size() == 2 && from && to && *from <= *to;
}

bool is_right(const Field& field, std::string_view list) {
    return std::ranges::all_of(split_at(list, ','), [&](std::string_view word) {
        return is_range(field, word);
    });
}

std::vector<std::string_view> fields_in(std::string_view text) {
    std::vector<std::string_view> fields;
    for (const std::string_view field : split_at(text, ' ')) {
        if (!field.empty()) fields.push_back(field);
    }
    return fields;
}

} // namespace

Schedule::Schedule(const Settings& settings) {
    if (const auto whole = settings.text("schedule")) {
        std::string spaced = *whole;
        std::ranges::replace(spaced, '\t', ' ');
        text_ = joined(fields_in(spaced), " ");
        return;
    }
    for (const std::string_view name : fields)
        text_.append(text_.empty() ? "" : " ").append(settings.text_or(name, "*"));
}

std::optional<std::string> Schedule::fault() const {
    if (text_.starts_with('@')) {
        if (std::ranges::find(nicknames, text_) != std::end(nicknames)) return std::nullopt;
        return "is not one of " + joined(nicknames, ", ");
    }
    const auto found = fields_in(text_);
    if (found.size() != std::size(fields))
        return "has " + std::to_string(found.size()) +
               " fields; expected are minute, hour, day, month and weekday, as in '0 3 * * *'";
    for (std::size_t at = 0; at < found.size(); ++at) {
        const Field& field = fields_of_line[at];
        if (is_right(field, found[at])) continue;
        return "has the " + std::string(fields[at]) + " '" + std::string(found[at]) +
               "'; expected are * or numbers from " + std::to_string(field.least) + " to " +
               std::to_string(field.most) + ", also as 1,2 or 1-5 or */2";
    }
    return std::nullopt;
}

} // namespace vow::modules
