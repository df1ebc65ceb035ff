#include "policy/inmanta/functions/native_plugins.h"

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

} // namespace vow::inmanta
