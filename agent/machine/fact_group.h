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

// The families of facts, one file for each subject. fact_table.cpp lists the names that each may
// define.

void discover_agent(Host& host, const Site& site, FactSheet& found);     ///< program and version
void discover_locations(Host& host, const Site& site, FactSheet& found); ///< folders and files
/// The host's policy server, and whether this host is one.
void discover_bootstrap(Host& host, const Site& site, FactSheet& found);
void discover_key(Host& host, const Site& site, FactSheet& found);    ///< the host's public key
void discover_kernel(Host& host, const Site& site, FactSheet& found); ///< the results of uname
void discover_clock(Host& host, const Site& site, FactSheet& found);
void discover_release(Host& host, const Site& site, FactSheet& found); ///< distribution, version
void discover_init(Host& host, const Site& site, FactSheet& found);    ///< process 1
void discover_processors(Host& host, const Site& site, FactSheet& found);
void discover_account(Host& host, const Site& site, FactSheet& found); ///< of the user that runs it
void discover_interfaces(Host& host, const Site& site, FactSheet& found);
void discover_inet6(Host& host, const Site& site, FactSheet& found);
void discover_routes(Host& host, const Site& site, FactSheet& found);
void discover_traffic(Host& host, const Site& site, FactSheet& found);
/// The host's names as far as the machine knows them by itself.
void discover_own_name(Host& host, const Site& site, FactSheet& found);
/// The same, with the network's help if needed.
void discover_qualified_name(Host& host, const Site& site, FactSheet& found);

} // namespace vow::agent
