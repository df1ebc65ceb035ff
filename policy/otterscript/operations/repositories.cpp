#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/name_grammar.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array checkout_properties = {
    Property{"From", Use::required},
    Property{"OutputDirectory"},
    Property{"Branch", Use::optional, names::revision.pattern},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"Recursive"}};
constexpr std::array tag_properties = {
    Property{"Tag", Use::required, names::revision.pattern},
    Property{"Directory"},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"Message"}};

void checkout(OperationRun& run) {
    Attributes attributes;
    attributes.set("repository", run.text("From"));
    attributes.set("version", run.text("Commit", run.text("Branch", "HEAD")));
    if (run.boolean("Recursive", false)) attributes.set("recursive", "true");
    run.keep("git", run.path("OutputDirectory"), std::move(attributes));
}

struct GitResult {
    std::int64_t status;
    std::string text; ///< the last line of the output, or of the errors if there is none
};

GitResult run_git(OperationRun& run, std::vector<std::string> words) {
    const auto git = program_on_path(run.host(), "git");
    if (!git) run.fail("the program 'git' was not found on PATH");
    GitResult result{.status = 0, .text = ""};
    Program program{.path = *git, .arguments = std::move(words), .folder = run.path("Directory")};
    program.output = [&](std::string_view line) { result.text = line; };
    program.errors = program.output;
    result.status = run_program(run, program).value_or(0);
    return result;
}

GitResult commit_of(OperationRun& run, const std::string& revision) {
    const OperationRun::Allowed looking(run);
    return run_git(run, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
}

void ensure_tag(OperationRun& run) {
    const std::string tag = run.text("Tag");
    const std::string wanted = run.text("Commit", "HEAD");
    const GitResult commit = commit_of(run, wanted);
    if (commit.status != 0)
        run.fail("'" + run.path("Directory") + "' has no commit '" + wanted + "' " + commit.text);
    const GitResult tagged = commit_of(run, "refs/tags/" + tag);
    if (tagged.status == 0 && tagged.text == commit.text) return;
    if (run.is_dry()) {
        run.log(LogLevel::notice, "Should tag " + commit.text + " as '" + tag + "'");
        return run.note_drift();
    }
    if (tagged.status == 0) run.fail("the tag '" + tag + "' is at another commit, " + tagged.text);
    std::vector<std::string> words = {"tag"};
    if (run.has("Message")) words.insert(words.end(), {"-a", "-m", run.text("Message")});
    words.insert(words.end(), {"--", tag, commit.text});
    const GitResult made = run_git(run, std::move(words));
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
