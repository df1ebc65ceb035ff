#include "policy/cfengine/printing/printed_policy.h"

namespace vow::cfengine {
namespace {

using Members = std::vector<Data::Member>;

Data text_data(std::string_view text) {
    return Data::string(text);
}

Data line_of(Span span) {
    return Data::integer(span.position().line);
}

std::string with_escaped_quotes(std::string_view text) {
    std::string escaped;
    for (const char character : text) {
        if (character == '\'' || character == '"') escaped += '\\';
        escaped += character;
    }
    return escaped;
}

Data scalar(std::string_view type, std::string_view text) {
    return Data::object(
        {{"type", text_data(type)}, {"value", Data::string(with_escaped_quotes(text))}}
    );
}

/// The values of one list or call.
template <class Values>
Data values_of(const Values& values);

/// A bare word is a symbol where an attribute names a body or bundle, a string anywhere else.
struct ValueData {
    std::string_view bare_word;

    Data operator()(const ast::Quoted& node) const { return scalar("string", node.text); }
    Data operator()(const ast::Identifier& node) const { return scalar(bare_word, node.name); }
    Data operator()(const ast::NakedReference& node) const { return scalar("string", node.text); }
    Data operator()(const ast::List& node) const {
        return Data::object({{"type", text_data("list")}, {"value", values_of(node.items)}});
    }
    Data operator()(const ast::Call& node) const {
        return Data::object(
            {{"arguments", values_of(node.arguments)},
             {"name", text_data(node.name)},
             {"type", text_data("functionCall")}}
        );
    }
};

template <class Values>
Data values_of(const Values& values) {
    Data::Array items;
    for (const ast::Expression& value : values)
        items.push_back(std::visit(ValueData{"string"}, value.node));
    return Data::array(std::move(items));
}

/// A literal container becomes data.
Data value_of(const ast::Attribute& attribute) {
    const auto* quoted = std::get_if<ast::Quoted>(&attribute.value.node);
    if (quoted && attribute.name == "data") {
        const auto read = parse_json(quoted->text);
        const auto* data = std::get_if<Data>(&read);
        if (data && data->is_container()) return *data;
    }
    return std::visit(ValueData{"symbol"}, attribute.value.node);
}

Data data_of(const ast::Attribute& attribute) {
    return Data::object(
        {{"line", line_of(attribute.span)},
         {"lval", text_data(attribute.name)},
         {"rval", value_of(attribute)}}
    );
}

Data names_of(const std::vector<ast::Parameter>& parameters) {
    Data::Array names;
    for (const ast::Parameter& parameter : parameters)
        names.push_back(text_data(parameter.name));
    return Data::array(std::move(names));
}

/// A promisee is a text, or a list of texts.
Data promisee_data(const ast::Expression& promisee) {
    if (const auto* list = boxed_if<ast::List>(promisee.node)) {
        Data::Array names;
        for (const ast::Expression& item : list->items)
            names.push_back(promisee_data(item));
        return Data::array(std::move(names));
    }
    if (const auto* quoted = std::get_if<ast::Quoted>(&promisee.node))
        return text_data(quoted->text);
    return text_data(promisee.span.text());
}

Data data_of(const ast::Promise& promise) {
    Data::Array attributes;
    for (const ast::Attribute& attribute : promise.attributes)
        attributes.push_back(data_of(attribute));
    Members members{
        {"attributes", Data::array(std::move(attributes))}, {"line", line_of(promise.span)}};
    if (promise.promisee) members.emplace_back("promisee", promisee_data(*promise.promisee));
    members.emplace_back("promiser", text_data(promise.promiser));
    return Data::object(std::move(members));
}

Data data_of(const ast::BodyClause& clause) {
    return data_of(clause.attribute);
}

/// Groups items by guard, in written order, each group with the guard's name.
template <class Items>
Data contexts_of(const Items& items, std::string_view members_are) {
    Data::Array contexts;
    Data::Array group;
    std::string_view guard = "any";
    const auto end_group = [&] {
        if (group.empty()) return;
        contexts.push_back(Data::object(
            {{"name", text_data(guard)},
             {std::string(members_are), Data::array(std::exchange(group, {}))}}
        ));
    };
    for (const auto& item : items) {
        const std::string_view own = item.guard ? item.guard->text : "any";
        if (own != guard) end_group();
        guard = own;
        group.push_back(data_of(item));
    }
    end_group();
    return Data::array(std::move(contexts));
}

Data data_of(const ast::Section& section) {
    return Data::object(
        {{"contexts", contexts_of(section.promises, "promises")},
         {"line", line_of(section.span)},
         {"name", text_data(section.type)}}
    );
}

Data data_of(const ast::Bundle& bundle) {
    const std::string_view order = bundle.evaluation_order;
    Data::Array sections;
    for (const ast::Section& section : bundle.sections)
        sections.push_back(data_of(section));
    return Data::object(
        {{"arguments", names_of(bundle.parameters)},
         {"bundleType", text_data(bundle.type)},
         {"evaluation_order", text_data(order.empty() ? "undefined" : order)},
         {"line", line_of(bundle.span)},
         {"name", text_data(bundle.name)},
         {"namespace", text_data(bundle.name_space)},
         {"promiseTypes", Data::array(std::move(sections))},
         {"sourcePath", text_data(bundle.span.source->path())}}
    );
}

Data data_of(const ast::Body& body) {
    return Data::object(
        {{"arguments", names_of(body.parameters)},
         {"bodyType", text_data(body.type)},
         {"contexts", contexts_of(body.clauses, "attributes")},
         {"line", line_of(body.span)},
         {"name", text_data(body.name)},
         {"namespace", text_data(body.name_space)},
         {"sourcePath", text_data(body.span.source->path())}}
    );
}

} // namespace

Data policy_data(std::span<const ast::File> files) {
    Data::Array bundles, bodies;
    for (const ast::File& file : files) {
        for (const ast::Body& body : file.bodies)
            bodies.push_back(data_of(body));
        for (const ast::Bundle& bundle : file.bundles)
            bundles.push_back(data_of(bundle));
    }
    return Data::object(
        {{"bodies", Data::array(std::move(bodies))}, {"bundles", Data::array(std::move(bundles))}}
    );
}

} // namespace vow::cfengine
