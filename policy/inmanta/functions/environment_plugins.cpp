#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/operations/operations.h"
#include "policy/run/host.h"

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

/// Unknown where neither the environment nor the caller has one.
Value environment_variable(PluginContext& context, Arguments given) {
    const auto value = context.host().environment(*given[0].string());
    if (value) return *value;
    return given[1].is_null() ? Value(Value::Unknown()) : given[1];
}

Value environment_number(PluginContext& context, Arguments given) {
    const Value value = environment_variable(context, given);
    return value.string() != nullptr ? cast("int", value) : value;
}

/// A plugin whose result only a server has: it describes the environment of a model.
Plugin of_server(const std::string& name) {
    return {name, {}, [name](PluginContext&, Arguments) -> Value {
                throw plugin_error(
                    name, "Exception: a model has an environment only when a server compiles it"
                );
            }};
}

/// A reference of std, with one argument.
Plugin reference(const std::string& name, const std::string& type, const Parameter& argument) {
    return {name, {argument}, [type, argument](PluginContext& context, Arguments given) {
                Dict arguments;
                arguments.set(argument.name, given[0]);
                return context.reference(type, arguments);
            }};
}

Value fact_reference(PluginContext& context, Arguments given) {
    Dict arguments;
    arguments.set("resource_id", context.resource_id(given[0]));
    arguments.set("fact_name", given[1]);
    return context.reference("std::FactReference", arguments);
}

/// An option of a server, which is absent.
Plugin option(const std::string& name, Value value) {
    return {name, {}, [value = std::move(value)](PluginContext&, Arguments) { return value; }};
}

/// A command line that a shell runs.
Value in_shell(PluginContext&, Arguments given) {
    std::string quoted;
    for (const char c : *given[0].string()) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return "sh -c \"" + quoted + '"';
}

} // namespace

std::vector<Plugin> environment_plugins() {
    const Parameter name{"name", string_type()};
    AttributeType string_or_reference = string_type();
    string_or_reference.references = AttributeType::References::taken;
    const Parameter standard{"default_value", any_type(), Value()};
    return {
        {"get_env", {name, standard}, environment_variable},
        {"get_env_int", {name, standard}, environment_number},
        of_server("environment"),
        of_server("environment_name"),
        of_server("environment_server"),
        option("server_ca", std::string()),
        option("server_ssl", false),
        option("server_port", std::int64_t{8888}),
        {"server_token",
         {{"client_types", list_type(), Value(Value::List())}},
         [](PluginContext&, Arguments) { return Value(std::string()); }},
        reference(
            "create_environment_reference", "std::Environment", {"name", string_or_reference}
        ),
        {"create_fact_reference",
         {{"resource", any_type()}, {"fact_name", string_type()}},
         fact_reference},
        reference("create_int_reference", "std::IntReference", {"value", any_or_reference_type()}),
    };
}

std::vector<Plugin> command_plugins() {
    return {{"in_shell", {{"command", string_type()}}, in_shell}};
}

} // namespace vow::inmanta
