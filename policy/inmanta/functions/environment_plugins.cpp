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

/// An agent of a server would look when it deploys; here, a variable that is missing is unknown.
Value environment_reference(PluginContext& context, Arguments given) {
    const auto value = context.host().environment(*given[0].string());
    if (!value) return Value::Unknown{};
    context.keep_secret(*value);
    return *value;
}

Value fact_reference(PluginContext& context, Arguments given) {
    return context.fact(given[0], *given[1].string());
}

Value integer_reference(PluginContext&, Arguments given) {
    return cast("int", given[0]);
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
        {"create_environment_reference", {name}, environment_reference},
        {"create_fact_reference",
         {{"resource", any_type()}, {"fact_name", string_type()}},
         fact_reference},
        {"create_int_reference", {{"value", any_type()}}, integer_reference},
    };
}

std::vector<Plugin> command_plugins() {
    return {{"in_shell", {{"command", string_type()}}, in_shell}};
}

} // namespace vow::inmanta
