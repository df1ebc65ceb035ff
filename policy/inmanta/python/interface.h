#pragma once

#include "policy/inmanta/python/wire_value.h"
#include "policy/inmanta/types/model.h"
#include "policy/inmanta/values/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::inmanta {

// The definitions in the Python of modules. Types are names of the language: "string[]?".

/// A parameter of a plugin.
struct PythonParameter {
    enum class Kind {
        plain,     ///< by position or name
        named,     ///< by name alone
        rest,      ///< all further values: *values
        named_rest ///< all further names: **values
    };

    std::string name, type;
    AttributeType::References references = AttributeType::References::refused;
    Kind kind = Kind::plain;
    std::optional<Value> standard = {}; ///< nullopt: required
};

/// A plugin with its signature.
struct PythonPlugin {
    std::string name; ///< with its namespace
    std::vector<PythonParameter> parameters;
    std::string returns;
    AttributeType::References returned_references = AttributeType::References::refused;
    bool allows_unknown = false; ///< without it, a call with an unknown value is not made
};

/// An entity whose instances are resources.
struct PythonResource {
    std::string entity;
    std::string agent;        ///< the path of attributes to the agent's name: "host.name"
    std::string id_attribute; ///< distinguishes the resources of an agent
    bool has_handler = false;
};

/// All that the imported modules define.
struct PythonInterface {
    std::vector<PythonPlugin> plugins;
    std::vector<PythonResource> resources;
};

/// Reads the reply of the helper that has imported modules.
PythonInterface interface_from(const Data& data, const WireValues& values);

/// The text of a member; empty without one.
std::string member_text(const Data& data, std::string_view name);

} // namespace vow::inmanta
