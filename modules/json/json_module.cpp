#include "modules/json/json_module.h"

#include "modules/sdk/cpp/declared.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/data/json_layout.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace vow::modules {

namespace {

PromiseTypeDescription json_type() {
    PromiseTypeDescription type{
        .name = "json",
        .summary = "values in JSON files",
        .promiser_summary = "FILE, or FILE:MEMBER of the object in it",
        .promiser_pattern = "[^:]+(:.+)?",
    };
    type.attributes = {
        {.name = "object",
         .type = AttributeType::data,
         .summary = "an object or array: data, or JSON text"},
        {.name = "array",
         .type = AttributeType::data,
         .summary = "an array: a list, data, or JSON text"},
        {.name = "string", .summary = "a text"},
        {.name = "number", .type = AttributeType::real, .summary = "a number"},
        {.name = "primitive", .choices = {"true", "false", "null"}, .summary = "a word of JSON"},
    };
    type.rules = {
        {.needs = {"object", "array", "string", "number", "primitive"}},
        {.with = {"object"}, .excludes = {"array", "string", "number", "primitive"}},
        {.with = {"array"}, .excludes = {"string", "number", "primitive"}},
        {.with = {"string"}, .excludes = {"number", "primitive"}},
        {.with = {"number"}, .excludes = {"primitive"}},
    };
    type.examples = {"json:\n  \"/etc/app.json:port\"\n    number => \"8080\";"};
    return type;
}

/// The promiser: a file, and the member of the object in it; empty: all of the file.
struct JsonPlace {
    std::string file;
    std::string member;

    explicit JsonPlace(const std::string& promiser)
        : file(promiser.substr(0, promiser.find(':'))),
          member(file.size() < promiser.size() ? promiser.substr(file.size() + 1) : "") {}

    std::string words() const {
        return member.empty() ? text({"'", file, "'"}) : text({"'", member, "' in '", file, "'"});
    }
};

/// The data in a text; none if it is missing, empty, or not JSON.
struct Content {
    std::optional<Data> data = {};
    bool is_other = false;
};

Content content_of(const std::string* text) {
    if (text == nullptr || text->find_first_not_of(" \t\r\n") == std::string::npos) return {};
    auto parsed = parse_json(*text);
    if (auto* data = std::get_if<Data>(&parsed)) return {.data = std::move(*data)};
    return {.is_other = true};
}

std::string read_failure(const std::string& file, int error) {
    if (error == EINVAL || error == EISDIR) return text({"'", file, "' is not a plain file"});
    return text({"Cannot read '", file, "': ", path_error(file, error)});
}

/// The object with that member, in its old place or at the end.
Data with_member(const std::optional<Data>& object, const std::string& name, Data value) {
    auto members = object ? object->members() : std::vector<Data::Member>{};
    members.emplace_back(
        name, std::move(value)
    ); // of equal names the last counts, at the first position
    return Data::object(std::move(members));
}

} // namespace

JsonModule::JsonModule() : DescribedModule(json_type()) {}

std::vector<std::string> JsonModule::further_faults(const Promise& promise) const {
    const auto value = promised_value(promise.attributes);
    if (const auto* fault = std::get_if<std::string>(&value)) return {*fault};
    return {};
}

Outcome JsonModule::keep(const Promise& promise, Record& record, Log& /*log*/) {
    const JsonPlace place(promise.promiser);
    const Data value = std::get<Data>(promised_value(promise.attributes));
    const auto file = TextFile::open(place.file);
    if (!file) {
        record.failed(read_failure(place.file, file.error()));
        return {};
    }
    const auto [data, is_other] = content_of(file->text());
    const Data* found = place.member.empty() ? (data ? &*data : nullptr)
                        : data               ? data->find(place.member)
                                             : nullptr;
    if (found != nullptr && *found == value) {
        record.kept(place.words() + " is as promised");
        return {};
    }
    if (!record.allows({
            .what = "set " + place.words(),
            .path = place.file,
            .before = found != nullptr ? json_text(*found) : "",
            .after = json_text(value),
        })) {
        return {};
    }
    const bool is_object = data && data->kind() == Data::Kind::object;
    if (!place.member.empty() && (is_other || (data && !is_object))) {
        record.log(
            LogLevel::warning,
            text({"Overwriting '", place.file, "', which does not contain a JSON object"})
        );
    }
    const Data whole = place.member.empty() ? value : with_member(data, place.member, value);
    // A new file is readable for its owner only.
    if (const int error = file->write(laid_out(whole, {.indent = 4}) + '\n', 0600); error != 0) {
        record.failed_with(
            error, text({"Cannot write '", place.file, "': ", path_error(place.file, error)})
        );
    } else {
        record.repaired("Set " + place.words());
    }
    return {};
}

namespace {

constexpr std::string_view kinds[] = {"object", "array", "string", "number", "primitive"};

/// The expected type of an attribute's value, for messages; empty if the value has it.
std::string_view wanted(std::string_view kind, const std::optional<Data>& value) {
    if (kind == "object") return value && value->is_container() ? "" : "a JSON object or array";
    if (kind == "array") {
        return value && value->kind() == Data::Kind::array ? "" : "a list or a JSON array";
    }
    const bool number =
        value && (value->kind() == Data::Kind::integer || value->kind() == Data::Kind::real);
    return kind != "number" || number ? "" : "a JSON number";
}

} // namespace

std::variant<Data, std::string> promised_value(const Attributes& attributes) {
    const std::string_view kind = *std::ranges::find_if(kinds, [&](std::string_view name) {
        return attributes.find(name) != nullptr;
    });
    const AttributeValue& promised = *attributes.find(kind);
    const auto* as_text = std::get_if<std::string>(&promised);
    if (kind == "string" && as_text != nullptr) return Data::string(*as_text);
    auto value = data_of(promised);
    if (const std::string_view what = wanted(kind, value); !what.empty()) {
        return text({"Attribute '", kind, "' must be ", what});
    }
    return *std::move(value);
}

} // namespace vow::modules
