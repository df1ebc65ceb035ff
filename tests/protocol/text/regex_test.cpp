#include "protocol/text/regex.h"

#include <doctest/doctest.h>

namespace regex_test {

using namespace vow;

namespace {

Regex compiled(std::string_view pattern, unsigned options = Regex::none) {
    return std::get<Regex>(Regex::compile(pattern, options));
}

} // namespace

TEST_CASE("a pattern matches the whole text when any alternative does") {
    CHECK(compiled("a|ab").matches("ab"));
    CHECK(compiled("").matches(""));
    CHECK_FALSE(compiled("a").matches("ab"));
    CHECK_FALSE(compiled("b").matches("ab"));
}

TEST_CASE("a pattern fits a text that is written like it") {
    CHECK(compiled("[a]").fits("[a]"));
    CHECK(compiled("[a]").fits("a"));
    CHECK_FALSE(compiled("[a]").fits("[b]"));
    CHECK(compiled("a").fits("a"));
    CHECK_FALSE(compiled("a").fits("ab"));
}

TEST_CASE("a dot matches a newline, and anchors match at line ends") {
    CHECK(compiled("a.b").matches("a\nb"));
    CHECK(compiled("^b$").search("a\nb\nc"));
}

TEST_CASE("a capture is nullopt when its group did not match") {
    const std::string text = "key=value";
    const auto match = compiled("(\\w+)=(\\w+)(;)?").match(text);
    REQUIRE(match);
    REQUIRE(match->groups().size() == 4);
    CHECK(*match->groups()[1] == "key");
    CHECK(*match->groups()[2] == "value");
    CHECK_FALSE(match->groups()[3]);
}

TEST_CASE("a search starts at the given offset") {
    const Regex digits = compiled("\\d+");
    const auto first = digits.search("a1b22");
    REQUIRE(first);
    CHECK(first->whole() == "1");
    const auto second = digits.search("a1b22", first->end());
    REQUIRE(second);
    CHECK(second->begin() == 3);
    CHECK(second->end() == 5);
}

TEST_CASE("named captures are found by name") {
    const auto names = compiled("(?<user>\\w+)@(?<host>\\w+)").names();
    REQUIRE(names.size() == 2);
    CHECK(names[0] == std::pair<std::string, std::size_t>("host", 2));
    CHECK(names[1] == std::pair<std::string, std::size_t>("user", 1));
}

TEST_CASE("an invalid pattern gives a reason and an offset") {
    const auto broken = Regex::compile("a(b");
    REQUIRE(std::holds_alternative<RegexError>(broken));
    CHECK(std::get<RegexError>(broken).message == "missing closing parenthesis");
    CHECK(std::get<RegexError>(broken).offset == 3);
}

TEST_CASE("a pattern is compiled once for equal options") {
    RegexCache regexes;
    using Shared = std::shared_ptr<const Regex>;
    const auto first = std::get<Shared>(regexes.find("a"));
    CHECK(std::get<Shared>(regexes.find("a")) == first);
    CHECK(std::get<Shared>(regexes.find("a", Regex::ignore_case))->matches("A"));
    CHECK(std::holds_alternative<RegexError>(regexes.find("[")));
}

TEST_CASE("a plain text matches like the same text in a group") {
    for (const std::string_view plain : {"", "a", "a-b, ]}#c", "\n"}) {
        const Regex text = compiled(plain);
        const Regex pattern = compiled("(?:" + std::string(plain) + ")");
        CHECK(text.names().empty());
        for (const std::string_view subject : {"", "a", "ba a", "x a-b, ]}#c", "\n", "b"}) {
            CAPTURE(plain);
            CAPTURE(subject);
            CHECK(text.matches(subject) == pattern.matches(subject));
            CHECK(text.is_in(subject) == pattern.is_in(subject));
            CHECK(text.match(subject).has_value() == pattern.match(subject).has_value());
            for (std::size_t from = 0; from <= subject.size(); ++from) {
                const auto found = text.search(subject, from);
                const auto expected = pattern.search(subject, from);
                REQUIRE(found.has_value() == expected.has_value());
                if (found) CHECK(found->begin() == expected->begin());
                if (found) CHECK(found->groups() == expected->groups());
            }
        }
    }
}

} // namespace regex_test
