#include "protocol/harness/fuzz/values.h"

#include "protocol/data/conversion.h"

#include <array>

namespace vow::harness {
namespace {

/// One of these matches most patterns that people write.
const std::array<const char*, 22> common_texts = {
    "/tmp/file",
    "name",
    "a",
    "A",
    "x1",
    "a_b",
    "a-b",
    "1",
    "42",
    "0644",
    "755",
    "https://example.org/x",
    "user@example.org",
    "1.2.3",
    "true",
    "one two",
    "1,10",
    "0,inf",
    "term",
    "u+rw,go=r",
    "/",
    "",
};

const std::array<const char*, 14> wild_texts = {
    "",
    " ",
    "\t",
    "=",
    "a=b",
    "'",
    "\"",
    "\\",
    "$(x)",
    "%s%n",
    "Zo\xc3\xab",
    "\xf0\x9f\x8c\xb3",
    "-1",
    "../../..",
};

/// Values that no attribute of this type may have. The numbers and truth values of JSON count as
/// the texts that policies have for them, so that only texts and lists forbid them.
std::vector<Data> wrong_kinds(AttributeType type) {
    const Data list = array_of({"a", "list"});
    const Data body = Data::object({{"a", Data::string("body")}});
    const Data number = Data::integer(42);
    const Data truth = Data::boolean(true);
    switch (type) {
    case AttributeType::string: return {list, body, number, truth};
    case AttributeType::int_:
        return {
            Data::string("12 apples"), Data::string("1.5"), Data::string(""), truth, list, body};
    case AttributeType::real: return {Data::string("1.2.3"), Data::string(""), truth, list, body};
    case AttributeType::bool_: return {Data::string("perhaps"), number, list, body};
    case AttributeType::slist:
        return {
            Data::string("a text"),
            body,
            number,
            Data::array({Data::string("a"), number}),
            Data::array({list})};
    case AttributeType::body: return {Data::string("no body"), list, number};
    case AttributeType::data: break;
    }
    return {};
}

} // namespace

std::optional<std::string> Values::text_for(const std::string& pattern) {
    std::vector<std::string> fitting;
    for (const char* text : common_texts) {
        if (patterns_.matches(text, pattern)) fitting.emplace_back(text);
    }
    if (fitting.empty()) return std::nullopt;
    return dice_.one_of(fitting);
}

std::optional<Data>
Values::number_for(const AttributeDescription& attribute, const char* fraction) {
    for (const std::size_t limit : {1000U, 100U, 10U, 2U}) {
        const std::string number = std::to_string(dice_.below(limit)) + fraction;
        if (patterns_.matches(number, attribute.pattern)) return Data::string(number);
    }
    return std::nullopt;
}

std::optional<Data> Values::right_for(const AttributeDescription& attribute) {
    switch (attribute.type) {
    case AttributeType::string:
    case AttributeType::slist: {
        const auto text = attribute.choices.empty() ? text_for(attribute.pattern)
                                                    : dice_.one_of(attribute.choices);
        if (!text) return std::nullopt;
        if (attribute.type == AttributeType::string) return Data::string(*text);
        return array_of(std::vector<std::string>(1 + dice_.below(3), *text));
    }
    case AttributeType::int_: return number_for(attribute, "");
    case AttributeType::real: return number_for(attribute, ".5");
    case AttributeType::bool_: {
        static constexpr std::array<const char*, 6> words = {
            "true", "false", "yes", "no", "on", "off"};
        return Data::string(dice_.one_of(words));
    }
    case AttributeType::body: return Data::object({});
    case AttributeType::data: return array_of({"a", "b"});
    }
    return std::nullopt;
}

std::optional<Data> Values::wrong_for(const AttributeDescription& attribute) {
    const std::vector<Data> wrong = wrong_kinds(attribute.type);
    if (wrong.empty()) return std::nullopt;
    const bool has_texts =
        attribute.type == AttributeType::string || attribute.type == AttributeType::slist;
    if (!has_texts || dice_.one_in(2)) return dice_.one_of(wrong);
    if (attribute.type == AttributeType::slist) return array_of({wild_text()});
    return Data::string(wild_text());
}

std::string Values::wild_text() {
    std::string text;
    for (std::size_t parts = 1 + dice_.below(3); parts > 0; --parts)
        text += dice_.one_of(wild_texts);
    if (dice_.one_in(10)) text.append(1 + dice_.below(5000), 'x');
    return text;
}

} // namespace vow::harness
