#include "policy/skopos/plan/attribute_reader.h"
#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/values/descriptor_reader.h"

namespace vow::skopos {
namespace {

constexpr std::string_view target_maps[] = {
    "vars", "plugin_config", "instances", "promise_modules"};

void require_text(
    const Descriptor& model,
    std::string_view name,
    std::string_view expected,
    Diagnostics& diagnostics
) {
    const YamlNode* node = attribute_of(model.root, name);
    if (node != nullptr && node->text == expected) return;
    report(
        model,
        node == nullptr ? model.root : *node,
        "'" + std::string(name) + "' of a model",
        "'" + std::string(expected) + "'",
        diagnostics
    );
}

void require_map(
    const Descriptor& descriptor,
    const YamlNode& map,
    std::string_view name,
    Diagnostics& diagnostics
) {
    const YamlNode* node = attribute_of(map, name);
    if (node != nullptr && node->kind != YamlNode::Kind::map)
        report(descriptor, *node, "'" + std::string(name) + "'", "a mapping", diagnostics);
}

void check_instances(const Descriptor& target, const YamlNode& listed, Diagnostics& diagnostics) {
    for (const YamlNode::Member& component : listed.members) {
        const YamlNode& list = component.value;
        const std::string what = "'instances' of '" + component.key.text + "'";
        const bool is_list =
            list.kind == YamlNode::Kind::sequence || list.kind == YamlNode::Kind::null;
        if (!is_list) report(target, list, what, "a list", diagnostics);
        for (const YamlNode& item : list.items) {
            if (item.kind != YamlNode::Kind::map)
                report(target, item, "an instance", "a mapping", diagnostics);
        }
    }
}

void check_modules(const Descriptor& target, const YamlNode& modules, Diagnostics& diagnostics) {
    for (const YamlNode::Member& module : modules.members) {
        const YamlNode* path = attribute_of(module.value, "path");
        if (path == nullptr || path->kind != YamlNode::Kind::scalar) {
            const std::string what = "promise module '" + module.key.text + "'";
            report(target, module.key, what, "a mapping with a 'path'", diagnostics);
        }
    }
}

} // namespace

void report(
    const Descriptor& descriptor,
    const YamlNode& node,
    std::string_view what,
    std::string_view expected,
    Diagnostics& diagnostics
) {
    diagnostics.add(*descriptor.mistake, span_of(*descriptor.source, node), {what, expected});
}

void check_model(const Descriptor& model, Diagnostics& diagnostics) {
    require_text(model, "doctype", model_doctype, diagnostics);
    require_text(model, "version", "1", diagnostics);
    require_map(model, model.root, "components", diagnostics);
    require_map(model, model.root, "vars", diagnostics);
    if (const YamlNode* components = attribute_of(model.root, "components")) {
        for (const YamlNode::Member& component : components->members)
            require_map(model, *components, component.key.text, diagnostics);
    }
}

void check_replicas(
    const Descriptor& model, const Descriptors& descriptors, Diagnostics& diagnostics
) {
    const YamlNode* components = attribute_of(model.root, "components");
    if (components == nullptr) return;
    for (const YamlNode::Member& component : components->members) {
        const YamlNode* node = attribute_of(component.value, "replicas");
        const Data* described = descriptors.component(component.key.text);
        const Data* replicas = described == nullptr ? nullptr : described->find("replicas");
        if (node == nullptr || replicas == nullptr || count_from(replicas->text())) continue;
        const std::string what = "'replicas' of component '" + component.key.text + "'";
        report(model, *node, what, "a whole number, 0 or more", diagnostics);
    }
}

void check_timeout(const Descriptor& target, const Data& data, Diagnostics& diagnostics) {
    const YamlNode* config = attribute_of(target.root, "plugin_config");
    const YamlNode* timeout = config == nullptr ? nullptr : attribute_of(*config, "timeout");
    if (timeout == nullptr) return;
    const Data* replaced = data.find("plugin_config");
    if (replaced != nullptr) replaced = replaced->find("timeout");
    const auto seconds = replaced == nullptr ? std::nullopt : seconds_from(replaced->text());
    if (!seconds || *seconds == 0)
        report(target, *timeout, "'timeout'", "a number of seconds, more than 0", diagnostics);
}

void check_target(const Descriptor& target, Diagnostics& diagnostics) {
    if (const YamlNode* doctype = attribute_of(target.root, "doctype"))
        report(target, *doctype, "a target has no doctype: this", "another file", diagnostics);
    for (const std::string_view name : target_maps)
        require_map(target, target.root, name, diagnostics);
    const YamlNode* core = attribute_of(target.root, "core_plugin");
    if (core != nullptr && core->kind != YamlNode::Kind::scalar)
        report(target, *core, "'core_plugin'", "a text", diagnostics);
    if (const YamlNode* listed = attribute_of(target.root, "instances"))
        check_instances(target, *listed, diagnostics);
    if (const YamlNode* modules = attribute_of(target.root, "promise_modules"))
        check_modules(target, *modules, diagnostics);
}

} // namespace vow::skopos
