#include "policy/cfengine/printing/printed_policy.h"
#include "policy/cfengine/program/function.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

Data text(std::string_view value) {
    return Data::string(value);
}

Data word_of(SyntaxStatus status) {
    switch (status) {
    case SyntaxStatus::normal: return text("normal");
    case SyntaxStatus::deprecated: return text("deprecated");
    case SyntaxStatus::removed: return text("removed");
    }
    return {};
}

Data word_of(ValueKind kind) {
    switch (kind) {
    case ValueKind::string: return text("string");
    case ValueKind::integer: return text("int");
    case ValueKind::real: return text("real");
    case ValueKind::option: return text("option");
    case ValueKind::integer_range: return text("irange");
    case ValueKind::real_range: return text("rrange");
    case ValueKind::condition: return text("context");
    case ValueKind::strings: return text("slist");
    case ValueKind::integers: return text("ilist");
    case ValueKind::reals: return text("rlist");
    case ValueKind::options: return text("olist");
    case ValueKind::conditions: return text("clist");
    case ValueKind::data: return text("data");
    case ValueKind::body: return text("body");
    case ValueKind::bundle: return text("bundle");
    }
    return {};
}

/// The attributes that the reference describes once for all promise types of edit bundles.
bool belongs_to_bundle(std::string_view attribute) {
    return attribute == "build_xpath" || attribute == "select_region" ||
           attribute == "select_xpath";
}

using Members = std::vector<Data::Member>;

void add_attributes(
    Members& members, std::span<const AttributeSyntax> attributes, std::string_view visibility
) {
    for (const AttributeSyntax& attribute : attributes) {
        if (attribute.status == SyntaxStatus::removed) continue; // editors do not offer it
        Members described = {
            {"attribute", text(attribute.name)},
            {"status", word_of(attribute.status)},
            {"type", word_of(attribute.kind)},
            {"visibility", text(belongs_to_bundle(attribute.name) ? "bundle" : visibility)}};
        const bool is_name =
            attribute.kind == ValueKind::body || attribute.kind == ValueKind::bundle;
        if (!is_name) described.emplace_back("range", text(attribute.range));
        members.emplace_back(attribute.name, Data::object(std::move(described)));
    }
}

Data type_with(Members attributes) {
    return Data::object(
        {{"attributes", Data::object(std::move(attributes))},
         {"status", word_of(SyntaxStatus::normal)}}
    );
}

Data body_types() {
    Members types;
    for (const std::string_view name : body_type_names()) {
        Members attributes;
        add_attributes(attributes, find_body_type(name)->attributes, "body");
        types.emplace_back(name, type_with(std::move(attributes)));
    }
    return Data::object(std::move(types));
}

Data promise_types() {
    Members types;
    for (const std::string_view name : promise_type_names()) {
        Members attributes;
        add_attributes(attributes, common_attributes(), "global");
        add_attributes(attributes, find_promise_type(name)->attributes, "promiseType");
        types.emplace_back(name, type_with(std::move(attributes)));
    }
    return Data::object(std::move(types));
}

Data described_bundle_types() {
    Members types;
    for (const BundleSyntax& bundle : bundle_types()) {
        Data::Array names;
        for (const std::string_view name : bundle.promise_types)
            names.push_back(text(name));
        types.emplace_back(
            bundle.name,
            Data::object(
                {{"promiseTypes", Data::array(std::move(names))},
                 {"status", word_of(SyntaxStatus::normal)}}
            )
        );
    }
    return Data::object(std::move(types));
}

/// The reference's word for a kind of parameter, and the range of one that names none itself.
struct ParameterWords {
    std::string_view type, range;
};

ParameterWords words_of(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::integer: return {"int", "0,99999999999"};
    case ParameterKind::real: return {"real", "-9.99999E100,9.99999E100"};
    case ParameterKind::option: return {"option", ""};
    case ParameterKind::path: return {"string", "\"?(/.*)"};
    case ParameterKind::variable: return {"string", "[a-zA-Z0-9_$(){}\\[\\].:]+"};
    default: return {"string", ".*"};
    }
}

Data described(const Function& function) {
    Data::Array parameters;
    for (const Parameter& parameter : function.parameters) {
        const ParameterWords words = words_of(parameter.kind);
        parameters.push_back(Data::object(
            {{"description", text(parameter.name)},
             {"range", text(parameter.range.empty() ? words.range : parameter.range)},
             {"type", text(words.type)}}
        ));
    }
    const bool collects = std::ranges::any_of(function.parameters, [](const Parameter& parameter) {
        return parameter.kind == ParameterKind::collection;
    });
    const bool takes_several = function.variadic || function.required < function.parameters.size();
    return Data::object(
        {{"cached", Data::boolean(function.cached)},
         {"category", text(function.category)},
         {"collecting", Data::boolean(collects)},
         {"parameters", Data::array(std::move(parameters))},
         {"returnType", text(text_of(function.result))},
         {"status", word_of(SyntaxStatus::normal)},
         {"variadic", Data::boolean(takes_several)}}
    );
}

Data described_functions() {
    Members members;
    for (const Function& function : functions())
        members.emplace_back(function.name, described(function));
    return Data::object(std::move(members));
}

} // namespace

Data syntax_data() {
    return Data::object(
        {{"bodyTypes", body_types()},
         {"bundleTypes", described_bundle_types()},
         {"functions", described_functions()},
         {"promiseTypes", promise_types()}}
    );
}

} // namespace vow::cfengine
