#include "policy/cfengine/editing/cfengine_template.h"

#include <doctest/doctest.h>

using namespace vow::cfengine;

namespace {

/// The blocks, each in brackets, or what is wrong with the template. The class `on` holds.
std::string blocks(std::string_view text) {
    const auto read = read_cfengine_template(text, [](std::string_view classes) {
        return classes == "any" || classes == "on";
    });
    if (const auto* bad = std::get_if<BadTemplate>(&read)) return bad->message;
    std::string shown;
    for (const TemplateBlock& block : std::get<std::vector<TemplateBlock>>(read))
        shown += "[" + block.text + "]" + std::to_string(block.begin);
    return shown;
}

} // namespace

TEST_CASE("every line of a template outside of a block is a block of its own") {
    CHECK(blocks("a\n\nb") == "[a]0[]2[b]3");
    CHECK(blocks("") == "");
}

TEST_CASE("lines of a template between BEGIN and END are one block, less the newlines at its end") {
    CHECK(blocks("[%CFEngine BEGIN %]\na\n\nb\n\n[%CFEngine END %]\nc\n") == "[a\n\nb]0[c]44");
}

TEST_CASE("class lines of a template let lines through, in blocks until the block ends") {
    CHECK(blocks("[%CFEngine on:: %]\na\n[%CFEngine off:: %]\nb\n") == "[a]19");
    CHECK(
        blocks("[%CFEngine BEGIN %]\n[%CFEngine off:: %]\na\n[%CFEngine END %]\nb\n") == "[]0[b]60"
    );
    CHECK(blocks("[%CFEngine off:: %]\n[%CFEngine BEGIN %]\na\n[%CFEngine END %]\nb\n") == "");
}

TEST_CASE("a template with nested blocks or open brackets is refused with the line") {
    CHECK(
        blocks("[%CFEngine BEGIN %]\n[%CFEngine BEGIN %]\n") ==
        "contains nested blocks which are not allowed, near line 2"
    );
    CHECK(blocks("a\n[%CFEngine on::\n") == "syntax error, missing close \"%]\" at line 2");
    CHECK(blocks("[%CFEngine OTHER %]\n") == "has an unknown directive at line 1");
}
