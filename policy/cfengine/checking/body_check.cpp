#include "policy/cfengine/checking/block_check.h"
#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind unknown_control_body{
    "unknown-control-body", "the language has no 'body {} control'"};
constexpr DiagnosticKind unknown_body_type{
    "unknown-body-type", "no built-in promise type takes a body of type '{}'", Severity::warning};
constexpr DiagnosticKind control_with_parameters{
    "control-with-parameters", "a control body takes no parameters"};
constexpr DiagnosticKind unknown_body_attribute{
    "unknown-body-attribute", "unknown attribute '{}' of '{} {} {}'"};
constexpr DiagnosticKind control_attribute{
    "control-attribute", "'{}' has an effect only in 'body {} control'"};
constexpr DiagnosticKind variable_guard{
    "variable-guard", "a class guard in quotes is not allowed in a body"};
constexpr DiagnosticKind inherits_itself{"inherits-itself", "the body '{}' inherits from itself"};
constexpr DiagnosticKind log_without_text{
    "log-without-text", "'{}' needs a 'log_string' in the same body"};
constexpr DiagnosticKind not_for_agent{
    "not-for-agent", "promise types can be defined for 'agent' only, not for '{}'"};
constexpr DiagnosticKind builtin_promise_type{
    "builtin-promise-type", "'{}' is a built-in promise type"};
constexpr DiagnosticKind no_module_path{"no-module-path", "the promise type '{}' has no 'path'"};
constexpr DiagnosticKind relative_interpreter{
    "relative-interpreter", "the interpreter '{}' is not an absolute path"};
constexpr DiagnosticKind missing_module{"missing-module", "the module file '{}' does not exist"};

constexpr AttributeSyntax block_attributes[] = {
    {"inherit_from", ValueKind::body},
    {"interpreter", ValueKind::string},
    {"meta", ValueKind::strings},
    {"path", ValueKind::string},
};

/// The path of a module's file. A relative path starts at the folder of the policy file.
std::string module_path(std::string_view text, const std::string& policy_file) {
    const auto slash = policy_file.rfind('/');
    const std::string folder = slash == policy_file.npos ? "." : policy_file.substr(0, slash);
    for (const std::string_view here : {"$(this.promise_dirname)", "${this.promise_dirname}"}) {
        if (text.starts_with(here)) return folder + std::string(text.substr(here.size()));
    }
    if (text.starts_with("/") || has_reference(text)) return std::string(text);
    return folder + "/" + std::string(text);
}

std::vector<std::string_view> names_of(std::span<const AttributeSyntax> attributes) {
    std::vector<std::string_view> names;
    for (const AttributeSyntax& attribute : attributes)
        names.push_back(attribute.name);
    return names;
}

/// Whether bodies that promises use have an attribute of that name. Those of `body agent control`,
/// such as ifelapsed, are accepted in any body of type agent.
bool is_in_ordinary_body(std::string_view attribute) {
    return std::ranges::any_of(body_type_names(), [attribute](std::string_view name) {
        const TypeSyntax* type = find_body_type(name);
        return type->use == BodyPlace::attribute &&
               find_attribute(type->attributes, attribute) != nullptr;
    });
}

const ast::Attribute*
find_clause(const std::vector<ast::BodyClause>& clauses, std::string_view name) {
    for (const ast::BodyClause& clause : clauses) {
        if (clause.attribute.name == name) return &clause.attribute;
    }
    return nullptr;
}

} // namespace

void BodyCheck::body(const ast::Body& body) {
    const TypeSyntax* type = find_body_type(body.type);
    if (body.is_control()) {
        if (type == nullptr || type->use != BodyPlace::control) {
            checking_.diagnostics.add(unknown_control_body, body.span, {body.type});
            return;
        }
        if (!body.parameters.empty()) {
            checking_.diagnostics.add(control_with_parameters, body.parameters.front().span, {});
        }
    }
    if (type == nullptr) warn_if_misspelled(body);
    for (const ast::BodyClause& item : body.clauses)
        clause(item, body, type);
    inheritance(body);
    if (body.type != "action" || find_clause(body.clauses, "log_string") != nullptr) return;
    for (const std::string_view log : {"log_kept", "log_repaired", "log_failed"}) {
        const ast::Attribute* found = find_clause(body.clauses, log);
        if (found != nullptr) checking_.diagnostics.add(log_without_text, found->span, {log});
    }
}

/// Custom promise types may take bodies of any type.
void BodyCheck::warn_if_misspelled(const ast::Body& body) {
    const std::string hint = did_you_mean(body.type, body_type_names());
    if (hint.empty() || !checking_.strict()) return;
    const Span place = checking_.span_of(body.type, body.span);
    checking_.diagnostics.add(unknown_body_type, place, {body.type}, hint);
}

void BodyCheck::clause(
    const ast::BodyClause& clause, const ast::Body& body, const TypeSyntax* type
) {
    guard(clause.guard);
    const ast::Attribute& attribute = clause.attribute;
    if (attribute.name == "inherit_from" && type == nullptr) return; // see inheritance()
    if (type == nullptr) return values_.any(attribute.value); // a body for a custom promise type
    const AttributeSyntax* syntax = find_attribute(type->attributes, attribute.name);
    const bool is_for_control = type->use == BodyPlace::control && !body.is_control();
    if (syntax != nullptr && is_for_control && !is_in_ordinary_body(attribute.name)) {
        checking_.diagnostics.add(
            control_attribute,
            attribute.span,
            {attribute.name, body.type},
            "did you mean 'body " + std::string(body.type) + " control'?"
        );
        return;
    }
    if (syntax == nullptr) {
        checking_.diagnostics.add(
            unknown_body_attribute,
            attribute.span,
            {attribute.name, "body", body.type, body.name},
            did_you_mean(attribute.name, names_of(type->attributes))
        );
        return;
    }
    checking_.check_status(attribute, syntax->status);
    if (attribute.name != "inherit_from") values_.attribute(attribute, *syntax, {body.name_space});
}

void BodyCheck::guard(const std::shared_ptr<const ast::Guard>& guard) {
    if (!guard) return;
    if (!guard->span.text().starts_with(guard->text)) {
        checking_.diagnostics.add(variable_guard, guard->span, {});
        return;
    }
    values_.class_expression(guard->text, guard->span);
}

/// The parent must be a body of the same type, and the chain of parents must end.
void BodyCheck::inheritance(const ast::Body& body) {
    const ast::Attribute* from = inheritance_of(body);
    if (from == nullptr || !checking_.strict()) return;
    values_.parent(from->value, body);
    if (!has_last_parent(body))
        checking_.diagnostics.add(inherits_itself, from->value.span, {body.name});
}

/// Looks at each body once, however long the chains are.
bool BodyCheck::has_last_parent(const ast::Body& body) {
    std::vector<const ast::Body*> chain;
    const ast::Body* next = &body;
    // The bodies of this chain count as circular until its end is known.
    for (; next != nullptr && has_last_parent_.emplace(next, false).second;
         next = checking_.definitions.parent(*next))
        chain.push_back(next);
    const bool ends = next == nullptr || has_last_parent_.at(next);
    for (const ast::Body* each : chain)
        has_last_parent_[each] = ends;
    return has_last_parent_.at(&body);
}

void BodyCheck::promise_block(const ast::PromiseBlock& block) {
    if (block.bundle_type != "agent") {
        checking_.diagnostics.add(
            not_for_agent, checking_.span_of(block.bundle_type, block.span), {block.bundle_type}
        );
    }
    if (find_promise_type(block.name) != nullptr) {
        checking_.diagnostics.add(builtin_promise_type, block.span, {block.name});
    }
    for (const ast::BodyClause& clause : block.clauses) {
        guard(clause.guard);
        const AttributeSyntax* syntax = find_attribute(block_attributes, clause.attribute.name);
        if (syntax != nullptr) {
            values_.attribute(clause.attribute, *syntax, {});
            continue;
        }
        checking_.diagnostics.add(
            unknown_body_attribute,
            clause.attribute.span,
            {clause.attribute.name, "promise", block.bundle_type, block.name},
            did_you_mean(clause.attribute.name, names_of(block_attributes))
        );
    }
    for (const ast::BodyClause& clause : block.clauses) {
        if (clause.attribute.name == "interpreter" && !clause.guard) interpreter(clause.attribute);
    }
    const ast::Attribute* path = find_clause(block.clauses, "path");
    if (path != nullptr) {
        module_file(*path);
    } else if (checking_.strict()) {
        checking_.diagnostics.add(no_module_path, block.span, {block.name});
    }
}

/// Modules are started without PATH being searched.
void BodyCheck::interpreter(const ast::Attribute& attribute) {
    const auto text = literal_text(attribute.value);
    const bool is_known_later = checking_.options.extent == Extent::file; // with its hint
    if (!checking_.strict() || is_known_later || !text || text->empty()) return;
    if (text->starts_with('/') || has_reference(*text)) return;
    checking_.diagnostics.add(
        relative_interpreter, attribute.value.span, {*text}, hint_for_interpreter(*text)
    );
}

/// Where a program of that name usually lies.
std::string BodyCheck::hint_for_interpreter(std::string_view name) const {
    const auto& exists = checking_.options.file_exists;
    for (const std::string_view folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"}) {
        const std::string path = std::string(folder) + std::string(name);
        if (exists && exists(path)) return "did you mean '" + path + "'?";
    }
    return "modules are started without a search of PATH";
}

void BodyCheck::module_file(const ast::Attribute& path) {
    const auto& exists = checking_.options.file_exists;
    const auto text = literal_text(path.value);
    if (!checking_.strict() || !exists || !text) return;
    const std::string file = module_path(*text, path.value.span.source->path());
    if (has_reference(file)) return;
    if (!exists(file)) checking_.diagnostics.add(missing_module, path.value.span, {file});
}

} // namespace vow::cfengine
