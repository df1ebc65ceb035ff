#include "policy/cfengine/functions/account_filter.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

std::optional<AccountFilter>
account_filter(const Call& call, std::initializer_list<std::string_view> known) {
    const auto data = call.data(0);
    const auto list = call.list(0);
    if (!data || !list || (*list)->size() != data->size()) {
        call.fail("the filter must be a list of field=pattern");
        return std::nullopt;
    }
    AccountFilter filter;
    for (const std::string& item : **list) {
        const auto equals = item.find('=');
        const std::string field(trimmed(std::string_view(item).substr(0, equals)));
        if (equals == item.npos || std::ranges::find(known, field) == known.end()) {
            call.fail("'" + item + "' is not of the form field=pattern");
            return std::nullopt;
        }
        std::string text(trimmed(std::string_view(item).substr(equals + 1)));
        const auto regex = call.around().regexes().find(text);
        if (const auto* error = std::get_if<RegexError>(&regex)) {
            call.fail("'" + text + "' is not a regular expression: " + error->message);
            return std::nullopt;
        }
        filter.push_back({field, std::move(text), std::get<std::shared_ptr<const Regex>>(regex)});
    }
    return filter;
}

Exclusion::Exclusion(std::string_view names, std::string_view numbers) {
    for (std::string& name : comma_separated(names))
        names_.insert(std::move(name));
    for (std::string& number : comma_separated(numbers))
        numbers_.insert(std::move(number));
}

bool Exclusion::has(const std::string& name, std::uint32_t number) const {
    return names_.contains(name) || numbers_.contains(std::to_string(number));
}

std::vector<std::string> comma_separated(std::string_view text) {
    std::vector<std::string> pieces;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        pieces.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return pieces;
}

} // namespace vow::cfengine
