#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

namespace hostile_input_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// The number of errors; the parser neither crashes nor floods.
std::size_t errors_in(std::string policy) {
    const SourceText source("policy.cf", TrustedText::given(std::move(policy)));
    Diagnostics diagnostics;
    parse(source, diagnostics);
    for (const Diagnostic& item : diagnostics.sorted())
        CHECK_FALSE(rendered(item).empty());
    return diagnostics.errors();
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t index = 0; index < times; ++index)
        all += text;
    return all;
}

const std::string value_of = "bundle agent main { vars: \"v\" string => ";

} // namespace

TEST_CASE("deep nesting is an error, not a stack overflow") {
    CHECK(errors_in(value_of + repeated("f(", 100'000)) >= 1);
    CHECK(errors_in(value_of + repeated("(", 100'000)) >= 1);
    CHECK(errors_in(value_of + repeated("{", 100'000)) >= 1);
    CHECK(errors_in(value_of + repeated("$(", 50'000)) >= 1);
    CHECK(errors_in(repeated("bundle agent x {", 100'000)) >= 1);
    CHECK(errors_in("bundle agent main { vars: " + repeated("(", 100'000) + "x::") == 1);
}

TEST_CASE("reading stops after many errors") {
    CHECK(errors_in("bundle agent main { vars: " + repeated("\"x\" y;\n", 100'000) + "}") < 30);
    CHECK(errors_in(repeated("x ", 100'000)) == 1);
    CHECK(errors_in(repeated("bundle x\n", 20'000)) < 30);
}

TEST_CASE("arbitrary bytes give a diagnostic") {
    CHECK(errors_in(std::string("\0\0\0", 3)) == 1);
    CHECK(
        errors_in("\x7f"
                  "ELF\x02\x01\x01\xff\xfe") == 1
    );
    CHECK(errors_in("bundle agent main { vars: \"\xff\xfe\" string => \"\xc0\"; }") == 0);
    CHECK(errors_in("bundle agent main { vars: \"never closed") >= 1);
    CHECK(errors_in("bundle agent main { vars: \"a\" string => \"b\\") >= 1);
    CHECK(errors_in("@if") >= 1);
    CHECK(errors_in("@if feature(yaml") >= 1);
    CHECK(errors_in("\"a\"::") == 1);
    CHECK(errors_in("{ :: namespace => \"x\"; }") >= 1);
    CHECK_NOTHROW(errors_in("body file control { :: namespace => \"x\"; }"));
    CHECK(errors_in("bundle agent main { :: vars: :: \"x\" string => \"y\"; }") >= 1);
}

TEST_CASE("every prefix of a policy is read to its end") {
    const std::string policy =
        "@if minimum_version(3.1)\n"
        "bundle agent main(a, b)\n{\nvars:\n  linux.(x|y)::\n"
        "  'v' -> { \"w\", @(x) } slist => { 'a', f(g(\"b\"), $(c)) }, if => `x`;\n}\n"
        "body perms p { any:: mode => \"600\"; } # end\n@endif\n";
    for (std::size_t length = 0; length < policy.size(); ++length)
        errors_in(policy.substr(0, length));
    CHECK(errors_in(policy) == 0);
}

TEST_CASE("a name that is too long is an error") {
    CHECK(errors_in("bundle agent " + std::string(8191, 'x') + " { }") == 0);
    CHECK(errors_in("bundle agent " + std::string(8192, 'x') + " { }") == 1);
}

} // namespace hostile_input_test
