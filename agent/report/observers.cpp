#include "agent/report/observers.h"

#include <algorithm>

namespace vow::agent {

void Observers::log(LogLevel level, std::string_view line) {
    for (Observer* observer : all_)
        observer->log(level, line);
}

void Observers::report(std::string_view line) {
    for (Observer* observer : all_)
        observer->report(line);
}

void Observers::promise_started(const Promise& promise) {
    for (Observer* observer : all_)
        observer->promise_started(promise);
}

void Observers::promise_progress(const Promise& promise, int percent, std::string_view text) {
    for (Observer* observer : all_)
        observer->promise_progress(promise, percent, text);
}

void Observers::promise_done(const Promise& promise, const Outcome& outcome) {
    for (Observer* observer : all_)
        observer->promise_done(promise, outcome);
}

void Observers::promise_skipped(
    std::string_view type,
    std::string_view promiser,
    const Origin& origin,
    SkipReason reason,
    std::string_view because
) {
    for (Observer* observer : all_) {
        observer->promise_skipped(type, promiser, origin, reason, because);
    }
}

void Observers::class_defined(
    std::string_view name, std::string_view bundle, const Remarks& remarks
) {
    for (Observer* observer : all_)
        observer->class_defined(name, bundle, remarks);
}

void Observers::variable_defined(
    std::string_view qualified_name, std::string_view text, const Remarks& remarks
) {
    for (Observer* observer : all_)
        observer->variable_defined(qualified_name, text, remarks);
}

bool Observers::wants_details() const {
    return std::any_of(all_.begin(), all_.end(), [](const Observer* observer) {
        return observer->wants_details();
    });
}

} // namespace vow::agent
