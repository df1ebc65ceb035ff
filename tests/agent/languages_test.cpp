#include "agent/languages.h"

#include <doctest/doctest.h>

namespace languages_test {

using namespace vow;
using namespace vow::agent;

namespace {

bool begins_with_entity(std::string_view text) {
    return text.starts_with("entity");
}
bool begins_with_bundle(std::string_view text) {
    return text.starts_with("bundle");
}

const std::vector<LanguageRow> table = {
    {"promises", {".cf", ".json"}, &begins_with_bundle, nullptr},
    {"models", {".cf"}, &begins_with_entity, nullptr},
    {"plans", {".plan"}, &begins_with_entity, nullptr},
};

std::string_view chosen(std::string_view path, const std::string& text) {
    return language_of_file(table, path, [&text] { return text; }).name;
}

} // namespace

TEST_CASE("the suffix of a policy decides its language when only one language has it") {
    CHECK(chosen("a.plan", "bundle") == "plans");
    CHECK(chosen("a.json", "entity") == "promises");
}

TEST_CASE("the text of a policy decides its language when its suffix does not") {
    CHECK(chosen("a.cf", "entity") == "models");
    CHECK(chosen("a.cf", "bundle") == "promises");
    CHECK(chosen("a", "entity") == "models");
}

TEST_CASE("the first language is chosen when neither suffix nor text decides") {
    CHECK(chosen("a.cf", "") == "promises");
    CHECK(chosen("a", "# only a comment") == "promises");
}

TEST_CASE("each language is known by how its policies begin") {
    const auto language = [](std::string_view path, const std::string& text) {
        return language_of_file(languages(), path, [&text] { return text; }).name;
    };
    CHECK(language("-", "# hosts\nbundle agent main\n{\n}\n") == "cfengine");
    CHECK(language("-", "Ensure-File a.txt (Text: a);\n") == "otterscript");
    CHECK(language("-", "# site\nGit::Get-Source main;\n") == "otterscript");
    CHECK(language("-", "set $a = 1;\n") == "otterscript");
    CHECK(language("-", "import std\n") == "inmanta");
    CHECK(language("main.cf", "# shop\nentity Shop:\nend\n") == "inmanta");
    CHECK(language("main.cf", "\"\"\"\n  A shop\n\"\"\"\n") == "inmanta");
    CHECK(language("main.cf", "bundle agent main\n{\n}\n") == "cfengine");
    CHECK(language("main.cf", "-a - b\n") == "cfengine");
    CHECK(language("main.cf", "") == "cfengine");
}

TEST_CASE("the message for an unknown language names the nearest one") {
    CHECK(find_language("cfengine") != nullptr);
    CHECK(find_language("cfegnine") == nullptr);
    CHECK(unknown_language("cfegnine").find("did you mean 'cfengine'?") != std::string::npos);
    CHECK(unknown_language("x").find("expected one of: cfengine") != std::string::npos);
}

} // namespace languages_test
