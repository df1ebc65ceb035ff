#include "policy/cfengine/expansion/expander.h"

#include "policy/cfengine/values/variable_name.h"
#include "policy/run/written_promise.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace vow::cfengine {

namespace {

/// A reference as the reference agent writes it while it iterates: $(ns*bundle#name[$(key)]).
std::string mangled(const Reference& reference, std::string written) {
    const std::size_t inner = reference.source.find_first_of("[$@", 1);
    const std::size_t colon = written.find(':');
    const std::size_t dot = written.find('.', colon < inner ? colon : 0);
    if (colon < inner) written[colon] = '*';
    const std::size_t scope = colon < inner ? colon + 1 : std::string_view("$(").size();
    if (dot < inner && !written.substr(scope).starts_with("this")) written[dot] = '#';
    return written;
}

} // namespace

// --- texts ---

ExpandedText Expander::text(const Text& text) {
    ExpandedText expanded;
    if (text.is_literal()) {
        expanded.text = text.literal();
        return expanded;
    }
    for (const Text::Part& part : text.parts()) {
        if (!part.reference)
            expanded.text += part.literal.view();
        else if (!append(expanded.text, *part.reference))
            expanded.resolved = false;
        check_value_size(expanded.text.size());
    }
    return expanded;
}

ExpandedText Expander::text_at_run_time(std::string_view source) {
    if (source.find_first_of("$@") == source.npos) return {.text = std::string(source)};
    return text(compile_text(source, frame_.bundle.name_space, run_.names()));
}

bool Expander::has_scalar_reference(std::string_view source) {
    const Text text = compile_text(source, frame_.bundle.name_space, run_.names());
    return std::ranges::any_of(text.parts(), [](const Text::Part& part) {
        return part.reference && part.reference->shape == Reference::Shape::scalar;
    });
}

namespace {

/// $(name): a variable of the running bundle.
bool is_simple(const Reference& reference) {
    return reference.fixed && !reference.fixed->bundle && reference.fixed->indices.empty();
}

} // namespace

/// Appends the text that a reference stands for. Returns false, with the reference appended as
/// written, when it has none.
bool Expander::append(std::string& out, const Reference& reference) {
    if (reference.shape == Reference::Shape::list) {
        out += reference.source;
        return false;
    }
    // A body's parameters are bound before its promise iterates: they hide the promise's lists.
    const LookupResult bound = parameter_named(reference);
    if (is_simple(reference)) {
        const std::string_view name = run_.names().text(reference.fixed->name);
        if (name == "with" && with_) {
            out += *with_;
            return !is_open(*with_);
        }
        if (name == "this") {
            if (const auto text = bound_text(name)) {
                out += *text;
                return true;
            }
        }
        if (const LoopVariable* loop = bound ? nullptr : loop_over(reference.fixed->name)) {
            out += loop->element;
            return loop->is_final;
        }
    }
    const OpenName opened = open(reference);
    const std::optional<Target>& place = opened.target;
    if (place && !bound) {
        const std::string key = joined_key(place->indices);
        if (const auto own = own_name(place->bundle, run_.names().text(place->name), key)) {
            out += *own;
            return true;
        }
        for (const LoopVariable& loop : loop_variables_) {
            if (loop.is_of(*place, key)) {
                out += loop.element;
                return loop.is_final;
            }
        }
    }
    const LookupResult found = bound ? bound : find(reference, place);
    if (found) {
        const Value& value = found.value();
        if (const std::string* text = value.text()) {
            // The value itself may hold references that were not resolved when it was defined.
            const bool is_final = !holds_reference(*text);
            if (!is_final && bindings_ && !is_in_pattern_) return append_pattern(out, *text);
            out += *text;
            return is_final;
        }
        if (const Data* data = value.data(); data && !data->is_container()) {
            out += scalar_text(*data);
            return data->kind() != Data::Kind::null;
        }
    }
    // Inner references are replaced all the same: `$(b[$(k)])` becomes `$(b[known])`.
    if (is_mangled(reference))
        out += mangled(reference, opened.written(reference));
    else
        out += opened.written(reference);
    return false;
}

/// The loop over a list of the running bundle that is named alone; null if there is none.
const Expander::LoopVariable* Expander::loop_over(Symbol name) const {
    const auto loop = std::ranges::find_if(loop_variables_, [&](const LoopVariable& variable) {
        return variable.name == name && variable.bundle == frame_.bundle.qualified &&
               variable.qualification == Qualification::none && variable.key.empty();
    });
    return loop == loop_variables_.end() ? nullptr : &*loop;
}

/// Whether the reference agent has already prepared the reference for the iteration. It prepares
/// those of a promise that may become lists, but not in the arguments of functions that map, in the
/// items of a list, or in values that it expands again.
bool Expander::is_mangled(const Reference& reference) const {
    if (!manner().prepares_names_for_loops || reference.part != TextPart::value) return false;
    if (promise_ == nullptr || bindings_ || is_unprepared_) return false;
    if (!reference.fixed) return !reference.name.is_literal();
    return !std::ranges::all_of(reference.fixed->indices, &Text::is_literal);
}

/// Appends the value of a variable within the pattern of a function that maps: its references are
/// expanded as well, since `$(this.k)` has no value where variables are defined.
bool Expander::append_pattern(std::string& out, std::string_view pattern) {
    const ScopedValue<bool> within(is_in_pattern_, true);
    const ExpandedText expanded = text_at_run_time(pattern);
    out += expanded.text;
    return expanded.resolved;
}

// --- references ---

std::optional<Expander::Target> Expander::target(const Reference& reference) {
    return open(reference).target;
}

std::optional<Expander::Target> Expander::loop_target(const Reference& reference) {
    const ScopedValue<bool> before(is_before_loops_, true);
    return open(reference).target;
}

std::string_view Expander::space_of_late_bundle(const Reference& reference) const {
    const bool is_open = is_before_loops_ || reference.part == TextPart::value;
    if (is_open && has_late_bundle(reference)) return "default";
    return frame_.bundle.name_space;
}

bool Expander::has_late_bundle(const Reference& reference) const {
    if (reference.fixed || !manner().learns_bundles_late) return false;
    const auto parts = reference.name.parts();
    return parts.empty() ||
           parts.front().literal.view().find_first_of(".:") == std::string_view::npos;
}

Expander::OpenName Expander::open(const Reference& reference) {
    OpenName opened;
    if (!reference.fixed) {
        ExpandedText name = text(reference.name);
        if (name.resolved) opened.target = target(name.text, space_of_late_bundle(reference));
        opened.parts.push_back(std::move(name.text));
        return opened;
    }
    const Reference::FixedName& fixed = *reference.fixed;
    bool resolved = true;
    for (const Text& index : fixed.indices) {
        ExpandedText expanded = text(index);
        resolved = resolved && expanded.resolved;
        opened.parts.push_back(std::move(expanded.text));
    }
    if (resolved)
        opened.target = Target{
            .bundle = fixed.bundle.value_or(frame_.bundle.qualified),
            .name = fixed.name,
            .indices = std::exchange(opened.parts, {}),
            .qualification = fixed.qualification};
    return opened;
}

/// The reference as it is written, with the references in its name replaced.
std::string Expander::OpenName::written(const Reference& reference) const {
    const std::string_view source = reference.source;
    if (!reference.fixed)
        return std::string(source.substr(0, 2)).append(parts.front()).append(1, source.back());
    const std::vector<std::string>& indices = target ? target->indices : parts;
    if (indices.empty()) return reference.source;
    std::string text(source.substr(0, source.find('[')));
    for (const std::string& index : indices)
        text.append("[").append(index).append("]");
    return text.append(1, source.back());
}

std::optional<Expander::Target> Expander::target(std::string_view name) {
    return target(name, frame_.bundle.name_space);
}

std::optional<Expander::Target>
Expander::target(std::string_view name, std::string_view name_space) {
    const auto read = read_variable_name(name);
    if (!read) return {};
    Names& names = run_.names();
    Target place{
        .bundle = frame_.bundle.qualified,
        .name = names.symbol(read->name),
        .indices = {},
        .qualification = read->qualification()};
    if (!read->bundle.empty()) {
        const std::string_view space = read->name_space.empty() ? name_space : read->name_space;
        place.bundle = names.symbol(qualified_bundle(space, read->bundle));
    }
    for (const auto index : read->indices)
        place.indices.emplace_back(index);
    return place;
}

LookupResult Expander::find(const Reference& reference) {
    return find(reference, target(reference));
}

LookupResult Expander::find(const Reference& reference, const std::optional<Target>& place) {
    if (LookupResult found = parameter_named(reference)) return found;
    if (!place) return {};
    const bool is_own = is_before_loops_ || !manner().finds_bundles_in_default || !reference.fixed;
    if (is_own || !reference.fixed->default_bundle) return variable(*place);
    return value_in(*reference.fixed->default_bundle, *place);
}

/// A scalar in a container counts as a list with one item, which was found before the iteration.
LookupResult Expander::value_in(Symbol default_bundle, const Target& place) {
    if (LookupResult own = variable(place); own && own.is_part()) return own;
    Target elsewhere = place;
    elsewhere.bundle = default_bundle;
    return variable(elsewhere);
}

/// `this` stands for the running bundle, except for the promise's own names.
LookupResult Expander::variable(const Target& place) {
    const bool is_own = run_.names().text(place.bundle) == "this";
    const Symbol bundle = is_own ? frame_.bundle.qualified : place.bundle;
    return run_.variables.find(bundle, place.name, place.indices);
}

std::optional<Expander::Target> Expander::argument_target(std::string_view name) {
    return target(name, "default");
}

LookupResult Expander::find_argument(std::string_view name) {
    const auto place = argument_target(name);
    if (!place) return {};
    if (parameters_ && place->indices.empty()) {
        for (const auto& [parameter, value] : *parameters_) {
            if (parameter == place->name) return LookupResult(value);
        }
    }
    return variable(*place);
}

/// The value of a parameter of the body that is being read.
LookupResult Expander::parameter_named(const Reference& reference) {
    if (parameters_ == nullptr || !reference.fixed || reference.fixed->bundle) return {};
    const Reference::FixedName& name = *reference.fixed;
    for (const auto& [parameter, value] : *parameters_) {
        if (parameter != name.name) continue;
        if (name.indices.empty()) return LookupResult(value);
        if (value.data() == nullptr) return {};
        std::vector<std::string> indices;
        for (const Text& index : name.indices)
            indices.push_back(text(index).text);
        Slot slot;
        slot.set({}, {value, {}});
        const LookupResult part = look_up(slot, indices);
        return part && part.value().data() ? LookupResult(*part.value().data()) : LookupResult();
    }
    return {};
}

namespace {

/// this.promiser_uid and related names.
std::optional<std::string> number_of_self(HostPrograms& host, std::string_view name) {
    const Self self = host.self();
    if (name == "promiser_uid") return std::to_string(self.uid);
    if (name == "promiser_gid") return std::to_string(self.gid);
    if (name == "promiser_pid") return std::to_string(self.pid);
    if (name == "promiser_ppid") return std::to_string(self.parent);
    return {};
}

/// The group that a number names.
std::optional<std::string> group_of(const List& match, std::string_view name) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (!match || error != std::errc() || end != name.data() + name.size()) return {};
    return number < match->size() ? std::optional((*match)[number]) : std::nullopt;
}

} // namespace

/// The text that a name is bound to, as by a function that maps.
std::optional<std::string> Expander::bound_text(std::string_view name) const {
    if (bindings_ == nullptr) return {};
    const auto bound = std::ranges::find(*bindings_, name, &Bindings::value_type::first);
    return bound == bindings_->end() ? std::nullopt : std::optional(bound->second);
}

/// The promise's own names, such as this.promiser; `this.k` while a function maps; match.1.
std::optional<std::string>
Expander::own_name(Symbol bundle, std::string_view name, const std::string& key) {
    const std::string_view scope = run_.names().text(bundle);
    if (scope == "match") return group_of(match_, name);
    if (scope != "this") return {};
    std::string bound_name = "this." + std::string(name);
    if (!key.empty()) bound_name += "[" + key + "]";
    if (auto bound = bound_text(bound_name)) return bound;
    if (!has_own_names_) return {};
    if (name == "promiser") return promiser_;
    if (name == "handle" && promise_) return handle();
    if (name == "bundle" && promise_) return frame_.bundle.name;
    if (name == "namespace" && promise_) return frame_.bundle.name_space;
    if (name.starts_with("promiser_")) return number_of_self(run_.world.host, name);
    const Origin here = origin();
    if (here.file.empty()) return {};
    const std::string path = run_.absolute(here.file);
    if (name == "promise_filename") return path;
    if (name == "promise_dirname") return path.substr(0, path.rfind('/'));
    if (name == "promise_linenumber") return std::to_string(here.line);
    return {};
}

std::string Expander::handle() const {
    return handle_.empty() && promise_ ? promise_->default_handle() : handle_;
}

Origin Expander::origin() const {
    Origin origin = origin_at(promise_ ? promise_->span : place_);
    origin.bundle = frame_.bundle.name;
    origin.handle = handle();
    origin.scope = run_.scopes.current();
    origin.pass = frame_.pass;
    return origin;
}

} // namespace vow::cfengine
