#include "modules/git/git_program.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"
#include "protocol/system/accounts.h"
#include "protocol/text/credentials.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace vow::modules {

namespace {

/// ssh must not prompt.
std::string ssh_command_of(const Settings& settings) {
    const std::string options = settings.text_or("ssh_options", "");
    return settings.text_or("ssh_executable", "") + " -o BatchMode=yes" +
           (options.empty() ? "" : " " + options);
}

} // namespace

GitSettings::GitSettings(const Promise& promise) {
    const Settings settings(promise.attributes);
    destination = settings.text_or("destination", promise.promiser);
    repository = settings.text_or("repository", "");
    credentials = credentials_of(repository);
    if (credentials) repository = credentials->address;
    remote = settings.text_or("remote", "");
    version = settings.text_or("version", "");
    reference = settings.text_or("reference", "");
    executable = settings.text_or("executable", "");
    ssh_command = ssh_command_of(settings);
    depth = settings.text_or("depth", "");
    bare = settings.holds("bare");
    clone = settings.holds("clone");
    force = settings.holds("force");
    recursive = settings.holds("recursive");
    update = settings.holds("update");
}

namespace {

constexpr const char* no_option = "[^-].*"; // git would take it for an option

std::vector<AttributeDescription> git_attributes() {
    const Data yes = Data::string("true");
    const Data no = Data::string("false");
    return {
        {.name = "repository",
         .required = true,
         .pattern = ".+",
         .summary = "the repository: a URL or a path"},
        {.name = "destination", .pattern = "/.*", .summary = "the folder, an absolute path"},
        {.name = "version",
         .fallback = Data::string("HEAD"),
         .pattern = std::string(names::revision.pattern),
         .summary = "a branch, a tag or a commit; HEAD: the remote's default branch"},
        {.name = "clone",
         .type = AttributeType::bool_,
         .fallback = yes,
         .summary = "clone it if it does not exist"},
        {.name = "update",
         .type = AttributeType::bool_,
         .fallback = yes,
         .summary = "update an existing clone to the version"},
        {.name = "force",
         .type = AttributeType::bool_,
         .fallback = no,
         .summary = "discard local changes first"},
        {.name = "bare",
         .type = AttributeType::bool_,
         .fallback = no,
         .summary = "clone without a work tree"},
        {.name = "recursive",
         .type = AttributeType::bool_,
         .fallback = yes,
         .summary = "submodules, too"},
        {.name = "depth",
         .type = AttributeType::int_,
         .fallback = Data::string("0"),
         .pattern = "[0-9]+",
         .summary = "the number of commits to clone; 0: all"},
        {.name = "remote",
         .fallback = Data::string("origin"),
         .pattern = std::string(names::remote.pattern),
         .summary = "the name of the remote in the clone"},
        {.name = "reference",
         .pattern = "/.*",
         .summary = "a repository on this machine to borrow from"},
        {.name = "executable",
         .fallback = Data::string("git"),
         .pattern = no_option,
         .summary = "the git program"},
        {.name = "ssh_executable", .fallback = Data::string("ssh"), .summary = "the ssh program"},
        {.name = "ssh_options", .summary = "options of ssh"},
    };
}

} // namespace

PromiseTypeDescription git_type() {
    PromiseTypeDescription type{
        .name = "git",
        .summary = "clones of git repositories",
        .promiser_summary = "the folder, unless there is a destination",
        .attributes = git_attributes(),
    };
    type.result_classes = {
        "PROMISER_cloned",
        "PROMISER_updated",
        "PROMISER_reset",
        "PROMISER_not_found",
        "PROMISER_clone_failed",
        "PROMISER_update_failed",
        "PROMISER_reset_failed",
    };
    type.examples = {"git:\n  \"/opt/site\"\n    repository => \"https://example.org/site\";"};
    return type;
}

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
