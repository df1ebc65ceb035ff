#include "modules/git/git_program.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"
#include "protocol/text/text.h"

#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace vow::modules {
namespace {

std::string home_of_user() {
    const auto user = find_user(::geteuid());
    return user ? user->home : "/";
}

/// The first line in which git names the reason of a failure: advice follows it. Empty if there is
/// none.
std::string refusal_in(std::string_view output) {
    for (const std::string_view line : lines_of(output)) {
        if (line.starts_with("fatal: ")) return std::string(line);
    }
    return {};
}

/// A setting of git, by its environment, which other users cannot read.
using GitSetting = std::pair<std::string, std::string>;

/// No helper that our user's own settings name gives passwords, nor gets one to keep.
const GitSetting no_helpers = {"credential.helper", ""};

void add_settings(const std::vector<GitSetting>& settings, std::vector<std::string>& variables) {
    std::size_t count = 0;
    for (const auto& [key, value] : settings) {
        const std::string number = std::to_string(count++);
        variables.push_back(text({"GIT_CONFIG_KEY_", number, "=", key}));
        variables.push_back(text({"GIT_CONFIG_VALUE_", number, "=", value}));
    }
    variables.push_back("GIT_CONFIG_COUNT=" + std::to_string(count));
}

/// git would put an address with a user and password into its arguments, and into the clone. The
/// helper reads the variables.
std::vector<GitSetting>
settings_for(const Credentials& credentials, std::vector<std::string>& variables) {
    const std::string prefix = "credential." + credentials.origin;
    if (!credentials.password) return {{prefix + ".username", credentials.user}};
    variables.push_back("VOW_GIT_USER=" + credentials.user);
    variables.push_back("VOW_GIT_PASSWORD=" + *credentials.password);
    constexpr std::string_view helper =
        R"(!f() { test "$1" != get || )"
        R"(printf 'username=%s\npassword=%s\n' "$VOW_GIT_USER" "$VOW_GIT_PASSWORD"; }; f)";
    return {no_helpers, {prefix + ".helper", std::string(helper)}};
}

} // namespace

/// git starts ssh itself, with our rights.
std::optional<std::string> GitProgram::objection_to_ssh() const {
    const auto words = words_of(settings_.ssh_command);
    const auto program = words.empty() ? std::nullopt : find_program(words.front());
    if (!program) return std::nullopt; // git names it, if it needs it
    const auto checked = log_.trust().checked({.arguments = {*program}});
    const auto* objection = std::get_if<Objection>(&checked);
    if (objection == nullptr) return std::nullopt;
    return text({"'", *program, "' is not trusted: ", objection->reason});
}

ToolRun GitProgram::run(
    const std::vector<std::string>& arguments, const std::string& folder, Helpers helpers
) const {
    if (auto objection = objection_to_ssh()) return {.problem = *std::move(objection)};
    std::vector<std::string> variables = {
        "GIT_TERMINAL_PROMPT=0", "GIT_SSH_COMMAND=" + settings_.ssh_command};
    if (std::getenv("HOME") == nullptr) // where git's settings and passwords are
        variables.push_back("HOME=" + home_of_user());
    std::vector<GitSetting> settings;
    if (settings_.credentials) settings = settings_for(*settings_.credentials, variables);
    if (helpers == Helpers::ignored) settings.insert(settings.begin(), no_helpers);
    add_settings(settings, variables);
    std::vector<std::string> whole = {"--no-optional-locks", "-c", "advice.detachedHead=false"};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    ToolRun ran = run_tool(
        {.name = settings_.executable,
         .arguments = whole,
         .directory = folder,
         .variables = variables},
        promise_,
        log_
    );
    if (const auto refusal = refusal_in(ran.output); !ran.succeeded && !refusal.empty())
        ran.problem = refusal;
    return ran;
}

} // namespace vow::modules
