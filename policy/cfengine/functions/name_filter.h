#pragma once

#include "policy/cfengine/program/function.h"

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The names that argument 0 matches and whose tags the arguments after it match; with no such
/// argument, tags do not count. What a listing function asks for.
class NameFilter {
public:
    enum class Wanted { one_tag, all_tags };

    /// None, with the error logged: a pattern is none.
    static std::optional<NameFilter> of(const Call& call);

    bool accepts(std::string_view name, const Tags& tags, Wanted wanted = Wanted::one_tag) const;

private:
    using Pattern = std::shared_ptr<const Regex>;

    Pattern name_;
    std::vector<Pattern> tags_;
};

/// The tags; with a key as argument 1, the values of those that are key=value.
Result tags_for(const Call& call, const Tags& tags);

/// A name without "default:" before it.
std::string_view without_default(std::string_view name);

} // namespace vow::cfengine
