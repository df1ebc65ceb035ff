#include "policy/inmanta/python/python_plugins.h"

#include "policy/inmanta/python/context_answers.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

constexpr std::array primitive_kinds = {
    Type::Kind::string,
    Type::Kind::integer,
    Type::Kind::real,
    Type::Kind::number,
    Type::Kind::boolean,
    Type::Kind::dict,
    Type::Kind::list};

bool take_suffix(std::string& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.resize(text.size() - suffix.size());
    return true;
}

ModelError import_error(const PythonFailure& failure) {
    ModelError error = python_error("", failure);
    error.mistakes.front().words = "The Python of the project's modules cannot be imported";
    return error;
}

/// The values of the named parameters; those of *rest and **rest are spread again.
struct SpreadArguments {
    std::vector<Value> positional;
    Dict named;
};

SpreadArguments spread(const PythonPlugin& plugin, std::span<const Value> values) {
    using Kind = PythonParameter::Kind;
    SpreadArguments arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const PythonParameter& parameter = plugin.parameters[i];
        switch (parameter.kind) {
        case Kind::plain: arguments.positional.push_back(values[i]); break;
        case Kind::named: arguments.named.set(parameter.name, values[i]); break;
        case Kind::rest:
            std::ranges::copy(*values[i].list(), std::back_inserter(arguments.positional));
            break;
        case Kind::named_rest:
            for (const auto& [name, value] : values[i].dict()->members())
                arguments.named.set(name, value);
            break;
        }
    }
    return arguments;
}

Parameter::Kind kind_of(PythonParameter::Kind kind) {
    switch (kind) {
    case PythonParameter::Kind::plain: return Parameter::Kind::plain;
    case PythonParameter::Kind::named: return Parameter::Kind::named;
    case PythonParameter::Kind::rest: return Parameter::Kind::rest;
    case PythonParameter::Kind::named_rest: break;
    }
    return Parameter::Kind::named_rest;
}

} // namespace

const Plugin* PythonPlugins::find(const std::string& qualified) const {
    if (!modules_.plugins.contains(qualified.substr(0, qualified.find("::")))) return nullptr;
    if (evaluation_ == RunPrograms::no) return &unevaluated(qualified);
    const auto found = plugins().find(qualified);
    return found != plugins().end() ? &found->second : nullptr;
}

std::vector<std::string> PythonPlugins::names() const {
    std::vector<std::string> names;
    if (!interface_) return names; // not worth a start of Python
    for (const PythonPlugin& plugin : interface_->plugins)
        names.push_back(plugin.name);
    return names;
}

const PythonInterface& PythonPlugins::interface() const {
    if (interface_) return *interface_;
    if (modules_.plugins.empty() || evaluation_ == RunPrograms::no) return interface_.emplace();
    auto received = helper_.load(modules_);
    if (const auto* failure = std::get_if<PythonFailure>(&received)) throw import_error(*failure);
    return interface_.emplace(std::get<PythonInterface>(std::move(received)));
}

const PythonPlugins::ByName& PythonPlugins::plugins() const {
    if (plugins_) return *plugins_;
    ByName plugins;
    for (const PythonPlugin& plugin : interface().plugins) {
        try {
            plugins.emplace(plugin.name, plugin_of(plugin));
        } catch (ModelError& error) {
            error.mistakes.front().place.reset();
            error.mistakes.front().words +=
                ", by which the plugin " + plugin.name + " is annotated";
            throw;
        }
    }
    return plugins_.emplace(std::move(plugins));
}

/// It takes any arguments, since only Python knows its parameters.
const Plugin& PythonPlugins::unevaluated(const std::string& qualified) const {
    const AttributeType any{&primitive_type(Type::Kind::any), false, true};
    return unevaluated_
        .try_emplace(
            qualified,
            Plugin{
                .name = split(qualified).name,
                .parameters =
                    {{.name = "arguments",
                      .type = any,
                      .standard = Value(Value::List()),
                      .kind = Parameter::Kind::rest},
                     {.name = "named",
                      .type = any,
                      .standard = Value(Dict()),
                      .kind = Parameter::Kind::named_rest}},
                .body = [](PluginContext&, std::span<const Value>) -> Value {
                    return Value::Unknown{};
                },
                .unknowns = Plugin::Unknowns::taken}
        )
        .first->second;
}

Plugin PythonPlugins::plugin_of(const PythonPlugin& described) const {
    const QualifiedName name = split(described.name);
    const Namespace* home = model_.find_namespace(name.space);
    Plugin plugin{
        .name = name.name,
        .parameters = {},
        .body =
            [this, described](PluginContext& context, std::span<const Value> values) {
                const SpreadArguments arguments = spread(described, values);
                ContextAnswers answers(context, &model_);
                return value_or_throw(
                    described.name,
                    helper_.call(described.name, arguments.positional, arguments.named, answers),
                    answers
                );
            },
        .unknowns = described.allows_unknown ? Plugin::Unknowns::taken : Plugin::Unknowns::pass,
        .returns = type_of(described.returns, described.returned_references, home),
        .full_name = described.name};
    for (const PythonParameter& each : described.parameters) {
        plugin.parameters.push_back(
            {.name = each.name,
             .type = type_of(each.type, each.references, home),
             .standard = each.standard,
             .kind = kind_of(each.kind)}
        );
    }
    return plugin;
}

AttributeType
PythonPlugins::type_of(std::string name, References references, const Namespace* home) const {
    const bool is_nullable = take_suffix(name, "?");
    const bool is_list = take_suffix(name, "[]");
    const Type& type = type_named(name, home);
    return {
        .type = &type,
        .is_list = is_list,
        .is_nullable = is_nullable || type.kind == Type::Kind::any,
        .references = references};
}

const Type& PythonPlugins::type_named(const std::string& name, const Namespace* home) const {
    for (const Type::Kind kind : primitive_kinds) {
        if (primitive_type(kind).name == name) return primitive_type(kind);
    }
    const bool is_any = name == "any" || name == "null" || name == "expression";
    if (home == nullptr || is_any) return primitive_type(Type::Kind::any);
    if (const Entity* entity = search_entity(*home, name))
        return entity_types_.emplace_back(Type{
            .kind = Type::Kind::entity, .name = entity->full_name});
    return find_type(*home, {.text = name});
}

} // namespace vow::inmanta
