#include "protocol/harness/send_command.h"

namespace vow::harness {
namespace {

constexpr std::string_view plain_letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";

std::string attribute_word(const Data::Member& attribute) {
    const auto& [name, value] = attribute;
    if (value.kind() == Data::Kind::string) return name + "=" + std::string(value.text());
    return name + ":=" + json_text(value);
}

} // namespace

std::string shell_word(const std::string& text) {
    if (!text.empty() && text.find_first_not_of(plain_letters) == std::string::npos) return text;
    std::string word = "'";
    for (const char letter : text)
        word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return word + "'";
}

std::string command_for(const std::string& module, const SentPromise& promise) {
    std::string command = "vow module send " + shell_word(module) + " --type " +
                          shell_word(promise.type) + " --promiser " + shell_word(promise.promiser);
    for (const Data::Member& attribute : promise.attributes)
        command += " -a " + shell_word(attribute_word(attribute));
    return command;
}

} // namespace vow::harness
