#include "agent/report/events.h"

#include "agent/report/reason.h"
#include "protocol/data/conversion.h"
#include "protocol/promise/change.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <array>
#include <cstdio>

namespace vow::agent {
namespace {

std::string number_text(std::chrono::nanoseconds duration) {
    std::array<char, 32> text{};
    const double seconds = std::chrono::duration<double>(duration).count();
    const int length = std::snprintf(text.data(), text.size(), "%.6f", seconds);
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace

/// One event: members are added in order, and the line ends with it.
class Events::Line {
public:
    Line(Events& events, std::string_view event) : output_(events.output_) {
        text_ = R"({"event":)";
        append_json_string(text_, event);
        number("seconds", number_text(std::chrono::steady_clock::now() - events.begin_));
    }
    Line(Events& events, std::string_view event, ScopeId scope_of_event) : Line(events, event) {
        scope("scope", scope_of_event);
    }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    ~Line() {
        text_ += '}';
        output_.write(shown_json(text_));
        output_.end_line();
    }

    Line& text(std::string_view name, std::string_view value) {
        begin_member(name);
        append_json_string(text_, without_credentials(value));
        return *this;
    }
    Line& number(std::string_view name, std::string_view digits) {
        begin_member(name);
        text_ += digits;
        return *this;
    }
    Line& data(std::string_view name, const Data& value) {
        begin_member(name);
        append_json(text_, value);
        return *this;
    }
    Line& scope(std::string_view name, ScopeId id) {
        return number(name, std::to_string(static_cast<std::uint32_t>(id)));
    }
    Line& place(const Origin& origin) {
        if (!origin.file.empty()) text("file", origin.file);
        if (origin.line > 0) number("line", std::to_string(origin.line));
        return *this;
    }
    Line& promise(std::string_view type, std::string_view promiser, const Origin& origin) {
        text("type", type).text("promiser", promiser).place(origin);
        if (!origin.bundle.empty()) text("bundle", origin.bundle);
        if (!origin.handle.empty()) text("handle", origin.handle);
        if (origin.pass > 0) number("pass", std::to_string(origin.pass));
        return *this;
    }
    Line& promise(const Promise& promised) {
        return promise(promised.type->name, promised.promiser, promised.origin);
    }
    /// Only what is known.
    Line& source(const LogSource& source) {
        if (!source.by.empty()) text("by", source.by);
        if (!source.operation.empty()) text("operation", source.operation);
        if (!source.scopes.empty()) {
            data("scope", array_of(std::vector(source.scopes.begin(), source.scopes.end())));
        }
        if (!source.server.empty()) text("server", source.server);
        if (!source.file.empty()) text("file", source.file);
        if (source.line > 0) number("line", std::to_string(source.line));
        if (source.column > 0) number("column", std::to_string(source.column));
        return *this;
    }
    Line& remarks(const Remarks& remarks) {
        if (!remarks.tags.empty()) data("tags", array_of(remarks.tags));
        if (!remarks.comment.empty()) text("comment", remarks.comment);
        return *this;
    }

private:
    void begin_member(std::string_view name) {
        text_ += ',';
        append_json_string(text_, name);
        text_ += ':';
    }

    Output& output_;
    std::string text_;
};

void Events::receive(const Event& event) {
    first_lines_.receive(event);
    std::visit([this](const auto& happening) { write(happening); }, event);
}

void Events::write(const LogLine& line) {
    std::string message(line.text);
    if (!line.excerpt.empty()) message.append("\n").append(line.excerpt);
    const auto write_to = [&](Line& written) -> Line& {
        return written.text("level", text_of(line.level)).text("message", message);
    };
    if (line.source != nullptr) {
        Line sourced(*this, "log");
        write_to(sourced).source(*line.source);
    } else {
        Line plain(*this, "log", line.scope);
        write_to(plain);
    }
}

void Events::write(const Report& report) {
    Line(*this, "report", report.scope).text("message", report.text);
}

void Events::write(const ScopeBegan& began) {
    Line(*this, "scope", began.scope)
        .scope("parent", began.parent)
        .text("kind", began.kind)
        .text("name", began.name)
        .place(began.origin);
}

void Events::write(const ScopeEnded& ended) {
    Line(*this, "scope_end", ended.scope).text("result", text_of(ended.result));
}

void Events::write(const PromiseStarted& started) {
    Line(*this, "promise", started.promise.origin.scope).promise(started.promise);
}

void Events::write(const Progress& progress) {
    Line(*this, "progress", progress.promise.origin.scope)
        .promise(progress.promise)
        .number("percent", std::to_string(progress.percent))
        .text("message", progress.text);
}

void Events::write(const PromiseDone& done) {
    const Outcome& outcome = done.outcome;
    const std::string first_error = first_lines_.end(done).error;
    const std::string_view result = result_of(outcome);
    Line line(*this, "outcome", done.promise.origin.scope);
    line.promise(done.promise).text("result", result);
    if (result == "not_kept" && outcome.result() != Verdict::not_kept)
        line.text("verdict", text_of(outcome.result()));
    line.number("duration", number_text(outcome.duration));
    if (const auto reason = reason_of(done, first_error)) line.data("reason", *reason);
    if (done.handled == Handled::yes) line.data("handled", Data::boolean(true));
    if (!outcome.classes.empty()) line.data("classes", array_of(outcome.classes));
    if (!outcome.variables.empty()) line.data("variables", Data::object(outcome.variables));
    if (!outcome.changes.empty()) line.data("changes", data_from(outcome.changes));
    if (outcome.exit_code) line.number("exit_code", std::to_string(*outcome.exit_code));
}

void Events::write(const PromiseSkipped& skipped) {
    Line line(*this, "outcome", skipped.origin.scope);
    line.promise(skipped.type, skipped.promiser, skipped.origin)
        .text("result", "skipped")
        .data("reason", reason_of(skipped));
}

void Events::write(const PromiseFollows& follows) {
    std::vector<Data::Member> because = {
        {"promise", Data::string(without_credentials(follows.cause))}};
    if (!follows.class_name.empty())
        because.emplace_back("class", Data::string(follows.class_name));
    Line(*this, "follows", follows.origin.scope)
        .text("promise", promise_text(follows.type, follows.promiser))
        .text("place", place_text(follows.origin))
        .data("because", Data::object(std::move(because)));
}

void Events::write(const ClassDefined& defined) {
    Line line(*this, "class", defined.origin.scope);
    line.text("name", defined.name);
    if (!defined.bundle.empty()) line.text("bundle", defined.bundle);
    line.remarks(defined.remarks).place(defined.origin);
}

void Events::write(const ClassCancelled& cancelled) {
    Line(*this, "class_cancelled", cancelled.origin.scope)
        .text("name", cancelled.name)
        .place(cancelled.origin);
}

void Events::write(const VariableDefined& defined) {
    Line(*this, "variable", defined.origin.scope)
        .text("name", defined.name)
        .text("value", defined.value)
        .remarks(defined.remarks)
        .place(defined.origin);
}

void Events::write(const LanguageEvent& event) {
    Line line(*this, event.name, event.scope);
    for (const auto& [name, value] : event.members.members())
        line.data(name, value);
}

void Events::write(const DriftFound& drift) {
    Line line(*this, "drift", drift.origin.scope);
    line.text("operation", drift.operation).text("promiser", drift.promiser).place(drift.origin);
    if (!drift.server.empty()) line.text("server", drift.server);
    if (!drift.changes.empty()) line.data("changes", data_from(drift.changes));
}

void Events::run_started(const Data& members) {
    Line line(*this, "start", ScopeId::run);
    for (const auto& [name, value] : members.members())
        line.data(name, value);
}

void Events::run_ended(int exit_status, const Data& details) {
    Line line(*this, "end", ScopeId::run);
    line.number("exit_status", std::to_string(exit_status));
    for (const auto& [name, value] : details.members())
        line.data(name, value);
}

} // namespace vow::agent
