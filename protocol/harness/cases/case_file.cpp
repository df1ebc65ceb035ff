#include "protocol/harness/cases/case_file.h"

#include "protocol/data/yaml.h"
#include "protocol/harness/escapes.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include <regex.h>

namespace vow::harness {
namespace {

constexpr std::array<std::string_view, 6> result_words = {
    "valid", "invalid", "kept", "repaired", "not_kept", "error"};

/// In the order of the enumerators.
constexpr std::array<std::string_view, 10> check_names = {
    "idempotence",
    "validate",
    "warn",
    "purity",
    "order",
    "paths",
    "outside",
    "changes",
    "atomic",
    "keeps"};

constexpr std::array<std::string_view, 4> keys_of_file = {"type", "scratch", "real", "cases"};
constexpr std::array<std::string_view, 16> keys_of_case = {
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
    "only_changes",
    "skip",
    "scratch",
    "real"};

/// Why a text is not an extended regular expression; empty if it is one. Plain texts replace its
/// placeholders.
std::string pattern_fault(std::string pattern) {
    for (const std::string placeholder : {"{{tmp}}", "{{port}}"}) {
        for (auto at = pattern.find(placeholder); at != pattern.npos;
             at = pattern.find(placeholder))
            pattern.replace(at, placeholder.size(), "x");
    }
    regex_t compiled = {};
    const int error = ::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB);
    if (error == 0) {
        ::regfree(&compiled);
        return {};
    }
    std::array<char, 200> text = {};
    ::regerror(error, &compiled, text.data(), text.size());
    return text.data();
}

/// Reads one file; keeps its name for errors.
class CaseReader {
public:
    explicit CaseReader(std::string path) : path_(std::move(path)) {}

    std::vector<Case> read() {
        const YamlNode file = load();
        check_keys(file, keys_of_file);
        default_type_ = text_or(file.find("type"), "");
        scratch_ = templates(file.find("scratch"));
        is_real_ = truth_or(file.find("real"), false);
        const YamlNode* const list = file.find("cases");
        if (list == nullptr || list->items.empty()) fail(file, "'cases' must be a list of cases");
        std::vector<Case> cases;
        for (const YamlNode& node : list->items) {
            cases.push_back(read_case(node));
            refuse_second(cases, node);
        }
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

    /// Reports and `--only` name cases.
    void refuse_second(const std::vector<Case>& cases, const YamlNode& node) const {
        const auto first = std::ranges::find(cases, cases.back().name, &Case::name);
        if (first == cases.end() - 1) return;
        fail(node, "there is a case '" + first->name + "' in line " + std::to_string(first->line));
    }

    Case read_case(const YamlNode& node) const {
        if (node.kind != YamlNode::Kind::map) fail(node, "a case must be a map");
        check_keys(node, keys_of_case);
        Case read{
            .name = text_or(node.find("name"), ""),
            .file = path_,
            .line = static_cast<int>(node.line)};
        read.promise = promise_of(node);
        if (read.name.empty()) read.name = "line " + std::to_string(read.line);
        read.setup = templates(node.find("setup"));
        read.teardown = templates(node.find("teardown"));
        read.before = files(node.find("before"));
        read.after = files(node.find("after"));
        read.expected = expected_of(node);
        read.bytes = without_escapes(text_or(node.find("bytes"), ""));
        if (!read.bytes.empty() && !read.is_only_validated())
            fail(*node.find("bytes"), "with 'bytes', 'expect' must be 'valid' or 'invalid'");
        read.log = patterns(node.find("log"));
        if (node.find("classes") != nullptr) read.classes = texts(node.find("classes"));
        if (node.find("only_changes") != nullptr)
            read.only_changes = templates(node.find("only_changes"));
        read.skipped = skipped_of(node.find("skip"));
        read.scratch = scratch_;
        const std::vector<std::string> own = templates(node.find("scratch"));
        read.scratch.insert(read.scratch.end(), own.begin(), own.end());
        read.is_real = truth_or(node.find("real"), is_real_);
        return read;
    }

    SentPromise promise_of(const YamlNode& node) const {
        SentPromise promise{
            .type = text_or(node.find("type"), default_type_),
            .promiser = text_or(node.find("promiser"), "")};
        if (promise.type.empty()) fail(node, "'type' is missing, here and at the top");
        if (node.find("promiser") == nullptr) fail(node, "'promiser' is missing");
        check_placeholders(*node.find("promiser"));
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
        std::string word = text_or(expected, "");
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
            check_placeholders(path);
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

    /// Texts with placeholders.
    std::vector<std::string> templates(const YamlNode* node) const {
        if (node != nullptr && node->kind == YamlNode::Kind::scalar) check_placeholders(*node);
        if (node != nullptr) {
            for (const YamlNode& item : node->items)
                check_placeholders(item);
        }
        return texts(node);
    }

    std::vector<std::string> patterns(const YamlNode* node) const {
        std::vector<std::string> read = texts(node);
        for (const std::string& pattern : read) {
            if (const std::string fault = pattern_fault(pattern); !fault.empty())
                fail(
                    *node,
                    std::string("'").append(pattern).append(
                        "' is not an extended regular expression: "
                    ) + fault
                );
        }
        return read;
    }

    /// Contents of files may have other words in double braces: templates.
    void check_placeholders(const YamlNode& node) const {
        for (auto at = node.text.find("{{"); at != std::string::npos;
             at = node.text.find("{{", at + 2)) {
            const std::string_view rest = std::string_view(node.text).substr(at);
            if (rest.starts_with("{{tmp}}") || rest.starts_with("{{port}}")) continue;
            const std::string_view word = rest.substr(0, rest.find("}}") + 2);
            fail(
                node,
                "'" + std::string(word) + "' is not a placeholder; there are {{tmp}} and {{port}}"
            );
        }
    }

    std::string text_or(const YamlNode* node, const std::string& otherwise) const {
        return node != nullptr ? scalar(*node) : otherwise;
    }

    bool truth_or(const YamlNode* node, bool otherwise) const {
        if (node == nullptr) return otherwise;
        const std::string word = scalar(*node);
        if (word != "true" && word != "false") fail(*node, "'real' must be 'true' or 'false'");
        return word == "true";
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
    bool is_real_ = false;
};

} // namespace

bool Case::may_run(RealRuns runs) const {
    if (is_real || runs == RealRuns::everywhere) return true;
    const std::string path = std::filesystem::path(promise.promiser).lexically_normal();
    return path == "{{tmp}}" || path.starts_with("{{tmp}}/");
}

std::vector<Case> read_cases(const std::string& path) {
    return CaseReader(path).read();
}

} // namespace vow::harness
