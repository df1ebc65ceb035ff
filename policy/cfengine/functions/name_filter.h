#pragma once

#include "policy/cfengine/program/function.h"

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The filter of a function that lists names: argument 0 is a pattern of the name, the arguments
/// after it are patterns of its tags. Without such arguments, tags do not matter.
class NameFilter {
public:
    /// As the reference, a variable that has no tags at all passes for one that has each.
    enum class Wanted { one_tag, one_tag_if_tagged, all_tags };

    /// Logs an error and returns nullopt if an argument is not a pattern.
    static std::optional<NameFilter> of(const Call& call);

    bool accepts(std::string_view name, const Tags& tags, Wanted wanted = Wanted::one_tag) const;

private:
    using Pattern = std::shared_ptr<const Regex>;

    Pattern name_;
    std::vector<Pattern> tags_;
};

/// The tags, or with a key as argument 1 the values of the tags key=value.
Result tags_for(const Call& call, const Tags& tags);

/// The name without the prefix "default:".
std::string_view without_default(std::string_view name);

} // namespace vow::cfengine
