#include "policy/cfengine/run/evaluation.h"

#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr std::pair<std::string_view, std::string_view> constants[] = {
    {"dollar", "$"},
    {"at", "@"},
    {"dirsep", "/"},
    {"endl", "\n"},
    {"n", "\n"},
    {"r", "\r"},
    {"t", "\t"},
    {"linesep", "\n"},
};

/// A value as observers are told of it: {"a","b"} for a list, JSON for data.
std::string shown(const Value& value) {
    if (const std::string* text = value.text()) return *text;
    if (const Data* data = value.data()) return json_text(*data);
    std::string text = "{";
    for (const std::string& item : **value.list()) {
        if (text.size() > 1) text += ',';
        text += '"' + item + '"';
    }
    return text + "}";
}

Value value_of(const Fact& fact) {
    if (const auto* text = std::get_if<std::string>(&fact)) return Value::string(*text);
    if (const auto* list = std::get_if<std::vector<std::string>>(&fact)) return Value::list(*list);
    return Value::data(std::get<Data>(fact));
}

} // namespace

Evaluation::Evaluation(Program& program, World& world)
    : program_(program),
      pending_promises_(world.observer, world.keeper),
      world_{
          world.keeper,
          world.descriptions,
          world.host,
          world.facts,
          world.state,
          pending_promises_.observer(),
          world.stop,
          world.options},
      classes_(program.names, world.facts),
      sys_(program.names.symbol("sys")) {
    Scope& scope = variables_.scope(names().symbol("const"));
    for (const auto& [name, text] : constants) {
        scope.slot(names().symbol(name))
            .set({}, {Value::string(std::string(text)), {"source=agent"}});
    }
}

// --- variables ---

const Slot* Evaluation::slot(Symbol bundle, Symbol name) {
    pending_promises_.wait_for_variable_writers(bundle, name);
    if (Scope* scope = variables_.find(bundle)) {
        if (const Slot* found = scope->find(name)) return found;
    }
    return bundle == sys_ ? fact(name) : nullptr;
}

/// A fact becomes a variable when it is first asked for.
const Slot* Evaluation::fact(Symbol name) {
    const std::string text(names().text(name));
    const Fact* found = world_.facts.find(text);
    const auto keys = world_.facts.keys(text);
    if (found == nullptr && keys.empty()) return nullptr;
    const Tags tags = {"inventory", "source=agent"};
    Slot& slot = variables_.scope(sys_).slot(name);
    if (found) slot.set({}, {value_of(*found), tags});
    for (const std::string& key : keys) {
        slot.set(key, {value_of(*world_.facts.find(text + "[" + key + "]")), tags});
    }
    return &slot;
}

Found Evaluation::find(Symbol bundle, Symbol name, std::span<const std::string> indices) {
    const Slot* found = slot(bundle, name);
    return found ? look_up(*found, indices) : Found();
}

void Evaluation::define(
    Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable
) {
    Slot& slot = variables_.scope(bundle).slot(name);
    const std::string key = joined_key(indices);
    const Variable* old = key.empty() ? slot.plain() : slot.element(key);
    if (old && same_value(old->value, variable.value) && old->tags == variable.tags) return;
    if (world_.observer.wants_details()) {
        std::string qualified(names().text(bundle));
        qualified += '.';
        qualified += names().text(name);
        if (!key.empty()) qualified += "[" + key + "]";
        world_.observer.receive(VariableDefined{
            .name = qualified,
            .value = shown(variable.value),
            .remarks = {variable.tags, variable.comment},
            .scope = scope_});
    }
    slot.set(key, std::move(variable));
    const std::uint64_t qualified = std::uint64_t{index_of(bundle)} << 32U | index_of(name);
    changed(qualified ^ std::hash<std::string>{}(key));
}

void Evaluation::forget(Symbol bundle, Symbol name) {
    variables_.scope(bundle).forget(name);
}

// --- classes ---

bool Evaluation::has_class(const Frame& frame, Symbol name) {
    const bool is_defined = is_class_defined(frame, name);
    if (!pending_promises_.wait_for_class_writers(is_defined)) return is_defined;
    return is_class_defined(frame, name); // those that were under way are through
}

bool Evaluation::is_class_defined(const Frame& frame, Symbol name) {
    for (const Frame* at = &frame; at != nullptr; at = at->caller) {
        if (!at->classes.empty() && at->classes.contains(name)) return true;
        if (at->inherit == Inherit::nothing) break;
    }
    return classes_.has(name);
}

bool Evaluation::holds(const Frame& frame, const ClassGuard& guard) {
    if (guard.is_any()) return true;
    return guard.holds([&](Symbol name) { return has_class(frame, name); });
}

std::optional<bool> Evaluation::holds(const Frame& frame, std::string_view expression) {
    const auto read = compile_class_guard(expression, frame.bundle.name_space, names());
    if (const auto* guard = std::get_if<ClassGuard>(&read)) return holds(frame, *guard);
    log(LogLevel::error,
        std::get<GuardError>(read).message + " in expression '" +
            std::string(expression.substr(0, 200)) + "'");
    return {};
}

Symbol Evaluation::class_symbol(std::string_view name, std::string_view name_space) {
    const std::string plain = canonified(name);
    if (name_space == "default") return names().symbol(plain);
    return names().symbol(std::string(name_space) + ":" + plain);
}

void Evaluation::define_class(Frame& frame, std::string_view name, ClassScope scope, Tags tags) {
    define_class(frame, class_symbol(name, frame.bundle.name_space), scope, {std::move(tags), {}});
}

void Evaluation::define_class(Frame& frame, Symbol symbol, ClassScope scope, Remarks remarks) {
    if (has_class(frame, symbol) &&
        (scope == ClassScope::bundle || classes_.defined().contains(symbol))) {
        return;
    }
    if (world_.observer.wants_details()) {
        world_.observer.receive(ClassDefined{
            .name = names().text(symbol),
            .bundle = scope == ClassScope::bundle ? frame.bundle.name : std::string_view(),
            .remarks = remarks,
            .scope = scope_});
    }
    if (scope == ClassScope::bundle)
        frame.classes.insert_or_assign(symbol, std::move(remarks.tags));
    else
        classes_.define(symbol, std::move(remarks.tags));
    changed(index_of(symbol));
    end_on_class(frame, names().text(symbol));
}

bool Evaluation::matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        const auto regex = regexes_.find(pattern);
        const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        return compiled && (*compiled)->matches(name);
    });
}

void Evaluation::end_on_class(Frame& frame, std::string_view name) {
    if (matches_any(control_.abort_classes, name)) {
        throw Aborted{"aborted on defined class '" + std::string(name) + "'"};
    }
    if (matches_any(control_.abort_bundle_classes, name)) {
        frame.ended = true;
        log(LogLevel::error,
            "Bundle '" + frame.bundle.name + "' aborted on defined class '" + std::string(name) +
                "'");
    }
}

void Evaluation::cancel_class(Frame& frame, std::string_view name) {
    const Symbol symbol = class_symbol(name, frame.bundle.name_space);
    if (!has_class(frame, symbol)) return;
    frame.classes.erase(symbol);
    classes_.cancel(symbol);
    world_.state.forget(names().text(symbol));
    changed(index_of(symbol));
}

void Evaluation::changed(std::uint64_t name) {
    changed();
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
    changes_ = (changes_ ^ (name + 1)) * odd;
}

std::string Evaluation::absolute(const std::string& path) {
    if (path.starts_with("/")) return path;
    if (!folder_) folder_ = world_.host.real_path(".").value.value_or(".");
    return *folder_ + "/" + path;
}

// --- what was done ---

std::uint64_t& Evaluation::evaluated_at(const PromiseStatement& promise) {
    if (evaluated_at_.size() <= promise.number) evaluated_at_.resize(program_.promises);
    return evaluated_at_[promise.number];
}

} // namespace vow::cfengine
