#include "policy/run/secret_schema.h"

#include "protocol/text/regex.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace vow {
namespace {

constexpr std::size_t max_schema_bytes = std::size_t{4} << 20U;
constexpr int max_nesting = 200;

/// The part of a schema that a reference such as "#/$defs/login" means. Null without one.
const Data* referenced(const Data& schema, std::string_view reference) {
    if (!reference.starts_with('#')) return nullptr;
    const Data* part = &schema;
    for (const std::string_view written : split_at(reference.substr(1), '/')) {
        if (written.empty()) continue;
        std::string name(written);
        for (const auto& [escape, letter] : {std::pair{"~1", '/'}, std::pair{"~0", '~'}}) {
            for (std::size_t at = name.find(escape); at != std::string::npos;
                 at = name.find(escape, at + 1))
                name.replace(at, 2, 1, letter);
        }
        std::size_t index = 0;
        const auto number = std::from_chars(name.data(), name.data() + name.size(), index);
        const bool is_index = part->kind() == Data::Kind::array && number.ec == std::errc();
        part = is_index ? part->at(index) : part->find(name);
        if (part == nullptr) return nullptr;
    }
    return part;
}

bool is_true(const Data& schema, std::string_view name) {
    const Data* mark = schema.find(name);
    return mark != nullptr && mark->kind() == Data::Kind::boolean && mark->truth();
}

bool matches(const std::string& pattern, std::string_view name) {
    const auto compiled = Regex::compile(pattern, Regex::one_line);
    const auto* regex = std::get_if<Regex>(&compiled);
    return regex == nullptr || regex->is_in(name); // a faulty pattern reveals nothing
}

class SchemaWalk {
public:
    explicit SchemaWalk(const Data& whole) : whole_(whole) {}

    void visit(const Data& data, const Data& schema, int depth = 0) {
        if (schema.kind() != Data::Kind::object || depth > max_nesting) return;
        if (is_true(schema, "secret") || is_true(schema, "writeOnly")) {
            found.push_back(data);
            return;
        }
        combined(data, schema, depth + 1);
        if (data.kind() == Data::Kind::object) members(data, schema, depth + 1);
        if (data.kind() == Data::Kind::array) items(data, schema, depth + 1);
    }

    Data::Array found;

private:
    void combined(const Data& data, const Data& schema, int depth) {
        constexpr std::array<std::string_view, 3> lists = {"allOf", "anyOf", "oneOf"};
        for (const std::string_view name : lists) {
            const Data* parts = schema.find(name);
            if (parts == nullptr) continue;
            for (const Data& part : parts->items())
                visit(data, part, depth);
        }
        constexpr std::array<std::string_view, 3> conditions = {"if", "then", "else"};
        for (const std::string_view name : conditions) {
            if (const Data* part = schema.find(name)) visit(data, *part, depth);
        }
        const Data* reference = schema.find("$ref");
        const Data* target = reference == nullptr ? nullptr : referenced(whole_, reference->text());
        if (target != nullptr) visit(data, *target, depth);
    }

    void members(const Data& data, const Data& schema, int depth) {
        const Data* properties = schema.find("properties");
        const Data* patterns = schema.find("patternProperties");
        const Data* others = schema.find("additionalProperties");
        for (const auto& [name, value] : data.members()) {
            const std::string_view key = name;
            bool is_other = true;
            if (const Data* own = properties == nullptr ? nullptr : properties->find(key)) {
                visit(value, *own, depth);
                is_other = false;
            }
            if (patterns != nullptr) {
                for (const auto& [pattern, part] : patterns->members()) {
                    if (!matches(std::string(pattern), key)) continue;
                    visit(value, part, depth);
                    is_other = false;
                }
            }
            if (is_other && others != nullptr) visit(value, *others, depth);
        }
    }

    void items(const Data& data, const Data& schema, int depth) {
        const Data* first = schema.find("prefixItems");
        const Data* rest = schema.find("items");
        if (rest != nullptr && rest->kind() == Data::Kind::array) std::swap(first, rest);
        if (rest != nullptr && rest->kind() == Data::Kind::array) rest = nullptr;
        for (std::size_t at = 0; at < data.items().size(); ++at) {
            const Data* own = first == nullptr ? nullptr : first->at(at);
            if (own == nullptr) own = rest;
            if (own != nullptr) visit(data.items()[at], *own, depth);
        }
    }

    const Data& whole_;
};

} // namespace

std::string schema_path_of(std::string_view data_file) {
    const std::size_t name = data_file.rfind('/') + 1; // 0 without a slash
    const std::size_t dot = data_file.rfind('.');
    const bool has_suffix = dot != std::string_view::npos && dot > name;
    return std::string(data_file.substr(0, has_suffix ? dot : data_file.size())) + ".schema.json";
}

Data secrets_by_schema(const Data& data, const Data& schema) {
    SchemaWalk walk(schema);
    walk.visit(data, schema);
    return Data::array(std::move(walk.found));
}

std::string fault_beside_schema(HostFiles& host, const std::string& data_file, std::string fault) {
    const std::string path = schema_path_of(data_file);
    if (path == data_file || !host.status(path, Symlinks::as_they_are)) return fault;
    return "it has a mistake, which is not shown since '" + path +
           "' can mark what is there as secret";
}

Answer<Data> secrets_beside(HostFiles& host, const std::string& data_file, const Data& data) {
    const std::string path = schema_path_of(data_file);
    if (path == data_file || !host.status(path, Symlinks::as_they_are))
        return {.value = Data::array({})};
    const auto text = read_whole_guarded_file(host, path, max_schema_bytes);
    if (!text) return {.why_not = "cannot read its schema '" + path + "': " + text.why_not};
    const auto parsed = parse_json(*text);
    if (const auto* error = std::get_if<DataError>(&parsed)) {
        return {
            .why_not = "its schema '" + path + "' is not valid JSON: " + error->message +
                       " at byte " + std::to_string(error->offset)};
    }
    const Data& schema = std::get<Data>(parsed);
    const bool is_schema =
        schema.kind() == Data::Kind::object || schema.kind() == Data::Kind::boolean;
    if (!is_schema) return {.why_not = "its schema '" + path + "' is not a JSON object"};
    return {.value = secrets_by_schema(data, schema)};
}

} // namespace vow
