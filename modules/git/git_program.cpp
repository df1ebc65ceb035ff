#include "modules/git/git_program.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"
#include "protocol/text/credentials.h"
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
    GitEnvironment environment;
    if (helpers == Helpers::ignored) environment.leave_out_helpers();
    if (settings_.credentials) environment.add(*settings_.credentials);
    std::vector<std::string> variables = environment.variables();
    variables.push_back("GIT_SSH_COMMAND=" + settings_.ssh_command);
    if (std::getenv("HOME") == nullptr) // where git's settings and passwords are
        variables.push_back("HOME=" + home_of_user());
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
