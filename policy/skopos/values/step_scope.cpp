#include "policy/skopos/values/step_scope.h"

#include "policy/source/diagnostic.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vow::skopos {
namespace {

using Value = std::optional<std::string>;

constexpr std::size_t max_text_bytes = std::size_t{64} << 20U;

Value scalar_of(const Data& data) {
    if (data.is_container() || data.kind() == Data::Kind::null) return std::nullopt;
    return std::string(data.text());
}

Value member_text(const Data* instance, std::string_view name) {
    const Data* found = instance == nullptr ? nullptr : instance->find(name);
    return found == nullptr ? std::nullopt : scalar_of(*found);
}

Value variable(const StepScope& scope, const std::string& name) {
    return scope.descriptors.variable(name);
}

/// The member as written, or with a small first letter.
const Data* model_member(const Data& data, std::string name) {
    if (const Data* found = data.find(name)) return found;
    name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
    return data.find(name);
}

/// An attribute of the model.
Value model_value(const StepScope& scope, const Reference& reference) {
    const Data* data = &scope.descriptors.model;
    for (std::size_t at = 1; at < reference.path.size() && data != nullptr; ++at)
        data = model_member(*data, reference.path[at]);
    return data == nullptr ? std::nullopt : scalar_of(scope.descriptors.revealed(*data));
}

Value project_value(const StepScope& scope) {
    return scope.project;
}
Value component_value(const StepScope& scope) {
    return scope.component.empty() ? std::nullopt : Value(scope.component);
}
Value image_value(const StepScope& scope) {
    return member_text(scope.descriptors.component(scope.component), "image");
}
Value loop_index(const StepScope& scope) {
    return scope.index ? Value(std::to_string(*scope.index)) : std::nullopt;
}
Value selected_id(const StepScope& scope) {
    return member_text(scope.selected(), "id");
}
Value selected_address(const StepScope& scope) {
    return member_text(scope.selected(), "ipaddr");
}

/// The deprecated names: of the instance with the index of the loop, outside of loops with 0.
template <Selector Which>
const Data* placed(const StepScope& scope) {
    return scope.instances.at(scope.component, Which, scope.index.value_or(0));
}
template <Selector Which>
Value placed_id(const StepScope& scope) {
    return member_text(placed<Which>(scope), "id");
}
template <Selector Which>
Value placed_address(const StepScope& scope) {
    return member_text(placed<Which>(scope), "ipaddr");
}

struct NamedScopeValue {
    std::string_view name;
    Value (*value)(const StepScope& scope);
};
constexpr std::array<NamedScopeValue, 10> scope_values = {{
    {"project", &project_value},
    {"component", &component_value},
    {"image", &image_value},
    {"index", &loop_index},
    {"id", &selected_id},
    {"ipaddr", &selected_address},
    {"new", &placed_id<Selector::new_ones>},
    {"new_ip", &placed_address<Selector::new_ones>},
    {"old", &placed_id<Selector::old_ones>},
    {"old_ip", &placed_address<Selector::old_ones>},
}};

} // namespace

const Data* StepScope::selected() const {
    if (!selector || component.empty()) return nullptr;
    if (index) return instances.at(component, *selector, *index);
    for (std::int64_t at = 0; at < instances.end(component, *selector); ++at) {
        if (const Data* instance = instances.at(component, *selector, at)) return instance;
    }
    return nullptr;
}

std::optional<std::string> find_value(const Reference& reference, const StepScope& scope) {
    if (reference.path.empty()) return std::nullopt;
    const std::string& first = reference.path.front();
    if (first == "Model") return model_value(scope, reference);
    if (first == "vars" && reference.path.size() == 2) return variable(scope, reference.path[1]);
    if (reference.path.size() != 1) return std::nullopt;
    const auto* const known =
        std::find_if(scope_values.begin(), scope_values.end(), [&](const NamedScopeValue& value) {
            return value.name == first;
        });
    return known == scope_values.end() ? variable(scope, first) : known->value(scope);
}

namespace {

/// Of the members where the path of a reference is lost.
std::vector<std::string> names_in_model(const Reference& reference, const Data& model) {
    const Data* data = &model;
    std::string path = ".Model.";
    for (std::size_t at = 1; at < reference.path.size(); ++at) {
        const Data* found = model_member(*data, reference.path[at]);
        if (found == nullptr) break;
        path += reference.path[at] + ".";
        data = found;
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : data->members())
        names.push_back(path + name);
    return names;
}

} // namespace

std::vector<std::string> names_near(const Reference& reference, const StepScope& scope) {
    const std::string& first = reference.path.front();
    if (first == "Model") return names_in_model(reference, scope.descriptors.model);
    std::vector<std::string> names;
    const std::string beginning = first == "vars" ? ".vars." : ".";
    for (const auto& [name, value] : scope.descriptors.variables)
        names.push_back(beginning + name);
    for (const auto& [name, source] : scope.descriptors.secrets)
        names.push_back(beginning + name);
    for (const auto& [name, value] : scope_values) {
        if (value(scope)) names.push_back("." + std::string(name));
    }
    return names;
}

std::string resolve(const TextTemplate& text, const StepScope& scope) {
    std::string resolved;
    for (const auto& part : text.parts) {
        if (const auto* literal = std::get_if<std::string>(&part)) {
            resolved += *literal;
            continue;
        }
        const auto& reference = std::get<Reference>(part);
        if (reference.path.empty()) throw StepFailure("cannot read '" + reference.written + "'");
        const auto value = find_value(reference, scope);
        if (!value) {
            const auto names = names_near(reference, scope);
            const std::string hint = did_you_mean(reference.name(), {names.begin(), names.end()});
            throw StepFailure(with_hint("no variable '" + reference.name() + "'", hint));
        }
        resolved += *value;
        if (resolved.size() > max_text_bytes)
            throw StepFailure("a text would be longer than 64 MiB");
    }
    return resolved;
}

Data resolve(const Data& data, const StepScope& scope) {
    switch (data.kind()) {
    case Data::Kind::string: return Data::string(resolve(compile_text(data.text()), scope));
    case Data::Kind::array: {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(resolve(item, scope));
        return Data::array(std::move(items));
    }
    case Data::Kind::object: {
        std::vector<Data::Member> members;
        for (const auto& [name, value] : data.members())
            members.emplace_back(name, resolve(value, scope));
        return Data::object(std::move(members));
    }
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: break;
    }
    return data;
}

} // namespace vow::skopos
