#include "policy/cfengine/program/text.h"

#include <doctest/doctest.h>

namespace text_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// The parts of a text, references in angle brackets.
std::string parts(std::string_view source) {
    Names names;
    const Text text = compile_text(source, "default", names);
    if (text.is_literal()) return std::string(text.literal());
    std::string shown;
    for (const Text::Part& part : text.parts())
        shown +=
            part.reference ? "<" + part.reference->source + ">" : std::string(part.literal.view());
    return shown;
}

} // namespace

TEST_CASE("a text is split into literal parts and references") {
    CHECK(parts("") == "");
    CHECK(parts("plain") == "plain");
    CHECK(parts("a $(b) c ${d}") == "a <$(b)> c <${d}>");
    CHECK(parts("@(list)@{other}") == "<@(list)><@{other}>");
    CHECK(parts("$(a[$(b)][c])!") == "<$(a[$(b)][c])>!");
    CHECK(parts("$($(name))$(x_$(y).z)") == "<$($(name))><$(x_$(y).z)>");
    CHECK(parts("$(array[key(1)])") == "<$(array[key(1)])>");
}

TEST_CASE("a dollar is literal when it does not begin a reference") {
    CHECK(parts("$name 5$ $") == "$name 5$ $");
    CHECK(parts("$( name )") == "$( name )");
    CHECK(parts("$(unclosed") == "$(unclosed");
    CHECK(parts("$() @{}") == "$() @{}");
    CHECK(parts("$(date +%s)") == "$(date +%s)");
}

TEST_CASE("a text has a sole reference when it consists of one alone") {
    Names names;
    CHECK(compile_text("@(list)", "default", names).sole_reference() != nullptr);
    CHECK(compile_text("@(list) ", "default", names).sole_reference() == nullptr);
    CHECK(compile_text("list", "default", names).sole_reference() == nullptr);
}

TEST_CASE("a literal of a policy file is the part of it, another one has its own text") {
    Names names;
    const SourceText file("/p.cf", TrustedText::given("'a literal' => 'an $(open) one'"));
    SharedTexts texts(file, names);
    const auto compiled = [&](std::string_view text) {
        return texts.compiled(text, "default", TextPart::value);
    };
    const std::string_view within = file.text().substr(1, 9);
    const Text literal = compiled(within);
    CHECK(literal.is_literal());
    CHECK(literal.literal() == "a literal");
    CHECK(literal.literal().data() == within.data());
    CHECK(literal.source() == "a literal");
    CHECK_FALSE(compiled(file.text().substr(16, 14)).is_literal());

    std::string unescaped = "a literal";
    const Text own = compiled(unescaped);
    unescaped.clear();
    CHECK(own.literal() == "a literal");
}

TEST_CASE("an unqualified bundle belongs to the namespace of its text") {
    Names names;
    const auto bundle_of = [&](std::string_view source) {
        const Text text = compile_text(source, "mine", names);
        const auto& bundle = text.sole_reference()->fixed->bundle;
        return bundle ? names.text(*bundle) : "";
    };
    CHECK(bundle_of("$(name)") == "");
    CHECK(bundle_of("$(bundle.name)") == "mine:bundle");
    CHECK(bundle_of("$(other:bundle.name)") == "other:bundle");
    CHECK(bundle_of("$(sys.host)") == "sys");
}

TEST_CASE("a reference is listed after the references in its name") {
    Names names;
    std::vector<const Reference*> found;
    const Text text = compile_text("$(a[$(b_$(c))]) $(d)", "default", names);
    append_references(text, found);
    std::string order;
    for (const Reference* reference : found)
        order += reference->source + " ";
    CHECK(order == "$(c) $(b_$(c)) $(a[$(b_$(c))]) $(d) ");
}

} // namespace text_test
