#include "policy/inmanta/deploy/resource_result.h"

#include <array>

namespace vow::inmanta {

std::string_view state_name(ResourceState state) {
    constexpr std::array words = {
        std::string_view("pending"),
        std::string_view("deployed"),
        std::string_view("failed"),
        std::string_view("skipped"),
        std::string_view("undefined"),
        std::string_view("skipped_for_undefined"),
        std::string_view("unavailable"),
        std::string_view("dry"),
        std::string_view("non_compliant"),
        std::string_view("available")};
    return words[static_cast<std::size_t>(state)];
}

std::string_view change_name(ResourceChange change) {
    constexpr std::array words = {
        std::string_view("nochange"),
        std::string_view("created"),
        std::string_view("updated"),
        std::string_view("purged")};
    return words[static_cast<std::size_t>(change)];
}

} // namespace vow::inmanta
