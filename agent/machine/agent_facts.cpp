#include "agent/machine/fact_group.h"

#include <array>

namespace vow::agent {
namespace {

// The version of the reference whose language and behaviour this agent follows.
constexpr std::string_view version = "3.27.0";

constexpr std::array features = {
    "feature_copyfrom_restrict_keys",
    "feature_def_json_preparse",
    "feature_host_specific_data_load",
    "feature_tls_1_0",
    "feature_tls_1_1",
    "feature_tls_1_2",
    "feature_tls_1_3",
    "feature_xml",
    "feature_yaml"};

/// Adds a_b_c, a_b and a.
void add_with_parents(FactSheet& found, std::string name) {
    while (true) {
        found.add_class(name);
        const std::size_t end = name.rfind('_');
        if (end == std::string::npos) return;
        name.resize(end);
    }
}

} // namespace

void discover_agent(Host& /*host*/, const Site& site, FactSheet& found) {
    found.add_class("any");
    found.add_class("community_edition");
    for (const std::string& name : site.classes)
        found.add_class(name);
    add_with_parents(found, canonified("cfengine_" + std::string(version)));
    for (const char* feature : features)
        add_with_parents(found, feature);

    found.set("cf_version", std::string(version));
    const std::size_t first = version.find('.');
    const std::size_t second = version.find('.', first + 1);
    found.set("cf_version_major", std::string(version.substr(0, first)));
    found.set("cf_version_minor", std::string(version.substr(first + 1, second - first - 1)));
    found.set("cf_version_patch", std::string(version.substr(second + 1)));
    found.set("cf_version_release", "1");
}

} // namespace vow::agent
