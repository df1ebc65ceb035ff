#include "agent/module/shell/shell_command.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::string_view blanks = " \t";

constexpr std::array<const char*, 6> log_levels = {
    "error", "warning", "notice", "info", "verbose", "debug"};

/// "name=", or "name:=" for other types than text.
std::string beginning_of(const AttributeDescription& attribute) {
    switch (attribute.type) {
    case AttributeType::slist:
    case AttributeType::body:
    case AttributeType::data: return attribute.name + ":=";
    case AttributeType::string:
    case AttributeType::int_:
    case AttributeType::real:
    case AttributeType::bool_: break;
    }
    return attribute.name + "=";
}

/// Attribute names, and after "=" the values of one.
std::vector<std::string> attribute_words(const std::string& typed, const ShellKnowledge& known) {
    std::vector<std::string> words;
    const auto* type = known.description == nullptr
                           ? nullptr
                           : known.description->promise_type(known.promise.type);
    if (type == nullptr) return words;
    for (const AttributeDescription& attribute : type->attributes) {
        const std::string beginning = beginning_of(attribute);
        if (!typed.starts_with(beginning)) {
            words.push_back(beginning);
            continue;
        }
        for (const std::string& choice : attribute.choices)
            words.push_back(beginning + choice);
        if (attribute.type != AttributeType::bool_) continue;
        for (const char* truth : {"true", "false"})
            words.push_back(beginning + truth);
    }
    return words;
}

std::vector<std::string> argument_words(
    ShellArgument kind,
    const std::string& typed,
    std::span<const ShellCommand> commands,
    const ShellKnowledge& known
) {
    std::vector<std::string> words;
    switch (kind) {
    case ShellArgument::none:
    case ShellArgument::text: break;
    case ShellArgument::type:
        if (known.description == nullptr) break;
        for (const PromiseTypeDescription& type : known.description->promise_types)
            words.push_back(type.name);
        break;
    case ShellArgument::attribute: return attribute_words(typed, known);
    case ShellArgument::given_attribute:
        for (const auto& [name, value] : known.promise.attributes)
            words.push_back(name);
        break;
    case ShellArgument::log_level: return {log_levels.begin(), log_levels.end()};
    case ShellArgument::command:
        for (const ShellCommand& command : commands)
            words.emplace_back(command.name);
        break;
    }
    return words;
}

} // namespace

ShellLine split_shell_line(const std::string& line) {
    const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::size_t argument = std::min(line.find_first_not_of(blanks, end), line.size());
    return {line.substr(begin, end - begin), line.substr(argument)};
}

Completion completion_of(
    const std::string& line, std::span<const ShellCommand> commands, const ShellKnowledge& known
) {
    const auto [name, argument] = split_shell_line(line);
    Completion completion{.begin = line.size() - argument.size()};
    const bool is_command = argument.empty() && (line.empty() || line.ends_with(name));
    if (is_command) completion.begin = line.size() - name.size();
    for (const ShellCommand& command : commands) {
        if (is_command) {
            completion.words.push_back(
                std::string(command.name) + (command.argument.empty() ? "" : " ")
            );
        } else if (command.name == name) {
            completion.words = argument_words(command.kind, argument, commands, known);
        }
    }
    const std::string typed = line.substr(completion.begin);
    std::erase_if(completion.words, [&](const std::string& word) {
        return !word.starts_with(typed);
    });
    return completion;
}

bool names_secret(const std::string& line, const Description* description) {
    if (description == nullptr) return false;
    for (const PromiseTypeDescription& type : description->promise_types) {
        for (const AttributeDescription& attribute : type.attributes) {
            if (attribute.secret && line.find(attribute.name) != std::string::npos) return true;
        }
    }
    return false;
}

} // namespace vow::agent
