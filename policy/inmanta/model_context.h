#pragma once

#include "policy/inmanta/deploy/deployment_store.h"
#include "policy/inmanta/evaluation/cell.h"
#include "policy/inmanta/export/exporter.h"
#include "policy/inmanta/project/project.h"
#include "policy/inmanta/python/python_plugins.h"
#include "policy/inmanta/types/plugin.h"
#include "policy/run/world.h"

namespace vow::inmanta {

/// The world of native plugins: prints are reports of the run.
class ModelContext final : public PluginContext {
public:
    /// Borrows all of them.
    ModelContext(
        World& world, const Project& project, DeploymentStore& store, const ResourceKinds& kinds
    )
        : world_(world),
          project_(project),
          store_(store),
          kinds_(kinds),
          python_(world.host, world.observer) {}

    void print(const std::string& line) override;
    Value attribute(const Value& instance, const std::string& name) override;
    Value present_attribute(const Value& instance, const std::string& name) override;
    Value description(const Value& instance) override;
    Value entity(const std::string& name) override;
    bool is_set(const Value& instance, const std::string& name) override;
    bool is_instance(const Value& instance, const std::string& type) override;
    Value resource_id(const Value& resource) override;
    Value fact(const std::string& id, const std::string& name) override;
    Value reference(const std::string& type, const Dict& arguments) override;
    std::optional<std::string> password(const std::string& name) override;
    void add_password(const std::string& name, const std::string& password) override;
    Answer<std::string> secret(const SecretSource& source) override;
    void keep_secret(const Value& value) override;
    void keep_secrets(std::span<const Value> arguments, const Value& result) override;
    bool runs_code() const override { return world_.options.run_programs == RunPrograms::yes; }
    Host& host() override { return world_.host; }
    const Stop& stop() const override { return world_.stop; }
    std::string module_file(const std::string& path, std::string_view folder) override;
    Value variable(const std::string& name) override;
    Value::List native_plugins() const override;
    Value call(const std::string& plugin, std::vector<Value> arguments) override;
    Value render(const std::string& path, const Dict& variables) override;

    PythonHelper& python() { return python_; }
    /// Lets Python end the compilation. Throws ModelError.
    void finish_python();
    /// The fields of an instance by the getters of Python; nullopt if it is not a resource. Throws
    /// ModelError.
    std::optional<PythonFields> fields(const std::string& entity, Instance& instance);
    /// The fields of a resource as it is exported, without the references among them.
    Dict without_references(const Resource& resource);
    /// The fields of a resource that is to be deployed, with the values of references, or the
    /// failure of one. Its kind is skip_resource if the resource is to be skipped.
    std::variant<Dict, PythonFailure> resolved_fields(const Resource& resource);
    /// The requirements that dependency managers add. Throws ModelError.
    RequiredIds requirements(
        std::span<const Resource> resources,
        std::span<Instance* const> origins,
        std::deque<Instance>& instances
    );
    /// The model, and the plugins that templates may call; borrowed.
    void set_model(const Model& model, const Plugins& plugins, const PythonPlugins& in_python) {
        model_ = &model;
        plugins_ = &plugins;
        in_python_ = &in_python;
    }

private:
    std::string calling_module() const;
    Value resource_name(Instance& instance, const ResourceKind& kind);
    void mask(const Data& value);

    World& world_;
    const Project& project_;
    DeploymentStore& store_;
    const ResourceKinds& kinds_;
    PythonHelper python_;
    const Model* model_ = nullptr;
    const Plugins* plugins_ = nullptr;
    const PythonPlugins* in_python_ = nullptr;
};

} // namespace vow::inmanta
