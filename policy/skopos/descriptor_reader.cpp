#include "policy/skopos/descriptor_reader.h"

#include "policy/run/usage_error.h"
#include "policy/skopos/attribute_reader.h"
#include "policy/skopos/descriptor_text.h"
#include "policy/skopos/document.h"
#include "policy/skopos/plan_reader.h"
#include "protocol/text/path.h"

#include <algorithm>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind bad_model{"bad-model", "{} must be {}"};
constexpr DiagnosticKind bad_target{"bad-target", "{} must be {}"};

constexpr std::string_view target_maps[] = {
    "vars", "plugin_config", "instances", "promise_modules"};

/// A model or a target as it was read.
struct Descriptor {
    const SourceText* source;
    YamlNode root;
    const DiagnosticKind* mistake;
};

/// The values of `later` over those of `earlier`: mappings deeply, all else as a whole.
Data merged(const Data& earlier, const Data& later) {
    if (earlier.kind() != Data::Kind::object || later.kind() != Data::Kind::object) return later;
    std::vector<Data::Member> members = earlier.members();
    for (const auto& [name, value] : later.members()) {
        const Data* before = earlier.find(name);
        members.emplace_back(name, before == nullptr ? value : merged(*before, value));
    }
    return Data::object(std::move(members));
}

class DescriptorReader {
public:
    DescriptorReader(Host& host, Sources& sources, Diagnostics& diagnostics)
        : host_(host),
          sources_(sources),
          diagnostics_(diagnostics) {}

    Descriptors read(const DescriptorFiles& files) {
        std::optional<Descriptor> model;
        if (!files.model.empty()) model = read_file(files.model, bad_model);
        std::vector<Descriptor> targets;
        for (const std::string& path : files.targets) {
            if (auto target = read_file(path, bad_target)) targets.push_back(*std::move(target));
        }
        Descriptors descriptors;
        if (model) check_model(*model);
        if (model) add_variables(*model, descriptors);
        for (const Descriptor& target : targets) {
            check_target(target);
            add_variables(target, descriptors);
        }
        for (const auto& [name, value] : files.variables)
            descriptors.variables.insert_or_assign(name, value);
        if (model) descriptors.model = data_of(*model, descriptors);
        if (model) check_replicas(*model, descriptors);
        for (const Descriptor& target : targets)
            add_target(target, descriptors);
        return descriptors;
    }

private:
    std::optional<Descriptor> read_file(const std::string& path, const DiagnosticKind& mistake) {
        const auto status = host_.status(path, Symlinks::follow);
        if (!status) throw UsageError("cannot read '" + path + "': " + status.why_not);
        const SourceText* source = read_source(path, {}, host_, sources_, diagnostics_);
        if (source == nullptr) return std::nullopt;
        auto root = read_document(*source, diagnostics_);
        if (!root) return std::nullopt;
        Descriptor descriptor{source, *std::move(root), &mistake};
        const auto kind = descriptor.root.kind;
        if (kind == YamlNode::Kind::map || kind == YamlNode::Kind::null) return descriptor;
        report(descriptor, descriptor.root, "'" + path + "'", "a mapping");
        return std::nullopt;
    }

    void report(
        const Descriptor& descriptor,
        const YamlNode& node,
        std::string_view what,
        std::string_view expected
    ) {
        diagnostics_.add(*descriptor.mistake, span_of(*descriptor.source, node), {what, expected});
    }

    void require_text(const Descriptor& model, std::string_view name, std::string_view expected) {
        const YamlNode* node = attribute_of(model.root, name);
        if (node != nullptr && node->text == expected) return;
        report(
            model,
            node == nullptr ? model.root : *node,
            "'" + std::string(name) + "' of a model",
            "'" + std::string(expected) + "'"
        );
    }

    void require_map(const Descriptor& descriptor, const YamlNode& map, std::string_view name) {
        const YamlNode* node = attribute_of(map, name);
        if (node != nullptr && node->kind != YamlNode::Kind::map)
            report(descriptor, *node, "'" + std::string(name) + "'", "a mapping");
    }

    void check_model(const Descriptor& model) {
        require_text(model, "doctype", model_doctype);
        require_text(model, "version", "1");
        require_map(model, model.root, "components");
        require_map(model, model.root, "vars");
        if (const YamlNode* components = attribute_of(model.root, "components")) {
            for (const YamlNode::Member& component : components->members)
                require_map(model, *components, component.key.text);
        }
    }

    /// Known only after references were replaced.
    void check_replicas(const Descriptor& model, const Descriptors& descriptors) {
        const YamlNode* components = attribute_of(model.root, "components");
        if (components == nullptr) return;
        for (const YamlNode::Member& component : components->members) {
            const YamlNode* node = attribute_of(component.value, "replicas");
            const Data* described = descriptors.component(component.key.text);
            const Data* replicas = described == nullptr ? nullptr : described->find("replicas");
            if (node == nullptr || replicas == nullptr || count_from(replicas->text())) continue;
            const std::string what = "'replicas' of component '" + component.key.text + "'";
            report(model, *node, what, "a whole number, 0 or more");
        }
    }

    void check_target(const Descriptor& target) {
        if (const YamlNode* doctype = attribute_of(target.root, "doctype"))
            report(target, *doctype, "a target has no doctype: this", "another file");
        for (const std::string_view name : target_maps)
            require_map(target, target.root, name);
        const YamlNode* core = attribute_of(target.root, "core_plugin");
        if (core != nullptr && core->kind != YamlNode::Kind::scalar)
            report(target, *core, "'core_plugin'", "a text");
        if (const YamlNode* config = attribute_of(target.root, "plugin_config"))
            check_timeout(target, *config);
        if (const YamlNode* listed = attribute_of(target.root, "instances"))
            check_instances(target, *listed);
        if (const YamlNode* modules = attribute_of(target.root, "promise_modules"))
            check_modules(target, *modules);
    }

    void check_timeout(const Descriptor& target, const YamlNode& config) {
        const YamlNode* timeout = attribute_of(config, "timeout");
        if (timeout == nullptr || timeout->text.find("${") != std::string::npos) return;
        const auto seconds = seconds_from(timeout->text);
        if (!seconds || *seconds == 0)
            report(target, *timeout, "'timeout'", "a number of seconds, more than 0");
    }

    void check_instances(const Descriptor& target, const YamlNode& listed) {
        for (const YamlNode::Member& component : listed.members) {
            const YamlNode& list = component.value;
            const std::string what = "'instances' of '" + component.key.text + "'";
            const bool is_list =
                list.kind == YamlNode::Kind::sequence || list.kind == YamlNode::Kind::null;
            if (!is_list) report(target, list, what, "a list");
            for (const YamlNode& item : list.items) {
                if (item.kind != YamlNode::Kind::map)
                    report(target, item, "an instance", "a mapping");
            }
        }
    }

    void check_modules(const Descriptor& target, const YamlNode& modules) {
        for (const YamlNode::Member& module : modules.members) {
            const YamlNode* path = attribute_of(module.value, "path");
            if (path == nullptr || path->kind != YamlNode::Kind::scalar) {
                const std::string what = "promise module '" + module.key.text + "'";
                report(target, module.key, what, "a mapping with a 'path'");
            }
        }
    }

    /// References in variables see those of the descriptors before.
    void add_variables(const Descriptor& descriptor, Descriptors& descriptors) {
        const YamlNode* variables = attribute_of(descriptor.root, "vars");
        if (variables == nullptr) return;
        for (const YamlNode::Member& variable : variables->members) {
            if (variable.value.kind == YamlNode::Kind::scalar) {
                descriptors.variables.insert_or_assign(variable.key.text, variable.value.text);
            } else if (variable.value.kind == YamlNode::Kind::null) {
                descriptors.variables.insert_or_assign(variable.key.text, "");
            } else {
                report(descriptor, variable.value, "'" + variable.key.text + "'", "a text");
            }
        }
    }

    Data data_of(const Descriptor& descriptor, const Descriptors& descriptors) {
        return DescriptorText(descriptors.variables, *descriptor.source, diagnostics_)
            .data_of(descriptor.root);
    }

    void add_target(const Descriptor& target, Descriptors& descriptors) {
        const Data data = data_of(target, descriptors);
        descriptors.target = merged(descriptors.target, data);
        const Data* modules = data.find("promise_modules");
        if (modules == nullptr) return;
        for (const auto& [name, module] : modules->members())
            descriptors.modules.insert_or_assign(name, type_of(name, module, target));
    }

    PromiseType type_of(const std::string& name, const Data& module, const Descriptor& target) {
        const Data* path = module.find("path");
        const Data* interpreter = module.find("interpreter");
        PromiseType type{.name = name};
        if (interpreter != nullptr) type.interpreter = interpreter->text();
        if (path == nullptr) return type;
        type.path = path->text();
        if (type.path.starts_with('/')) return type;
        const auto folder = host_.real_path(folder_of(target.source->path()));
        if (folder) type.path = *folder + "/" + type.path;
        return type;
    }

    Host& host_;
    Sources& sources_;
    Diagnostics& diagnostics_;
};

} // namespace

Descriptors read_descriptors(
    const DescriptorFiles& files, Host& host, Sources& sources, Diagnostics& diagnostics
) {
    return DescriptorReader(host, sources, diagnostics).read(files);
}

} // namespace vow::skopos
