#include "policy/cfengine/checking/policy_names.h"

#include "policy/cfengine/checking/definitions.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

/// The attributes whose items are the names of classes that become defined.
constexpr std::array<std::string_view, 13> defining = {
    "promise_kept",
    "promise_repaired",
    "repair_failed",
    "repair_denied",
    "repair_timeout",
    "cancel_kept",
    "cancel_repaired",
    "cancel_notkept",
    "in_range_define",
    "out_of_range_define",
    "select_class",
    "addclasses",
    "restart_class",
};

/// The functions that may define any class and any variable.
constexpr std::array<std::string_view, 2> module_functions = {"usemodule", "read_module_protocol"};

/// The functions that read variables by parts of their names, or all of them.
constexpr std::array<std::string_view, 10> reading_functions = {
    "datastate",
    "bundlestate",
    "variablesmatching",
    "variablesmatching_as_data",
    "string_mustache",
    "getvariablemetatags",
    "findlocalusers",
    "data_expand",
    "expandrange",
    "remotescalar",
};

/// The attributes by which a file's text, which is not read here, may name any variable.
constexpr std::array<std::string_view, 5> reading_attributes = {
    "edit_template", "edit_template_string", "expand_scalars", "template_method", "inherit"};

/// The attributes that call a bundle.
constexpr std::array<std::string_view, 5> calling = {
    "usebundle", "edit_line", "edit_xml", "home_bundle", "service_bundle"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_*";

} // namespace

const ast::Attribute* find_attribute(const ast::Promise& promise, std::string_view name) {
    const auto found = std::ranges::find(promise.attributes, name, &ast::Attribute::name);
    return found == promise.attributes.end() ? nullptr : &*found;
}

std::vector<PromiseSite> sites_of(std::span<const ast::File> files) {
    std::vector<PromiseSite> sites;
    for (const ast::File& file : files)
        for (const ast::Bundle& bundle : file.bundles)
            for (const ast::Section& section : bundle.sections)
                for (const ast::Promise& promise : section.promises)
                    sites.push_back({file, bundle, section, promise});
    return sites;
}

PolicyNames::PolicyNames(
    std::span<const ast::File> files, const std::vector<PromiseSite>& sites, const LintFacts& facts
)
    : facts_(facts) {
    for (const std::string& name : facts.conditional_classes)
        classes_.add(class_pattern_of(name));
    for (const PromiseSite& site : sites)
        add(site);
    for (const ast::File& file : files) {
        for (const ast::Body& body : file.bodies) {
            const ast::Attribute* parent = inheritance_of(body);
            const auto name = parent != nullptr ? name_used(parent->value) : std::nullopt;
            if (name) parents_.insert(qualified_name(*name).name);
        }
    }
    for (const ast::File& file : files)
        for (const ast::Body& body : file.bodies)
            add_body(body);
}

void PolicyNames::add(const PromiseSite& site) {
    const auto& [file, bundle, section, promise] = site;
    // Defining a variable does not use it.
    if (section.type == "vars")
        add_references(promise.promiser);
    else
        add_text(promise.promiser);
    if (section.type == "methods") calls_.add(pattern_of(promise.promiser));
    if (promise.guard) add_text(promise.guard->text);
    if (promise.promisee) add_value(*promise.promisee);
    if (section.type == "classes") classes_.add(class_pattern_of(promise.promiser));
    if (types_.insert(section.type).second) add_type(section.type);
    for (const ast::Attribute& attribute : promise.attributes) {
        const auto text = literal_text(attribute.value);
        if (attribute.name == "handle" && text) handles_.add(pattern_of(*text));
        if (holds(calling, attribute.name))
            calls_.add(pattern_of(name_used(attribute.value).value_or("$(any)")));
        if (attribute.name == "dist") classes_.add(class_pattern_of(promise.promiser) + "_*");
        if (attribute.name == "module" && text && *text != "false" && *text != "no")
            classes_.add("*");
        if (holds(reading_attributes, attribute.name)) reads_any_variable_ = true;
        if (holds(defining, attribute.name)) add_classes(attribute.value);
        const auto* call = boxed_if<ast::Call>(attribute.value.node);
        if (call != nullptr) uses_[qualified_name(call->name).name].push_back(call);
        add_value(attribute.value);
    }
}

void PolicyNames::add_type(std::string_view type) {
    if (find_promise_type(type) != nullptr || !facts_.result_classes) return;
    const auto known = facts_.result_classes(type);
    if (!known) return classes_.add("*");
    for (std::string name : *known) {
        constexpr std::string_view promiser = "PROMISER";
        if (const auto at = name.find(promiser); at != name.npos)
            name.replace(at, promiser.size(), "*");
        classes_.add(std::move(name));
    }
}

void PolicyNames::add_body(const ast::Body& body) {
    for (const ast::BodyClause& clause : body.clauses) {
        if (clause.guard) add_text(clause.guard->text);
        const ast::Expression& value = clause.attribute.value;
        if (holds(calling, clause.attribute.name))
            calls_.add(pattern_of(name_used(value).value_or("$(any)")));
        add_value(value);
        if (holds(reading_attributes, clause.attribute.name)) reads_any_variable_ = true;
        if (!holds(defining, clause.attribute.name)) continue;
        if (const auto* list = boxed_if<ast::List>(value.node)) {
            for (const ast::Expression& item : list->items) {
                const auto text = literal_text(item);
                add_class_of_body(text ? *text : "$(any)", body);
            }
        } else {
            const auto text = literal_text(value);
            add_class_of_body(text ? *text : "$(any)", body);
        }
    }
}

/// Adds the class that an item of the body becomes in each promise that uses it.
void PolicyNames::add_class_of_body(std::string_view item, const ast::Body& body) {
    if (!has_reference(item) || body.parameters.empty() || parents_.contains(body.name))
        return classes_.add(class_pattern_of(item));
    const auto uses = uses_.find(body.name);
    if (uses == uses_.end()) return;
    for (const ast::Call* use : uses->second) {
        std::string name(item);
        for (std::size_t index = 0; index < body.parameters.size(); ++index) {
            if (index >= use->arguments.size()) break;
            const auto argument = literal_text(use->arguments[index]);
            const std::string parameter(body.parameters[index].name);
            for (const std::string& written : {"$(" + parameter + ")", "${" + parameter + "}"}) {
                const std::string value = argument ? std::string(*argument) : "$(any)";
                for (std::size_t at = name.find(written); at != name.npos;
                     at = name.find(written, at + value.size()))
                    name.replace(at, written.size(), value);
            }
        }
        classes_.add(class_pattern_of(name));
    }
}

void PolicyNames::add_classes(const ast::Expression& value) {
    if (const auto* list = boxed_if<ast::List>(value.node)) {
        for (const ast::Expression& item : list->items)
            add_classes(item);
        return;
    }
    const auto text = literal_text(value);
    classes_.add(text ? class_pattern_of(*text) : "*");
}

void PolicyNames::add_value(const ast::Expression& value) {
    if (const auto* list = boxed_if<ast::List>(value.node)) {
        for (const ast::Expression& item : list->items)
            add_value(item);
    } else if (const auto* call = boxed_if<ast::Call>(value.node)) {
        add_call(*call);
    } else if (const auto text = literal_text(value)) {
        add_text(*text);
    }
}

void PolicyNames::add_call(const ast::Call& call) {
    add_text(call.name);
    if (holds(module_functions, call.name)) classes_.add("*");
    if (holds(reading_functions, call.name)) reads_any_variable_ = true;
    if (call.name == "remoteclassesmatching" && call.arguments.size() > 3) {
        const auto prefix = literal_text(call.arguments[3]);
        classes_.add(prefix ? class_pattern_of(*prefix) + "_*" : "*");
    }
    for (const ast::Expression& argument : call.arguments)
        add_value(argument);
}

void PolicyNames::add_text(std::string_view text) {
    add_words(text);
    add_references(text);
    add_options(text);
}

/// Adds the words in the references of a text.
void PolicyNames::add_references(std::string_view text) {
    for_each_reference(text, [&](std::string_view inside, std::size_t) { add_words(inside); });
}

/// A text that is only a reference has no word: its value may be any text, but not every name is
/// one that a policy puts together.
void PolicyNames::add_words(std::string_view text) {
    const std::string pattern = pattern_of(text);
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t begin = std::min(pattern.find_first_of(letters, at), pattern.size());
        const std::size_t end = std::min(pattern.find_first_not_of(letters, begin), pattern.size());
        std::string word = pattern.substr(begin, end - begin);
        if (word.find_first_not_of('*') != word.npos) words_.add(std::move(word));
        at = end;
    }
}

/// Adds the classes that a command gives to another agent with `-D`.
void PolicyNames::add_options(std::string_view text) {
    for (const std::string_view option : {"-D", "--define"}) {
        for (std::size_t at = text.find(option); at != text.npos; at = text.find(option, at + 1)) {
            std::string_view list = text.substr(at + option.size());
            list.remove_prefix(std::min(list.find_first_not_of(" ="), list.size()));
            list = list.substr(0, list.find_first_of(" \"'"));
            while (!list.empty()) {
                const std::size_t comma = std::min(list.find(','), list.size());
                if (comma > 0) classes_.add(class_pattern_of(list.substr(0, comma)));
                list.remove_prefix(std::min(comma + 1, list.size()));
            }
        }
    }
}

} // namespace vow::cfengine
