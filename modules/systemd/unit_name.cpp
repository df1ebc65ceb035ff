#include "modules/systemd/unit_name.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view endings[] = {
    ".automount",
    ".device",
    ".mount",
    ".path",
    ".scope",
    ".service",
    ".slice",
    ".socket",
    ".swap",
    ".target",
    ".timer",
};

} // namespace

std::string full_unit_name(std::string_view name) {
    const bool has_ending = std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.ends_with(ending);
    });
    return std::string(name) + (has_ending ? "" : ".service");
}

bool is_template(std::string_view name) {
    const std::string full = full_unit_name(name);
    return full[full.rfind('.') - 1] == '@';
}

} // namespace vow::modules
