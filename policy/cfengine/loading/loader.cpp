#include "policy/cfengine/loading/loader.h"

#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/loading/augments.h"
#include "policy/cfengine/loading/bundle_sequence.h"
#include "policy/cfengine/loading/default_bodies.h"
#include "policy/cfengine/loading/host_data.h"
#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/syntax/parser.h"
#include "policy/cfengine/values/persistent_classes.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/unimplemented.h"
#include "protocol/text/path.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind unresolved_input{
    "unresolved-input", "Unresolved variable '{}' in input list, cannot parse", Severity::warning};

Strictness strictness_of(const Dialect& dialect) {
    return dialect.manner == Manner::reference ? Strictness::reference : Strictness::all;
}

class Loader {
public:
    Loader(
        std::string entry,
        const Dialect& dialect,
        World& world,
        Sources& sources,
        Diagnostics& diagnostics,
        LoadedPolicy& policy
    )
        : entry_(std::move(entry)),
          dialect_(dialect),
          strictness_(strictness_of(dialect)),
          host_(world.host),
          world_(world),
          sources_(sources),
          diagnostics_(diagnostics),
          policy_(policy) {}

    /// Inputs may be computed from variables of common bundles, which further inputs may add to:
    /// files are read until there are no new ones.
    void run() {
        define_classes();
        read_host_data(state(), frame());
        auto augmented = read_augments(
            folder_of(entry_), state(), frame(), sources_, dialect_.manner, diagnostics_
        );
        load(entry_, FileRole::entry);
        for (const std::string& input : augmented)
            load(located(input), FileRole::input);
        for (std::size_t known = 0; known != files_.size();) {
            known = files_.size();
            if (!diagnostics_.has_errors()) evaluate_all();
            load_inputs(policy_.control.find("common", "inputs"));
            for (std::size_t index = 0; index < file_inputs_.size();) // which load_inputs() extends
                load_inputs(file_inputs_[index++]);
        }
        add_default_bodies(policy_.program);
        if (!diagnostics_.has_errors()) report_unresolved();
    }

    const std::vector<ast::File>& files() const { return files_; }
    std::vector<ast::File> take_files() { return std::move(files_); }

private:
    RunState& state() { return policy_.run; }
    Frame& frame() { return policy_.control.frame(); }

    void define_classes() {
        for (const std::string& name : dialect_.negate)
            state().classes.global().negate(state().classes.symbol(name, "default"));
        for (const PersistentClass& kept : persistent_classes(world_)) {
            const Symbol name = state().names().symbol(kept.name);
            if (state().classes.global().is_negated(name)) continue;
            state().classes.define(frame(), name, ClassScope::name_space, {kept.tags, {}});
        }
        for (const std::string& name : dialect_.define) {
            state().classes.define(frame(), name, ClassScope::name_space, {"source=environment"});
        }
    }

    void evaluate_all() {
        const std::deque<Bundle>& bundles = policy_.program.bundles;
        // Two rounds: a class of a common bundle may depend on one that a later bundle defines.
        for (int round = 0; round < 2; ++round) {
            policy_.control.define_variables();
            pre_evaluate_common(state(), bundles);
        }
        pre_evaluate_agent(state(), bundles);
        report_deferred_errors();
    }

    /// The reference fails only when the run evaluates the value.
    void report_deferred_errors() {
        for (const FatalError& type_error : std::exchange(state().deferred_errors, {})) {
            if (strictness_ == Strictness::all)
                diagnostics_.add(cannot_evaluate, type_error.span, {type_error.message});
            else
                state().log_at(type_error.span, LogLevel::error, type_error.message);
        }
    }

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
        files_.push_back(parse(*source, diagnostics_));
        check_alone(files_.back());
        const std::size_t controls = policy_.program.controls.size();
        compile(files_.back(), role, policy_.program);
        for (std::size_t index = controls; index < policy_.program.controls.size(); ++index) {
            const Body& body = *policy_.program.controls[index];
            if (body.type != "file") continue;
            for (const BodyClause& clause : body.clauses) {
                if (clause.attribute.name == "inputs")
                    file_inputs_.push_back(&clause.attribute.value);
            }
        }
    }

    bool is_file(const std::string& path) const {
        const auto status = host_.status(path, Symlinks::follow);
        return status && status->kind != FileKind::directory;
    }

    /// Finds the errors of the file itself before anything is evaluated.
    void check_alone(const ast::File& file) {
        check({&file, 1}, {.strictness = strictness_, .extent = Extent::part}, diagnostics_);
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
    World& world_;
    Sources& sources_;
    Diagnostics& diagnostics_;
    LoadedPolicy& policy_;
    std::vector<ast::File> files_;
    std::vector<const Expression*> file_inputs_;
    std::set<std::string> seen_;
};

bool has_common_control(const std::vector<ast::File>& files) {
    return std::ranges::any_of(files, [](const ast::File& file) {
        return std::ranges::any_of(file.bodies, [](const ast::Body& body) {
            return body.is_control() && body.type == "common";
        });
    });
}

/// Whether the files are a whole policy, with a bundle sequence or a `main`. A library is not, even
/// with a `__main__` for trying it out.
bool is_whole(const std::vector<ast::File>& files, ControlReader& control) {
    if (control.find("common", "bundlesequence") != nullptr) return true;
    for (const ast::File& file : files) {
        for (const ast::Bundle& bundle : file.bundles) {
            if (bundle.name == "main" && bundle.name_space == "default") return true;
        }
    }
    return false;
}

/// A policy to run must be whole. For one to check, the reference follows its options; vow looks at
/// the policy.
Extent extent_of(
    const std::vector<ast::File>& files,
    const Dialect& dialect,
    Purpose purpose,
    ControlReader& control
) {
    if (purpose == Purpose::run || !dialect.bundle_sequence.empty()) return Extent::whole;
    const bool whole = purpose == Purpose::check_part        ? has_common_control(files)
                       : dialect.manner == Manner::reference ? true
                                                             : is_whole(files, control);
    return whole ? Extent::whole : Extent::part;
}

/// The promise type that a block of the policy defines, else that of the catalogue. Nullopt for an
/// unknown type, and if the attributes of the block are known only when the policy runs.
std::optional<PromiseType> type_to_describe(const std::string& name, LoadedPolicy& policy) {
    const auto custom = policy.program.custom_types.find(name);
    if (custom != policy.program.custom_types.end()) {
        Expander expander(policy.run, policy.control.frame(), nullptr);
        expander.set_place(custom->second.span);
        const auto found = resolve_type(expander, custom->second);
        const auto* type = std::get_if<PromiseType>(&found);
        return type == nullptr ? std::nullopt : std::optional(*type);
    }
    const PromiseType* known = policy.run.world.catalogue.find(name);
    return known == nullptr ? std::nullopt : std::optional(*known);
}

Described description_of(const std::string& name, LoadedPolicy& policy) {
    World& world = policy.run.world;
    const auto type = type_to_describe(name, policy);
    const bool is_wanted =
        type && (type->path.empty() || world.options.start_modules == StartModules::yes);
    return is_wanted ? world.descriptions.describe(*type) : Undescribed{};
}

CheckOptions check_options(Strictness strictness, Extent extent, LoadedPolicy& policy) {
    if (strictness == Strictness::reference) return {.strictness = strictness, .extent = extent};
    const World& world = policy.run.world;
    CheckOptions options{
        .strictness = strictness,
        .extent = extent,
        .implemented = implemented_by_agent(),
        .module_types = world.catalogue.types(),
        .file_exists = [&host = world.host](const std::string& path) {
            return host.may(Access::exists, path);
        }};
    if (world.options.purpose != Purpose::run) {
        options.describe = [&policy](const std::string& type) {
            return description_of(type, policy);
        };
    }
    return options;
}

} // namespace

std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
) {
    const Strictness strictness = strictness_of(dialect);
    auto policy = std::make_unique<LoadedPolicy>(world);
    Loader loader(path, dialect, world, sources, diagnostics, *policy);
    loader.run();
    const Extent extent =
        extent_of(loader.files(), dialect, world.options.purpose, policy->control);
    check(loader.files(), check_options(strictness, extent, *policy), diagnostics);
    if (diagnostics.has_errors()) return nullptr;
    if (world.options.purpose != Purpose::run) policy->files = loader.take_files();
    if (extent == Extent::part || world.options.purpose == Purpose::check_part) return policy;
    policy->run.control = policy->control.control(dialect.manner);
    const bool for_vow = strictness == Strictness::all;
    const Parts parts =
        for_vow && world.options.purpose == Purpose::check ? Parts::allowed : Parts::refused;
    policy->sequence =
        bundle_sequence(policy->control, dialect.bundle_sequence, parts, diagnostics);
    return diagnostics.has_errors() ? nullptr : std::move(policy);
}

} // namespace vow::cfengine
