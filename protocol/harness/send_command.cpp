#include "protocol/harness/send_command.h"

#include "protocol/text/words.h"

namespace vow::harness {
namespace {

std::string attribute_word(const Data::Member& attribute) {
    const auto& [name, value] = attribute;
    if (value.kind() == Data::Kind::string) return name + "=" + std::string(value.text());
    return name + ":=" + json_text(value);
}

} // namespace

std::string command_for(const std::string& module, const SentPromise& promise) {
    std::string command = "vow module send " + shell_word(module) + " --type " +
                          shell_word(promise.type) + " --promiser " + shell_word(promise.promiser);
    for (const Data::Member& attribute : promise.attributes)
        command += " -a " + shell_word(attribute_word(attribute));
    return command;
}

} // namespace vow::harness
