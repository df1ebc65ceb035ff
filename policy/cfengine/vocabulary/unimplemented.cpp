#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

constexpr std::array missing = {
    MissingType{
        "databases",
        "the agent has no client of data base servers and of the Windows registry",
        "call the server's own client, such as psql or mysql, in a commands promise"},
    MissingType{
        "guest_environments",
        "the agent has no client of virtual machine monitors",
        "call virsh in a commands promise"},
};

} // namespace

std::span<const MissingType> missing_types() {
    return missing;
}

const MissingType* find_missing_type(std::string_view name) {
    const auto* const found = std::ranges::find(missing, name, &MissingType::name);
    return found == missing.end() ? nullptr : found;
}

} // namespace vow::cfengine
