#include "protocol/harness/cases/case_file.h"

#include "protocol/harness/escapes.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
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

template <class Words>
std::string listed(const Words& words) {
    std::string text;
    for (const std::string_view word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

/// Reads one file; keeps its name for errors.
class CaseReader {
public:
    explicit CaseReader(const std::string& path) : path_(path) {}

    std::vector<Case> read() {
        const YAML::Node file = load();
        check_keys(file, keys_of_file);
        default_type_ = text_or(file["type"], "");
        scratch_ = texts(file["scratch"]);
        const YAML::Node list = file["cases"];
        if (!list || !list.IsSequence() || list.size() == 0)
            fail(file, "'cases' is not a list of cases");
        std::vector<Case> cases;
        for (const YAML::Node& node : list)
            cases.push_back(read_case(node));
        return cases;
    }

private:
    YAML::Node load() const {
        try {
            const YAML::Node file = YAML::LoadFile(path_);
            if (!file.IsMap()) throw CaseFileError(path_ + ": it is not a map with 'cases'");
            return file;
        } catch (const YAML::BadFile&) {
            throw CaseFileError("cannot read '" + path_ + "'");
        } catch (const YAML::ParserException& error) {
            throw CaseFileError(
                path_ + ":" + std::to_string(error.mark.line + 1) + ": " + error.msg
            );
        }
    }

    Case read_case(const YAML::Node& node) const {
        if (!node.IsMap()) fail(node, "a case is a map");
        check_keys(node, keys_of_case);
        Case read{.name = text_or(node["name"], ""), .line = node.Mark().line + 1};
        read.promise = promise_of(node);
        if (read.name.empty()) read.name = "line " + std::to_string(read.line);
        read.setup = texts(node["setup"]);
        read.teardown = texts(node["teardown"]);
        read.before = files(node["before"]);
        read.after = files(node["after"]);
        read.expected = expected_of(node);
        read.bytes = without_escapes(text_or(node["bytes"], ""));
        if (!read.bytes.empty() && !read.is_only_validated())
            fail(node["bytes"], "with 'bytes', 'expect' is 'valid' or 'invalid'");
        read.log = texts(node["log"]);
        if (node["classes"]) read.classes = texts(node["classes"]);
        read.skipped = skipped_of(node["skip"]);
        read.scratch = scratch_;
        const std::vector<std::string> own = texts(node["scratch"]);
        read.scratch.insert(read.scratch.end(), own.begin(), own.end());
        return read;
    }

    SentPromise promise_of(const YAML::Node& node) const {
        SentPromise promise{
            .type = text_or(node["type"], default_type_),
            .promiser = text_or(node["promiser"], "")};
        if (promise.type.empty()) fail(node, "'type' is missing, here and at the top");
        if (!node["promiser"]) fail(node, "'promiser' is missing");
        const YAML::Node attributes = node["attributes"];
        if (attributes && !attributes.IsMap()) fail(attributes, "'attributes' is a map");
        for (const auto& attribute : attributes)
            promise.attributes.emplace_back(attribute.first.Scalar(), data_of(attribute.second));
        return promise;
    }

    std::string expected_of(const YAML::Node& node) const {
        const std::string word = text_or(node["expect"], "");
        if (std::find(result_words.begin(), result_words.end(), word) == result_words.end()) {
            fail(
                node["expect"] ? node["expect"] : node,
                "'expect' is one of: " + listed(result_words)
            );
        }
        return word;
    }

    std::set<CaseCheck> skipped_of(const YAML::Node& node) const {
        std::set<CaseCheck> skipped;
        for (const std::string& word : texts(node)) {
            const auto found = std::find(check_names.begin(), check_names.end(), word);
            if (found == check_names.end()) {
                fail(node, "'" + word + "' in 'skip' is not one of: " + listed(check_names));
            }
            skipped.insert(static_cast<CaseCheck>(found - check_names.begin()));
        }
        return skipped;
    }

    /// Scalars are texts, as in a policy; a node with the tag !json is any data.
    Data data_of(const YAML::Node& node) const {
        if (node.Tag() == "!json") {
            auto read = parse_json(node.Scalar());
            if (const auto* error = std::get_if<DataError>(&read)) fail(node, error->message);
            return std::get<Data>(std::move(read));
        }
        if (node.IsSequence()) {
            Data::Array items;
            for (const YAML::Node& item : node)
                items.push_back(data_of(item));
            return Data::array(std::move(items));
        }
        if (node.IsMap()) {
            std::vector<Data::Member> members;
            for (const auto& member : node)
                members.emplace_back(member.first.Scalar(), data_of(member.second));
            return Data::object(std::move(members));
        }
        return Data::string(node.IsNull() ? "" : node.Scalar());
    }

    std::vector<CaseFile> files(const YAML::Node& node) const {
        std::vector<CaseFile> read;
        if (!node) return read;
        if (!node.IsMap()) fail(node, "files are a map of path and content");
        for (const auto& file : node) {
            CaseFile one{.path = file.first.Scalar(), .content = std::nullopt};
            if (!file.second.IsNull()) one.content = scalar(file.second);
            read.push_back(std::move(one));
        }
        return read;
    }

    /// A single text is a list of one.
    std::vector<std::string> texts(const YAML::Node& node) const {
        std::vector<std::string> read;
        if (!node) return read;
        if (node.IsScalar()) return {node.Scalar()};
        if (!node.IsSequence()) fail(node, "expected a text or a list of texts");
        for (const YAML::Node& item : node)
            read.push_back(scalar(item));
        return read;
    }

    std::string text_or(const YAML::Node& node, const std::string& otherwise) const {
        return node ? scalar(node) : otherwise;
    }

    std::string scalar(const YAML::Node& node) const {
        if (!node.IsScalar()) fail(node, "expected a text");
        return node.Scalar();
    }

    template <class Words>
    void check_keys(const YAML::Node& node, const Words& known) const {
        for (const auto& member : node) {
            const std::string key = member.first.Scalar();
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            fail(member.first, "'" + key + "' is not one of: " + listed(known));
        }
    }

    [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
        throw CaseFileError(path_ + ":" + std::to_string(node.Mark().line + 1) + ": " + what);
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
