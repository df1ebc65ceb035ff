#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/promises/custom_type.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {
namespace {

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
    const bool whole = purpose == Purpose::check_part            ? has_common_control(files)
                       : dialect.manner.checks_parts_as_policies ? true
                                                                 : is_whole(files, control);
    return whole ? Extent::whole : Extent::part;
}

/// The promise type that a block of the policy defines, else that of the catalogue. nullopt for an
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

DescriptionResult description_of(const std::string& name, LoadedPolicy& policy) {
    World& world = policy.run.world;
    const auto type = type_to_describe(name, policy);
    if (!type) return MissingDescription{};
    if (type->path.empty() || world.options.start_modules == StartModules::yes)
        return world.descriptions.describe(*type);
    policy.run.log(
        LogLevel::notice,
        "Promises of type '" + name +
            "' are not checked against the description of their module, " +
            "which is not started; --evaluate starts modules"
    );
    return MissingDescription{};
}

std::vector<std::string>
faults_by_module(const std::string& name, Promise promise, LoadedPolicy& policy) {
    const auto type = type_to_describe(name, policy);
    if (!type || type->path.empty()) return {};
    promise.type = &*type;
    return policy.run.world.descriptions.validate(promise);
}

/// A module that is part of vow lists the classes that it returns; any other may return all.
std::optional<std::vector<std::string>>
result_classes(std::string_view name, const LoadedPolicy& policy) {
    const World& world = policy.run.world;
    const PromiseType* type = world.catalogue.find(std::string(name));
    const bool is_own = policy.program.custom_types.contains(name);
    if (is_own || type == nullptr || !type->path.empty()) return std::nullopt;
    const DescriptionResult described = world.descriptions.describe(*type);
    const auto* description = std::get_if<Description>(&described);
    const PromiseTypeDescription* own =
        description != nullptr ? description->promise_type(name) : nullptr;
    if (own == nullptr) return std::nullopt;
    return own->result_classes;
}

} // namespace

Strictness strictness_of(const Dialect& dialect) {
    return dialect.manner.reports_mistakes_late ? Strictness::reference : Strictness::all;
}

CheckOptions
check_options(const std::vector<ast::File>& files, const Dialect& dialect, LoadedPolicy& policy) {
    const World& world = policy.run.world;
    CheckOptions options{
        .strictness = strictness_of(dialect),
        .extent = extent_of(files, dialect, world.options.purpose, policy.control)};
    if (options.strictness == Strictness::reference) return options;
    options.missing_types = missing_types();
    options.module_types = world.catalogue.types();
    options.file_exists = [&host = world.host](const std::string& path) {
        return host.may(Access::exists, path);
    };
    if (world.options.purpose != Purpose::run) {
        options.describe = [&policy](const std::string& type) {
            return description_of(type, policy);
        };
        if (world.options.start_modules == StartModules::yes) {
            options.validate = [&policy](const std::string& type, Promise promise) {
                return faults_by_module(type, std::move(promise), policy);
            };
        }
    }
    return options;
}

LintFacts lint_facts(const CheckOptions& options, std::size_t read, LoadedPolicy& policy) {
    LintFacts facts{
        .extent = options.extent,
        .read = read,
        .is_class = [&classes = policy.run.classes](std::string_view name
                    ) { return classes.global().has(classes.symbol(name, "default")); },
        .conditional_classes = policy.conditional_classes,
        .result_classes = [&policy](std::string_view type
                          ) { return result_classes(type, policy); }};
    facts.sequence.reserve(policy.sequence.size());
    for (const SequenceStep& step : policy.sequence)
        facts.sequence.push_back(step.bundle->name);
    return facts;
}

} // namespace vow::cfengine
