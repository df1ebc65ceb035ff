#include "policy/cfengine/evaluation/expander.h"

#include "policy/cfengine/evaluation/call_site.h"
#include "policy/cfengine/evaluation/choice_check.h"
#include "policy/cfengine/evaluation/variable_name.h"

#include <algorithm>

#include <unistd.h>

namespace vow::cfengine {
namespace {

/// Appends what an item of a list came to: one text, or the texts of a spliced list.
void append_items(const Evaluated& item, std::vector<std::string>& items) {
    if (const std::string* text = item.text())
        items.push_back(*text);
    else if (const List* list = item.list())
        items.insert(items.end(), (*list)->begin(), (*list)->end());
    else if (const Data* data = item.data()) {
        for (std::string& child : scalar_children(*data))
            items.push_back(std::move(child));
    } else if (const bool* truth = std::get_if<bool>(&item.content)) {
        items.emplace_back(*truth ? "any" : "!any");
    }
}

Data as_data(const Evaluated& value) {
    if (const Data* data = value.data()) return *data;
    if (const List* list = value.list()) {
        Data::Array items;
        for (const std::string& item : **list)
            items.push_back(Data::string(item));
        return Data::array(std::move(items));
    }
    if (const bool* truth = std::get_if<bool>(&value.content))
        return Data::string(*truth ? "any" : "!any");
    return Data::string(value.text() ? *value.text() : std::string());
}

constexpr int most_parents = 30; ///< a longer chain of bodies runs in a circle

/// A body whose parent takes other arguments, or whose parents never end, ends the run.
void check_parents(const Program& program, const Body& body) {
    const Body* child = &body;
    for (int depth = 0; child->parent; ++depth) {
        const Body* parent = program.find_body(child->parent->key);
        if (parent == nullptr) return;
        const std::size_t given = child->parent->arguments.size();
        if (given != parent->parameters.size()) {
            throw FatalError{
                "Argument count mismatch for body (gave " + std::to_string(given) +
                    " arguments) vs. inherited body '" + parent->name_space + ":" + parent->name +
                    "' (requires " + std::to_string(parent->parameters.size()) + " arguments)",
                child->span};
        }
        if (parent == &body || depth == most_parents) {
            throw FatalError{"The body '" + body.name + "' inherits from itself", body.span};
        }
        child = parent;
    }
}

Evaluated evaluated_value(const Value& value) {
    if (value.text()) return {.content = *value.text()};
    if (value.list()) return {.content = *value.list()};
    return {.content = *value.data()};
}

} // namespace

// --- texts ---

Expanded Expander::text(const Text& text) {
    Expanded expanded;
    if (text.is_literal()) {
        expanded.text = text.literal();
        return expanded;
    }
    for (const Text::Part& part : text.parts()) {
        if (!part.reference)
            expanded.text += part.literal;
        else if (!append(expanded.text, *part.reference))
            expanded.resolved = false;
    }
    return expanded;
}

Expanded Expander::text_at_run_time(std::string_view source) {
    if (source.find_first_of("$@") == source.npos) return {.text = std::string(source)};
    return text(compile_text(source, frame_.bundle.name_space, evaluation_.names()));
}

/// Appends what a reference stands for; false, and as it is written, when that is no text.
bool Expander::append(std::string& out, const Reference& reference) {
    if (reference.shape == Reference::Shape::list) {
        out += reference.source;
        return false;
    }
    if (reference.fixed && !reference.fixed->bundle && reference.fixed->indices.empty()) {
        const std::string_view name = evaluation_.names().text(reference.fixed->name);
        if (name == "with" && with_) {
            out += *with_;
            return true;
        }
        if (name == "this" && bindings_) {
            out += bindings_->front().second;
            return true;
        }
    }
    const auto place = target(reference);
    if (place) {
        const std::string key = joined_key(place->indices);
        if (const auto own = own_name(place->bundle, evaluation_.names().text(place->name), key)) {
            out += *own;
            return true;
        }
        for (const Wheel& wheel : wheels_) {
            if (wheel.is_of(*place, key)) {
                out += wheel.element;
                return true;
            }
        }
    }
    const Found found = find(reference, place);
    if (found) {
        const Value& value = found.value();
        if (const std::string* text = value.text()) {
            // A value may hold references of its own, which were not known when it was defined.
            if (text->find("$(") == text->npos && text->find("${") == text->npos) {
                out += *text;
                return true;
            }
            out += *text;
            return false;
        }
        if (const Data* data = value.data(); data && !data->is_container()) {
            out += scalar_text(*data);
            return data->kind() != Data::Kind::null;
        }
    }
    // Its inner references are replaced even so: `$(b[$(k)])` reads `$(b[known])`.
    out += reference.source;
    return false;
}

// --- references ---

std::optional<Expander::Target> Expander::target(const Reference& reference) {
    if (!reference.fixed) {
        const Expanded name = text(reference.name);
        return name.resolved ? target(name.text) : std::nullopt;
    }
    const Reference::Fixed& fixed = *reference.fixed;
    Target place{
        .bundle = fixed.bundle.value_or(frame_.bundle.qualified),
        .name = fixed.name,
        .indices = {},
        .qualified = fixed.bundle.has_value()};
    for (const Text& index : fixed.indices) {
        Expanded expanded = text(index);
        if (!expanded.resolved) return {};
        place.indices.push_back(std::move(expanded.text));
    }
    return place;
}

std::optional<Expander::Target> Expander::target(std::string_view name) {
    const auto read = read_variable_name(name);
    if (!read) return {};
    Names& names = evaluation_.names();
    Target place{
        .bundle = frame_.bundle.qualified,
        .name = names.symbol(read->name),
        .indices = {},
        .qualified = !read->bundle.empty()};
    if (!read->bundle.empty()) {
        const std::string_view space = read->name_space.empty()
                                           ? std::string_view(frame_.bundle.name_space)
                                           : read->name_space;
        place.bundle = names.symbol(qualified_bundle(space, read->bundle));
    }
    for (const auto index : read->indices)
        place.indices.emplace_back(index);
    return place;
}

Found Expander::find(const Reference& reference) {
    return find(reference, target(reference));
}

Found Expander::find(const Reference& reference, const std::optional<Target>& place) {
    if (reference.fixed && !reference.fixed->bundle && parameters_) {
        if (Found found = parameter(*reference.fixed)) return found;
    }
    return place ? evaluation_.find(place->bundle, place->name, place->indices) : Found();
}

Found Expander::find(std::string_view name) {
    const auto place = target(name);
    if (!place) return {};
    if (parameters_ && place->indices.empty()) {
        for (const auto& [parameter, value] : *parameters_) {
            if (parameter == place->name) return Found(value);
        }
    }
    return evaluation_.find(place->bundle, place->name, place->indices);
}

/// What a parameter of the body that is being read means.
Found Expander::parameter(const Reference::Fixed& name) {
    for (const auto& [parameter, value] : *parameters_) {
        if (parameter != name.name) continue;
        if (name.indices.empty()) return Found(value);
        if (value.data() == nullptr) return {};
        std::vector<std::string> indices;
        for (const Text& index : name.indices)
            indices.push_back(text(index).text);
        Slot slot;
        slot.set({}, {value, {}});
        const Found part = look_up(slot, indices);
        return part && part.value().data() ? Found(*part.value().data()) : Found();
    }
    return {};
}

/// The promise's own names: this.promiser and its kin; `this.k` while a function maps.
std::optional<std::string>
Expander::own_name(Symbol bundle, std::string_view name, const std::string& key) {
    if (evaluation_.names().text(bundle) != "this") return {};
    if (bindings_) {
        std::string wanted = "this." + std::string(name);
        if (!key.empty()) wanted += "[" + key + "]";
        for (const auto& [bound, text] : *bindings_) {
            if (bound == wanted) return text;
        }
    }
    if (name == "promiser") return promiser_;
    if (name == "handle" && promise_) return handle();
    if (name == "bundle") return frame_.bundle.name;
    if (name == "namespace") return frame_.bundle.name_space;
    if (name == "promiser_uid") return std::to_string(::getuid());
    if (name == "promiser_gid") return std::to_string(::getgid());
    if (name == "promiser_pid") return std::to_string(::getpid());
    if (name == "promiser_ppid") return std::to_string(::getppid());
    const Origin here = origin();
    if (here.file.empty()) return {};
    const std::string path = evaluation_.absolute(here.file);
    if (name == "promise_filename") return path;
    if (name == "promise_dirname") return path.substr(0, path.rfind('/'));
    if (name == "promise_linenumber") return std::to_string(here.line);
    return {};
}

std::string Expander::handle() const {
    return handle_.empty() && promise_ ? promise_->default_handle() : handle_;
}

Origin Expander::origin() const {
    Origin origin{.bundle = frame_.bundle.name, .handle = handle()};
    const Span place = promise_ ? promise_->span : place_;
    if (place.source == nullptr) return origin;
    const Position position = place.position();
    origin.file = place.source->path();
    origin.line = position.line;
    origin.column = position.column;
    return origin;
}

// --- expressions ---

Evaluated Expander::evaluate(const Expression& expression) {
    return std::visit([&](const auto& node) { return evaluated(node); }, expression.node);
}

/// A text; but `@(name)` alone is the list or container itself.
Evaluated Expander::evaluated(const Text& source) {
    const Reference* whole = source.sole_reference();
    if (whole && whole->shape == Reference::Shape::list) {
        const Found found = find(*whole);
        if (found && found.value().text() == nullptr) return evaluated_value(found.value());
        return {.content = whole->source, .resolved = false};
    }
    Expanded expanded = text(source);
    return {.content = std::move(expanded.text), .resolved = expanded.resolved};
}

Evaluated Expander::evaluated(const Word& word) {
    return {.content = word.name};
}

Evaluated Expander::evaluated(const FunctionCall& call) {
    return CallSite(*this).answer(call);
}

Evaluated Expander::evaluated(const ListOf& source) {
    return list(source);
}

Evaluated Expander::evaluated(const BodyUse& use) {
    Evaluated made;
    bool resolved = true;
    if (auto attributes = body(use, resolved))
        made.content = std::move(*attributes);
    else
        made.content = use.key.substr(use.key.find(':') + 1);
    made.resolved = resolved;
    return made;
}

/// As a text: the bundle and what it is given, so that uses with other arguments differ.
Evaluated Expander::evaluated(const BundleUse& use) {
    Expanded expanded = text(use.name);
    std::vector<std::string> arguments;
    for (const Expression& argument : use.arguments) {
        const Evaluated given = evaluate(argument);
        if (!given.resolved) expanded.resolved = false;
        append_items(given, arguments);
    }
    for (const std::string& argument : arguments)
        expanded.text.append("\n").append(argument);
    return {.content = std::move(expanded.text), .resolved = expanded.resolved};
}

Evaluated Expander::list(const ListOf& source) {
    std::vector<std::string> items;
    bool resolved = true;
    for (const Expression& item : source.items) {
        const Evaluated one = evaluate(item);
        if (!one.resolved || one.failed()) resolved = false;
        if (one.data() && std::holds_alternative<Text>(item.node)) {
            // A container is no list, and is left out (semantics 2.15).
            evaluation_.log_once(
                LogLevel::warning,
                "'" + std::get<Text>(item.node).source() +
                    "' failed - variable is not list but data"
            );
            continue;
        }
        append_items(one, items);
    }
    return {.content = list_of(std::move(items)), .resolved = resolved};
}

std::optional<Data> Expander::body(const BodyUse& use, bool& resolved) {
    const Body* body = evaluation_.program().find_body(use.key);
    if (body == nullptr) return {};
    Parameters parameters;
    for (std::size_t index = 0; index < body->parameters.size() && index < use.arguments.size();
         ++index) {
        const Evaluated argument = evaluate(use.arguments[index]);
        if (!argument.resolved) resolved = false;
        Value value = argument.list()   ? Value::list(*argument.list())
                      : argument.data() ? Value::data(*argument.data())
                                        : Value::string(argument.text() ? *argument.text() : "");
        parameters.emplace_back(body->parameters[index], std::move(value));
    }
    const Parameters* outer = std::exchange(parameters_, &parameters);
    std::vector<Data::Member> members;
    if (body->parent) {
        check_parents(evaluation_.program(), *body);
        if (const auto inherited = this->body(*body->parent, resolved))
            members = inherited->members();
    }
    for (const BodyClause& clause : body->clauses) {
        const bool holds =
            clause.guard.dynamic
                ? evaluation_.holds(frame_, text(*clause.guard.dynamic).text).value_or(false)
                : evaluation_.holds(frame_, clause.guard.compiled);
        if (!holds) continue;
        const Evaluated value = evaluate(clause.attribute.value);
        if (!value.resolved) resolved = false;
        if (value.text()) check_choice(body->type, clause.attribute, *value.text());
        if (!value.failed()) members.emplace_back(clause.attribute.name, as_data(value));
    }
    parameters_ = outer;
    return Data::object(std::move(members));
}

} // namespace vow::cfengine
