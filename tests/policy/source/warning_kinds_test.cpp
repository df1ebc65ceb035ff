#include "policy/source/diagnostic.h"

#include <doctest/doctest.h>

namespace warning_kinds_test {

using namespace vow;

namespace {

constexpr DiagnosticKind undefined{"undefined-class", "'{}' is not defined", Severity::warning};
constexpr DiagnosticKind unused{"unused-body", "'{}' is not used", Severity::warning};
constexpr DiagnosticKind other{"deprecated", "'{}' is old", Severity::warning};
constexpr DiagnosticKind wrong{"undefined-bundle", "'{}' is not defined"};

/// The kinds that are reported at each `!` of a text, by their first letters.
std::string reported(const std::string& text, AllowedWarnings allowed = {}) {
    const SourceText source("p.cf", TrustedText::given(text));
    Diagnostics diagnostics(Warnings::accepted, std::move(allowed));
    for (std::size_t at = text.find('!'); at != text.npos; at = text.find('!', at + 1)) {
        const auto begin = static_cast<std::uint32_t>(at);
        for (const DiagnosticKind* kind : {&undefined, &unused, &other, &wrong})
            diagnostics.add(*kind, {&source, begin, begin + 1}, {"a"});
    }
    std::string names;
    for (const Diagnostic& item : diagnostics.sorted()) {
        names += std::to_string(item.span.position().line);
        names += item.kind->name;
        names += ' ';
    }
    return names;
}

} // namespace

TEST_CASE("a comment allows kinds of warnings on its line and the next") {
    CHECK(reported("!") == "1undefined-class 1unused-body 1deprecated 1undefined-bundle ");
    CHECK(
        reported("! # vow: allow undefined-class") == "1unused-body 1deprecated 1undefined-bundle "
    );
    CHECK(
        reported("// vow: allow unused-body, undefined-class: as the operator sets it\n!\n!") ==
        "2deprecated 2undefined-bundle "
        "3undefined-class 3unused-body 3deprecated 3undefined-bundle "
    );
}

TEST_CASE("a comment allows kinds of warnings in its file") {
    CHECK(
        reported("!\n!\n  #vow: allow-file unused-body,undefined-class") ==
        "1deprecated 1undefined-bundle 2deprecated 2undefined-bundle "
    );
}

TEST_CASE("a text that is not a comment, and another kind, allow nothing") {
    const std::string all = "1undefined-class 1unused-body 1deprecated 1undefined-bundle ";
    CHECK(reported("! vow: allow undefined-class") == all);
    CHECK(reported("! # vow: allowed undefined-class") == all);
    CHECK(reported("! # vow: allow undefined-classes") == all);
    CHECK(reported("! # vow: allow deprecated, undefined-bundle") == all);
}

TEST_CASE("kinds are allowed everywhere on request, but not errors") {
    CHECK(
        reported("!", AllowedWarnings({"undefined-class", "undefined-bundle", "deprecated"})) ==
        "1unused-body 1deprecated 1undefined-bundle "
    );
}

TEST_CASE("a general kind allows its cases, but not the other way round") {
    constexpr DiagnosticKind general{"never-runs", "'{}' never runs", Severity::warning};
    constexpr DiagnosticKind special{
        "unreachable-step", "nothing leads to '{}'", Severity::warning};
    const auto is_dropped = [](const DiagnosticKind& kind, const char* allowed) {
        Diagnostics diagnostics(Warnings::are_errors, AllowedWarnings({allowed}));
        diagnostics.add(kind, {}, {"a"});
        return !diagnostics.has_errors();
    };
    CHECK(is_dropped(special, "never-runs"));
    CHECK(is_dropped(special, "unreachable-step"));
    CHECK_FALSE(is_dropped(general, "unreachable-step"));
    CHECK_FALSE(is_dropped(general, "without-effect"));
}

TEST_CASE("an allowed warning is dropped where warnings are errors") {
    Diagnostics diagnostics(Warnings::are_errors, AllowedWarnings({"unused-body"}));
    diagnostics.add(unused, {}, {"a"});
    CHECK_FALSE(diagnostics.has_errors());
    diagnostics.add(undefined, {}, {"a"});
    CHECK(diagnostics.has_errors());
}

} // namespace warning_kinds_test
