#include "policy/cfengine/program/program.h"

#include <doctest/doctest.h>

namespace attribute_list_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

AttributeStatement word_attribute(std::string_view name, std::string_view value) {
    return {name, {Word{SharedText(value)}, {}}};
}

std::string_view word_of(const Expression* expression) {
    return expression ? std::get<Word>(expression->node).name.view() : "-";
}

} // namespace

TEST_CASE("an attribute list finds common attributes without their names") {
    AttributeList list(
        {word_attribute("path", "p"), word_attribute("unless", "u"), word_attribute("if", "i")}
    );
    CHECK(word_of(list.find(CommonAttribute::if_)) == "i");
    CHECK(word_of(list.find(CommonAttribute::unless)) == "u");
    CHECK(word_of(list.find(CommonAttribute::action)) == "-");
    CHECK(word_of(list.find("path")) == "p");
    CHECK(word_of(list.find("if")) == "i");
}

TEST_CASE("an attribute list finds the last of several attributes of one name") {
    AttributeList list({word_attribute("meta", "first")});
    list.add(word_attribute("meta", "second"));
    list.add(word_attribute("classes", "added"));
    CHECK(word_of(list.find(CommonAttribute::meta)) == "second");
    CHECK(word_of(list.find("meta")) == "second");
    CHECK(word_of(list.find(CommonAttribute::classes)) == "added");
}

TEST_CASE("every promise type has a kind") {
    CHECK(kind_of("vars") == PromiseKind::variable);
    CHECK(kind_of("field_edits") == PromiseKind::edit);
    CHECK(kind_of("files") == PromiseKind::files);
    CHECK(kind_of("packages") == PromiseKind::packages);
    CHECK(kind_of("processes") == PromiseKind::processes);
    CHECK(kind_of("git") == PromiseKind::custom);
}

} // namespace attribute_list_test
