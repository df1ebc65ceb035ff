#include "tests/support/fake_world.h"

#include <algorithm>

namespace vow::test {

bool FakeFacts::is_class(std::string_view name) {
    return std::ranges::find(classes, name) != classes.end();
}

const Fact* FakeFacts::find(std::string_view name) {
    const auto fact = facts.find(name);
    return fact != facts.end() ? &fact->second : nullptr;
}

std::vector<std::string> FakeFacts::all_names() {
    std::vector<std::string> names;
    for (const auto& [name, fact] : facts)
        names.push_back(name);
    return names;
}

} // namespace vow::test
