#include "modules/commands/command_promise.h"

#include "modules/sdk/cpp/accounts.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace vow::modules {

namespace {

constexpr std::string_view known_attributes[] = {
    "args",
    "arglist",
    "comment",
    "contain",
    "failed_returncodes",
    "handle",
    "inform",
    "module",
    "kept_returncodes",
    "repaired_returncodes",
};

constexpr std::string_view known_in_contain[] = {
    "chdir",
    "chroot",
    "exec_group",
    "exec_owner",
    "exec_timeout",
    "inherit_from",
    "no_output",
    "preview",
    "umask",
    "useshell",
};

bool check_names(const Promise& promise, Log& log) {
    for (const Attribute& attribute : promise.attributes) {
        if (std::ranges::find(known_attributes, attribute.name) == std::end(known_attributes)) {
            log.error(text(
                {"Attribute '",
                 attribute.name,
                 "' of commands promise '",
                 promise.promiser,
                 "' is not implemented"}
            ));
            return false;
        }
    }
    return true;
}

bool check_contain(const Promise& promise, Log& log) {
    const auto* value = promise.attributes.find("contain");
    const auto* body = value == nullptr ? nullptr : std::get_if<Data>(value);
    if (body == nullptr) return value == nullptr;
    for (const auto& [name, unused] : body->members()) {
        if (std::ranges::find(known_in_contain, name) == std::end(known_in_contain)) {
            log.error(text({"Attribute '", name, "' of body contain is not implemented"}));
            return false;
        }
    }
    return true;
}

std::optional<std::uint32_t> octal_number(const std::string& digits) {
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number, 8);
    if (error != std::errc() || rest != end || number > 0777) return std::nullopt;
    return number;
}

/// Reads the `contain` body, which says how a command runs.
class Containment {
public:
    Containment(CommandPromise& command, const Settings& body, Log& log)
        : command_(command),
          body_(body),
          log_(log) {}

    bool read() {
        Program& program = command_.program;
        const std::string shell = body_.text_or("useshell", "noshell");
        command_.uses_shell = shell == "useshell" || is_true(shell);
        if (shell == "powershell") return wrong("Powershell is only supported on Windows");
        program.directory = body_.text_or("chdir", "");
        program.root = body_.text_or("chroot", "");
        command_.preview = body_.holds("preview");
        if (body_.has("no_output")) {
            command_.output = body_.holds("no_output") ? CommandPromise::Output::silent
                                                       : CommandPromise::Output::quoted;
        }
        if (command_.preview && body_.holds("no_output")) {
            return wrong("no_output and preview are mutually exclusive (broken promise)");
        }
        return read_accounts() && read_umask() && read_limit();
    }

private:
    bool wrong(std::string_view message) {
        log_.error(message);
        return false;
    }

    bool read_accounts() {
        if (const auto owner = body_.text("exec_owner")) {
            command_.program.user = user_id(*owner);
            if (!command_.program.user)
                return wrong(text({"Unknown user '", *owner, "' in exec_owner"}));
        }
        if (const auto group = body_.text("exec_group")) {
            command_.program.group = group_id(*group);
            if (!command_.program.group)
                return wrong(text({"Unknown group '", *group, "' in exec_group"}));
        }
        return true;
    }

    bool read_umask() {
        const auto digits = body_.text("umask");
        if (!digits) return true;
        const auto mask = octal_number(*digits);
        if (!mask) return wrong(text({"Not a umask: '", *digits, "'"}));
        command_.program.umask = *mask;
        return true;
    }

    bool read_limit() {
        if (!body_.has("exec_timeout")) return true;
        const auto seconds = body_.number("exec_timeout");
        if (!seconds || *seconds < 1) return wrong("exec_timeout is not a number of seconds");
        command_.program.limit = std::chrono::seconds(*seconds);
        return true;
    }

    CommandPromise& command_;
    const Settings& body_;
    Log& log_;
};

} // namespace

std::optional<CommandPromise> CommandPromise::from(const Promise& promise, Log& log) {
    if (!check_names(promise, log) || !check_contain(promise, log)) return std::nullopt;
    const Settings settings(promise.attributes);
    CommandPromise command;
    command.line = promise.promiser;
    if (const auto args = settings.text("args")) command.line += " " + *args;
    const std::vector<std::string> more = settings.list("arglist");
    command.program.arguments = words_of(command.line);
    for (const std::string& argument : more) {
        command.program.arguments.push_back(argument);
        command.line += " " + argument;
    }
    command.module = settings.holds("module");
    if (command.module) command.output = Output::silent;
    command.inform = settings.holds_or_when_unsaid("inform");
    command.codes = ReturnCodes::from(settings);
    if (const auto body = settings.body("contain")) {
        if (!Containment(command, *body, log).read()) return std::nullopt;
    }
    if (command.uses_shell) command.program.arguments = {"/bin/sh", "-c", command.line};
    if (command.program.arguments.empty()) {
        log.error("A commands promise with nothing to run");
        return std::nullopt;
    }
    return command;
}

} // namespace vow::modules
