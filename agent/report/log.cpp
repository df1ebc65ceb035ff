#include "agent/report/log.h"

#include "protocol/text/credentials.h"

#include <string>

namespace vow::agent {

void Log::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event)) {
        write(*line);
    } else if (const auto* report = std::get_if<Report>(&event)) {
        write(*report);
    } else if (std::holds_alternative<PromiseStarted>(event)) {
        flush();
        ++being_kept_;
    } else if (const auto* done = std::get_if<PromiseDone>(&event)) {
        --being_kept_;
        name_unless_kept(*done);
    } else if (const auto* chosen = std::get_if<FacilityChosen>(&event)) {
        facility_ = chosen->facility;
    } else if (const auto* level = std::get_if<LogLevelChosen>(&event)) {
        level_ = level->level;
    }
}

void Log::flush() {
    for (const auto& sink : sinks_)
        sink->flush();
}

void Log::write(const LogLine& line) {
    const bool is_of_plan = is_beside_plan_ && being_kept_ > 0;
    if (is_of_plan && line.level > LogLevel::error && line.level < LogLevel::info) return;
    std::string prefixed;
    std::string_view text = line.text;
    if (line.source != nullptr && !line.source->prefix.empty())
        text = prefixed.append(line.source->prefix).append(line.text);
    write(LogRecord{
        .kind = LogRecord::Kind::line,
        .level = line.level,
        .priority = line.priority.value_or(priority_of(line.level)),
        .facility = facility(),
        .text = without_credentials(text),
        .excerpt = line.excerpt});
}

void Log::tell(
    LogLevel level,
    std::string_view text,
    std::string_view below,
    std::optional<LogPriority> priority
) {
    if (level > level_) return;
    write(LogRecord{
        .kind = LogRecord::Kind::promise,
        .level = level,
        .priority = priority.value_or(priority_of(level)),
        .facility = facility(),
        .text = without_credentials(text),
        .excerpt = below});
}

void Log::write(const Report& report) {
    write(LogRecord{
        .kind = report.form == Report::Form::marked ? LogRecord::Kind::report
                                                    : LogRecord::Kind::plain_report,
        .level = LogLevel::notice,
        .priority = LogPriority::notice,
        .facility = facility(),
        .text = report.text});
}

void Log::write(const LogRecord& record) {
    for (const auto& sink : sinks_)
        sink->write(record);
    if (being_kept_ > 0) flush();
}

/// The module's own lines may not name the promise. A language that handles the failure reports it
/// in its own words, but a dry run always names what it could not look at.
void Log::name_unless_kept(const PromiseDone& done) {
    const Promise& promise = done.promise;
    const Verdict result = done.outcome.result();
    const bool is_kept = result == Verdict::kept || result == Verdict::repaired;
    if (is_kept || done.outcome.would_repair()) return;
    if (done.handled == Handled::yes && promise.terms.changes_allowed()) return;
    if (places_ == Places::no) return;
    const Origin& origin = promise.origin;
    std::string place = origin.file + ":" + std::to_string(origin.line);
    if (origin.column > 0) place += ":" + std::to_string(origin.column);
    const std::string text = "The " + promise.type->name + " promise '" + promise.promiser +
                             "' is not kept (" + place + ")";
    write(LogLine{.level = LogLevel::error, .text = text, .priority = promise.terms.log_priority});
}

} // namespace vow::agent
