#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/operations/web_address.h"
#include "policy/run/promise_call.h"
#include "protocol/text/credentials.h"
#include "protocol/text/name_grammar.h"

#include <array>
#include <exception>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array checkout_properties = {
    Property{"RepositoryUrl"},
    Property{"From"},
    Property{"To", Use::optional, {}, "OutputDirectory"},
    Property{"BranchOrCommit", Use::optional, names::revision.pattern},
    Property{"Branch", Use::optional, names::revision.pattern},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"RecurseSubmodules", Use::optional, {}, "Recursive"},
    Property{"CommitHash", Use::output},
    Property{"UserName"},
    Property{"Password"},
    Property{"IgnoreCertificateCheck", Use::unused},
    Property{"GitLibrary", Use::unused},
    Property{"PreserveLastModified", Use::unused},
    Property{"WriteMinimalGitData", Use::unused}};
constexpr std::array tag_properties = {
    Property{"Tag", Use::required, names::revision.pattern},
    Property{"Directory"},
    Property{"Commit", Use::optional, names::revision.pattern},
    Property{"Message"},
    Property{"Force"},
    Property{"RepositoryUrl"},
    Property{"From"},
    Property{"UserName"},
    Property{"Password"},
    Property{"IgnoreCertificateCheck", Use::unused},
    Property{"GitLibrary", Use::unused}};

struct GitResult {
    std::int64_t status;
    std::string text; ///< the last line of the output, or of the errors if there is none
};

/// A repository that an operation names.
struct Repository {
    std::string url; ///< or its path
    std::optional<Login> login;
};

/// For a program of git that may talk to the repository.
std::vector<std::string> environment_for(const Repository& repository) {
    GitEnvironment environment;
    if (const auto credentials = credentials_of(with_login(repository.url, repository.login)))
        environment.add(*credentials);
    return environment.variables();
}

/// Runs git in a clone.
GitResult run_git(
    OperationRun& run,
    const std::string& folder,
    std::vector<std::string> words,
    std::vector<std::string> variables = {}
) {
    const std::string git = program_path(run, "git");
    GitResult result{.status = 0, .text = ""};
    Program program{
        .path = git,
        .arguments = std::move(words),
        .environment = std::move(variables),
        .folder = folder};
    program.output = [&](std::string_view line) { result.text = line; };
    program.errors = program.output;
    result.status = run_program(run, program).value_or(0);
    return result;
}

GitResult commit_of(OperationRun& run, const std::string& folder, const std::string& revision) {
    const OperationRun::Allowed looking(run);
    return run_git(run, folder, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
}

/// That of the operation, or of the resource that From or `$Repository` names. nullopt if none is
/// given.
std::optional<Repository> repository_of(OperationRun& run) {
    const Inventory& inventory = run.executor().execution().inventory;
    const auto named = run.text_or_variable("From", "Repository");
    const Secured* resource = named ? inventory.find_resource(*named) : nullptr;
    const Secured* credentials =
        resource == nullptr ? nullptr : inventory.find_credentials(resource->credentials);
    std::string url = run.text("RepositoryUrl");
    if (url.empty() && resource != nullptr) {
        const bool has_url = resource->find("RepositoryUrl") != nullptr;
        url = secured_text(run, *resource, has_url ? "RepositoryUrl" : "Url");
        if (url.empty()) run.fail("the resource '" + *named + "' has no property 'RepositoryUrl'");
    }
    if (url.empty()) url = named.value_or("");
    if (url.empty()) return std::nullopt;
    return Repository{.url = std::move(url), .login = login_of(run, credentials)};
}

void checkout(OperationRun& run) {
    const auto repository = repository_of(run);
    if (!repository)
        run.fail("'RepositoryUrl' and 'From' are missing, and $Repository has no value");
    const std::string folder = run.path("To");
    const std::string branch =
        run.text("Branch", run.text_or_variable("BranchOrCommit", "Commit").value_or("HEAD"));
    Attributes attributes;
    attributes.set("repository", with_login(repository->url, repository->login));
    attributes.set("version", run.text("Commit", branch));
    if (run.boolean("RecurseSubmodules", true)) attributes.set("recursive", "true");
    run.keep("git", folder, std::move(attributes));
    if (run.wants_output("CommitHash") && !run.is_dry())
        run.set_output("CommitHash", commit_of(run, folder, "HEAD").text);
}

/// Tags a commit of a clone, unless it is tagged, and sends the tag to the repository if one is
/// named.
void tag_commit(
    OperationRun& run,
    const std::string& folder,
    const std::optional<Repository>& repository,
    const std::string& remote
) {
    const std::string tag = run.text("Tag");
    const std::string wanted = run.text_or_variable("Commit", "Commit").value_or("HEAD");
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
    if (!repository) return;
    std::vector<std::string> push = {"push", "--quiet"};
    if (is_forced) push.emplace_back("--force");
    push.insert(push.end(), {"--", remote, "refs/tags/" + tag});
    const GitResult sent = run_git(run, folder, std::move(push), environment_for(*repository));
    if (sent.status != 0) run.fail("cannot send the tag '" + tag + "': " + sent.text);
    run.log(LogLevel::info, "Sent the tag '" + tag + "' to '" + repository->url + "'");
}

/// A clone without files, which lives as long as the operation.
void tag_in_new_clone(OperationRun& run, const Repository& repository) {
    const std::string folder =
        run.executor().machines().execution_folder(run.executor().context()) + "/repository";
    if (const auto objection = run.host().objection_to(folder))
        run.fail("the repository cannot be cloned: '" + folder + "' is not trusted: " + *objection);
    const auto lower = [](LogLevel level, std::string_view text
                       ) -> std::optional<std::pair<LogLevel, std::string>> {
        return std::pair(level > LogLevel::error ? LogLevel::verbose : level, std::string(text));
    };
    const auto look = [&](std::string_view type, Attributes attributes) {
        const OperationRun::Allowed looking(run);
        return run.keep(type, folder, std::move(attributes), lower).result();
    };
    Attributes clone;
    clone.set("repository", with_login(repository.url, repository.login));
    clone.set("bare", "true");
    if (look("git", std::move(clone)) > Verdict::repaired) return;
    std::exception_ptr failure;
    try {
        tag_commit(run, folder, repository, "origin");
    } catch (const OperationFailed&) {
        failure = std::current_exception(); // promises are kept outside of handlers
    }
    look("files", files_promise::removed_tree());
    if (failure) std::rethrow_exception(failure);
}

void ensure_tag(OperationRun& run) {
    const auto repository = repository_of(run);
    if (repository && !run.has("Directory")) return tag_in_new_clone(run, *repository);
    tag_commit(run, run.path("Directory"), repository, repository ? repository->url : "");
}

} // namespace

std::vector<Operation> repository_operations() {
    return {
        {"Checkout-Code",
         "Git",
         OperationKind::execute,
         checkout_properties,
         &checkout,
         "Clones a repository, or brings a clone to a branch or commit.",
         "Checkout-Code https://example.org/site (To: /srv/site, Branch: main);"},
        {"Ensure-Tag",
         "Git",
         OperationKind::ensure,
         tag_properties,
         &ensure_tag,
         "A tag of a commit in a clone, or in a repository.",
         "Ensure-Tag v1 (Directory: /srv/site);"},
    };
}

} // namespace vow::otterscript
