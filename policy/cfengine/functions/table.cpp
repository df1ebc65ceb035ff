#include "policy/cfengine/functions/families.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

struct Family {
    std::span<const Function> (*functions)();
    std::string_view category; ///< of the functions that name none themselves
};

constexpr Family all_families[] = {
    {families::addresses, "communication"},
    {families::bundles, "utils"},
    {families::class_filters, "io"},
    {families::classes, "utils"},
    {families::commands, "utils"},
    {families::conditions, "data"},
    {families::connections, "communication"},
    {families::data, "data"},
    {families::digests, "data"},
    {families::file_status, "files"},
    {families::files, "files"},
    {families::formatting, "data"},
    {families::groups, "system"},
    {families::lists, "data"},
    {families::mapping, "data"},
    {families::matching, "data"},
    {families::network, "communication"},
    {families::numbers, "data"},
    {families::other_systems, "communication"},
    {families::packages, "system"},
    {families::paths, "files"},
    {families::peers, "communication"},
    {families::processes, "system"},
    {families::read_arrays, "io"},
    {families::reading, "io"},
    {families::regular_expressions, "data"},
    {families::replacement, "data"},
    {families::secrets, "io"},
    {families::sets, "data"},
    {families::sorting, "data"},
    {families::strings, "data"},
    {families::time, "data"},
    {families::users, "system"},
    {families::variables, "utils"},
    {families::versions, "utils"},
};

std::vector<Function> merged() {
    std::vector<Function> all;
    for (const Family& family : all_families) {
        for (const Function& function : family.functions()) {
            all.push_back(function);
            if (function.category.empty()) all.back().category = family.category;
        }
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
