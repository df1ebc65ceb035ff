#include "agent/report/logged_mistakes.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace logged_mistakes_test {

using namespace vow;
using namespace vow::agent;

namespace {

constexpr DiagnosticKind wrong{"wrong", "'{}' is wrong"};
constexpr DiagnosticKind odd{"odd", "'{}' is odd", Severity::warning};

void add(Diagnostics& diagnostics, const DiagnosticKind& kind, int count) {
    for (int number = 1; number <= count; ++number)
        diagnostics.add(kind, {}, {std::to_string(number)});
}

std::ptrdiff_t lines_in(const std::string& text) {
    return std::ranges::count(text, '\n');
}

} // namespace

TEST_CASE("a hundred mistakes are printed") {
    Diagnostics diagnostics;
    CHECK(text_of_mistakes(diagnostics).empty());
    add(diagnostics, odd, 40);
    add(diagnostics, wrong, 60);
    const std::string text = text_of_mistakes(diagnostics);
    CHECK(lines_in(text) == 100);
    CHECK(text.starts_with("warning: '1' is odd [odd]\n"));
}

TEST_CASE("of more than a hundred mistakes errors come first, and the others are counted") {
    Diagnostics diagnostics;
    add(diagnostics, odd, 100);
    add(diagnostics, wrong, 1);
    const std::string text = text_of_mistakes(diagnostics);
    CHECK(lines_in(text) == 101);
    CHECK(text.starts_with("error: '1' is wrong [wrong]\nwarning: '1' is odd [odd]\n"));
    CHECK(text.ends_with("and 1 more warning; all are in the output of vow check --format json\n"));
    add(diagnostics, wrong, 101);
    CHECK(text_of_mistakes(diagnostics)
              .ends_with("and 1 more error and 100 more warnings; all are in the output of vow "
                         "check --format json\n"));
}

} // namespace logged_mistakes_test
