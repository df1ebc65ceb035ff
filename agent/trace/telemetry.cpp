#include "agent/trace/trace_file.h"
#include "protocol/data/data.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include <sys/random.h>

namespace vow::agent {
namespace {

using Clock = Span::Clock;
using Members = std::vector<Data::Member>;

// Of the protocol's enumerations.
constexpr int internal_span = 1;
constexpr int status_ok = 1;
constexpr int status_error = 2;

std::string member_of(const Data& object, std::string_view name) {
    const Data* value = object.find(name);
    return value == nullptr ? std::string() : std::string(value->text());
}

std::string span_id(std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4U)
        *digit = digits[number & 0xfU];
    return text;
}

/// Identifiers of spans must differ between traces, too, and never be zero.
std::uint64_t random_base() {
    std::uint64_t base = 0;
    ::getrandom(&base, sizeof base, 0); // cannot fail for so few bytes
    constexpr std::uint64_t room_above = 1ULL << 62U;
    return base % room_above + 1;
}

Data text_data(std::string_view value) {
    return Data::string(value);
}

/// Numbers of 64 bits are texts in the JSON of protocol buffers.
Data number_data(std::int64_t value) {
    return text_data(std::to_string(value));
}

Data attribute_from(std::string_view key, Data value) {
    return Data::object({{"key", text_data(key)}, {"value", std::move(value)}});
}

Data text_attribute(std::string_view key, std::string_view value) {
    return attribute_from(key, Data::object({{"stringValue", text_data(value)}}));
}

Data number_attribute(std::string_view key, std::int64_t value) {
    return attribute_from(key, Data::object({{"intValue", number_data(value)}}));
}

/// Nanoseconds since the epoch for times of the run's clock.
class WallClock {
public:
    explicit WallClock(Clock::time_point now)
        : offset_(std::chrono::system_clock::now().time_since_epoch() - now.time_since_epoch()) {}

    Data at(Clock::time_point time) const {
        return number_data(std::chrono::nanoseconds(time.time_since_epoch() + offset_).count());
    }

private:
    std::chrono::nanoseconds offset_;
};

Data resource_of(const MeasuredRun& run) {
    Data::Array attributes = {
        text_attribute("service.name", "vow"),
        text_attribute("service.version", member_of(run.start, "vow")),
        text_attribute("host.name", member_of(run.start, "host")),
        text_attribute("vow.policy", member_of(run.start, "policy")),
        text_attribute("vow.policy_digest", member_of(run.start, "policy_digest")),
        text_attribute("vow.run", member_of(run.start, "run")),
    };
    return Data::object({{"attributes", Data::array(std::move(attributes))}});
}

Data scope_of(const MeasuredRun& run) {
    return Data::object(
        {{"name", text_data("vow")}, {"version", text_data(member_of(run.start, "vow"))}}
    );
}

/// A document with one resource and one scope in it.
std::string whole_document(
    const MeasuredRun& run,
    std::string resources,
    std::string scopes,
    std::string items,
    Data::Array content
) {
    Data scope =
        Data::object({{"scope", scope_of(run)}, {std::move(items), Data::array(std::move(content))}}
        );
    Data resource = Data::object(
        {{"resource", resource_of(run)}, {std::move(scopes), Data::array({std::move(scope)})}}
    );
    return json_text(Data::object({{std::move(resources), Data::array({std::move(resource)})}}));
}

Data status_of(bool has_failed) {
    return Data::object({{"code", Data::integer(has_failed ? status_error : status_ok)}});
}

bool has_failed(const Span& span) {
    constexpr std::array failures{"not_kept", "denied", "timed_out", "error"};
    return std::ranges::find(failures, span.result) != failures.end();
}

std::string span_name(const Span& span) {
    if (span.kind == "promise") return span.type + " " + span.name;
    return span.kind + " " + (span.kind == "module" ? span.type : span.name);
}

Data attributes_of(const Span& span) {
    Data::Array attributes = {text_attribute("vow.kind", span.kind)};
    const auto add = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) attributes.push_back(text_attribute(key, value));
    };
    add("vow.type", span.type);
    if (span.kind == "promise") add("vow.promiser", span.name);
    if (span.kind == "module") add("vow.program", span.name);
    add("vow.place", span.place);
    add("vow.bundle", span.bundle);
    add("vow.result", span.result);
    if (span.pass > 0) attributes.push_back(number_attribute("vow.pass", span.pass));
    if (span.lane > 0)
        attributes.push_back(
            number_attribute("vow.module_process", static_cast<std::int64_t>(span.lane))
        );
    return Data::array(std::move(attributes));
}

} // namespace

std::string trace_document(const MeasuredRun& run) {
    const WallClock clock(run.end);
    const std::uint64_t base = random_base();
    std::string trace = member_of(run.start, "run");
    std::erase(trace, '-');
    const auto members = [&](std::uint64_t id, Clock::time_point begin, Clock::time_point end) {
        return Members{
            {"traceId", text_data(trace)},
            {"spanId", text_data(span_id(base + id))},
            {"kind", Data::integer(internal_span)},
            {"startTimeUnixNano", clock.at(begin)},
            {"endTimeUnixNano", clock.at(end)}};
    };
    Members whole = members(0, run.begin, run.end);
    whole.emplace_back("name", text_data("run " + member_of(run.start, "policy")));
    whole.emplace_back("status", status_of(run.exit_status != 0));
    Data::Array attributes = {number_attribute("vow.exit_status", run.exit_status)};
    if (run.omitted > 0)
        attributes.push_back(
            number_attribute("vow.omitted_spans", static_cast<std::int64_t>(run.omitted))
        );
    whole.emplace_back("attributes", Data::array(std::move(attributes)));
    Data::Array spans;
    spans.reserve(run.spans.size() + 1);
    spans.push_back(Data::object(std::move(whole)));
    for (const Span& span : run.spans) {
        Members one = members(span.id, span.begin, span.end);
        one.emplace_back("parentSpanId", text_data(span_id(base + span.parent)));
        one.emplace_back("name", text_data(span_name(span)));
        one.emplace_back("attributes", attributes_of(span));
        one.emplace_back("status", status_of(has_failed(span)));
        spans.push_back(Data::object(std::move(one)));
    }
    return whole_document(run, "resourceSpans", "scopeSpans", "spans", std::move(spans));
}

namespace {

/// The measured points of one metric, all at the end of the run.
class Gauge {
public:
    Gauge(
        const MeasuredRun& run,
        std::string_view name,
        std::string_view unit,
        std::string_view description
    )
        : run_(run),
          members_{
              {"name", text_data(name)},
              {"unit", text_data(unit)},
              {"description", text_data(description)}} {}

    Gauge& real(double value, Data::Array attributes = {}) {
        return add("asDouble", Data::real(value), std::move(attributes));
    }
    Gauge& integer(std::int64_t value, Data::Array attributes = {}) {
        return add("asInt", number_data(value), std::move(attributes));
    }
    Data data() && {
        members_.emplace_back(
            "gauge", Data::object({{"dataPoints", Data::array(std::move(points_))}})
        );
        return Data::object(std::move(members_));
    }

private:
    Gauge& add(std::string kind, Data value, Data::Array attributes) {
        const WallClock clock(Clock::now());
        attributes.push_back(text_attribute("policy", member_of(run_.start, "policy")));
        points_.push_back(Data::object(
            {{"attributes", Data::array(std::move(attributes))},
             {"startTimeUnixNano", clock.at(run_.begin)},
             {"timeUnixNano", clock.at(run_.end)},
             {std::move(kind), std::move(value)}}
        ));
        return *this;
    }

    const MeasuredRun& run_;
    Members members_;
    Data::Array points_;
};

double seconds_of(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

} // namespace

std::string metrics_document(const MeasuredRun& run, const Data& totals) {
    Gauge duration(run, "vow.run.duration", "s", "How long the run took.");
    duration.real(seconds_of(run.end - run.begin));
    Gauge status(run, "vow.run.exit_status", "1", "The exit status of the run.");
    status.integer(run.exit_status);
    Gauge promises(run, "vow.promises", "{promise}", "The promises of the run by result.");
    for (const auto& [result, count] : totals.members()) {
        if (result == "failed") continue; // counts others once more
        promises.integer(
            static_cast<std::int64_t>(count.as_real()), {text_attribute("result", result)}
        );
    }
    std::map<std::string, Clock::duration> by_type;
    for (const Span& span : run.spans) {
        if (span.kind == "promise") by_type[span.type] += span.end - span.begin;
    }
    Gauge modules(run, "vow.module.duration", "s", "How long the promises of a module took.");
    for (const auto& [type, took] : by_type)
        modules.real(seconds_of(took), {text_attribute("type", type)});
    return whole_document(
        run,
        "resourceMetrics",
        "scopeMetrics",
        "metrics",
        {std::move(duration).data(),
         std::move(status).data(),
         std::move(promises).data(),
         std::move(modules).data()}
    );
}

} // namespace vow::agent
