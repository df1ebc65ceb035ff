#include "protocol/harness/fuzz/generator.h"

#include <algorithm>
#include <array>

#include <regex.h>

namespace vow::harness {
namespace {

/// One of these matches most patterns that people write.
const std::array<const char*, 18> common_texts = {
    "{{tmp}}/file",
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

Data texts_of(std::vector<std::string> texts) {
    Data::Array items;
    for (std::string& text : texts)
        items.push_back(Data::string(std::move(text)));
    return Data::array(std::move(items));
}

bool is_choice(const AttributeDescription& attribute, const std::string& text) {
    return attribute.choices.empty() ||
           std::find(attribute.choices.begin(), attribute.choices.end(), text) !=
               attribute.choices.end();
}

} // namespace

bool matches_whole(const std::string& text, const std::string& pattern) {
    if (pattern.empty()) return true;
    regex_t compiled{};
    if (::regcomp(&compiled, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    const bool matched = ::regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
    ::regfree(&compiled);
    return matched;
}

bool allows(
    const PromiseTypeDescription& type, const SentPromise& promise, std::string_view but_for
) {
    for (const AttributeDescription& attribute : type.attributes) {
        if (attribute.name == but_for) continue;
        const auto given = std::find_if(
            promise.attributes.begin(),
            promise.attributes.end(),
            [&](const Data::Member& member) { return member.first == attribute.name; }
        );
        if (given == promise.attributes.end()) {
            if (attribute.required) return false;
            continue;
        }
        // Only texts are ever made smaller.
        if (attribute.type != AttributeType::string) continue;
        const std::string text(given->second.text());
        if (!is_choice(attribute, text) || !matches_whole(text, attribute.pattern)) return false;
    }
    return true;
}

Generator::Generator(const PromiseTypeDescription& type, Dice& dice) : type_(type), dice_(dice) {}

std::optional<SentPromise> Generator::valid_promise() {
    const auto promiser = text_for(type_.promiser_pattern);
    if (!promiser) return std::nullopt;
    SentPromise promise{
        .type = type_.name, .promiser = promiser->empty() ? "{{tmp}}/file" : *promiser};
    for (const AttributeDescription& attribute : type_.attributes) {
        if (!attribute.required && dice_.one_in(2)) continue;
        auto value = value_for(attribute);
        if (value) promise.attributes.emplace_back(attribute.name, *std::move(value));
        if (!value && attribute.required) return std::nullopt;
    }
    return promise;
}

std::optional<NearMiss> Generator::near_miss() {
    auto promise = valid_promise();
    if (!promise) return std::nullopt;
    if (type_.attributes.empty() || dice_.one_in(4)) {
        std::string name =
            type_.attributes.empty() ? "unknown" : type_.attributes.front().name + "s";
        while (type_.attribute(name) != nullptr)
            name += "s";
        promise->attributes.emplace_back(name, Data::string("x"));
        return NearMiss{*std::move(promise), name, "is not described"};
    }
    const AttributeDescription& attribute = dice_.one_of(type_.attributes);
    std::erase_if(promise->attributes, [&](const Data::Member& member) {
        return member.first == attribute.name;
    });
    if (attribute.required && dice_.one_in(2)) {
        return NearMiss{*std::move(promise), attribute.name, "is missing"};
    }
    const auto wrong = wrong_value_for(attribute);
    if (!wrong) return std::nullopt;
    promise->attributes.emplace_back(attribute.name, *wrong);
    return NearMiss{*std::move(promise), attribute.name, "is " + json_text(*wrong)};
}

SentPromise Generator::wild_promise() {
    SentPromise promise{.type = type_.name, .promiser = wild_text()};
    for (const AttributeDescription& attribute : type_.attributes) {
        if (dice_.one_in(2)) continue;
        promise.attributes.emplace_back(attribute.name, Data::string(wild_text()));
    }
    return promise;
}

std::optional<std::string> Generator::text_for(const std::string& pattern) {
    std::vector<std::string> fitting;
    for (const char* text : common_texts) {
        // A placeholder stands for a path.
        const std::string filled = std::string(text).starts_with("{{tmp}}") ? "/tmp/x/file" : text;
        if (matches_whole(filled, pattern)) fitting.emplace_back(text);
    }
    if (fitting.empty()) return std::nullopt;
    return dice_.one_of(fitting);
}

std::optional<Data> Generator::value_for(const AttributeDescription& attribute) {
    switch (attribute.type) {
    case AttributeType::string:
    case AttributeType::slist: {
        const auto text = attribute.choices.empty() ? text_for(attribute.pattern)
                                                    : dice_.one_of(attribute.choices);
        if (!text) return std::nullopt;
        if (attribute.type == AttributeType::string) return Data::string(*text);
        return texts_of(std::vector<std::string>(1 + dice_.below(3), *text));
    }
    case AttributeType::int_: return Data::string(std::to_string(dice_.below(1000)));
    case AttributeType::real: return Data::string(std::to_string(dice_.below(1000)) + ".5");
    case AttributeType::bool_: {
        static constexpr std::array<const char*, 6> words = {
            "true", "false", "yes", "no", "on", "off"};
        return Data::string(dice_.one_of(words));
    }
    case AttributeType::body: return Data::object({});
    case AttributeType::data: return texts_of({"a", "b"});
    }
    return std::nullopt;
}

/// None: nothing is wrong for it.
std::optional<Data> Generator::wrong_value_for(const AttributeDescription& attribute) {
    switch (attribute.type) {
    case AttributeType::string: {
        if (dice_.one_in(2)) return texts_of({"a", "list"});
        const std::string text = wild_text();
        const bool is_wrong =
            !is_choice(attribute, text) || !matches_whole(text, attribute.pattern);
        return is_wrong ? std::optional(Data::string(text)) : std::nullopt;
    }
    case AttributeType::int_: return Data::string("12 apples");
    case AttributeType::real: return Data::string("1.2.3");
    case AttributeType::bool_: return Data::string("perhaps");
    case AttributeType::slist: return Data::object({{"no", Data::string("list")}});
    case AttributeType::body: return Data::string("no body");
    case AttributeType::data: break;
    }
    return std::nullopt;
}

std::string Generator::wild_text() {
    std::string text;
    for (std::size_t parts = 1 + dice_.below(3); parts > 0; --parts)
        text += dice_.one_of(wild_texts);
    if (dice_.one_in(10)) text.append(1 + dice_.below(5000), 'x');
    return text;
}

} // namespace vow::harness
