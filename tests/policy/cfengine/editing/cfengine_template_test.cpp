#include "policy/cfengine/editing/file_template.h"

#include <doctest/doctest.h>

namespace cfengine_template_test {

using namespace vow::cfengine;

namespace {

/// The blocks, each in brackets, or the error in the template. The class `on` is defined.
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

TEST_CASE("each template line outside a block is a block of its own") {
    CHECK(blocks("a\n\nb") == "[a]0[]2[b]3");
    CHECK(blocks("") == "");
}

TEST_CASE("template lines between BEGIN and END are one block without trailing newlines") {
    CHECK(blocks("[%CFEngine BEGIN %]\na\n\nb\n\n[%CFEngine END %]\nc\n") == "[a\n\nb]0[c]44");
}

TEST_CASE("a class line filters the lines after it, within a block until the block ends") {
    CHECK(blocks("[%CFEngine on:: %]\na\n[%CFEngine off:: %]\nb\n") == "[a]19");
    CHECK(
        blocks("[%CFEngine BEGIN %]\n[%CFEngine off:: %]\na\n[%CFEngine END %]\nb\n") == "[]0[b]60"
    );
    CHECK(blocks("[%CFEngine off:: %]\n[%CFEngine BEGIN %]\na\n[%CFEngine END %]\nb\n") == "");
}

TEST_CASE("a template fails with the line number when blocks nest or brackets are open") {
    CHECK(
        blocks("[%CFEngine BEGIN %]\n[%CFEngine BEGIN %]\n") ==
        "contains nested blocks which are not allowed, near line 2"
    );
    CHECK(blocks("a\n[%CFEngine on::\n") == "syntax error, missing close \"%]\" at line 2");
    CHECK(blocks("[%CFEngine OTHER %]\n") == "has an unknown directive at line 1");
}

} // namespace cfengine_template_test
