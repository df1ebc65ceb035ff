#include "policy/skopos/values/descriptors.h"

#include "policy/skopos/plan/attribute_reader.h"
#include "policy/skopos/plan/document.h"
#include "protocol/description/secrets.h"

namespace vow::skopos {
namespace {

const Data* member_of(const Data* data, std::string_view name) {
    return data == nullptr ? nullptr : data->find(name);
}

Data text_data(const std::string& text) {
    return Data::string(text);
}

std::string text_in(const Data& data, std::string_view name) {
    const Data* found = data.find(name);
    return found == nullptr ? std::string() : std::string(found->text());
}

} // namespace

std::optional<std::string> Descriptors::variable(std::string_view name) const {
    for (const Variables* known : {&secret_values, &variables}) {
        if (const auto found = known->find(name); found != known->end()) return found->second;
    }
    if (secrets.contains(name)) return std::string(Secrets::mask);
    return std::nullopt;
}

Data Descriptors::revealed(const Data& data) const {
    if (secret_values.empty()) return data;
    if (data.kind() == Data::Kind::string) {
        std::string text(data.text());
        for (const auto& [name, value] : secret_values) {
            const std::string reference = "${" + name + "}";
            for (std::size_t at = text.find(reference); at != std::string::npos;
                 at = text.find(reference, at + value.size()))
                text.replace(at, reference.size(), value);
        }
        return Data::string(text);
    }
    if (data.kind() == Data::Kind::array) {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(revealed(item));
        return Data::array(std::move(items));
    }
    if (data.kind() != Data::Kind::object) return data;
    std::vector<Data::Member> members;
    for (const auto& [name, value] : data.members())
        members.emplace_back(name, revealed(value));
    return Data::object(std::move(members));
}

const Data* Descriptors::component(std::string_view name) const {
    return member_of(model.find("components"), name);
}

std::vector<std::string_view> Descriptors::component_names() const {
    std::vector<std::string_view> names;
    if (const Data* components = model.find("components")) {
        for (const auto& [name, component] : components->members())
            names.push_back(name);
    }
    return names;
}

std::int64_t Descriptors::replicas(std::string_view component_name) const {
    const Data* described = component(component_name);
    const Data* singleton = member_of(described, "singleton");
    if (singleton != nullptr && truth_from(singleton->text()).value_or(false)) return 1;
    const Data* replicas = member_of(described, "replicas");
    return replicas == nullptr ? 1 : count_from(replicas->text()).value_or(1);
}

const Data* Descriptors::instances() const {
    const Data* listed = target.find("instances");
    return listed != nullptr && listed->kind() == Data::Kind::object ? listed : nullptr;
}

std::string_view Descriptors::core_plugin() const {
    const Data* plugin = target.find("core_plugin");
    return plugin == nullptr ? std::string_view() : plugin->text();
}

std::optional<double> Descriptors::timeout() const {
    const Data* limit = config("timeout");
    return limit == nullptr ? std::nullopt : seconds_from(limit->text());
}

const PromiseType*
Descriptors::module_named(std::string_view plugin, const Catalogue& catalogue) const {
    const auto found = modules.find(plugin);
    return found == modules.end() ? catalogue.find(plugin) : &found->second;
}

const Data* Descriptors::config(std::string_view plugin) const {
    return member_of(target.find("plugin_config"), plugin);
}

Data data_of(const Descriptors& descriptors) {
    std::vector<Data::Member> variables;
    for (const auto& [name, value] : descriptors.variables)
        variables.emplace_back(name, text_data(value));
    std::vector<Data::Member> secrets;
    for (const auto& [name, source] : descriptors.secrets)
        secrets.emplace_back(name, data_of(source));
    std::vector<Data::Member> modules;
    for (const auto& [name, type] : descriptors.modules) {
        modules.emplace_back(
            name,
            Data::object(
                {{"path", text_data(type.path)}, {"interpreter", text_data(type.interpreter)}}
            )
        );
    }
    return Data::object(
        {{"model", descriptors.model},
         {"target", descriptors.target},
         {"variables", Data::object(std::move(variables))},
         {"secrets", Data::object(std::move(secrets))},
         {"modules", Data::object(std::move(modules))}}
    );
}

Descriptors descriptors_from(const Data& data) {
    Descriptors descriptors;
    if (const Data* model = data.find("model")) descriptors.model = *model;
    if (const Data* target = data.find("target")) descriptors.target = *target;
    if (const Data* variables = data.find("variables")) {
        for (const auto& [name, value] : variables->members())
            descriptors.variables.emplace(name, value.text());
    }
    if (const Data* secrets = data.find("secrets")) {
        for (const auto& [name, stored] : secrets->members()) {
            const auto source = secret_source_from(stored);
            if (!source) continue;
            if (const auto* read = std::get_if<SecretSource>(&*source))
                descriptors.secrets.emplace(name, *read);
        }
    }
    if (const Data* modules = data.find("modules")) {
        for (const auto& [name, type] : modules->members()) {
            descriptors.modules.emplace(
                name,
                PromiseType{
                    .name = name,
                    .interpreter = text_in(type, "interpreter"),
                    .path = text_in(type, "path")}
            );
        }
    }
    return descriptors;
}

} // namespace vow::skopos
