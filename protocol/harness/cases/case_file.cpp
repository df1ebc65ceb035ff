#include "protocol/harness/cases/case_file.h"

#include "protocol/data/yaml.h"
#include "protocol/harness/escapes.h"
#include "protocol/text/words.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

namespace vow::harness {
namespace {

constexpr std::array<std::string_view, 6> result_words = {
    "valid", "invalid", "kept", "repaired", "not_kept", "error"};

/// In the order of the enumerators.
constexpr std::array<std::string_view, 5> check_names = {
    "idempotence", "validate", "warn", "purity", "order"};

constexpr std::array<std::string_view, 3> keys_of_file = {"type", "scratch", "cases"};
constexpr std::array<std::string_view, 14> keys_of_case = {
    "name",
    "type",
    "promiser",
    "attributes",
    "bytes",
    "setup",
    "teardown",
    "before",
    "expect",
    "after",
    "log",
    "classes",
    "skip",
    "scratch"};

/// Reads one file; keeps its name for errors.
class CaseReader {
public:
    explicit CaseReader(const std::string& path) : path_(path) {}

    std::vector<Case> read() {
        const YamlNode file = load();
        check_keys(file, keys_of_file);
        default_type_ = text_or(file.find("type"), "");
        scratch_ = texts(file.find("scratch"));
        const YamlNode* const list = file.find("cases");
        if (list == nullptr || list->items.empty()) fail(file, "'cases' must be a list of cases");
        std::vector<Case> cases;
        for (const YamlNode& node : list->items)
            cases.push_back(read_case(node));
        return cases;
    }

private:
    YamlNode load() const {
        std::ifstream in(path_, std::ios::binary);
        if (!in) throw CaseFileError("cannot read '" + path_ + "'");
        auto read = parse_yaml(std::string(std::istreambuf_iterator<char>(in), {}));
        if (const auto* error = std::get_if<YamlError>(&read))
            throw CaseFileError(path_ + ":" + std::to_string(error->line) + ": " + error->message);
        auto& file = std::get<YamlNode>(read);
        if (file.kind != YamlNode::Kind::map)
            throw CaseFileError(path_ + ": it must be a map with 'cases'");
        return std::move(file);
    }

    Case read_case(const YamlNode& node) const {
        if (node.kind != YamlNode::Kind::map) fail(node, "a case must be a map");
        check_keys(node, keys_of_case);
        Case read{.name = text_or(node.find("name"), ""), .line = static_cast<int>(node.line)};
        read.promise = promise_of(node);
        if (read.name.empty()) read.name = "line " + std::to_string(read.line);
        read.setup = texts(node.find("setup"));
        read.teardown = texts(node.find("teardown"));
        read.before = files(node.find("before"));
        read.after = files(node.find("after"));
        read.expected = expected_of(node);
        read.bytes = without_escapes(text_or(node.find("bytes"), ""));
        if (!read.bytes.empty() && !read.is_only_validated())
            fail(*node.find("bytes"), "with 'bytes', 'expect' must be 'valid' or 'invalid'");
        read.log = texts(node.find("log"));
        if (node.find("classes") != nullptr) read.classes = texts(node.find("classes"));
        read.skipped = skipped_of(node.find("skip"));
        read.scratch = scratch_;
        const std::vector<std::string> own = texts(node.find("scratch"));
        read.scratch.insert(read.scratch.end(), own.begin(), own.end());
        return read;
    }

    SentPromise promise_of(const YamlNode& node) const {
        SentPromise promise{
            .type = text_or(node.find("type"), default_type_),
            .promiser = text_or(node.find("promiser"), "")};
        if (promise.type.empty()) fail(node, "'type' is missing, here and at the top");
        if (node.find("promiser") == nullptr) fail(node, "'promiser' is missing");
        const YamlNode* const attributes = node.find("attributes");
        if (attributes == nullptr) return promise;
        if (attributes->kind != YamlNode::Kind::map)
            fail(*attributes, "'attributes' must be a map");
        for (const YamlNode::Member& attribute : attributes->members)
            promise.attributes.emplace_back(attribute.key.text, attribute_data(attribute.value));
        return promise;
    }

    std::string expected_of(const YamlNode& node) const {
        const YamlNode* const expected = node.find("expect");
        const std::string word = text_or(expected, "");
        if (std::find(result_words.begin(), result_words.end(), word) == result_words.end()) {
            fail(
                expected != nullptr ? *expected : node,
                "'expect' must be one of: " + joined(result_words, ", ")
            );
        }
        return word;
    }

    std::set<CaseCheck> skipped_of(const YamlNode* node) const {
        std::set<CaseCheck> skipped;
        for (const std::string& word : texts(node)) {
            const auto found = std::find(check_names.begin(), check_names.end(), word);
            if (found == check_names.end()) {
                fail(*node, "'" + word + "' in 'skip' is not one of: " + joined(check_names, ", "));
            }
            skipped.insert(static_cast<CaseCheck>(found - check_names.begin()));
        }
        return skipped;
    }

    /// Scalars are texts, as in a policy; a node with the tag !json is any data.
    Data attribute_data(const YamlNode& node) const {
        if (node.tag == "!json") {
            auto read = parse_json(node.text);
            if (const auto* error = std::get_if<DataError>(&read)) fail(node, error->message);
            return std::get<Data>(std::move(read));
        }
        switch (node.kind) {
        case YamlNode::Kind::null:
        case YamlNode::Kind::scalar: return Data::string(node.text);
        case YamlNode::Kind::sequence: {
            Data::Array items;
            for (const YamlNode& item : node.items)
                items.push_back(attribute_data(item));
            return Data::array(std::move(items));
        }
        case YamlNode::Kind::map: break;
        }
        std::vector<Data::Member> members;
        for (const YamlNode::Member& member : node.members)
            members.emplace_back(member.key.text, attribute_data(member.value));
        return Data::object(std::move(members));
    }

    std::vector<CaseFile> files(const YamlNode* node) const {
        std::vector<CaseFile> read;
        if (node == nullptr) return read;
        if (node->kind != YamlNode::Kind::map)
            fail(*node, "files must be a map of paths and contents");
        for (const auto& [path, content] : node->members) {
            CaseFile one{.path = path.text, .content = std::nullopt};
            if (content.kind != YamlNode::Kind::null) one.content = scalar(content);
            read.push_back(std::move(one));
        }
        return read;
    }

    /// A single text is a list of one.
    std::vector<std::string> texts(const YamlNode* node) const {
        std::vector<std::string> read;
        if (node == nullptr) return read;
        if (node->kind == YamlNode::Kind::scalar) return {node->text};
        if (node->kind != YamlNode::Kind::sequence)
            fail(*node, "expected a text or a list of texts");
        for (const YamlNode& item : node->items)
            read.push_back(scalar(item));
        return read;
    }

    std::string text_or(const YamlNode* node, const std::string& otherwise) const {
        return node != nullptr ? scalar(*node) : otherwise;
    }

    std::string scalar(const YamlNode& node) const {
        if (node.kind != YamlNode::Kind::scalar) fail(node, "expected a text");
        return node.text;
    }

    template <class Words>
    void check_keys(const YamlNode& node, const Words& known) const {
        for (const auto& [key, value] : node.members) {
            if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
            fail(key, "'" + key.text + "' is not one of: " + joined(known, ", "));
        }
    }

    [[noreturn]] void fail(const YamlNode& node, const std::string& what) const {
        throw CaseFileError(path_ + ":" + std::to_string(node.line) + ": " + what);
    }

    std::string path_;
    std::string default_type_;
    std::vector<std::string> scratch_;
};

} // namespace

std::vector<Case> read_cases(const std::string& path) {
    return CaseReader(path).read();
}

} // namespace vow::harness
