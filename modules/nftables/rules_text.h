#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// A table of netfilter, as nft(8) names it: "inet filter".
struct NetfilterTable {
    std::string family;
    std::string name;

    /// From "inet filter"; the module's description has checked the form.
    static NetfilterTable from(std::string_view promiser);
    std::string text() const { return family + " " + name; }
};

/// The text of a file that makes a table, and nothing but that table, as promised. Loading it
/// replaces the table in one transaction. `rules` are what stands between the braces, or the whole
/// "table inet filter { ... }", with definitions of variables before it.
std::string table_file(const NetfilterTable& table, std::string_view rules);

/// Why rules are not those of one table: they end it, or have something beside it. nullopt if they
/// can be its rules, as far as braces show; nft reads the rest.
std::optional<std::string> objection_to_rules(const NetfilterTable& table, std::string_view rules);

/// nft's listing of a table without the elements that traffic and other programs add: those of sets
/// that have the flag dynamic or timeout.
std::string without_dynamic_elements(std::string_view listing);

} // namespace vow::modules
