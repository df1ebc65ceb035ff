#pragma once

#include "policy/inmanta/types/plugin.h"

#include <unordered_map>

namespace vow::inmanta {

/// The plugins of std, exec and vow, which are built in. `others` has those that modules define,
/// which prevail unless a built-in one has precedence; it may be null.
class NativePlugins final : public Plugins {
public:
    explicit NativePlugins(const Plugins* others = nullptr);

    const Plugin* find(const std::string& qualified) const override;
    std::vector<std::string> names() const override;

private:
    void add(std::vector<Plugin> plugins, std::string_view space = "std::");

    std::unordered_map<std::string, Plugin> plugins_;
    const Plugins* others_;
};

// The families of plugins.

std::vector<Plugin> text_plugins();
std::vector<Plugin> list_plugins();
std::vector<Plugin> model_plugins();
std::vector<Plugin> network_plugins();
std::vector<Plugin> password_plugins();
std::vector<Plugin> environment_plugins();
/// Of the module vow.
std::vector<Plugin> secret_plugins();
/// Of the module exec.
std::vector<Plugin> command_plugins();
std::vector<Plugin> validation_plugins();

// Types of parameters.

AttributeType string_type();
AttributeType integer_type();
AttributeType boolean_type();
AttributeType list_type();
AttributeType dict_type();
AttributeType any_type();
AttributeType any_or_reference_type();

/// An error of a plugin itself; one of std has its name alone.
ModelError plugin_error(const std::string& plugin, const std::string& reason);

} // namespace vow::inmanta
