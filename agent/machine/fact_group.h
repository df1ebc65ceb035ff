#pragma once

#include "policy/run/facts.h"
#include "policy/run/host.h"
#include "protocol/text/text.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace vow::agent {

/// The folders and the policy of a run: facts that the machine does not provide.
struct Site {
    std::string work_directory;
    std::string policy; ///< absolute path of the requested policy
    std::vector<std::string> classes =
        {}; ///< for the program and its options: agent, inform_mode, ...
};

/// Collects the facts that groups discover.
class FactSheet {
public:
    /// Characters that class names cannot have become underscores.
    void add_class(std::string_view name);
    void set(std::string name, Fact value) {
        values_.insert_or_assign(std::move(name), std::move(value));
    }

    const std::set<std::string, std::less<>>& classes() const { return classes_; }
    const std::map<std::string, Fact, std::less<>>& values() const { return values_; }

private:
    std::set<std::string, std::less<>> classes_;
    std::map<std::string, Fact, std::less<>> values_;
};

/// Facts that are discovered together, and the names that they may define: exact names, or prefixes
/// ("Min*"). The name "*" alone means classes that are not known beforehand, such as the host's own
/// name. Such a group must be cheap, since it runs for any name that no other group defines.
struct FactGroup {
    std::span<const std::string_view> classes;
    std::span<const std::string_view> values;
    void (*discover)(Host& host, const Site& site, FactSheet& found);
    std::string_view summary; ///< the subject of the facts
};

inline constexpr std::string_view any_name = "*";

/// All groups.
std::span<const FactGroup> fact_groups();

} // namespace vow::agent
