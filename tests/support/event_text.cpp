#include "tests/support/event_text.h"

#include "protocol/promise/log_level.h"

namespace vow::tests {
namespace {

/// The parts of a line, with a blank between each two.
template <class... Parts>
std::string line_of(const Parts&... parts) {
    std::string line;
    const auto add = [&line](std::string_view part) {
        line.append(line.empty() ? "" : " ").append(part);
    };
    (add(parts), ...);
    return line;
}

std::string text_of(ScopeId scope) {
    return "#" + std::to_string(static_cast<std::uint32_t>(scope));
}

std::string text_of(const Origin& origin) {
    return line_of(
        origin.file,
        std::to_string(origin.line),
        origin.bundle,
        origin.handle,
        text_of(origin.scope)
    );
}

std::string text_of(const Promise& promise) {
    return line_of(promise.type->name, promise.promiser, text_of(promise.origin));
}

std::string text_of(const Remarks& remarks) {
    std::string text;
    for (const std::string& tag : remarks.tags)
        text += tag + " ";
    return text + remarks.comment;
}

std::string line(const LogLine& event) {
    const std::string priority =
        event.priority ? std::to_string(static_cast<int>(*event.priority)) : "of the level";
    return line_of(
        "log", vow::text_of(event.level), event.text, text_of(event.scope), priority, event.excerpt
    );
}
std::string line(const Report& event) {
    return line_of("report", event.text, text_of(event.scope));
}
std::string line(const ScopeBegan& event) {
    return line_of(
        "scope",
        text_of(event.scope),
        text_of(event.parent),
        event.kind,
        event.name,
        text_of(event.origin)
    );
}
std::string line(const ScopeEnded& event) {
    return line_of("scope_end", text_of(event.scope), vow::text_of(event.result));
}
std::string line(const PromiseStarted& event) {
    return line_of("promise", text_of(event.promise));
}
std::string line(const Progress& event) {
    return line_of("progress", text_of(event.promise), std::to_string(event.percent), event.text);
}
std::string line(const PromiseDone& event) {
    return line_of(
        "outcome",
        text_of(event.promise),
        vow::text_of(event.outcome.result()),
        event.handled == Handled::yes ? "handled" : "open"
    );
}
std::string line(const PromiseSkipped& event) {
    return line_of(
        "skipped",
        event.type,
        event.promiser,
        text_of(event.origin),
        vow::text_of(event.reason),
        event.because
    );
}
std::string line(const PromiseFollows& event) {
    return line_of(
        "follows", event.type, event.promiser, text_of(event.origin), event.cause, event.class_name
    );
}
std::string line(const FacilityChosen& event) {
    return line_of("facility", std::to_string(static_cast<int>(event.facility)));
}
std::string line(const LogLevelChosen& event) {
    return line_of("level", std::to_string(static_cast<int>(event.level)));
}
std::string line(const ClassDefined& event) {
    return line_of(
        "class", event.name, event.bundle, text_of(event.remarks), text_of(event.origin)
    );
}
std::string line(const ClassCancelled& event) {
    return line_of("class_cancelled", event.name, text_of(event.origin));
}
std::string line(const ClassWithheld& event) {
    return line_of(
        "withheld", event.name, text_of(event.now), text_of(event.needed), text_of(event.origin)
    );
}
std::string line(const ClassExpected& event) {
    return line_of("expected", event.name, event.cause, text_of(event.origin));
}
std::string line(const DriftFound& event) {
    return line_of("drift", event.operation, event.promiser, text_of(event.origin), event.server);
}
std::string line(const VariableDefined& event) {
    return line_of(
        "variable", event.name, event.value, text_of(event.remarks), text_of(event.origin)
    );
}

std::string line(const SecretLearned& event) {
    return line_of("secret", json_text(event.value), text_of(event.scope));
}

std::string line(const ModuleStarted& event) {
    return line_of("module", std::to_string(event.process), event.type, event.path);
}
std::string line(const ModuleWorked& event) {
    return line_of("module_work", std::to_string(event.process), text_of(event.promise));
}
std::string line(const ModuleEnded& event) {
    return line_of("module_end", std::to_string(event.process));
}
std::string line(const LanguageEvent& event) {
    return line_of(event.name, json_text(event.members), text_of(event.scope));
}

} // namespace

std::string event_text(const Event& event) {
    return std::visit([](const auto& happening) { return line(happening); }, event);
}

} // namespace vow::tests
