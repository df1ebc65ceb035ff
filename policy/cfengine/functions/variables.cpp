#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/name_filter.h"

#include <algorithm>
#include <functional>

namespace vow::cfengine::families {

namespace {

Result isvariable(Call& call) {
    return call.around().variable(call.text(0)).has_value();
}

/// The variables that match the call's filter.
std::optional<std::vector<std::string>> matching_variables(Call& call) {
    const auto filter = NameFilter::of(call);
    if (!filter) return std::nullopt;
    std::vector<std::string> names;
    for (TaggedName& each : call.around().variables()) {
        if (filter->accepts(each.name, each.tags, NameFilter::Wanted::one_tag_if_tagged))
            names.push_back(std::move(each.name));
    }
    return names;
}

Result variablesmatching(Call& call) {
    auto names = matching_variables(call);
    if (!names) return Value::list(std::vector<std::string>());
    std::ranges::reverse(*names); // the reference prepends each match
    return Value::list(std::move(*names));
}

Result variablesmatching_as_data(Call& call) {
    const auto names = matching_variables(call);
    if (!names) return std::nullopt;
    std::vector<Data::Member> members;
    for (const std::string& name : *names) {
        if (const auto value = call.around().variable(name))
            members.emplace_back(name, value->as_data());
    }
    return Value::data(Data::object(std::move(members)));
}

Result getvariablemetatags(Call& call) {
    const auto tags = call.around().variable_tags(call.text(0));
    if (!tags || tags->empty()) return std::nullopt; // as the reference
    return tags_for(call, *tags);
}

std::string_view kind_word(Data::Kind kind) {
    switch (kind) {
    case Data::Kind::null: return "null";
    case Data::Kind::boolean: return "boolean";
    case Data::Kind::integer: return "int";
    case Data::Kind::real: return "real";
    case Data::Kind::string: return "string";
    case Data::Kind::array: return "array";
    case Data::Kind::object: return "object";
    }
    return {};
}

/// "slist"; with detail "policy slist" or "data object".
std::string type_of(const std::optional<Value>& value, bool detail) {
    std::string word(value ? text_of(value->type()) : "none");
    if (!detail) return word;
    const Data* const data = value ? value->data() : nullptr;
    return data != nullptr ? "data " + std::string(kind_word(data->kind())) : "policy " + word;
}

Result type(Call& call) {
    return Value::string(type_of(call.around().variable(call.text(0)), call.truth(1)));
}

Result is_type(Call& call) {
    const std::string& wanted = call.text(1);
    const bool detail = wanted.find(' ') != std::string::npos;
    return type_of(call.around().variable(call.text(0)), detail) == wanted;
}

} // namespace

std::span<const Function> variables() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "getvariablemetatags",
         .result = ResultType::slist,
         .parameters = {{"variable", variable}, {"key", text}},
         .required = 1,
         .help = "The tags of a variable; with a key, the values of key=value tags.",
         .example = R"(getvariablemetatags("sys.host"))",
         .body = getvariablemetatags},
        {.name = "is_type",
         .result = ResultType::condition,
         .parameters = {{"variable", variable}, {"type", text}},
         .required = 2,
         .help = "Whether the variable has the type.",
         .example = R"(is_type("sys.host", "string"))",
         .body = is_type},
        {.name = "isvariable",
         .result = ResultType::condition,
         .parameters = {{"name", variable}},
         .required = 1,
         .help = "Whether the variable is defined.",
         .example = R"(isvariable("sys.host"))",
         .body = isvariable},
        {.name = "type",
         .category = "data",
         .result = ResultType::string,
         .parameters = {{"variable", variable}, {"detail", option, truth_words}},
         .required = 1,
         .help = "The type of a variable.",
         .example = R"(type("sys.host"))",
         .body = type},
        {.name = "variablesmatching",
         .category = "data",
         .result = ResultType::slist,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "The names of the variables that match, and have one of the tags.",
         .example = R"(variablesmatching("default:sys\.os_.*"))",
         .body = variablesmatching},
        {.name = "variablesmatching_as_data",
         .category = "data",
         .result = ResultType::data,
         .parameters = {{"regex", regular_expression}, {"tag", text}},
         .required = 1,
         .variadic = true,
         .help = "The variables that match, and have one of the tags, as an object.",
         .example = R"(variablesmatching_as_data("default:sys\.os_.*"))",
         .body = variablesmatching_as_data},
    };
    return table;
}

} // namespace vow::cfengine::families
