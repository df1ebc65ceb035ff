#include "policy/cfengine/syntax/parser.h"
#include "policy/run/world.h"
#include "tests/policy/cfengine/syntax/ast_text.h"

#include <doctest/doctest.h>

namespace parser_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// The parsed policy as text, or the kinds of its errors.
std::string parsed(std::string policy) {
    const SourceText source("policy.cf", TrustedText::given(std::move(policy)));
    Diagnostics diagnostics;
    const ast::File file = parse(source, diagnostics);
    if (diagnostics.empty()) return ast::text_of(file);
    std::string kinds;
    for (const Diagnostic& item : diagnostics.sorted()) {
        const Position place = item.span.position();
        kinds += std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
                 item.message + "\n";
    }
    return kinds;
}

std::string in_bundle(const std::string& sections) {
    return parsed("bundle agent main\n{\n" + sections + "\n}\n");
}

/// A parsed value, from the right side of =>.
std::string value(const std::string& text) {
    const std::string tree = in_bundle("vars: \"v\" a => " + text + ";");
    const std::string before = "(bundle agent main (vars (\"v\" (a ";
    if (!tree.starts_with(before)) return tree;
    return tree.substr(before.size(), tree.size() - before.size() - 4);
}

} // namespace

TEST_CASE("blocks of every kind are read") {
    CHECK(parsed("") == "");
    CHECK(parsed("# nothing but a comment") == "");
    CHECK(parsed("bundle agent main { }") == "(bundle agent main)");
    CHECK(parsed("bundle edit_line e(a,b) {}") == "(bundle edit_line e (a b))");
    CHECK(parsed("bundle edit_line e(a,b,) {}") == "(bundle edit_line e (a b))");
    CHECK(parsed("bundle edit_line e() {}") == "(bundle edit_line e)");
    CHECK(
        parsed("body perms m(mode) { mode => \"$(mode)\"; linux:: owners => { root }; }") ==
        "(body perms m (mode) (mode \"$(mode)\") (owners {root}) if linux)"
    );
    CHECK(parsed("body agent control { }") == "(body agent control)");
    CHECK(
        parsed("promise agent git { interpreter => \"/usr/bin/python3\"; path => \"git.py\"; }") ==
        "(promise agent git (interpreter \"/usr/bin/python3\") (path \"git.py\"))"
    );
}

TEST_CASE("a namespace applies to the definitions after it") {
    CHECK(
        parsed("bundle agent a {} body file control { namespace => \"n\"; } bundle agent b {}") ==
        "(bundle agent a)(bundle agent n:b)(body file control (namespace \"n\"))"
    );
}

TEST_CASE("promises have promisees, guards and attributes") {
    CHECK(
        in_bundle("vars: \"a\" string => \"x\", if => \"linux\"; \"b\";") ==
        "(bundle agent main (vars (\"a\" (string \"x\") (if \"linux\")) (\"b\")))"
    );
    CHECK(
        in_bundle("files:\n  linux.!debian::\n    \"/f\" -> { \"team\", other } create => \"true\";"
        ) == "(bundle agent main (files (\"/f\" -> {\"team\" other} if linux.!debian (create "
             "\"true\"))))"
    );
}

TEST_CASE("a guard applies up to the next guard or section") {
    CHECK(
        in_bundle("reports: a:: \"1\"; \"2\"; (b | c) & !d:: \"3\"; methods: \"4\";") ==
        "(bundle agent main (reports (\"1\" if a) (\"2\" if a) (\"3\" if (b | c) & !d)) (methods "
        "(\"4\")))"
    );
    CHECK(
        in_bundle("reports: \"$(x).linux\":: \"1\"; ns:cls:: \"2\"; 'q':: \"3\";") ==
        "(bundle agent main (reports (\"1\" if $(x).linux) (\"2\" if ns:cls) (\"3\" if q)))"
    );
}

TEST_CASE("a section and a guard may share a line") {
    CHECK(
        in_bundle("vars: \"a\"; reports: any:: \"1\";") ==
        "(bundle agent main (vars (\"a\")) (reports (\"1\" if any)))"
    );
}

TEST_CASE("values are scalars, lists and calls") {
    CHECK(value("\"text\"") == "\"text\"");
    CHECK(value("word") == "word");
    CHECK(value("ns:bundle.name") == "ns:bundle.name");
    CHECK(value("600") == "600");
    CHECK(value("$(x)") == "$(x)");
    CHECK(value("@{ns:b.a[$(k)]}") == "@{ns:b.a[$(k)]}");
    CHECK(value("{}") == "{}");
    CHECK(value("{ \"a\", b, @(c), f(\"d\"), }") == "{\"a\" b @(c) (f \"d\")}");
    CHECK(value("f()") == "(f)");
    CHECK(value("f(g(a, \"b\"), $(c),)") == "(f (g a \"b\") $(c))");
    CHECK(value("$(f)(x)") == "($(f) x)");
}

TEST_CASE("escapes in strings are replaced, other backslashes stay") {
    CHECK(value(R"("a\"b\'c\\d\ne\.f")") == R"("a"b'c\d\ne\.f")");
    CHECK(value(R"('a"b\'c')") == R"("a"b'c")");
    CHECK(value(R"(`a"b'c\\d`)") == R"("a"b'c\d")");
    CHECK(value("\"one\ntwo\"") == "\"one\ntwo\"");
    CHECK(value("\"one\\\ntwo\"") == "\"onetwo\"");
}

TEST_CASE("macros exclude text when its condition does not hold") {
    CHECK(parsed("@if minimum_version(3.99)\nthis is (no policy\n@endif\n") == "");
    CHECK(parsed("@if at_version(3.27)\n@else\nthis is not a policy\n@endif\n") == "");
    CHECK(
        parsed("@if before_version(3.27)\nno policy\n@else\nbundle agent x {}\n@endif\n") ==
        "(bundle agent x)"
    );
    CHECK(
        parsed("@if between_versions(3.2, 3.28)\nbundle agent x {}\n@endif") == "(bundle agent x)"
    );
    CHECK(parsed("@if feature(yaml)\nbundle agent x {}\n@endif") == "(bundle agent x)");
    CHECK(parsed("@if feature(antigravity)\nno policy\n@endif") == "");
}

TEST_CASE("a macro is an error when it is misplaced") {
    CHECK(parsed(" @if feature(yaml)\n") == "1:2 a macro must be at the beginning of its line\n");
    CHECK(parsed("@endif\n") == "1:1 '@endif' without an @if before it\n");
    CHECK(parsed("@if feature(yaml)\n") == "1:1 this @if has no @endif\n");
    CHECK(parsed("@if feature(none)\n") == "1:1 this @if has no @endif\n");
    CHECK(parsed("@if moon(full)\n@endif\n") == "1:1 'moon(full)' is not a condition of @if\n");
    CHECK(
        parsed("@if feature(yaml)\n@if feature(yaml)\n@endif\n") ==
        "2:1 an @if inside another @if\n"
    );
}

TEST_CASE("one parse reports several errors") {
    CHECK(
        in_bundle("vars:\n\"a\" string = \"x\";\n\"b\" string => \"y\"\n\"c\" string => ;") ==
        "4:12 expected '=>', got '='\n5:18 expected ';', got '\"c\"'\n6:15 expected a value, got "
        "';'\n"
    );
    CHECK(
        parsed("bundle agent a {\nfrog\n}\nbody perms {}\nbundle agent b(\"x\") {}\n") ==
        "2:1 expected a promise type, like 'vars:', got 'frog'\n"
        "4:12 expected the name of a body, got '{'\n"
        "5:16 expected the name of a parameter or ')', got '\"x\"'\n"
    );
}

/// Has a signal from the third check on.
class LateStop : public Stop {
public:
    int signal() const override { return ++checks_ < 3 ? 0 : 15; }

private:
    mutable int checks_ = 0;
};

TEST_CASE("the parser stops within a file when a signal has come") {
    const SourceText source(
        "policy.cf", TrustedText::given("bundle agent main { vars: \"a\" int => \"1\"; }")
    );
    Diagnostics diagnostics;
    const LateStop stop;
    CHECK_THROWS_AS(parse(source, diagnostics, &stop), Cancelled);
}

} // namespace parser_test
