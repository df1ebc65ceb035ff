#include "policy/inmanta/functions/native_plugins.h"
#include "policy/run/secret_reader.h"

#include <array>

#include <sys/random.h>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string random_letters(std::size_t count) {
    constexpr unsigned mask = 63; // the next power of two
    std::string text;
    while (text.size() < count) {
        std::array<unsigned char, 64> bytes{};
        ::getrandom(bytes.data(), bytes.size(), 0); // cannot fail for so few bytes
        for (const unsigned char byte : bytes) {
            const std::size_t index = byte & mask;
            if (index < letters.size() && text.size() < count) text += letters[index];
        }
    }
    return text;
}

Value generated_password(PluginContext& context, Arguments given) {
    constexpr std::int64_t max_length = 4096;
    const std::string& name = *given[0].string();
    const std::int64_t length = *given[1].integer();
    if (name.find('=') != std::string::npos)
        throw plugin_error("generate_password", "Exception: The password id cannot contain =");
    if (length < 1 || length > max_length)
        throw plugin_error(
            "generate_password", "Exception: a password has between 1 and 4096 characters"
        );
    if (auto known = context.password(name)) return *std::move(known);
    std::string made = random_letters(static_cast<std::size_t>(length));
    context.add_password(name, made);
    return made;
}

Value known_password(PluginContext& context, Arguments given) {
    if (auto known = context.password(*given[0].string())) return *std::move(known);
    throw plugin_error(
        "password",
        "Exception: Password " + *given[0].string() +
            " does not exist; std::generate_password makes it"
    );
}

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

std::vector<Plugin> password_plugins() {
    const Parameter id{"pw_id", string_type()};
    return {
        {"generate_password",
         {id, {"length", integer_type(), Value(std::int64_t{20})}},
         generated_password},
        {"password", {id}, known_password},
    };
}

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
