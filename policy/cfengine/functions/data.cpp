#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/program/surroundings.h"
#include "policy/cfengine/values/data_text.h"

#include <algorithm>
#include <unordered_set>

namespace vow::cfengine::families {

namespace {

Result data_expand(Call& call) {
    const auto data = call.data(0);
    if (!data) return std::nullopt;
    return Value::data(expanded(*data, call.around()));
}

/// Arrays are appended. If one of them is an object, all become objects with indices as keys.
class Merger {
public:
    void add(const Data& data) {
        if (data.kind() == Data::Kind::object) return add_object(data);
        if (!is_object_) {
            items_.insert(items_.end(), data.items().begin(), data.items().end());
            return;
        }
        for (std::size_t i = 0; i < data.items().size(); ++i)
            members_.emplace_back(std::to_string(i), data.items()[i]);
    }

    Data merged() && {
        if (!is_object_) return Data::array(std::move(items_));
        // The last of equal names wins and keeps its place.
        std::vector<Data::Member> kept;
        std::unordered_set<std::string_view> seen;
        std::ranges::reverse(members_);
        for (const Data::Member& member : members_) {
            if (seen.insert(member.first).second) kept.push_back(member);
        }
        std::ranges::reverse(kept);
        return Data::object(std::move(kept));
    }

private:
    /// The items so far take precedence over the members of the first object.
    void add_object(const Data& object) {
        is_object_ = true;
        members_.insert(members_.end(), object.members().begin(), object.members().end());
        for (std::size_t i = 0; i < items_.size(); ++i)
            members_.emplace_back(std::to_string(i), std::move(items_[i]));
        items_.clear();
    }

    bool is_object_ = false;
    Data::Array items_ = {};
    std::vector<Data::Member> members_ = {};
};

Result mergedata(Call& call) {
    Merger merging;
    for (std::size_t i = 0; i < call.size(); ++i) {
        const auto data = call.data(i);
        if (!data) return std::nullopt;
        if (!data->is_container()) return call.fail("an argument is not a container");
        merging.add(*data);
    }
    return Value::data(std::move(merging).merged());
}

Result getindices(Call& call) {
    const auto data = call.data(0);
    std::vector<std::string> keys;
    if (!data) return Value::list(std::move(keys));
    for (std::size_t i = 0; i < data->items().size(); ++i)
        keys.push_back(std::to_string(i));
    for (const auto& [name, value] : data->members())
        keys.push_back(name);
    return Value::list(std::move(keys));
}

Result getvalues(Call& call) {
    if (auto list = call.plain_list(0)) return Value::list(std::move(*list));
    if (const auto data = call.data(0)) return Value::list(scalars_in(*data));
    const auto scalar = call.around().variable(call.text(0));
    if (!scalar || scalar->text() == nullptr) return Value::list(std::vector<std::string>{});
    return Value::list(std::vector<std::string>{*scalar->text()});
}

Result storejson(Call& call) {
    const auto data = call.data(0);
    if (!data || !data->is_container()) return std::nullopt;
    return Value::string(pretty_json(*data));
}

/// The parsed data as a value; scalars are errors.
Result container_or_failure(Call& call, std::variant<Data, DataError> read) {
    if (const auto* error = std::get_if<DataError>(&read))
        return call.fail(
            "cannot parse '" + call.text(0) + "': " + error->message + " at byte " +
            std::to_string(error->offset)
        );
    Data& data = std::get<Data>(read);
    if (!data.is_container()) return call.fail("'" + call.text(0) + "' is not a container");
    return Value::data(std::move(data));
}

Result parsejson(Call& call) {
    return container_or_failure(call, inline_data(call.text(0), call.around()));
}

Result parseyaml(Call& call) {
    return container_or_failure(call, parse_yaml_data(call.text(0)));
}

/// Whether the text is JSON; if `strict`, a container. As later versions of the reference, and
/// unlike 3.21, it refuses the text after a container that parsejson() ignores.
bool is_json(const std::string& text, bool strict) {
    const auto parsed = parse_json(text);
    const auto* const data = std::get_if<Data>(&parsed);
    return data != nullptr && (!strict || data->is_container());
}

Result validdata(Call& call) {
    return is_json(call.text(0), call.truth(2));
}
Result validjson(Call& call) {
    return is_json(call.text(0), call.truth(1));
}

} // namespace

std::span<const Function> data() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "data_expand",
         .result = ResultType::data,
         .parameters = {{"container", collection}},
         .required = 1,
         .help = "The container with the references in its texts expanded.",
         .example = R"x(data_expand('{ "host": "$(sys.host)" }'))x",
         .body = data_expand},
        {.name = "getindices",
         .result = ResultType::slist,
         .parameters = {{"container", collection}},
         .required = 1,
         .help = "The keys of a container or array.",
         .example = R"(getindices('{ "a": 1, "b": 2 }'))",
         .body = getindices},
        {.name = "getvalues",
         .result = ResultType::slist,
         .parameters = {{"container", collection}},
         .required = 1,
         .help = "The values of a container or array.",
         .example = R"(getvalues('{ "a": 1, "b": 2 }'))",
         .body = getvalues},
        {.name = "mergedata",
         .result = ResultType::data,
         .parameters = {{"container", collection}},
         .required = 1,
         .variadic = true,
         .help = "One container made of several; later members win, arrays are appended.",
         .example = R"(mergedata('{ "port": 80 }', '{ "host": "www" }'))",
         .body = mergedata},
        {.name = "parsejson",
         .category = "io",
         .result = ResultType::data,
         .parameters = {{"text", json_text}},
         .required = 1,
         .help = "The data of a JSON text.",
         .example = R"(parsejson('{ "port": 80 }'))",
         .body = parsejson},
        {.name = "parseyaml",
         .category = "io",
         .result = ResultType::data,
         .parameters = {{"text", yaml_text}},
         .required = 1,
         .help = "The data of a YAML text.",
         .example = R"(parseyaml("[ 80, 443 ]"))",
         .body = parseyaml},
        {.name = "storejson",
         .result = ResultType::string,
         .parameters = {{"container", collection}},
         .required = 1,
         .help = "The container as JSON text.",
         .example = R"(storejson('{ "port": 80 }'))",
         .body = storejson},
        {.name = "validdata",
         .result = ResultType::condition,
         .parameters = {{"text", text}, {"type", option, "JSON"}, {"strict", option, truth_words}},
         .required = 2,
         .help = "Whether the text is valid data of the type; strict: and a container.",
         .example = R"(validdata('{ "port": 80 }', "JSON"))",
         .body = validdata},
        {.name = "validjson",
         .result = ResultType::condition,
         .parameters = {{"text", text}, {"strict", option, truth_words}},
         .required = 1,
         .help = "Whether the text is valid JSON; strict: and a container.",
         .example = R"(validjson('{ "port": 80 }'))",
         .body = validjson},
    };
    return table;
}

} // namespace vow::cfengine::families
