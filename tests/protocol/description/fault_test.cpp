#include "protocol/description/fault.h"

#include <doctest/doctest.h>

namespace fault_test {

using namespace vow;

namespace {

const PromiseTypeDescription setting = {
    .name = "setting",
    .promiser_pattern = "/.+",
    .attributes = {
        {.name = "key", .required = true, .pattern = "[a-z]+"},
        {.name = "state", .choices = {"present", "absent"}},
        {.name = "lines", .type = AttributeType::slist, .pattern = "[^,]*"},
        {.name = "size", .type = AttributeType::int_},
        {.name = "ratio", .type = AttributeType::real},
        {.name = "quiet", .type = AttributeType::bool_},
        {.name = "owner", .type = AttributeType::body},
        {.name = "extra", .type = AttributeType::data},
        {.name = "word", .pattern = "[a-z]+", .secret = true},
    }};

std::vector<std::string> sentences(std::string promiser, Attributes attributes) {
    const PromiseType type{"setting"};
    std::vector<std::string> sentences;
    for (const Fault& fault : faults_of(
             {.type = &type, .promiser = std::move(promiser), .attributes = std::move(attributes)},
             setting
         )) {
        sentences.push_back(text_of(fault));
    }
    return sentences;
}

std::string fault_with(std::string name, AttributeValue value) {
    const auto faults = sentences("/x", {{"key", "k"}, {std::move(name), std::move(value)}});
    return faults.empty() ? "" : faults.front();
}

} // namespace

TEST_CASE("a promise that follows its description has no fault") {
    const Data body = Data::object({{"name", Data::string("ada")}});
    CHECK(sentences(
              "/etc/x",
              {{"key", "port"},
               {"state", "absent"},
               {"lines", std::vector<std::string>{"a", "b"}},
               {"size", "-3"},
               {"ratio", "1.5e3"},
               {"quiet", "off"},
               {"owner", body},
               {"extra", body},
               {"handle", "h"},
               {"comment", "c"},
               {"action_policy", "warn"}}
    ).empty());
}

TEST_CASE("faults come in the order of the description, and unknown attributes last, by name") {
    const std::vector<std::string> expected = {
        "Promiser must match '/.+', not 'x'",
        "Attribute 'key' is missing",
        "Attribute 'state' must be one of 'present', 'absent', not 'gone'",
        "Unknown attribute 'a'",
        "Unknown attribute 'z'",
    };
    CHECK(sentences("x", {{"z", "1"}, {"state", "gone"}, {"a", "1"}}) == expected);
}

TEST_CASE("a value must have its attribute's type, and so must each item of a list") {
    const std::vector<std::string> list = {"a", "b,c"};
    CHECK(fault_with("state", list) == "Attribute 'state' must be a text");
    CHECK(fault_with("lines", "a") == "Attribute 'lines' must be a list of texts, not 'a'");
    CHECK(fault_with("lines", list) == "Attribute 'lines' must match '[^,]*', not 'b,c'");
    CHECK(fault_with("size", "3k") == "Attribute 'size' must be an integer, not '3k'");
    CHECK(fault_with("ratio", ".5") == "Attribute 'ratio' must be a number, not '.5'");
    CHECK(fault_with("quiet", "maybe") == "Attribute 'quiet' must be true or false, not 'maybe'");
    CHECK(fault_with("owner", "ada") == "Attribute 'owner' must be a body, not 'ada'");
}

TEST_CASE("a pattern matches the whole value, and a dot does not match a line end") {
    const std::vector<std::string> expected = {"Attribute 'key' must match '[a-z]+', not 'a1'"};
    CHECK(sentences("/x", {{"key", "a1"}}) == expected);
    CHECK(sentences("/x\ny", {{"key", "k"}}).size() == 1);
}

TEST_CASE("a fault never contains the value of a secret attribute") {
    CHECK(fault_with("word", "Hunter2") == "Attribute 'word' must match '[a-z]+'");
}

TEST_CASE("attributes of a body are checked like those of a promise, and named with the body") {
    const PromiseTypeDescription file = {
        .name = "file",
        .attributes = {
            {.name = "perms",
             .type = AttributeType::body,
             .attributes =
                 {{.name = "mode", .required = true, .pattern = "[0-7]+"},
                  {.name = "owners", .type = AttributeType::slist}},
             .rules = {{.with = {"mode"}, .needs = {"owners"}}}}}};
    const auto faults = [&](const std::string& json) {
        CompiledPatterns patterns;
        std::vector<std::string> sentences;
        for (const Fault& fault :
             faults_of_attributes(std::get<Data>(parse_json(json)), file, patterns))
            sentences.push_back(text_of(fault));
        return sentences;
    };
    using Faults = std::vector<std::string>;
    CHECK(faults(R"({"perms": {"mode": "644", "owners": ["root"]}})").empty());
    CHECK(
        faults(R"({"perms": {"mode": "rw", "owners": "root", "flags": "x"}})") ==
        Faults{
            "Attribute 'mode' in 'perms' must match '[0-7]+', not 'rw'",
            "Attribute 'owners' in 'perms' must be a list of texts, not 'root'",
            "Unknown attribute 'flags' in 'perms'"}
    );
    CHECK(faults(R"({"perms": {}})") == Faults{"Attribute 'mode' in 'perms' is missing"});
    CHECK(
        faults(R"({"perms": {"mode": "6"}})") ==
        Faults{"Attribute 'mode' in 'perms' needs 'owners'"}
    );
}

TEST_CASE("rules apply to promised attributes, and not to truth values that are false") {
    const PromiseTypeDescription file = {
        .name = "file",
        .attributes =
            {{.name = "create", .type = AttributeType::bool_},
             {.name = "delete", .type = AttributeType::bool_},
             {.name = "tree", .type = AttributeType::bool_},
             {.name = "names"},
             {.name = "types"}},
        .rules = {
            {.with = {"delete"}, .excludes = {"create"}, .summary = "it is there or not"},
            {.with = {"delete", "tree"}, .needs = {"names", "types"}},
            {.needs = {"create", "delete"}}}};
    const auto faults = [&](Attributes attributes) {
        const PromiseType type{"file"};
        std::string sentences;
        for (const Fault& fault : faults_of(
                 {.type = &type, .promiser = "/x", .attributes = std::move(attributes)}, file
             ))
            sentences += text_of(fault) + "\n";
        return sentences;
    };
    CHECK(
        faults({{"create", "yes"}, {"delete", "true"}}) ==
        "Attribute 'delete' excludes 'create': it is there or not\n"
    );
    CHECK(faults({{"create", "false"}, {"delete", "true"}}).empty());
    CHECK(
        faults({{"delete", "true"}, {"tree", "true"}}) ==
        "Attribute 'delete' with 'tree' needs one of 'names', 'types'\n"
    );
    CHECK(faults({{"delete", "true"}, {"tree", "true"}, {"types", "reg"}}).empty());
    CHECK(faults({}) == "Attribute 'create' is required unless 'delete' is promised\n");
}

} // namespace fault_test
