#include "policy/cfengine/promises/promise_round.h"

#include "policy/cfengine/values/variable_name.h"
#include "protocol/promise/settings.h"

namespace vow::cfengine {
namespace {

constexpr int last_pass = 3;

/// Whether $(this.promiser) is the promise's own promiser: in edits it is the edited file
/// (semantics 11.1).
bool has_own_promiser(PromiseKind kind) {
    return kind != PromiseKind::edit;
}

void add_to(Identity& identity, const AttributeValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return identity.add(*text);
    if (const auto* data = std::get_if<Data>(&value)) return identity.add(json_text(*data));
    for (const std::string& item : std::get<std::vector<std::string>>(value))
        identity.add(item);
}

} // namespace

void PromiseRound::expand_with(Unresolved unresolved) {
    const Expression* source = statement().find(CommonAttribute::with);
    if (source == nullptr) return;
    auto with = text(CommonAttribute::with);
    if (!with) return;
    const bool is_open = expander_.manner().expands_values_again
                             ? holds_reference(*with)
                             : !expander_.evaluate(*source).resolved;
    if (expander_.manner().drops_circular_with && refers_to(*with, "with")) return;
    if (unresolved == Unresolved::keep || !is_open)
        expander_.set_with(std::move(with));
    else
        expander_.wait_for_last_pass();
}

void PromiseRound::expand_names() {
    expand_with(Unresolved::refuse);
    expander_.set_promiser({});
    const bool has_handle = statement().find(CommonAttribute::handle) != nullptr;
    if (has_handle) expander_.set_handle(text(CommonAttribute::handle).value_or(""));
    promiser_ = expander_.text(statement().promiser);
    if (!has_own_promiser(kind())) return;
    expander_.set_promiser(promiser_.text);
    if (!has_handle) return;
    // The handle may refer to the promiser.
    if (const auto handle = text(CommonAttribute::handle)) expander_.set_handle(*handle);
}

void PromiseRound::set_promiser(const std::string& path) {
    promiser_.text = path;
    expander_.set_promiser(path);
}

bool PromiseRound::is_last_pass() const {
    return expander_.frame().pass >= last_pass;
}

// --- attributes ---

std::optional<std::string> PromiseRound::text(std::string_view attribute) {
    return text_of(attribute, statement().find(attribute));
}

std::optional<std::string> PromiseRound::text(CommonAttribute attribute) {
    return text_of(cfengine::text_of(attribute), statement().find(attribute));
}

std::optional<std::string>
PromiseRound::text_of(std::string_view attribute, const Expression* source) {
    if (source == nullptr) return {};
    const Evaluation value = expander_.evaluate(*source);
    if (value.list() || value.data()) {
        type_error(attribute, *source, "Attempted to give a list to a non-list type");
        return {};
    }
    if (const bool* truth = value.condition()) return *truth ? "any" : "!any";
    return value.text() ? std::optional(*value.text()) : std::nullopt;
}

std::vector<std::string> PromiseRound::list(std::string_view attribute) {
    return list_of(statement().find(attribute));
}

std::vector<std::string> PromiseRound::list(CommonAttribute attribute) {
    return list_of(statement().find(attribute));
}

std::vector<std::string> PromiseRound::list_of(const Expression* source) {
    if (source == nullptr) return {};
    const Evaluation value = expander_.evaluate(*source);
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return scalar_children(*data);
    return value.text() ? std::vector{*value.text()} : std::vector<std::string>();
}

bool PromiseRound::is_true(std::string_view attribute) {
    const auto word = text(attribute);
    return word && vow::is_true(*word);
}

Data PromiseRound::body(std::string_view attribute) {
    return body_of(statement().find(attribute));
}

Data PromiseRound::body(CommonAttribute attribute) {
    return body_of(statement().find(attribute));
}

Data PromiseRound::body_of(const Expression* source) {
    if (source == nullptr) return Data::object({});
    const Evaluation value = expander_.evaluate(*source);
    return value.data() ? *value.data() : Data::object({});
}

std::string PromiseRound::comment() {
    if (!run().world.observer.wants_details()) return {};
    return text(CommonAttribute::comment).value_or("");
}

// --- messages ---

void PromiseRound::type_error(
    std::string_view attribute, const Expression& value, std::string_view why
) {
    std::string message = "In attribute '" + std::string(attribute) + "', ";
    message += why;
    if (frame().pass > 0) throw FatalError{std::move(message), value.span};
    run().deferred_errors.push_back(FatalError{std::move(message), value.span});
}

void PromiseRound::skip(SkipReason reason, std::string_view because) {
    if (run().expected.is_assumed()) return;
    Observer& observer = run().world.observer;
    const bool is_counted = reason != SkipReason::repeated;
    if (is_counted) expander_.leave_open();
    if (!(is_counted ? observer.wants_skipped() : observer.wants_details())) return;
    observer.receive(PromiseSkipped{
        .type = type(),
        .promiser = promiser(),
        .origin = expander_.origin(),
        .reason = reason,
        .because = because,
        .kept_by = kept_by(kind()),
        .form = promiser_.resolved ? PromiserForm::final : PromiserForm::written});
}

KeptBy kept_by(PromiseKind kind) {
    switch (kind) {
    case PromiseKind::variable:
    case PromiseKind::meta:
    case PromiseKind::default_value:
    case PromiseKind::class_:
    case PromiseKind::method:
    case PromiseKind::service:
    case PromiseKind::report: return KeptBy::language;
    case PromiseKind::edit:
    case PromiseKind::files:
    case PromiseKind::commands:
    case PromiseKind::packages:
    case PromiseKind::processes:
    case PromiseKind::other_built_in:
    case PromiseKind::custom: return KeptBy::module;
    }
    return KeptBy::module;
}

namespace {

constexpr std::size_t max_shown_promiser = 1000;

/// As it is written if it could not be expanded, or is very long.
std::string shown_promiser(const PromiseRound& round) {
    const bool is_shown =
        !round.promiser().empty() && round.promiser().size() <= max_shown_promiser;
    return is_shown ? round.promiser() : round.statement().promiser.source();
}

std::string failure_message(const PromiseRound& round, const std::string& reason) {
    const Span& place = round.statement().span;
    return place.source->path() + ":" + std::to_string(place.position().line) + ": " +
           std::string(round.type()) + " promise '" + shown_promiser(round) + "' failed: " + reason;
}

} // namespace

void log_failure(PromiseRound& round, const std::string& reason) {
    if (round.run().expected.is_assumed()) return;
    round.run().log(LogLevel::error, failure_message(round, reason));
    round.frame().verdicts.add(Verdict::error);
}

void report_failure(PromiseRound& round, const std::string& reason) {
    if (round.run().expected.is_assumed()) return;
    round.expander().leave_open();
    round.frame().verdicts.add(Verdict::error);
    const std::string message = failure_message(round, reason);
    if (!round.run().note_line(message)) return; // it failed in an earlier pass
    const PromiseType type{std::string(round.type())};
    const Promise failed{
        .type = &type, .promiser = shown_promiser(round), .origin = round.expander().origin()};
    Observer& observer = round.run().world.observer;
    observer.receive(PromiseStarted{failed});
    round.run().log(LogLevel::error, message);
    observer.receive(PromiseDone{failed, Outcome::of(Verdict::error)});
}

bool is_part_of_identity(std::string_view attribute) {
    return attribute != "template_data";
}

std::uint64_t PromiseRound::identity(const Attributes& attributes) {
    Identity identity;
    identity.add(run().names().text(frame().bundle.qualified));
    identity.add(type());
    identity.add(promiser());
    for (const Attribute& attribute : attributes) {
        identity.add(attribute.name);
        if (is_part_of_identity(attribute.name)) add_to(identity, attribute.value);
    }
    return identity.value();
}

} // namespace vow::cfengine
