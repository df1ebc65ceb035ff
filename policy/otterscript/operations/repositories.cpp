#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/name_grammar.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array checkout_properties = {
    Property{"RepositoryUrl", Use::optional, {}, "From"},
    Property{"To", Use::optional, {}, "OutputDirectory"},
    Property{"BranchOrCommit", Use::optional, names::revision.pattern},
    Property{"Branch", Use::optional, names::revision.pattern},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"RecurseSubmodules", Use::optional, {}, "Recursive"},
    Property{"CommitHash", Use::output},
    Property{"UserName", Use::unused},
    Property{"Password", Use::unused},
    Property{"IgnoreCertificateCheck", Use::unused},
    Property{"GitLibrary", Use::unused},
    Property{"PreserveLastModified", Use::unused},
    Property{"WriteMinimalGitData", Use::unused}};
constexpr std::array tag_properties = {
    Property{"Tag", Use::required, names::revision.pattern},
    Property{"Directory"},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"Message"},
    Property{"Force"}};

struct GitResult {
    std::int64_t status;
    std::string text; ///< the last line of the output, or of the errors if there is none
};

/// Runs git in a clone.
GitResult run_git(OperationRun& run, const std::string& folder, std::vector<std::string> words) {
    const std::string git = program_path(run, "git");
    GitResult result{.status = 0, .text = ""};
    Program program{.path = git, .arguments = std::move(words), .folder = folder};
    program.output = [&](std::string_view line) { result.text = line; };
    program.errors = program.output;
    result.status = run_program(run, program).value_or(0);
    return result;
}

GitResult commit_of(OperationRun& run, const std::string& folder, const std::string& revision) {
    const OperationRun::Allowed looking(run);
    return run_git(run, folder, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
}

void checkout(OperationRun& run) {
    if (!run.has("RepositoryUrl"))
        run.fail("'RepositoryUrl' is missing; no application has a repository of its own here");
    const std::string folder = run.path("To");
    const std::string branch = run.text("Branch", run.text("BranchOrCommit", "HEAD"));
    Attributes attributes;
    attributes.set("repository", run.text("RepositoryUrl"));
    attributes.set("version", run.text("Commit", branch));
    if (run.boolean("RecurseSubmodules", true)) attributes.set("recursive", "true");
    run.keep("git", folder, std::move(attributes));
    if (run.wants_output("CommitHash") && !run.is_dry())
        run.set_output("CommitHash", commit_of(run, folder, "HEAD").text);
}

void ensure_tag(OperationRun& run) {
    const std::string tag = run.text("Tag");
    const std::string folder = run.path("Directory");
    const std::string wanted = run.text("Commit", "HEAD");
    const GitResult commit = commit_of(run, folder, wanted);
    if (commit.status != 0)
        run.fail("'" + folder + "' has no commit '" + wanted + "' " + commit.text);
    const GitResult tagged = commit_of(run, folder, "refs/tags/" + tag);
    if (tagged.status == 0 && tagged.text == commit.text) return;
    if (run.is_dry()) {
        run.log(LogLevel::notice, "Should tag " + commit.text + " as '" + tag + "'");
        return run.note_drift();
    }
    const bool is_forced = run.boolean("Force", false);
    if (tagged.status == 0 && !is_forced)
        run.fail("the tag '" + tag + "' is at another commit, " + tagged.text);
    std::vector<std::string> words = {"tag"};
    if (is_forced) words.emplace_back("--force");
    if (run.has("Message")) words.insert(words.end(), {"-a", "-m", run.text("Message")});
    words.insert(words.end(), {"--", tag, commit.text});
    const GitResult made = run_git(run, folder, std::move(words));
    if (made.status != 0) run.fail("cannot tag: " + made.text);
    run.log(LogLevel::info, "Tagged " + commit.text + " as '" + tag + "'");
}

} // namespace

std::vector<Operation> repository_operations() {
    return {
        {"Checkout-Code",
         "Git",
         OperationKind::execute,
         checkout_properties,
         &checkout,
         "Clones a repository, or brings a clone to a branch or commit."},
        {"Ensure-Tag",
         "Git",
         OperationKind::ensure,
         tag_properties,
         &ensure_tag,
         "A tag of a commit in a clone."},
    };
}

} // namespace vow::otterscript
