#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/syntax/parser.h"
#include "policy/run/world.h"
#include "protocol/text/text.h"

#include <cstddef>
#include <set>
#include <span>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind unresolved_input{
    "unresolved-input", "Unresolved variable '{}' in input list, cannot parse", Severity::warning};

class Loader {
public:
    Loader(
        std::string entry,
        const Dialect& dialect,
        Sources& sources,
        Diagnostics& diagnostics,
        LoadedPolicy& policy
    )
        : entry_(std::move(entry)),
          dialect_(dialect),
          strictness_(strictness_of(dialect)),
          host_(policy.run.world.host),
          sources_(sources),
          diagnostics_(diagnostics),
          policy_(policy) {}

    /// The inputs of a file follow it at once. They may be computed from variables, which further
    /// inputs may add to: files are read until no new one is named.
    void run() {
        policy_.run.control.manner = dialect_.manner;
        define_classes(dialect_, policy_);
        read_host_data(policy_, dialect_.manner, sources_, diagnostics_);
        auto augmented =
            read_augments(folder_of(entry_), policy_, dialect_.manner, sources_, diagnostics_);
        load(entry_, FileRole::entry);
        for (const std::string& input : augmented)
            load(located(input), FileRole::input);
        for (std::size_t known = 0; known != files_.size();) {
            known = files_.size();
            load_inputs(policy_.control.find("common", "inputs"));
            load_file_inputs(0, file_inputs_.size());
        }
        read_ = files_.size();
        if (!dialect_.manner.lacks_library) add_library();
        if (!diagnostics_.has_errors()) pre_evaluate(dialect_.manner, policy_, diagnostics_);
        cancel_if_stopped(state().world.stop);
        add_default_bodies(policy_.program);
        if (!diagnostics_.has_errors()) report_unresolved();
    }

    /// Those that were read, the entry first, then what the library adds.
    const std::vector<ast::File>& files() const { return files_; }
    std::span<const ast::File> files_read() const { return std::span(files_).first(read_); }
    std::vector<ast::File> take_files_read() {
        files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(read_), files_.end());
        return std::move(files_);
    }

private:
    RunState& state() { return policy_.run; }
    Frame& frame() { return policy_.control.frame(); }

    /// Relative paths start at the folder of the policy that the run was started with.
    std::string located(const std::string& input) const {
        return input.starts_with("/") ? input : folder_of(entry_) + "/" + input;
    }

    void load(const std::string& path, FileRole role, Span named_at = {}) {
        const auto real = host_.real_path(path);
        if (!seen_.insert(real ? *real : path).second) return;
        const bool optional =
            role == FileRole::input && policy_.control.truth("common", "ignore_missing_inputs");
        if (optional && !is_file(path)) return;
        const SourceText* source = read_source(path, named_at, host_, sources_, diagnostics_);
        if (source == nullptr) return;
        files_.push_back(parse(*source, diagnostics_, &state().world.stop));
        cancel_if_stopped(state().world.stop); // between the steps, as files can be large
        check_alone(files_.back());
        cancel_if_stopped(state().world.stop);
        const std::size_t controls = policy_.program.controls.size();
        const std::size_t inputs = file_inputs_.size();
        const std::size_t bundles = policy_.program.bundles.size();
        compile(files_.back(), role, policy_.program);
        bool has_common_control = false;
        for (std::size_t index = controls; index < policy_.program.controls.size(); ++index) {
            const Body& body = *policy_.program.controls[index];
            has_common_control |= body.type == "common";
            if (body.type != "file") continue;
            for (const BodyClause& clause : body.clauses) {
                if (clause.attribute.name == "inputs")
                    file_inputs_.push_back(&clause.attribute.value);
            }
        }
        const std::size_t file_inputs_end = file_inputs_.size();
        cancel_if_stopped(state().world.stop);
        if (!diagnostics_.has_errors()) resolve_part(policy_, bundles);
        cancel_if_stopped(state().world.stop);
        if (has_common_control) load_inputs(policy_.control.find("common", "inputs"));
        load_file_inputs(inputs, file_inputs_end);
    }

    /// Those of body file control, numbers `first` to `end`.
    void load_file_inputs(std::size_t first, std::size_t end) {
        for (std::size_t index = first; index < end; ++index)
            load_inputs(file_inputs_[index]);
    }

    bool is_file(const std::string& path) const {
        const auto status = host_.status(path, Symlinks::follow);
        return status && status->kind != FileKind::directory;
    }

    /// Finds the errors of the file itself before anything is evaluated.
    void check_alone(const ast::File& file) {
        check({&file, 1}, {.strictness = strictness_, .extent = Extent::file}, diagnostics_);
    }

    void load_inputs(const Expression* inputs) {
        if (inputs == nullptr) return;
        if (const auto* written = std::get_if<ListOf>(&inputs->node)) {
            for (const Expression& item : written->items)
                load_inputs(&item);
            return;
        }
        bool resolved = true;
        for (const std::string& input : policy_.control.list(*inputs, resolved)) {
            if (is_resolved(input)) load(located(input), FileRole::input, inputs->span);
        }
    }

    static bool is_resolved(std::string_view input) {
        return input.find("$(") == input.npos && input.find("${") == input.npos &&
               input.find("@(") == input.npos && input.find("@{") == input.npos;
    }

    void add_library() {
        for (ast::File& file : add_built_in_definitions(policy_.program, sources_, diagnostics_)) {
            if (state().world.options.purpose == Purpose::check)
                state().log(LogLevel::info, file.source->path());
            files_.push_back(std::move(file));
        }
    }

    void report_unresolved() {
        std::vector<const Expression*> all = file_inputs_;
        if (const Expression* common = policy_.control.find("common", "inputs"))
            all.push_back(common);
        for (const Expression* inputs : all) {
            bool resolved = true;
            for (const std::string& input : policy_.control.list(*inputs, resolved)) {
                if (!is_resolved(input)) report_unresolved(input, inputs->span);
            }
        }
    }

    /// The reference does not count this as an error of the policy's text.
    void report_unresolved(const std::string& input, Span place) {
        if (strictness_ == Strictness::all) {
            diagnostics_.add(unresolved_input, place, {input});
            return;
        }
        state().log(
            LogLevel::error, "Unresolved variable '" + input + "' in input list, cannot parse"
        );
    }

    std::string entry_;
    const Dialect& dialect_;
    Strictness strictness_;
    Host& host_;
    Sources& sources_;
    Diagnostics& diagnostics_;
    LoadedPolicy& policy_;
    std::vector<ast::File> files_;
    std::size_t read_ = 0; ///< how many of them were read
    std::vector<const Expression*> file_inputs_;
    std::set<std::string> seen_;
};

/// Evaluates what a run needs before its first bundle, and finds its bundle sequence.
void prepare_run(
    const Dialect& dialect, const Loader& loader, LoadedPolicy& policy, Diagnostics& diagnostics
) {
    const RunOptions& options = policy.run.world.options;
    const bool for_vow = strictness_of(dialect) == Strictness::all;
    const bool is_check = options.purpose == Purpose::check;
    if (options.purpose == Purpose::run)
        check_access(policy.control, policy.run.world.host, loader.files_read(), diagnostics);
    policy.run.control = policy.control.control(dialect.manner);
    arrange_promises(policy.program, policy.run.control.order);
    if (options.purpose == Purpose::run) policy.control.set_environment();
    policy.control.define_added_classes();
    const Parts parts = for_vow && is_check ? Parts::allowed : Parts::refused;
    policy.sequence = bundle_sequence(policy.control, dialect.bundle_sequence, parts, diagnostics);
    if (for_vow && (is_check || options.lint == Lint::yes))
        warn_of_undefined_names(policy.program, policy.run.variables, diagnostics);
}

} // namespace

std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
) {
    auto policy = std::make_unique<LoadedPolicy>(world);
    Loader loader(path, dialect, sources, diagnostics, *policy);
    loader.run();
    CheckOptions options = check_options(loader.files(), dialect, *policy);
    options.checked_alone = loader.files_read().size();
    check(loader.files(), options, diagnostics);
    cancel_if_stopped(world.stop);
    if (diagnostics.has_errors()) return nullptr;
    const bool checks = world.options.purpose != Purpose::run;
    const bool is_part =
        options.extent == Extent::part || world.options.purpose == Purpose::check_part;
    if (!is_part) prepare_run(dialect, loader, *policy, diagnostics);
    if (world.options.lint == Lint::yes && options.strictness == Strictness::all)
        lint(loader.files(), lint_facts(options, loader.files_read().size(), *policy), diagnostics);
    cancel_if_stopped(world.stop);
    if (diagnostics.has_errors()) return nullptr;
    if (checks) policy->files = loader.take_files_read();
    return policy;
}

} // namespace vow::cfengine
