#include "agent/report/events.h"

#include "protocol/promise/change_data.h"

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

Data array_of(const std::vector<std::string>& texts) {
    Data::Array items;
    for (const std::string& text : texts)
        items.push_back(Data::string(text));
    return Data::array(std::move(items));
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
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    ~Line() {
        text_ += '}';
        output_.write(text_);
        output_.end_line();
    }

    Line& text(std::string_view name, std::string_view value) {
        begin_member(name);
        append_json_string(text_, value);
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
    Line& promise(std::string_view type, std::string_view promiser, const Origin& origin) {
        text("type", type).text("promiser", promiser);
        if (!origin.file.empty()) text("file", origin.file);
        if (origin.line > 0) number("line", std::to_string(origin.line));
        if (!origin.bundle.empty()) text("bundle", origin.bundle);
        if (!origin.handle.empty()) text("handle", origin.handle);
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

void Events::log(LogLevel level, std::string_view line) {
    Line(*this, "log").text("level", text_of(level)).text("message", line);
}

void Events::report(std::string_view line) {
    Line(*this, "report").text("message", line);
}

void Events::promise_started(const Promise& promise) {
    Line(*this, "promise").promise(promise.type->name, promise.promiser, promise.origin);
}

void Events::promise_progress(const Promise& promise, int percent, std::string_view text) {
    Line(*this, "progress")
        .promise(promise.type->name, promise.promiser, promise.origin)
        .number("percent", std::to_string(percent))
        .text("message", text);
}

void Events::promise_done(const Promise& promise, const Outcome& outcome) {
    Line line(*this, "outcome");
    line.promise(promise.type->name, promise.promiser, promise.origin)
        .text("result", text_of(outcome.result()))
        .number("duration", number_text(outcome.duration));
    if (!outcome.classes.empty()) line.data("classes", array_of(outcome.classes));
    if (!outcome.variables.empty()) line.data("variables", Data::object(outcome.variables));
    if (!outcome.changes.empty()) line.data("changes", data_from(outcome.changes));
    if (outcome.exit_code) line.number("exit_code", std::to_string(*outcome.exit_code));
}

void Events::promise_skipped(
    std::string_view type,
    std::string_view promiser,
    const Origin& origin,
    SkipReason reason,
    std::string_view because
) {
    Line line(*this, "skipped");
    line.promise(type, promiser, origin).text("reason", text_of(reason));
    if (!because.empty()) line.text("because", because);
}

void Events::class_defined(std::string_view name, std::string_view bundle, const Remarks& remarks) {
    Line line(*this, "class");
    line.text("name", name);
    if (!bundle.empty()) line.text("bundle", bundle);
    if (!remarks.tags.empty()) line.data("tags", array_of(remarks.tags));
    if (!remarks.comment.empty()) line.text("comment", remarks.comment);
}

void Events::variable_defined(
    std::string_view qualified_name, std::string_view text, const Remarks& remarks
) {
    Line line(*this, "variable");
    line.text("name", qualified_name).text("value", text);
    if (!remarks.tags.empty()) line.data("tags", array_of(remarks.tags));
    if (!remarks.comment.empty()) line.text("comment", remarks.comment);
}

void Events::run_ended(int exit_status) {
    Line(*this, "end").number("exit_status", std::to_string(exit_status));
}

} // namespace vow::agent
