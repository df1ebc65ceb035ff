#include "agent/command_line/command_help.h"

#include <span>

namespace vow::agent {
namespace {

/// Text in roff: no character of it is a request or an escape.
std::string escaped(std::string_view text) {
    std::string out;
    bool is_line_start = true;
    for (const char c : text) {
        if (is_line_start && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        is_line_start = c == '\n';
    }
    return out;
}

std::string bold(std::string_view text) {
    return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
    return "\\fI" + escaped(text) + "\\fR";
}

/// ".TH", whose date stays empty: the same program writes the same page.
std::string header(std::string title) {
    for (char& c : title) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return ".TH \"" + escaped(title) + "\" 1 \"\" \"vow\" \"User Commands\"\n";
}

std::string named(std::string_view name, std::string_view summary) {
    return ".SH NAME\n" + escaped(name) + " \\- " + escaped(summary) + "\n";
}

/// "vow run [OPTIONS] POLICY"
std::string synopsis(const std::string& words, const CommandHelp& command) {
    std::string line = bold(words) + " [" + italic("OPTIONS") + "]";
    if (!command.commands.empty()) line += " " + italic("COMMAND");
    for (const CommandOption& argument : command.arguments)
        line += " " + italic(argument.names.front());
    return line + "\n";
}

std::string list_of(std::span<const CommandOption> options) {
    std::string out;
    for (const CommandOption& option : options) {
        std::string names;
        for (const std::string& name : option.names)
            names += (names.empty() ? "" : ", ") + bold(name);
        if (!option.value.empty()) names += " " + italic(option.value);
        out += ".TP\n" + names + "\n" + escaped(option.help) + "\n";
    }
    return out;
}

std::string options_of(const CommandHelp& command) {
    std::string out = list_of(command.arguments) + list_of(command.options);
    return out.empty() ? out : ".SH OPTIONS\n" + out;
}

std::string footer_of(const CommandHelp& command) {
    return command.footer.empty() ? "" : ".SH EXIT STATUS\n" + escaped(command.footer) + "\n";
}

constexpr std::string_view what_vow_is = "keep what policy promises about this host";

constexpr std::string_view files = R"(.SH FILES
.TP
\fI/etc/vow/main.cf\fR
The policy that \fBvow run\fR runs without one.
.TP
\fI/etc/vow/settings.yaml\fR
The settings of the host.
.TP
\fI/var/lib/vow\fR, \fI~/.local/state/vow\fR
The work folder of root, and of other users.
)";

} // namespace

std::string manual_page(const CommandHelp& vow) {
    std::string page = header("vow") + named("vow", what_vow_is) + ".SH SYNOPSIS\n" +
                       synopsis("vow", vow) + ".SH COMMANDS\n";
    std::string others;
    for (const CommandHelp& command : vow.commands) {
        page += ".TP\n" + bold(command.name) + "\n" + escaped(command.summary) + "\n";
        others += (others.empty() ? "" : ",\n") + (".BR vow\\-" + escaped(command.name) + " (1)");
    }
    page += options_of(vow) + footer_of(vow);
    return page.append(files) + ".SH SEE ALSO\n" + others + "\n";
}

std::string manual_page(const CommandHelp& vow, const CommandHelp& command) {
    const std::string words = vow.name + " " + command.name;
    const std::string name = vow.name + "-" + command.name;
    std::string page = header(name) + named(name, command.summary) + ".SH SYNOPSIS\n" +
                       synopsis(words, command) + options_of(command);
    for (const CommandHelp& part : command.commands) {
        page += ".SH \"" + escaped(words + " " + part.name) + "\"\n" + escaped(part.summary) +
                ".\n.PP\n" + synopsis(words + " " + part.name, part) + list_of(part.arguments) +
                list_of(part.options);
    }
    return page + footer_of(command) + ".SH SEE ALSO\n.BR vow (1)\n";
}

} // namespace vow::agent
