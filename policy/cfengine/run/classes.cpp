#include "policy/cfengine/run/classes.h"

#include "policy/cfengine/run/run_end.h"
#include "policy/cfengine/values/fact_tags.h"
#include "policy/cfengine/values/persistent_classes.h"
#include "policy/cfengine/values/table_order.h"
#include "policy/cfengine/values/value.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <iterator>

namespace vow::cfengine {

// --- global classes ---

namespace {

/// A hard class belongs to every namespace, and so does a class of a bundle.
std::string_view without_namespace(std::string_view name) {
    const auto colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

using ClassEntry = std::pair<TableEntry, TaggedName>;

void append_entries(
    const ClassTable& table,
    const Names& names,
    std::string_view qualifier,
    std::vector<ClassEntry>& entries
) {
    const std::size_t before = entries.size();
    for (const auto& [symbol, entry] : table.entries()) {
        std::string name(qualifier);
        name += names.text(symbol);
        const std::uint32_t hash = class_hash(name);
        entries.push_back({{hash, before + entry.added}, {std::move(name), entry.tags}});
    }
}

/// The names of one table in its order.
std::vector<TaggedName> ordered(std::vector<ClassEntry> entries) {
    std::ranges::sort(entries, TableOrder(entries.size()), &ClassEntry::first);
    std::vector<TaggedName> classes;
    classes.reserve(entries.size());
    for (auto& [entry, name] : entries)
        classes.push_back(std::move(name));
    return classes;
}

} // namespace

GlobalClasses::Known& GlobalClasses::known(Symbol name) {
    if (known_.size() <= index_of(name)) {
        known_.resize(std::max<std::size_t>(names_.size(), index_of(name) + 1), Known::unknown);
    }
    return known_[index_of(name)];
}

bool GlobalClasses::has(Symbol name) {
    const Known answer = known(name);
    if (answer != Known::unknown) return answer == Known::yes;
    // A class of the default namespace is not one of another; a hard class is.
    const std::string_view plain = without_namespace(names_.text(name));
    const bool is_class = plain == "any" || facts_.is_class(plain);
    known(name) = is_class ? Known::yes : Known::no;
    return is_class;
}

void GlobalClasses::define(Symbol name, Tags tags) {
    known(name) = Known::yes;
    defined_.define(name, std::move(tags));
}

/// The facts of the host stay as they are: -N linux does not turn it into another one.
void GlobalClasses::negate(Symbol name) {
    negated_.insert(name);
    const std::string_view plain = without_namespace(names_.text(name));
    if (!facts_.is_class(plain)) cancel(name);
}

void GlobalClasses::cancel(Symbol name) {
    known(name) = Known::no;
    defined_.erase(name);
}

const Tags& GlobalClasses::tags_of_hard(std::string_view name) {
    const auto known = hard_tags_.find(name);
    if (known != hard_tags_.end()) return known->second;
    return hard_tags_.emplace(name, tags_of_hard_class(name, facts_)).first->second;
}

std::vector<TaggedName> GlobalClasses::all() {
    std::vector<ClassEntry> entries;
    for (std::string& name : facts_.all_classes()) {
        const Symbol symbol = names_.symbol(name);
        // Not by has(): a list reads no class by its name.
        if (known(symbol) == Known::no || defined_.contains(symbol)) continue;
        const TableEntry entry{class_hash(name), entries.size() + 1};
        const Tags& tags = tags_of_hard(name);
        entries.push_back({entry, {std::move(name), tags}});
    }
    append_entries(defined_, names_, {}, entries);
    return ordered(std::move(entries));
}

// --- reading ---

namespace {

/// Calls `visit` for the frame and each caller whose classes it inherits, innermost first, until
/// that returns true. Returns whether it did.
template <class Visit>
bool any_visible_frame(const Frame& frame, const Visit& visit) {
    for (const Frame* at = &frame; at != nullptr; at = at->caller) {
        if (visit(*at)) return true;
        if (at->inherit == Inherit::nothing) break;
    }
    return false;
}

std::string qualifier_of(std::string_view name_space) {
    return name_space == "default" ? std::string() : std::string(name_space) + ":";
}

} // namespace

Symbol Classes::symbol(std::string_view name, std::string_view name_space) {
    return run_.names().symbol(qualifier_of(name_space).append(canonified(name)));
}

Symbol Classes::local(Symbol name) {
    const std::string_view text = run_.names().text(name);
    const std::string_view plain = without_namespace(text);
    return plain.size() == text.size() ? name : run_.names().symbol(plain);
}

bool Classes::has(const Frame& frame, Symbol name) {
    bool defined = is_defined(frame, name);
    if (run_.pending.wait_for_class_writers(defined)) defined = is_defined(frame, name);
    return defined || run_.expected.assumes_class(name, frame.bundle.qualified);
}

bool Classes::is_defined(const Frame& frame, Symbol name) {
    const auto has_name = [&](const Frame& at) {
        return !at.classes.empty() && at.classes.contains(local(name));
    };
    return any_visible_frame(frame, has_name) || global_.has(name);
}

bool Classes::holds(const Frame& frame, const ClassGuard& guard) {
    if (guard.is_any()) return true;
    return guard.holds([&](Symbol name) { return has(frame, name); });
}

namespace {

ClassLetters letters_of(const Manner& manner) {
    return manner.cuts_class_names ? ClassLetters::reference : ClassLetters::any;
}

} // namespace

std::optional<bool> Classes::holds(const Frame& frame, std::string_view expression) {
    const auto read = compile_class_guard(
        expression, frame.bundle.name_space, run_.names(), letters_of(run_.control.manner)
    );
    if (const auto* guard = std::get_if<ClassGuard>(&read)) return holds(frame, *guard);
    const std::string& message = std::get<GuardError>(read).message;
    const std::string shown = "'" + std::string(expression.substr(0, 200)) + "'";
    const bool is_blank = message.find("whitespace") != std::string::npos;
    const bool is_like_reference = run_.control.manner.uses_words_of_reference;
    if (is_like_reference && !is_blank && holds_reference(expression)) return {};
    run_.log(
        LogLevel::error,
        !is_like_reference || is_blank ? message + " in expression " + shown
                                       : "Unable to parse class expression " + shown
    );
    return {};
}

bool Classes::is_hard(const Frame& frame, Symbol name) {
    const bool is_soft = frame.classes.contains(local(name)) || global_.defined().contains(name);
    return !is_soft && global_.has(name);
}

std::optional<Tags> Classes::tags(const Frame& frame, Symbol name) {
    const Symbol plain = local(name);
    const bool may_be_own = name == symbol(run_.names().text(plain), frame);
    const Tags* own = may_be_own ? frame.classes.find(plain) : nullptr;
    if (own) return *own;
    if (const Tags* found = global_.defined().find(name)) return *found;
    if (global_.has(name)) return global_.tags_of_hard(without_namespace(run_.names().text(name)));
    return {};
}

std::vector<std::vector<TaggedName>> Classes::all(const Frame& frame) {
    std::vector<ClassEntry> entries;
    const std::string qualifier = qualifier_of(frame.bundle.name_space);
    append_entries(frame.classes, run_.names(), qualifier, entries);
    return {global_.all(), ordered(std::move(entries))};
}

// --- changing ---

void Classes::define(Frame& frame, std::string_view name, ClassScope scope, Tags tags) {
    define(frame, symbol(name, frame), scope, {std::move(tags), {}});
}

void Classes::define(Frame& frame, Symbol name, ClassScope scope, Remarks remarks) {
    const bool in_bundle = scope == ClassScope::bundle;
    if (has(frame, name) && (in_bundle || global_.defined().contains(name))) return;
    if (run_.expected.is_assumed()) {
        const FollowCause* cause = run_.expected.cause();
        if (cause != nullptr) expect(frame, name, scope, cause->promises);
        return;
    }
    const std::string_view text = run_.names().text(name);
    if (run_.world.observer.wants_details())
        run_.world.observer.receive(ClassDefined{
            .name = text,
            .bundle = in_bundle ? frame.bundle.name : std::string_view(),
            .remarks = remarks,
            .origin = run_.place_of_definition()});
    if (in_bundle)
        frame.classes.define(local(name), std::move(remarks.tags));
    else
        global_.define(name, std::move(remarks.tags));
    run_.changes.note();
    end_on_class(frame, text);
}

void Classes::expect(
    const Frame& frame, Symbol name, ClassScope scope, std::span<const std::string> promises
) {
    const bool in_bundle = scope == ClassScope::bundle;
    const auto bundle = in_bundle ? std::optional(frame.bundle.qualified) : std::nullopt;
    const std::string_view text = run_.names().text(name);
    // The promises may be those of another expectation, which this one makes move.
    const std::vector<std::string> causes(promises.begin(), promises.end());
    if (run_.expected.expect_class(name, text, bundle, causes)) run_.changes.note();
    const Origin origin = run_.place_of_definition();
    for (const std::string& promise : causes)
        run_.world.observer.receive(ClassExpected{text, promise, origin});
}

bool Classes::matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns, [&](const std::string& pattern) {
        const auto regex = run_.regexes.find(pattern);
        const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        return compiled && (*compiled)->matches(name);
    });
}

namespace {

Aborted abort_by(std::string_view name) {
    return {"aborted on defined class '" + std::string(name) + "'"};
}

} // namespace

void Classes::abort_on_defined() {
    if (run_.control.abort_classes.empty()) return;
    for (const TaggedName& known : global_.all()) {
        if (matches_any(run_.control.abort_classes, known.name)) throw abort_by(known.name);
    }
}

void Classes::end_on_class(Frame& frame, std::string_view name) {
    if (matches_any(run_.control.abort_classes, name)) throw abort_by(name);
    const std::vector<std::string>& ending = run_.control.abort_bundle_classes;
    if (matches_any(ending, name)) {
        frame.ended = true;
        run_.log(LogLevel::error, "Bundle '" + frame.bundle.name + "' " + abort_by(name).reason);
        return;
    }
    const auto expression = std::ranges::find_if(ending, [&](const std::string& text) {
        const auto read = compile_class_guard(
            text, frame.bundle.name_space, run_.names(), letters_of(run_.control.manner)
        );
        const auto* guard = std::get_if<ClassGuard>(&read);
        return guard && holds(frame, *guard);
    });
    if (expression == ending.end()) return;
    frame.ended = true;
    run_.log(
        LogLevel::error,
        "Setting abort for '" + *expression + "' when setting class '" + std::string(name) + "'"
    );
}

void Classes::cancel(Frame& frame, std::string_view name) {
    const Symbol known_as = symbol(name, frame);
    if (run_.expected.is_assumed() || !has(frame, known_as)) return;
    if (run_.world.observer.wants_details())
        run_.world.observer.receive(ClassCancelled{
            run_.names().text(known_as), run_.place_of_definition()});
    frame.classes.erase(local(known_as));
    global_.cancel(known_as);
    forget_persistent_class(run_.world, run_.names().text(known_as));
    run_.changes.note();
}

} // namespace vow::cfengine
