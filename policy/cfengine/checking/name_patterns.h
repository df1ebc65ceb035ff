#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// Calls `visit` with the inside of each $(...), ${...}, @(...) and @{...} of a text, outer ones
/// before inner ones, and its offset in the text. A bracket that is not closed is skipped.
void for_each_reference(
    std::string_view text, const std::function<void(std::string_view inside, std::size_t at)>& visit
);

/// The text with `*` in the place of each outermost reference: "$(x)_done" is "*_done".
std::string pattern_of(std::string_view text);

/// The pattern of a class with that name: canonical except for each `*`, and without its namespace.
std::string class_pattern_of(std::string_view text);

/// The names that something may define: those that are written, and those that are put together
/// when the policy runs, as far as their parts are written.
class NamePatterns {
public:
    /// A name, or a pattern, in which `*` stands for any text.
    void add(std::string pattern);

    bool is_written(std::string_view name) const { return names_.contains(std::string(name)); }
    /// True if the name is written, or a pattern may become it.
    bool may_be(std::string_view name) const;
    /// Those that are written, for hints.
    std::vector<std::string_view> written() const { return {names_.begin(), names_.end()}; }
    /// True if every name may be defined.
    bool is_open() const { return patterns_.contains("*"); }

private:
    std::unordered_set<std::string> names_;
    std::set<std::string, std::less<>> patterns_;
};

} // namespace vow::cfengine
