#include "policy/inmanta/functions/native_plugins.h"

#include <algorithm>

namespace vow::inmanta {

NativePlugins::NativePlugins(const Plugins* others) : others_(others) {
    add(text_plugins());
    add(list_plugins());
    add(model_plugins());
    add(network_plugins());
    add(password_plugins());
    add(validation_plugins());
    add(environment_plugins());
    add(command_plugins(), "exec::");
    add(secret_plugins(), "vow::");
}

void NativePlugins::add(std::vector<Plugin> plugins, std::string_view space) {
    for (Plugin& plugin : plugins) {
        std::string name = std::string(space) + plugin.name;
        plugins_.emplace(std::move(name), std::move(plugin));
    }
}

const Plugin* NativePlugins::find(const std::string& qualified) const {
    const auto found = plugins_.find(qualified);
    const Plugin* native = found != plugins_.end() ? &found->second : nullptr;
    const bool is_final = native != nullptr && native->precedence == Plugin::Precedence::of_native;
    const Plugin* other = others_ != nullptr && !is_final ? others_->find(qualified) : nullptr;
    return other != nullptr ? other : native;
}

std::vector<std::string> NativePlugins::names() const {
    std::vector<std::string> names =
        others_ != nullptr ? others_->names() : std::vector<std::string>();
    for (const auto& [name, plugin] : plugins_)
        names.push_back(name);
    std::ranges::sort(names);
    return names;
}

namespace {

AttributeType without_references(Type::Kind kind) {
    return {.type = &primitive_type(kind), .references = AttributeType::References::refused};
}

} // namespace

AttributeType string_type() {
    return without_references(Type::Kind::string);
}
AttributeType integer_type() {
    return without_references(Type::Kind::integer);
}
AttributeType boolean_type() {
    return without_references(Type::Kind::boolean);
}
AttributeType list_type() {
    return without_references(Type::Kind::list);
}
AttributeType dict_type() {
    return without_references(Type::Kind::dict);
}
AttributeType any_type() {
    AttributeType type = without_references(Type::Kind::any);
    type.is_nullable = true;
    return type;
}
AttributeType any_or_reference_type() {
    AttributeType type = any_type();
    type.references = AttributeType::References::taken;
    return type;
}

ModelError plugin_error(const std::string& plugin, const std::string& reason) {
    Mistake cause{
        .kind = &external_error,
        .words = reason + "\n",
        .place_use = Mistake::PlaceUse::not_appended};
    return ModelError(Mistake{
        .kind = &external_error,
        .words = "Exception in plugin " +
                 (plugin.find("::") == std::string::npos ? "std::" + plugin : plugin),
        .causes = {std::move(cause)}});
}

} // namespace vow::inmanta
