#include "policy/cfengine/functions/name_filter.h"

#include <algorithm>

namespace vow::cfengine {

std::optional<NameFilter> NameFilter::of(const Call& call) {
    NameFilter filter;
    filter.name_ = call.regex(0);
    if (!filter.name_) return std::nullopt;
    for (std::size_t i = 1; i < call.size(); ++i) {
        auto pattern = call.regex(i);
        if (!pattern) return std::nullopt;
        filter.tags_.push_back(std::move(pattern));
    }
    return filter;
}

bool NameFilter::accepts(std::string_view name, const Tags& tags, Wanted wanted) const {
    if (!name_->matches(name)) return false;
    const auto has_tag = [&](const Pattern& pattern) {
        return std::ranges::any_of(tags, [&](const std::string& tag) {
            return pattern->matches(tag);
        });
    };
    if (wanted == Wanted::all_tags) return std::ranges::all_of(tags_, has_tag);
    if (wanted == Wanted::one_tag_if_tagged && tags.empty()) return true;
    return tags_.empty() || std::ranges::any_of(tags_, has_tag);
}

Result tags_for(const Call& call, const Tags& tags) {
    if (!call.has(1)) return Value::list(std::vector<std::string>(tags));
    const std::string prefix = call.text(1) + "=";
    std::vector<std::string> values;
    for (const std::string& tag : tags) {
        if (tag.starts_with(prefix)) values.push_back(tag.substr(prefix.size()));
    }
    return Value::list(std::move(values));
}

std::string_view without_default(std::string_view name) {
    constexpr std::string_view prefix = "default:";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

} // namespace vow::cfengine
