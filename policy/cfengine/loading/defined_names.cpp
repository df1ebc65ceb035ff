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
    if (const auto* call = boxed_if<FunctionCall>(expression.node)) {
        visit(*call);
        for_each_call(call->arguments, visit);
    } else if (const auto* list = std::get_if<ListOf>(&expression.node)) {
        for_each_call(list->items, visit);
    } else if (const auto* body = boxed_if<BodyUse>(expression.node)) {
        for_each_call(body->arguments, visit);
    } else if (const auto* bundle = boxed_if<BundleUse>(expression.node)) {
        for_each_call(bundle->arguments, visit);
    }
}

bool defines_variables(PromiseKind kind) {
    return kind == PromiseKind::variable || kind == PromiseKind::default_value;
}

/// Whether its module may return variables, in arrays named like the type and the handle.
bool returns_variables(PromiseKind kind) {
    return kind == PromiseKind::custom || kind == PromiseKind::processes ||
           kind == PromiseKind::other_built_in;
}

const Parameter& parameter_of(const Function& function, std::size_t index) {
    return function.parameters[std::min(index, function.parameters.size() - 1)];
}

/// The name of a variable without its bundle and indices; all of a pattern that hides where it
/// begins.
std::string base_name_of(std::string_view written) {
    const std::string_view name = written.substr(0, written.find('['));
    return std::string(name.substr(name.find_last_of(".:") + 1)); // npos + 1 is 0
}

/// The text before the first index. In a pattern, the index may be a part of the reference.
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

const NamePatterns* DefinedNames::scope(Symbol bundle) const {
    const auto found = scopes_.find(program_.names.text(bundle));
    return found == scopes_.end() ? nullptr : &found->second;
}

void DefinedNames::add(const Bundle& bundle) {
    NamePatterns& scope = scopes_[program_.names.text(bundle.qualified)];
    for (const Symbol parameter : bundle.parameters)
        scope.add(std::string(program_.names.text(parameter)));
    for (const Section& section : bundle.sections) {
        if (returns_variables(section.kind)) scope.add(section.type);
        if (section.kind == PromiseKind::custom) has_modules_ = true;
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
        handles_.add(pattern_of(name->source()));
        if (returns_variables(section.kind)) add_name(bundle, *name);
    }
    if (promise.find("module") != nullptr) add_module(bundle);
    const Expression* result = promise.find("useresult");
    if (const auto* array = result ? std::get_if<Text>(&result->node) : nullptr)
        add_name(bundle, *array);
    for (const AttributeStatement& attribute : promise.attributes)
        for_each_call(attribute.value, [&](const FunctionCall& call) { add_call(bundle, call); });
}

/// The output of a module may name the bundle that its variables go to: mostly the one that runs
/// it.
void DefinedNames::add_module(const Bundle& bundle) {
    has_modules_ = true;
    scopes_[program_.names.text(bundle.qualified)].add("*");
}

void DefinedNames::add_call(const Bundle& bundle, const FunctionCall& call) {
    const std::string_view function = call.function->name;
    if (function == "usemodule" || function == "read_module_protocol") add_module(bundle);
    for (std::size_t index = 0; index < call.arguments.size(); ++index) {
        const auto* text = std::get_if<Text>(&call.arguments[index].node);
        if (text == nullptr || call.function->parameters.empty()) continue;
        const Parameter& parameter = parameter_of(*call.function, index);
        const bool is_variable =
            parameter.kind == ParameterKind::variable || parameter.name == "array";
        if (!is_variable) continue;
        if (function == "isvariable")
            add_tested(pattern_of(text->source()));
        else
            add_name(bundle, *text);
    }
}

/// A name that is only a reference does not show which variables are tested.
void DefinedNames::add_tested(std::string_view pattern) {
    std::string name = base_name_of(pattern);
    if (name != "*") tested_.add(std::move(name));
}

void DefinedNames::add_name(const Bundle& bundle, const Text& written) {
    const std::string pattern = pattern_of(written.source());
    const std::string name(without_indices(pattern));
    const std::size_t dot = name.find('.');
    if (dot == name.npos) {
        // The value of the reference may contain a bundle, too.
        if (name.starts_with('*')) anywhere_.add(name);
        scopes_[program_.names.text(bundle.qualified)].add(name);
        return;
    }
    const std::string_view scope = std::string_view(name).substr(0, dot);
    if (scope.find('*') != scope.npos) return anywhere_.add(name.substr(dot + 1));
    const std::size_t colon = scope.find(':');
    const std::string_view space =
        colon == scope.npos ? std::string_view(bundle.name_space) : scope.substr(0, colon);
    const auto other = scopes_.find(qualified_bundle(space, scope.substr(colon + 1)));
    if (other != scopes_.end()) other->second.add(name.substr(dot + 1));
}

} // namespace vow::cfengine
