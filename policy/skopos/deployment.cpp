#include "policy/skopos/deployment.h"

#include "policy/run/usage_error.h"
#include "policy/run/world.h"
#include "policy/run/written_promise.h"
#include "policy/skopos/checking/plan_check.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/plan/step_selection.h"
#include "policy/skopos/run/interpreter.h"
#include "policy/skopos/values/descriptor_reader.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

namespace vow::skopos {
namespace {

constexpr DiagnosticKind unread_secret{"unread-secret", "the secret '{}' cannot be read: {}"};
constexpr double usual_action_limit = 600; // seconds

/// A plan with everything that it needs to run.
class Deployment final : public Policy {
public:
    struct Parts {
        Plan plan;
        std::string path; ///< as given
        std::string project;
        Settings options;
        RunHead head;
        ProgramSearch programs;
        UnfinishedRun unfinished;
    };

    Deployment(Parts parts, World& world) : parts_(std::move(parts)), world_(world) {}

    Ending run() override {
        UnfinishedRun& unfinished = parts_.unfinished;
        GateAnswers answers(parts_.options.answers, parts_.plan);
        const RunSetup setup = this->setup();
        Interpreter interpreter(setup, world_, unfinished, answers);
        if (is_dry()) return interpreter.run();
        const Resume resume = world_.options.resume;
        if (!unfinished.exclude_others()) return stand_back();
        auto place = unfinished.place();
        if (place && find_step(parts_.plan, *place) == nullptr) place.reset();
        switch (resume) {
        case Resume::no: return place ? stand(*place) : interpreter.run();
        case Resume::restart: unfinished.forget(); return interpreter.run();
        case Resume::abandon: return abandon();
        case Resume::yes: return interpreter.resume(*std::move(place));
        }
        return {};
    }

    bool has_work() const override { return !parts_.plan.steps.empty(); }
    bool may_run_without_work() const override { return true; }

    std::vector<OutlinePart> outline() const override {
        std::vector<OutlinePart> parts;
        for_each_step(parts_.plan, [&](const Step& step, const auto&) {
            if (step.is_left_out) return;
            parts.push_back({OutlinePart::Kind::scope, "step", step.id, origin_at(step.span)});
        });
        return parts;
    }

private:
    RunSetup setup() const {
        const Descriptors& descriptors = parts_.head.descriptors;
        const double limit =
            parts_.options.action_limit.value_or(descriptors.timeout().value_or(usual_action_limit)
            );
        return {
            .plan = parts_.plan,
            .head = parts_.head,
            .project = parts_.project,
            .programs = parts_.programs,
            .assumed_to_fail = assumed_failures(parts_.options, parts_.plan),
            .command = command(),
            .is_dry = is_dry(),
            .is_stepwise = parts_.options.is_stepwise && !is_dry(),
            .action_limit = limit};
    }

    bool is_dry() const { return !world_.options.changes_allowed(); }

    std::string command() const {
        const Settings& options = parts_.options;
        std::string line = "vow run " + shell_word(parts_.path);
        if (!options.project.empty()) line += " --project " + shell_word(options.project);
        if (!options.work_folder.empty()) line += " -w " + shell_word(options.work_folder);
        return line;
    }

    /// Runs nothing, since another process runs the plan.
    Ending stand_back() {
        const auto head = parts_.unfinished.head();
        const std::string process =
            head && head->process > 0 ? " (pid " + std::to_string(head->process) + ")" : "";
        world_.observer.receive(LogLine{
            LogLevel::error,
            "another vow" + process + " is running '" + parts_.path +
                "'; nothing runs until it has ended"});
        return {.how = Ending::How::busy, .summary = ""};
    }

    /// Runs nothing, and logs where the unfinished run stands.
    Ending stand(const Place& place) {
        const Step& step = *find_step(parts_.plan, place);
        const std::string text =
            "a run of '" + parts_.path + "' has not finished: its next step is '" + step.id + "'";
        world_.observer.receive(LogLine{LogLevel::notice, text});
        const std::string choice =
            "go on with '" + command() + " --resume', or forget it with --restart or --abandon";
        world_.observer.receive(LogLine{LogLevel::notice, choice});
        return {.how = Ending::How::waiting, .summary = ""};
    }

    Ending abandon() {
        parts_.unfinished.forget();
        RunReport report(world_.observer);
        report.state("failed", nullptr, {});
        report.flush();
        return {.verdict = Verdict::kept, .summary = ""};
    }

    Parts parts_;
    World& world_;
};

/// Reads the parts of a deployment.
class DeploymentLoader {
public:
    DeploymentLoader(
        const Settings& options, World& world, Sources& sources, Diagnostics& diagnostics
    )
        : options_(options),
          world_(world),
          sources_(sources),
          diagnostics_(diagnostics) {}

    std::unique_ptr<Policy> load(const std::string& path) {
        const SourceText* source = read_source(path, {}, world_.host, sources_, diagnostics_);
        if (source == nullptr) return nullptr;
        const std::string absolute = absolute_path(world_.host, path);
        const std::string project = project_of(options_, path);
        UnfinishedRun unfinished(world_.state, project, absolute);
        const std::string digest = sha256_of(source->text());
        auto head = unfinished_head(unfinished, digest, path);
        auto plan = read_plan(*source, diagnostics_, [this] { cancel_if_stopped(world_.stop); });
        cancel_if_stopped(world_.stop);
        if (!head) {
            head = new_head();
            head->plan_digest = digest;
        }
        head->process = world_.host.self().pid;
        if (world_.options.purpose == Purpose::run) read_secrets(head->descriptors);
        if (!plan || diagnostics_.has_errors()) return nullptr;
        const GateAnswers checked(options_.answers, *plan); // before anything runs
        const bool runs =
            world_.options.purpose == Purpose::run && world_.options.changes_allowed();
        if (runs && !options_.assumed.empty())
            throw UsageError("--assume is for dry runs: vow plan, or vow run -n");
        ProgramSearch programs(world_.host, folder_of(absolute), head->plugin_folders);
        const bool is_checked = world_.options.purpose != Purpose::run || world_.options.is_strict;
        const bool is_linted = world_.options.lint == Lint::yes;
        const auto extent = is_checked ? PlanCheckExtent::all : PlanCheckExtent::names;
        if (is_checked || is_linted)
            check_plan(extent, *plan, head->descriptors, programs, world_, diagnostics_);
        if (is_linted) lint(*plan, head->descriptors, sources_, diagnostics_);
        cancel_if_stopped(world_.stop);
        if (diagnostics_.has_errors()) return nullptr;
        select(*plan, head->options);
        return std::make_unique<Deployment>(
            Deployment::Parts{
                .plan = *std::move(plan),
                .path = path,
                .project = project,
                .options = options_,
                .head = *std::move(head),
                .programs = std::move(programs),
                .unfinished = std::move(unfinished)},
            world_
        );
    }

private:
    /// Leaves out what `--only` does not choose, and lists the part that is left. A run that goes
    /// on has that of its beginning.
    void select(Plan& plan, const Data& remembered) {
        const Data* remembered_only = remembered.find("--only");
        if (remembered_only == nullptr || remembered_only->size() == 0) return;
        std::vector<std::string> only;
        for (const Data& what : remembered_only->items())
            only.emplace_back(what.text());
        const StepSelection selection = select_steps(plan, only);
        const auto list = [this](const char* title, const std::vector<std::string>& steps) {
            if (!steps.empty())
                world_.observer.receive(LogLine{LogLevel::notice, title + joined(steps, ", ")});
        };
        list("only ", selection.chosen);
        list("and, since it depends on them, ", selection.needed);
    }

    /// The head of the run that is to go on; nullopt if a new one begins.
    std::optional<RunHead> unfinished_head(
        const UnfinishedRun& unfinished, const std::string& digest, const std::string& path
    ) {
        const Resume resume = world_.options.resume;
        const bool uses_last =
            world_.options.purpose == Purpose::run && world_.options.changes_allowed();
        if (!uses_last || resume == Resume::no) return std::nullopt;
        auto head = unfinished.head();
        if (!head || !unfinished.place()) throw UsageError("'" + path + "' has no unfinished run");
        if (resume != Resume::yes) return std::nullopt;
        if (head->plan_digest != digest)
            throw UsageError("'" + path + "' has changed since its run began");
        require_same_options(options_, world_.host, *head);
        return head;
    }

    RunHead new_head() {
        const DescriptorFiles files{
            .model = options_.model,
            .targets = options_.targets,
            .variables = variables_of(options_)};
        return {
            .options = remembered_options(options_, world_.host),
            .plugin_folders = plugin_folders(options_, world_.host),
            .descriptors = read_descriptors(files, world_.host, sources_, diagnostics_)};
    }

    /// Reads the secrets of a run, also of one that goes on. A secret that cannot be read is a
    /// mistake.
    void read_secrets(Descriptors& descriptors) {
        for (const auto& [name, source] : descriptors.secrets) {
            auto text = read_secret(world_.host, source);
            if (!text) {
                diagnostics_.add(unread_secret, {}, {name, text.why_not});
                continue;
            }
            const Data value = Data::string(*text);
            world_.observer.receive(SecretLearned{value});
            descriptors.secret_values.insert_or_assign(name, *std::move(text.value));
        }
    }

    const Settings& options_;
    World& world_;
    Sources& sources_;
    Diagnostics& diagnostics_;
};

} // namespace

std::unique_ptr<Policy> load_deployment(
    const Settings& options,
    const std::string& path,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
) {
    return DeploymentLoader(options, world, sources, diagnostics).load(path);
}

} // namespace vow::skopos
