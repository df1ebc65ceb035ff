#include "policy/inmanta/functions/native_plugins.h"
#include "policy/run/secret_reader.h"

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

Value secret(const SecretReader& reader, PluginContext& context, Arguments given) {
    SecretSource source{.reader = &reader, .arguments = {}};
    for (const Value& argument : given)
        source.arguments.push_back(*argument.string());
    auto text = context.secret(source);
    if (text) return *std::move(text.value);
    if (text.why_not.empty()) return Value::Unknown();
    throw plugin_error("vow::" + std::string(reader.name), "Exception: " + text.why_not);
}

} // namespace

/// The readers of secrets, as functions of the module vow.
std::vector<Plugin> secret_plugins() {
    std::vector<Plugin> plugins;
    for (const SecretReader& reader : secret_readers()) {
        std::vector<Parameter> parameters = {{std::string(reader.argument), string_type()}};
        if (!reader.second.empty())
            parameters.push_back({std::string(reader.second), string_type()});
        plugins.push_back(
            {std::string(reader.name),
             std::move(parameters),
             [&reader](PluginContext& context, Arguments given) {
                 return secret(reader, context, given);
             }}
        );
    }
    return plugins;
}

} // namespace vow::inmanta
