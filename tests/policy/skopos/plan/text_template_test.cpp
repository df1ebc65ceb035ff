#include "policy/skopos/plan/text_template.h"

#include <doctest/doctest.h>

namespace text_template_test {

using namespace vow::skopos;

namespace {

/// "[a](.vars.b)[c]": literals in brackets, references in parentheses.
std::string parts_of(const TextTemplate& text) {
    std::string shown;
    for (const auto& part : text.parts) {
        if (const auto* literal = std::get_if<std::string>(&part)) {
            shown += "[" + *literal + "]";
        } else {
            const auto& reference = std::get<Reference>(part);
            shown += "(" + (reference.path.empty() ? "?" : reference.name()) + ")";
        }
    }
    return shown;
}

std::string words_in(std::string_view line) {
    const auto words = compile_command(line);
    if (!words) return "not closed";
    std::string shown;
    for (const TextTemplate& word : *words)
        shown += (shown.empty() ? "" : " ") + parts_of(word);
    return shown;
}

} // namespace

TEST_CASE("a text is split into literals and references") {
    CHECK(parts_of(compile_text("http://{{.vars.host}}:80")) == "[http://](.vars.host)[:80]");
    CHECK(parts_of(compile_text("{{ .index }}")) == "(.index)");
    CHECK(parts_of(compile_text("{a} ${b} }}")) == "[{a} ${b} }}]");
    CHECK(parts_of(compile_text("")).empty());
}

TEST_CASE("braces that hold anything else cannot be read") {
    for (const char* text : {"{{ .a | upper }}", "{{a}}", "{{}}", "{{.}}", "{{.a..b}}", "{{.a"})
        CHECK(parts_of(compile_text(text)) == "(?)");
}

TEST_CASE("a command is split at blanks, and a reference is part of its word") {
    CHECK(words_in("run  one {{ .vars.a }}-two ") == "[run] [one] (.vars.a)[-two]");
    CHECK(words_in("run 'a b' c\"d e\"f ''") == "[run] [a b] [cd ef] ");
    CHECK(words_in("   ").empty());
    CHECK(words_in("don't") == "not closed");
}

} // namespace text_template_test
