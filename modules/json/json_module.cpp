#include "modules/json/json_module.h"

#include "modules/files/file_text.h"
#include "modules/json/promised_value.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/data/json_layout.h"

#include <cerrno>
#include <filesystem>
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

/// The content of a file; no data if it is missing, empty, or not JSON.
struct Content {
    std::optional<Data> data = {};
    bool is_other = false;
};

std::variant<Content, std::string> content_of(const JsonPlace& place) {
    std::error_code fault;
    const auto status = std::filesystem::status(place.file, fault);
    if (!std::filesystem::exists(status)) return Content{};
    if (!std::filesystem::is_regular_file(status))
        return text({"'", place.file, "' is not a plain file"});
    const auto read = read_file(place.file);
    if (!read) return text({"Cannot read '", place.file, "': ", system_message(errno)});
    const bool empty = read->find_first_not_of(" \t\r\n") == std::string::npos;
    if (empty) return Content{};
    auto parsed = parse_json(*read);
    if (auto* data = std::get_if<Data>(&parsed)) return Content{.data = std::move(*data)};
    return Content{.is_other = true};
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
    const auto read = content_of(place);
    if (const auto* fault = std::get_if<std::string>(&read)) {
        record.failed(*fault);
        return {};
    }
    const auto& [data, is_other] = std::get<Content>(read);
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
        record.say(
            LogLevel::warning,
            text({"Overwriting '", place.file, "', which does not contain a JSON object"})
        );
    }
    const Data whole = place.member.empty() ? value : with_member(data, place.member, value);
    // A new file is readable for its owner only.
    if (const int error = write_file(place.file, laid_out(whole, {.indent = 4}) + '\n', 0600);
        error != 0) {
        record.failed_with(
            error, text({"Cannot write '", place.file, "': ", system_message(error)})
        );
    } else {
        record.repaired("Set " + place.words());
    }
    return {};
}

} // namespace vow::modules
