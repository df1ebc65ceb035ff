#include "agent/report/reason.h"

#include "protocol/text/credentials.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::agent {

void FirstLines::receive(const Event& event) {
    if (std::holds_alternative<PromiseStarted>(event)) being_kept_.emplace_back();
    const auto* line = std::get_if<LogLine>(&event);
    if (line == nullptr || line->level > LogLevel::warning) return;
    for (OfPromise& lines : being_kept_) {
        std::string& first = line->level <= LogLevel::error ? lines.error : lines.warning;
        if (first.empty()) first = without_credentials(line->text);
    }
}

FirstLines::OfPromise FirstLines::end(const PromiseDone& done) {
    OfPromise ended;
    if (!being_kept_.empty()) {
        ended = std::move(being_kept_.back());
        being_kept_.pop_back();
    }
    if (ended.error.empty()) ended.error = without_credentials(done.error);
    return ended;
}

namespace {

/// The kind of a reason, what was found, and what had to be found.
struct Kind {
    std::string_view name;
    std::string_view now = {};
    std::string_view needed = {};
};

Kind kind_of(const PromiseSkipped& skipped) {
    switch (skipped.reason) {
    case SkipReason::guard: return {"guard", "false", "true"};
    case SkipReason::condition:
        return skipped.because.starts_with("unless") ? Kind{"unless", "true", "false"}
                                                     : Kind{"if", "false", "true"};
    case SkipReason::repeated: return {"repeated"};
    case SkipReason::dependency: return {"depends_on", "not kept yet", "kept"};
    case SkipReason::dependency_failed: return {"depends_on", "failed", "kept"};
    case SkipReason::unresolved: return {"unresolved", "no value yet", "a value"};
    case SkipReason::undefined: return {"unresolved", "no value", "a value"};
    case SkipReason::locked: return {"lock", "held", "free"};
    case SkipReason::not_reached: return {"not_called"};
    case SkipReason::no_drift: return {"not_called", "no drift", "drift"};
    }
    return {};
}

/// The text of a condition without the name of its attribute: 'if => "linux"' is about "linux".
std::string_view name_in(const PromiseSkipped& skipped) {
    constexpr std::string_view arrow = " => ";
    if (skipped.reason != SkipReason::condition) return skipped.because;
    const std::size_t at = skipped.because.find(arrow);
    return at == std::string_view::npos ? skipped.because
                                        : skipped.because.substr(at + arrow.size());
}

Data reason(const Kind& kind, const Origin& origin, std::string_view name) {
    return reason_from(kind.name, place_text(origin), name, kind.now, kind.needed);
}

} // namespace

Data reason_from(
    std::string_view kind,
    std::string_view place,
    std::string_view name,
    std::string_view now,
    std::string_view needed
) {
    std::vector<Data::Member> members = {{"kind", Data::string(kind)}};
    const auto add = [&](const char* member, std::string_view text) {
        if (!text.empty()) members.emplace_back(member, Data::string(text));
    };
    add("place", place);
    add("name", name);
    add("now", now);
    add("needed", needed);
    return Data::object(std::move(members));
}

std::string place_text(const Origin& origin) {
    if (origin.file.empty() || origin.line == 0) return origin.file;
    return origin.file + ":" + std::to_string(origin.line);
}

std::string promise_text(std::string_view type, std::string_view promiser) {
    return std::string(type) + " '" + std::string(promiser) + "'";
}

std::string_view untold_text(Untold why) {
    switch (why) {
    case Untold::no_dry_run: return "its module knows no dry run";
    case Untold::command: return "only the command itself would find out";
    case Untold::unknown_value: return "it depends on something that only a run makes";
    case Untold::no_network: return "it needs a network";
    case Untold::no_service: return "it needs a service that does not run";
    }
    return {};
}

std::string_view result_of(const Outcome& outcome) {
    if (outcome.would_repair()) return outcome.untold ? "cannot_be_told" : "would_repair";
    return outcome.result() <= Verdict::repaired ? text_of(outcome.result())
                                                 : text_of(Verdict::not_kept);
}

Data reason_of(const PromiseSkipped& skipped) {
    return reason(kind_of(skipped), skipped.origin, name_in(skipped));
}

std::optional<Data> reason_of(const PromiseDone& done, std::string_view first_error) {
    const Origin& origin = done.promise.origin;
    const Outcome& outcome = done.outcome;
    if (outcome.would_repair()) {
        if (!outcome.untold) return std::nullopt;
        return reason({text_of(*outcome.untold)}, origin, done.promise.type->name);
    }
    if (outcome.result() <= Verdict::repaired) return std::nullopt;
    return reason({"failed"}, origin, first_error);
}

} // namespace vow::agent
