#pragma once

#include "policy/run/secret_reader.h"
#include "policy/run/world.h"
#include "policy/source/source_text.h"
#include "protocol/data/data.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::skopos {

/// The knowledge of a run about the application and its environment: the model, the merged targets,
/// and the variables of the command line and of both. Remembered with an unfinished run.
struct Descriptors {
    using Variables = std::map<std::string, std::string, std::less<>>;

    Data model = {}; ///< null without a model
    Data target = {};
    Variables variables = {};
    /// Variables whose values are secret: where they are read. Only these are remembered.
    std::map<std::string, SecretSource, std::less<>> secrets = {};
    Variables secret_values = {}; ///< of this process; a check has none
    /// Where the model declares variables; those of the command line have no place. Not remembered.
    std::map<std::string, Span, std::less<>> declared = {};
    /// The promise modules that targets define, by the plugin's name.
    std::map<std::string, PromiseType, std::less<>> modules = {};

    /// The value of a variable, a secret one included; in a check the mask stands for that. nullopt
    /// for an unknown name.
    std::optional<std::string> variable(std::string_view name) const;
    /// Data of the model or the target with the secrets that its texts refer to by `${NAME}`.
    Data revealed(const Data& data) const;

    /// The component's part of the model. Null without one.
    const Data* component(std::string_view name) const;
    std::vector<std::string_view> component_names() const;
    /// The number of instances that a component is to have.
    std::int64_t replicas(std::string_view component_name) const;
    /// The instances that the target lists, by component. Null if it lists none.
    const Data* instances() const;
    /// Empty without one.
    std::string_view core_plugin() const;
    /// How long an action may take, in seconds; nullopt for the usual time.
    std::optional<double> timeout() const;
    /// The promise type that a plugin's name stands for, where no program has that name. Null
    /// without one.
    const PromiseType* module_named(std::string_view plugin, const Catalogue& catalogue) const;
    /// The configuration of a plugin. Null without one.
    const Data* config(std::string_view plugin) const;
};

Data data_of(const Descriptors& descriptors);
Descriptors descriptors_from(const Data& data);

} // namespace vow::skopos
