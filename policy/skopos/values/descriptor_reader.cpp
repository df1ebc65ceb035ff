#include "policy/skopos/values/descriptor_reader.h"

#include "policy/run/usage_error.h"
#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/values/descriptor_text.h"
#include "protocol/text/text.h"

namespace vow::skopos {
namespace {

constexpr DiagnosticKind bad_secret{"bad-secret", "the source of the secret '{}' is wrong: {}"};

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
    DescriptorReader(HostFiles& host, Sources& sources, Diagnostics& diagnostics)
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
        if (model) check_model(*model, diagnostics_);
        if (model) add_variables(*model, descriptors);
        if (model) note_declared(*model, descriptors);
        for (const Descriptor& target : targets) {
            check_target(target, diagnostics_);
            add_variables(target, descriptors);
        }
        for (const auto& [name, value] : files.variables) {
            descriptors.secrets.erase(name);
            descriptors.variables.insert_or_assign(name, value);
            descriptors.declared.emplace(name, Span());
        }
        if (model) descriptors.model = data_of(*model, descriptors);
        if (model) check_replicas(*model, descriptors, diagnostics_);
        for (const Descriptor& target : targets)
            add_target(target, descriptors);
        return descriptors;
    }

private:
    std::optional<Descriptor> read_file(const std::string& path, const DiagnosticKind& mistake) {
        const auto status = host_.status(path, Symlinks::follow);
        if (!status) throw UsageError("cannot read '" + path + "': " + status.why_not);
        if (status->kind == FileKind::directory)
            throw UsageError("cannot read '" + path + "': it is a folder");
        const SourceText* source = read_source(path, {}, host_, sources_, diagnostics_);
        if (source == nullptr) return std::nullopt;
        auto root = read_document(*source, diagnostics_);
        if (!root) return std::nullopt;
        Descriptor descriptor{source, *std::move(root), &mistake};
        const auto kind = descriptor.root.kind;
        if (kind == YamlNode::Kind::map || kind == YamlNode::Kind::null) return descriptor;
        report(descriptor, descriptor.root, "'" + path + "'", "a mapping", diagnostics_);
        return std::nullopt;
    }

    /// References in variables see those of the descriptors before.
    void add_variables(const Descriptor& descriptor, Descriptors& descriptors) {
        const YamlNode* variables = attribute_of(descriptor.root, "vars");
        if (variables == nullptr) return;
        for (const YamlNode::Member& variable : variables->members) {
            descriptors.secrets.erase(variable.key.text);
            if (is_secret(descriptor, variable, descriptors)) {
                descriptors.variables.erase(variable.key.text);
            } else if (variable.value.kind == YamlNode::Kind::scalar) {
                descriptors.variables.insert_or_assign(variable.key.text, variable.value.text);
            } else if (variable.value.kind == YamlNode::Kind::null) {
                descriptors.variables.insert_or_assign(variable.key.text, "");
            } else {
                report(
                    descriptor,
                    variable.value,
                    "'" + variable.key.text + "'",
                    "a text",
                    diagnostics_
                );
            }
        }
    }

    static void note_declared(const Descriptor& model, Descriptors& descriptors) {
        const YamlNode* variables = attribute_of(model.root, "vars");
        if (variables == nullptr) return;
        for (const YamlNode::Member& variable : variables->members)
            descriptors.declared.emplace(variable.key.text, span_of(*model.source, variable.key));
    }

    /// Adds a variable whose value is the source of a secret. Reports a faulty one.
    bool is_secret(
        const Descriptor& descriptor, const YamlNode::Member& variable, Descriptors& descriptors
    ) {
        const auto source = secret_source_from(typed_data(variable.value));
        if (!source) return false;
        if (const auto* mistake = std::get_if<SecretSourceMistake>(&*source)) {
            const Span place = span_of(*descriptor.source, variable.value);
            diagnostics_.add(bad_secret, place, {variable.key.text, mistake->reason});
        } else {
            descriptors.secrets.insert_or_assign(
                variable.key.text, std::get<SecretSource>(*source)
            );
        }
        return true;
    }

    Data data_of(const Descriptor& descriptor, const Descriptors& descriptors) {
        return DescriptorText(descriptors, *descriptor.source, diagnostics_)
            .data_of(descriptor.root);
    }

    void add_target(const Descriptor& target, Descriptors& descriptors) {
        const Data data = data_of(target, descriptors);
        check_timeout(target, data, diagnostics_);
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

    HostFiles& host_;
    Sources& sources_;
    Diagnostics& diagnostics_;
};

} // namespace

Descriptors read_descriptors(
    const DescriptorFiles& files, HostFiles& host, Sources& sources, Diagnostics& diagnostics
) {
    return DescriptorReader(host, sources, diagnostics).read(files);
}

} // namespace vow::skopos
