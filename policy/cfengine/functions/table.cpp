#include "policy/cfengine/functions/families.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

using Family = std::span<const Function> (*)();

constexpr Family all_families[] = {
    families::addresses,     families::bundles,
    families::class_filters, families::classes,
    families::commands,      families::conditions,
    families::connections,   families::data,
    families::digests,       families::file_status,
    families::files,         families::formatting,
    families::groups,        families::lists,
    families::mapping,       families::matching,
    families::network,       families::numbers,
    families::other_systems, families::packages,
    families::paths,         families::peers,
    families::processes,     families::read_arrays,
    families::reading,       families::regular_expressions,
    families::replacement,   families::secrets,
    families::sets,          families::sorting,
    families::strings,       families::time,
    families::users,         families::variables,
    families::versions,
};

std::vector<Function> merged() {
    std::vector<Function> all;
    for (const Family family : all_families) {
        const auto slice = family();
        all.insert(all.end(), slice.begin(), slice.end());
    }
    std::ranges::sort(all, {}, &Function::name);
    return all;
}

} // namespace

std::span<const Function> functions() {
    static const std::vector<Function> table = merged();
    return table;
}

const Function* find_function(std::string_view name) {
    const auto all = functions();
    const auto at = std::ranges::lower_bound(all, name, {}, &Function::name);
    return at != all.end() && at->name == name ? &*at : nullptr;
}

} // namespace vow::cfengine
