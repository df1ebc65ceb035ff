#include "policy/cfengine/program/class_guard.h"

#include <doctest/doctest.h>

namespace class_guard_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// Whether the expression holds when a, b and space:c are classes: "yes", "no", or the error.
std::string holds(std::string_view expression, std::string_view name_space = "default") {
    Names names;
    const auto read = compile_class_guard(expression, name_space, names);
    if (const auto* error = std::get_if<GuardError>(&read)) return error->message;
    const bool held = std::get<ClassGuard>(read).holds([&](Symbol name) {
        const std::string_view text = names.text(name);
        return text == "any" || text == "a" || text == "b" || text == "space:c";
    });
    return held ? "yes" : "no";
}

struct Row {
    std::string_view expression;
    std::string_view holds;
};

} // namespace

TEST_CASE("`and` binds more tightly than `or`, and `not` more tightly than both") {
    constexpr Row rows[] = {
        {"a", "yes"},       {"x", "no"},        {"!x", "yes"},     {"!!a", "yes"},
        {"a.x", "no"},      {"a&b", "yes"},     {"a&&b", "yes"},   {"x|a", "yes"},
        {"x||y", "no"},     {"a|x.y", "yes"},   {"(a|x).y", "no"}, {"!a|b", "yes"},
        {"!(a|b)", "no"},   {"x.y|a.b", "yes"}, {"!x.!y", "yes"},  {"none", "no"},
        {"a.none", "no"},   {"!none", "yes"},   {"true", "yes"},   {"!false", "yes"},
        {"false|x", "no"},  {"((a))", "yes"},   {"x|y|a", "yes"},  {"a . ( b | x )", "yes"},
        {"a.b.x|a", "yes"},
    };
    for (const Row& row : rows) {
        CAPTURE(std::string(row.expression));
        CHECK(holds(row.expression) == row.holds);
    }
}

TEST_CASE("a text that is not a class expression is an error") {
    CHECK(holds("") == "expected a class");
    CHECK(holds("a.") == "expected a class");
    CHECK(holds("(a") == "no ')' for a '('");
    CHECK(holds("a)") == "unexpected ')'");
    CHECK(
        holds("a b") == "class expressions can't be separated by whitespace without an "
                        "intervening operator"
    );
}

TEST_CASE("a class belongs to the namespace of its expression unless it names another") {
    CHECK(holds("c") == "no");
    CHECK(holds("c", "space") == "yes");
    CHECK(holds("space:c") == "yes");
    CHECK(holds("default:a", "space") == "yes");
}

TEST_CASE("the right side is not evaluated when the left side decides") {
    Names names;
    for (const std::string_view expression : {"x.asked", "a|asked"}) {
        const auto read = compile_class_guard(expression, "default", names);
        std::get<ClassGuard>(read).holds([&](Symbol name) {
            CHECK(names.text(name) != "asked");
            return names.text(name) == "a";
        });
    }
}

} // namespace class_guard_test
