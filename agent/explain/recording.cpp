#include "agent/explain/recording.h"

#include <variant>

namespace vow::agent {

void Recording::receive(const Event& event) {
    first_lines_.receive(event);
    std::visit([this](const auto& one) { note(one); }, event);
}

bool Recording::is_within(ScopeId scope, ScopeId outer) const {
    while (scope != outer) {
        const auto known = positions_.find(scope);
        if (known == positions_.end()) return false;
        scope = scopes_[known->second].parent;
    }
    return true;
}

void Recording::note(const ClassDefined& defined) {
    classes_.push_back(
        {.name = std::string(defined.name),
         .value = {},
         .bundle = std::string(defined.bundle),
         .origin = defined.origin,
         .position = next()}
    );
}

void Recording::note(const ClassCancelled& cancelled) {
    cancellations_.push_back({std::string(cancelled.name), cancelled.origin, next()});
}

void Recording::note(const VariableDefined& defined) {
    variables_.push_back(
        {.name = std::string(defined.name),
         .value = std::string(defined.value),
         .bundle = {},
         .origin = defined.origin,
         .position = next()}
    );
}

void Recording::note(const ScopeBegan& began) {
    positions_[began.scope] = scopes_.size();
    scopes_.push_back(
        {.scope = began.scope,
         .parent = began.parent,
         .kind = std::string(began.kind),
         .name = std::string(began.name),
         .origin = began.origin,
         .result = {}}
    );
}

void Recording::note(const ScopeEnded& ended) {
    const auto begun = positions_.find(ended.scope);
    if (begun != positions_.end()) scopes_[begun->second].result = ended.result;
}

void Recording::note(const PromiseDone& done) {
    sightings_.push_back(
        {.type = done.promise.type->name,
         .promiser = done.promise.promiser,
         .origin = done.promise.origin,
         .result = std::string(result_of(done.outcome)),
         .reason = reason_of(done, first_lines_.end(done).error),
         .position = next()}
    );
}

void Recording::note(const PromiseSkipped& skipped) {
    sightings_.push_back(
        {.type = std::string(skipped.type),
         .promiser = std::string(skipped.promiser),
         .origin = skipped.origin,
         .result = "skipped",
         .reason = reason_of(skipped),
         .position = next()}
    );
}

void Recording::note(const ClassExpected& expected) {
    expectations_.push_back(
        {std::string(expected.name), std::string(expected.cause), expected.origin}
    );
}

void Recording::note(const ClassWithheld& withheld) {
    withholdings_.push_back(
        {.class_name = std::string(withheld.name),
         .now = withheld.now,
         .needed = withheld.needed,
         .origin = withheld.origin}
    );
}

} // namespace vow::agent
