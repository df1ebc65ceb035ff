#include "agent/command_line/command_help.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <functional>

namespace vow::agent {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : between).append(word);
    return text;
}

bool is_folder(const CommandOption& option) {
    return option.value == "FOLDER";
}

/// Calls `each` for a command and all commands below it, with the words that lead to it.
void for_each_command(
    const CommandHelp& command,
    const std::string& words,
    const std::function<void(const CommandHelp&, const std::string&)>& each
) {
    each(command, words);
    for (const CommandHelp& part : command.commands)
        for_each_command(part, words + " " + part.name, each);
}

/// "a|b) COMPREPLY=...;;" for the options with a value.
std::string bash_values(const CommandHelp& command) {
    std::string cases;
    for (const CommandOption& option : command.options) {
        if (option.value.empty()) continue;
        std::string action = "-f --";
        if (is_folder(option)) action = "-d --";
        if (!option.choices.empty()) action = "-W " + shell_word(joined(option.choices)) + " --";
        cases += "            " + joined(option.names, "|") + ") COMPREPLY=($(compgen " + action +
                 " \"$word\")); return;;\n";
    }
    return cases;
}

std::string bash_script(const CommandHelp& vow) {
    std::string names;
    std::string commands;
    for_each_command(vow, vow.name, [&](const CommandHelp& command, const std::string& words) {
        std::vector<std::string> options;
        std::vector<std::string> parts;
        for (const CommandOption& option : command.options)
            options.insert(options.end(), option.names.begin(), option.names.end());
        for (const CommandHelp& part : command.commands)
            parts.push_back(part.name);
        if (words != vow.name) names += (names.empty() ? "" : "|") + shell_word(words);
        commands += "    " + shell_word(words) + ")\n        case $last in\n" +
                    bash_values(command) +
                    "        esac\n        options=" + shell_word(joined(options)) +
                    "; commands=" + shell_word(joined(parts)) + ";;\n";
    });
    return "# bash completion for vow; made by: vow completion bash\n"
           "_vow() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local path=vow options= commands= each\n"
           "    for each in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case \"$path $each\" in\n"
           "        " +
           names +
           ") path=\"$path $each\";;\n"
           "        esac\n"
           "    done\n"
           "    case $path in\n" +
           commands +
           "    esac\n"
           "    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "    elif [[ -n $commands ]]; then COMPREPLY=($(compgen -W \"$commands\" -- "
           "\"$word\"))\n"
           "    else COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _vow vow\n";
}

/// Text inside brackets of an argument of _arguments.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_function(std::string words) {
    std::ranges::replace(words, ' ', '_');
    std::ranges::replace(words, '-', '_');
    return "_" + words;
}

std::string zsh_options(const CommandHelp& command) {
    std::string out;
    for (const CommandOption& option : command.options) {
        std::string value;
        if (!option.value.empty()) {
            value = ":" + zsh_text(option.value) + ":";
            if (!option.choices.empty())
                value += "(" + joined(option.choices) + ")";
            else
                value += is_folder(option) ? "_files -/" : "_files";
        }
        for (const std::string& name : option.names)
            out += " \\\n        " +
                   shell_word("*" + name + "[" + zsh_text(option.help) + "]" + value);
    }
    return out;
}

std::string zsh_script(const CommandHelp& vow) {
    std::string out = "#compdef vow\n# made by: vow completion zsh\n";
    for_each_command(vow, vow.name, [&](const CommandHelp& command, const std::string& words) {
        out += zsh_function(words) + "() {\n    _arguments -s" + zsh_options(command);
        if (command.commands.empty()) {
            out += " \\\n        '*:file:_files'\n}\n";
            return;
        }
        out += " \\\n        '1:command:->command' '*::argument:->argument'\n    case $state in\n"
               "    command) local -a names; names=(\n";
        std::string calls;
        for (const CommandHelp& part : command.commands) {
            out += "        " + shell_word(part.name + ":" + part.summary) + "\n";
            calls += "        " + part.name + ") " + zsh_function(words + " " + part.name) + ";;\n";
        }
        out += "        ); _describe command names;;\n    argument) case $words[1] in\n" + calls +
               "        esac;;\n    esac\n}\n";
    });
    return out + "_vow \"$@\"\n";
}

/// The condition under which fish offers the words of a command.
std::string fish_condition(const CommandHelp& vow, const std::string& words) {
    if (words == vow.name) return " -n __fish_use_subcommand";
    std::string condition;
    std::size_t begin = words.find(' ') + 1;
    while (begin != 0) {
        const std::size_t end = words.find(' ', begin);
        condition.append(condition.empty() ? "" : "; and ")
            .append("__fish_seen_subcommand_from ")
            .append(words.substr(begin, end - begin));
        begin = end == std::string::npos ? 0 : end + 1;
    }
    return " -n " + shell_word(condition);
}

std::string fish_options(const CommandHelp& command, const std::string& condition) {
    std::string out;
    for (const CommandOption& option : command.options) {
        std::string names;
        for (const std::string& name : option.names)
            names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        std::string value;
        if (!option.value.empty()) value = " -r";
        if (!option.choices.empty()) value = " -x -a " + shell_word(joined(option.choices));
        out +=
            "complete -c vow" + condition + names + value + " -d " + shell_word(option.help) + "\n";
    }
    return out;
}

std::string fish_script(const CommandHelp& vow) {
    std::string out = "# made by: vow completion fish\n";
    for_each_command(vow, vow.name, [&](const CommandHelp& command, const std::string& words) {
        const std::string condition = fish_condition(vow, words);
        for (const CommandHelp& part : command.commands)
            out += "complete -c vow" + condition + " -f -a " + part.name + " -d " +
                   shell_word(part.summary) + "\n";
        out += fish_options(command, condition);
    });
    return out;
}

using Writer = std::string (*)(const CommandHelp& vow);

constexpr std::array writers{
    NamedValue<Writer>{"bash", &bash_script},
    NamedValue<Writer>{"zsh", &zsh_script},
    NamedValue<Writer>{"fish", &fish_script},
};

} // namespace

std::optional<std::string> completion_script(std::string_view shell, const CommandHelp& vow) {
    const auto writer = find_value<Writer>(writers, shell);
    if (!writer) return std::nullopt;
    return (*writer)(vow);
}

} // namespace vow::agent
