#include "policy/cfengine/manner.h"
#include "protocol/text/text.h"
#include "tests/support/source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace manner_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// The names in the first column of the section about deviations.
std::vector<std::string> documented_names() {
    std::ifstream file(tests::in_source_folder("docs/compatibility.md"));
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::string> names;
    bool is_inside = false;
    for (const std::string_view line : lines_of(page)) {
        if (line.starts_with("## ")) is_inside = line == "## Deviations by name";
        if (is_inside && line.starts_with("| `"))
            names.emplace_back(line.substr(3, line.find('`', 3) - 3));
    }
    return names;
}

TEST_CASE("the page about compatibility lists every deviation by its name") {
    std::vector<std::string> names;
    for (const Deviation& deviation : deviations())
        names.emplace_back(deviation.name);
    CHECK(documented_names() == names);
}

TEST_CASE("the reference's manner has every deviation, and vow's own has none") {
    const auto has = [](const Manner& manner) {
        return [&manner](const Deviation& each) { return manner.*each.property; };
    };
    const Manner own;
    const Manner reference = Manner::of_reference();
    CHECK(std::ranges::none_of(deviations(), has(own)));
    CHECK(std::ranges::all_of(deviations(), has(reference)));
}

} // namespace

} // namespace manner_test
