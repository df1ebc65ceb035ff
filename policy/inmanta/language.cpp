#include "policy/inmanta/language.h"

#include "policy/inmanta/deploy/deployment.h"
#include "policy/inmanta/evaluation/compilation.h"
#include "policy/inmanta/export/exporter.h"
#include "policy/inmanta/export/handler_kinds.h"
#include "policy/inmanta/export/promise_entities.h"
#include "policy/inmanta/export/resources.h"
#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/model_context.h"
#include "policy/inmanta/project/loader.h"
#include "policy/inmanta/project/project.h"
#include "policy/inmanta/project/requirement_check.h"
#include "policy/inmanta/python/python_plugins.h"
#include "policy/inmanta/reference.h"
#include "policy/inmanta/types/phases.h"
#include "policy/run/trusted_reader.h"
#include "policy/run/world.h"
#include "policy/source/opening.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <variant>

namespace vow::inmanta {
namespace {

/// The agents whose resources this host deploys.
std::vector<std::string> agents_of(const Settings& settings, Facts& facts) {
    if (!settings.agents.empty()) return settings.agents;
    std::vector<std::string> agents = {"localhost", "internal"};
    for (const std::string_view name : {"uqhost", "fqhost"}) {
        const Fact* fact = facts.find(name);
        const auto* text = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
        if (text != nullptr) agents.push_back(*text);
    }
    return agents;
}

constexpr DiagnosticKind unread_modules{
    "unread-modules",
    "the model is only read, since a check starts no promise modules, such as '{}': compile it "
    "with --evaluate",
    Severity::warning};

constexpr DiagnosticKind unused_settings{
    "unused-settings",
    "'{}': {} no effect, as vow installs no modules: put them into a folder of the module path or "
    "into the Python environment",
    Severity::warning};

/// A compiled model, whose resources a run deploys.
class CompiledModel final : public Policy {
public:
    CompiledModel(World& world, Project project, const Settings& settings)
        : world_(world),
          project_(std::move(project)),
          settings_(settings),
          agents_(agents_of(settings, world.facts)),
          store_(
              world.state, world.host.real_path(project_.folder).value.value_or(project_.folder)
          ),
          promises_(world, project_),
          context_(world, project_, store_, kinds_) {}

    /// Throws ModelError. False if the main file cannot be read.
    bool compile(Sources& sources, Diagnostics& diagnostics) {
        if (world_.options.purpose != Purpose::run) warn_of_settings(diagnostics);
        const auto promise_model = [this] { return promises_.model(); };
        model_ =
            Loader(project_, world_.host, sources, diagnostics, world_.stop, promise_model).load();
        cancel_if_stopped(world_.stop); // between the steps, as models can be large
        if (model_ == nullptr) return false;
        if (needs_modules() && world_.options.start_modules == StartModules::no) {
            diagnostics.add(unread_modules, {}, {project_.promise_modules.front().name});
            return true;
        }
        check_requirements(project_, *model_, world_.host, sources);
        for (const ResourceKind& kind : promises_.kinds())
            kinds_.add(kind);
        python_ = std::make_unique<PythonPlugins>(
            *model_,
            context_.python(),
            python_modules(project_, world_.host, *model_, settings_.keepers),
            world_.options.run_programs
        );
        plugins_ = std::make_unique<NativePlugins>(python_.get());
        context_.set_model(*model_, *plugins_, *python_);
        const Namespace* standard = model_->find_namespace("std");
        if (standard != nullptr && !defines_entity(*standard, "File")) kinds_.add_files_of("fs");
        handlers_.add_to(kinds_, *model_, *python_, world_.host, settings_.keepers);
        compilation_ = std::make_unique<Compilation>(*model_, *plugins_, context_, diagnostics);
        compilation_->run();
        context_.finish_python();
        cancel_if_stopped(world_.stop);
        resources_ =
            exported_resources(compilation_->instances(), kinds_, python_readers(), diagnostics);
        if (world_.options.purpose != Purpose::run) check_resources(resources_, diagnostics);
        if (world_.options.lint == Lint::yes) {
            lint(*model_, diagnostics);
            check_conflicts(resources_, diagnostics);
        }
        if (!settings_.only.empty()) select();
        announce();
        return true;
    }

    std::optional<std::string> printed(std::string_view format) const override {
        if (format == "resources") return json_of(resources_);
        if (format == "graph") return graph_of(resources_);
        return std::nullopt;
    }

    /// An empty project is one, as for the reference: its run removes what the last one had.
    bool may_run_without_work() const override { return true; }
    bool has_work() const override {
        const File& main = model_->namespaces.front()->file;
        const bool is_project = !project_.file.empty();
        return is_project || !main.definitions.empty() || !main.block.statements.empty();
    }

    Ending run() override {
        name_keepers();
        for (const std::string& agent : settings_.agents)
            require_resources_of(agent);
        const auto extent =
            settings_.only.empty() ? Deployment::Extent::model : Deployment::Extent::part;
        const auto resolve = [this](const Resource& resource) { return resolved_fields(resource); };
        return Deployment(resources_, extent, agents_, kinds_, resolve, store_, world_).run();
    }

private:
    std::variant<Dict, ResourceResult> resolved_fields(const Resource& resource) {
        auto fields = context_.resolved_fields(resource);
        if (auto* resolved = std::get_if<Dict>(&fields)) return std::move(*resolved);
        const PythonFailure& failure = std::get<PythonFailure>(fields);
        if (failure.kind == PythonFailure::skip_resource)
            return ResourceResult{.state = ResourceState::skipped, .reason = failure.message};
        return ResourceResult{
            .state = ResourceState::failed,
            .reason = "its references cannot be resolved: " + failure.message};
    }

    /// Only a promise module itself can tell the entities of its types.
    bool needs_modules() const { return !project_.promise_modules.empty(); }

    void warn_of_settings(Diagnostics& diagnostics) const {
        const std::vector<std::string>& names = project_.installer_settings;
        if (names.empty()) return;
        const std::string verb = names.size() == 1 ? " has" : " have";
        diagnostics.add(unused_settings, {}, {project_.file, joined(names, ", ") + verb});
    }

    /// Lists the part of the model that is left.
    void select() {
        ResourceSelection selection = select_resources(std::move(resources_), settings_.only);
        const auto list = [this](std::string line, const std::vector<const Resource*>& part) {
            if (part.empty()) return;
            std::string_view separator;
            for (const Resource* resource : part) {
                line.append(separator).append(resource->id);
                line.append(" (").append(text_of(line_of(resource->place))).append(")");
                separator = ", ";
            }
            world_.observer.receive(LogLine{LogLevel::notice, line});
        };
        list("only ", selection.chosen);
        list("and, since it depends on them, ", selection.needed);
        resources_ = std::move(selection.resources);
    }

    /// Logs that the handlers of a module std are not used, which a plan shows.
    void name_keepers() {
        const PythonModules& modules = python_->modules();
        if (!modules.paths.contains("std") || modules.plugins.contains("std")) return;
        const auto own = std::ranges::find_if(resources_, [](const Resource& resource) {
            return resource.kind->entity.starts_with("std::");
        });
        const LogLevel level =
            world_.options.policy == Terms::Policy::fix ? LogLevel::verbose : LogLevel::notice;
        if (own == resources_.end() || !world_.observer.wants(level)) return;
        const std::string line = own->kind->entity +
                                 " and other resources of the module std are "
                                 "kept by vow itself: --python uses the handlers of the module";
        world_.observer.receive(LogLine{level, line});
    }

    /// Warns of an agent of the command line for which nothing is deployed.
    void require_resources_of(const std::string& agent) {
        const std::span<const std::string> pattern(&agent, 1);
        std::vector<std::string_view> agents;
        for (const Resource& resource : resources_) {
            if (is_of_agents(resource, pattern)) return;
            agents.push_back(resource.agent);
        }
        const std::string hint = did_you_mean(agent, agents);
        const std::string line =
            with_hint("--agent: no resource is of an agent '" + agent + "'", hint);
        world_.observer.receive(LogLine{LogLevel::warning, line});
    }

    PythonReaders python_readers() {
        const bool has_manager = world_.options.run_programs == RunPrograms::yes &&
                                 has_dependency_manager(python_->modules().plugins, world_.host);
        return {
            [this](const ResourceKind& kind, Instance& instance) {
                return context_.fields(kind.entity, instance);
            },
            [this](const Resource& resource) { return context_.without_references(resource); },
            [this, has_manager](auto resources, auto origins) {
                if (!has_manager || resources.empty()) return RequiredIds();
                return context_.requirements(resources, origins, compilation_->instances());
            }};
    }

    void announce() {
        std::vector<Data::Member> counts;
        for (const auto& [name, count] : compilation_->instance_counts())
            counts.emplace_back(name, Data::integer(count));
        const bool deploys =
            world_.options.purpose == Purpose::run && world_.options.changes_allowed();
        const Data members = Data::object(
            {{"version", Data::integer(store_.version() + (deploys ? 1 : 0))},
             {"resources", Data::integer(static_cast<std::int64_t>(resources_.size()))},
             {"instances", Data::object(std::move(counts))}}
        );
        world_.observer.receive(LanguageEvent{"model", members});
    }

    World& world_;
    Project project_;
    const Settings& settings_;
    std::vector<std::string> agents_;
    DeploymentStore store_;
    PromiseEntities promises_;
    HandlerKinds handlers_;
    ResourceKinds kinds_;
    ModelContext context_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<PythonPlugins> python_;
    std::unique_ptr<NativePlugins> plugins_;
    std::unique_ptr<Compilation> compilation_;
    std::vector<Resource> resources_;
};

class InmantaLanguage final : public Language {
public:
    explicit InmantaLanguage(Settings settings) : settings_(std::move(settings)) {}

    std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) override {
        Project project = read_project(path, world.host);
        project.installed = installed_module_folders(world.host);
        auto compiled = std::make_unique<CompiledModel>(world, std::move(project), settings_);
        try {
            if (!compiled->compile(sources_, diagnostics)) return nullptr;
        } catch (const ModelError& error) {
            add_to(diagnostics, error);
            return nullptr;
        }
        return compiled;
    }

    std::vector<FunctionDescription> functions() const override { return plugin_descriptions(); }

    std::vector<ReferenceEntry> reference(const TypeDescriptions& types) const override {
        return reference_entries(types);
    }

private:
    Settings settings_;
    Sources sources_;
};

} // namespace

bool is_model_text(std::string_view text) {
    constexpr std::array<std::string_view, 6> openings = {
        "import", "entity", "typedef", "implementation", "implement", "index"};
    constexpr std::string_view quotes = R"(""")";
    const std::string_view beginning = without_leading_comments(text);
    return beginning.starts_with(quotes) || begins_with_word(beginning, openings);
}

std::unique_ptr<Language> make_language(Settings settings) {
    return std::make_unique<InmantaLanguage>(std::move(settings));
}

} // namespace vow::inmanta
