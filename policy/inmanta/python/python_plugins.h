#pragma once

#include "policy/inmanta/python/helper.h"
#include "policy/inmanta/types/plugin.h"
#include "policy/run/world.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace vow::inmanta {

/// The plugins that modules define in Python. Python starts when the first of them is looked up, so
/// that a model without any needs none. A check does not run the code that it checks: there the
/// value of every call is unknown, and Python adds no resources.
class PythonPlugins final : public Plugins {
public:
    /// Borrows the model and the helper. `modules` are those of the model.
    PythonPlugins(
        const Model& model, PythonHelper& helper, PythonModules modules, RunPrograms evaluation
    )
        : model_(model),
          helper_(helper),
          modules_(std::move(modules)),
          evaluation_(evaluation) {}

    /// Throws ModelError if Python is missing, or a module cannot be imported.
    const Plugin* find(const std::string& qualified) const override;
    std::vector<std::string> names() const override;
    /// Imports the Python of all modules, once. Throws as find() does.
    void load() const { interface(); }
    /// The entities whose instances are resources by Python. Imports all modules.
    const std::vector<PythonResource>& resources() const { return interface().resources; }
    const PythonModules& modules() const { return modules_; }

private:
    using ByName = std::unordered_map<std::string, Plugin>;

    const PythonInterface& interface() const;
    const ByName& plugins() const;
    const Plugin& unevaluated(const std::string& qualified) const;
    Plugin plugin_of(const PythonPlugin& described) const;
    using References = AttributeType::References;
    AttributeType type_of(std::string name, References references, const Namespace* home) const;
    const Type& type_named(const std::string& name, const Namespace* home) const;

    const Model& model_;
    PythonHelper& helper_;
    PythonModules modules_;
    RunPrograms evaluation_;
    mutable ByName unevaluated_;
    // Made by the first look-up; the plugins by that of a plugin, when the model's types are known.
    mutable std::optional<PythonInterface> interface_;
    mutable std::optional<ByName> plugins_;
    mutable std::deque<Type> entity_types_;
};

} // namespace vow::inmanta
