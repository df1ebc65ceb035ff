#include "policy/cfengine/loading/defined_names.h"

#include "policy/cfengine/values/variable_name.h"

namespace vow::cfengine {
namespace {

template <class Visit>
void for_each_call(const Expression& expression, const Visit& visit);

template <class Visit>
void for_each_call(const std::vector<Expression>& expressions, const Visit& visit) {
    for (const Expression& expression : expressions)
        for_each_call(expression, visit);
}

template <class Visit>
void for_each_call(const Expression& expression, const Visit& visit) {
    if (const auto* call = std::get_if<FunctionCall>(&expression.node)) {
        visit(*call);
        for_each_call(call->arguments, visit);
    } else if (const auto* list = std::get_if<ListOf>(&expression.node)) {
        for_each_call(list->items, visit);
    } else if (const auto* body = std::get_if<BodyUse>(&expression.node)) {
        for_each_call(body->arguments, visit);
    } else if (const auto* bundle = std::get_if<BundleUse>(&expression.node)) {
        for_each_call(bundle->arguments, visit);
    }
}

bool defines_variables(PromiseKind kind) {
    return kind == PromiseKind::variable || kind == PromiseKind::default_value;
}

/// Whether its module may return variables, in arrays named like the type and the handle.
bool returns_variables(PromiseKind kind) {
    return kind == PromiseKind::custom || kind == PromiseKind::other_built_in;
}

const Parameter& parameter_of(const Function& function, std::size_t index) {
    return function.parameters[std::min(index, function.parameters.size() - 1)];
}

/// The text before the first index.
std::string_view without_indices(std::string_view name) {
    return name.substr(0, name.find('['));
}

} // namespace

DefinedNames::DefinedNames(const Program& program) : program_(program) {
    for (const Bundle& bundle : program.bundles)
        scopes_.try_emplace(program.names.text(bundle.qualified));
    for (const Bundle& bundle : program.bundles)
        add(bundle);
}

const DefinedScope* DefinedNames::scope(Symbol bundle) const {
    const auto found = scopes_.find(program_.names.text(bundle));
    return found == scopes_.end() ? nullptr : &found->second;
}

void DefinedNames::add(const Bundle& bundle) {
    DefinedScope& scope = scopes_[program_.names.text(bundle.qualified)];
    for (const Symbol parameter : bundle.parameters)
        scope.names.emplace(program_.names.text(parameter));
    for (const Section& section : bundle.sections) {
        if (returns_variables(section.kind)) scope.names.insert(section.type);
        for (const PromiseStatement& promise : section.promises)
            add(bundle, section, promise);
    }
}

void DefinedNames::add(
    const Bundle& bundle, const Section& section, const PromiseStatement& promise
) {
    if (defines_variables(section.kind)) add_name(bundle, promise.promiser);
    const Expression* handle = promise.find(CommonAttribute::handle);
    if (const auto* name = handle ? std::get_if<Text>(&handle->node) : nullptr) {
        if (!name->is_literal()) has_open_handles_ = true;
        handles_.emplace(name->literal());
        if (returns_variables(section.kind)) add_name(bundle, *name);
    }
    const Expression* result = promise.find("useresult");
    if (const auto* array = result ? std::get_if<Text>(&result->node) : nullptr)
        add_name(bundle, *array);
    for (const AttributeStatement& attribute : promise.attributes)
        for_each_call(attribute.value, [&](const FunctionCall& call) { add_call(bundle, call); });
}

void DefinedNames::add_call(const Bundle& bundle, const FunctionCall& call) {
    for (std::size_t index = 0; index < call.arguments.size(); ++index) {
        const auto* text = std::get_if<Text>(&call.arguments[index].node);
        if (text == nullptr || call.function->parameters.empty()) continue;
        const Parameter& parameter = parameter_of(*call.function, index);
        const bool is_variable =
            parameter.kind == ParameterKind::variable || parameter.name == "array";
        if (!is_variable) continue;
        if (call.function->name == "isvariable")
            tested_.emplace(without_indices(text->literal()));
        else
            add_name(bundle, *text);
    }
}

void DefinedNames::add_name(const Bundle& bundle, const Text& written) {
    DefinedScope& own = scopes_[program_.names.text(bundle.qualified)];
    const std::string source = written.source();
    const std::string_view name = without_indices(source);
    if (name.find_first_of("$@") != name.npos) {
        own.is_open = true;
        return;
    }
    const auto read = read_variable_name(name);
    if (!read) return;
    if (read->bundle.empty()) {
        own.names.emplace(read->name);
        return;
    }
    const std::string_view space =
        read->name_space.empty() ? std::string_view(bundle.name_space) : read->name_space;
    const auto other = scopes_.find(qualified_bundle(space, read->bundle));
    if (other != scopes_.end()) other->second.names.emplace(read->name);
}

} // namespace vow::cfengine
