#include "modules/sdk/cpp/serve.h"

#include "modules/sdk/cpp/protocol_streams.h"
#include "modules/sdk/cpp/reply.h"
#include "modules/sdk/cpp/request.h"
#include "protocol/wire/header.h"
#include "protocol/wire/message.h"
#include "protocol/wire/whole_outcome.h"

#include <algorithm>
#include <cstdlib>
#include <istream>
#include <ostream>
#include <stdexcept>

#include <unistd.h>

namespace vow::modules {
namespace {

/// The agent does not follow the protocol.
class ProtocolError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Sends log lines at once, one for each line of a text. Errors to info are always sent,
/// since they are counted; more verbose lines only on request.
class StreamLog : public Log {
public:
    /// `agent` is null unless the module is the agent's own.
    StreamLog(std::ostream& replies, LogLevel level, const Trust& trust, const AgentSide* agent)
        : replies_(replies),
          level_(std::max(level, LogLevel::info)),
          trust_(trust),
          agent_(agent) {}

    void line(LogLevel level, std::string_view text) override {
        if (level > level_) return;
        while (text.ends_with('\n') || text.ends_with('\r'))
            text.remove_suffix(1);
        do {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            replies_ << "log_" << text_of(level) << '=' << without_zeros(line) << '\n';
            text.remove_prefix(std::min(end + 1, text.size()));
        } while (!text.empty());
        replies_ << std::flush;
    }

    void progress(int percent, std::string_view text) override {
        const char* shown = std::getenv("VOW_PROGRESS");
        if (shown == nullptr || std::string_view(shown) != "1") return;
        std::string one_line = without_zeros(text);
        std::ranges::replace(one_line, '\n', ' ');
        std::ranges::replace(one_line, '\r', ' ');
        replies_ << "progress=" << std::clamp(percent, 0, 100) << ' ' << one_line << '\n'
                 << std::flush;
    }
    int lock_descriptor() const override { return agent_ ? agent_->lock_descriptor : -1; }
    std::optional<int> agent() const override {
        return agent_ ? std::optional(::getppid()) : std::nullopt;
    }
    Documents* documents() const override { return agent_ ? agent_->documents : nullptr; }
    const Trust& trust() const override { return trust_; }

private:
    static std::string without_zeros(std::string_view text) {
        std::string line(text);
        for (std::size_t at = 0; (at = line.find('\0', at)) != std::string::npos;)
            line.replace(at, 1, "\xEF\xBF\xBD");
        return line;
    }

    std::ostream& replies_;
    LogLevel level_;
    const Trust& trust_;
    const AgentSide* agent_;
};

/// Drops lines at info when changes are not allowed, as they describe changes.
class WarningLog : public Log {
public:
    explicit WarningLog(Log& log) : log_(log) {}

    void line(LogLevel level, std::string_view text) override {
        log_.line(level == LogLevel::info ? LogLevel::verbose : level, text);
    }
    void progress(int percent, std::string_view text) override { log_.progress(percent, text); }
    bool is_stopped() const override { return log_.is_stopped(); }
    const Trust& trust() const override { return log_.trust(); }

private:
    Log& log_;
};

/// One conversation, from header to terminate.
class Service {
public:
    Service(
        Module& module,
        const Trust& trust,
        const AgentSide* agent,
        std::istream& requests,
        std::ostream& replies
    )
        : module_(module),
          trust_(trust),
          agent_(agent),
          requests_(requests),
          replies_(replies) {}

    void run() {
        if (const auto header = next_line(); !header || !header->starts_with("cf-agent ")) {
            throw ProtocolError("expected the header of an agent");
        }
        greet();
        while (const auto line = next_line()) {
            const auto read = parse_json(*line);
            const auto* request = std::get_if<Data>(&read);
            if (request == nullptr) throw ProtocolError(std::get<DataError>(read).message);
            const std::string operation = text_at(*request, "operation");
            replies_ << json_text(answer(operation, *request)) << "\n\n" << std::flush;
            if (operation == text_of(wire::Operation::terminate)) return;
        }
    }

private:
    /// The next line that is not empty; nullopt at the end of input.
    std::optional<std::string> next_line() {
        for (std::string line; std::getline(requests_, line);) {
            if (line.ends_with('\r')) line.pop_back();
            if (!line.empty()) return line;
        }
        return std::nullopt;
    }

    void greet() {
        wire::Header header{
            .name = std::string(module_.name()),
            .version = std::string(module_.version()),
            .variant = wire::Variant::json_based,
            .flags = {"action_policy"},
        };
        if (module_.description()) header.flags.emplace_back("describe");
        for (const char* flag : {"variables", "changes", "progress"})
            header.flags.emplace_back(flag);
        if (module_.is_parallel()) header.flags.emplace_back("parallel");
        if (agent_ != nullptr) header.flags.emplace_back(wire::whole_outcome_feature);
        replies_ << wire::header_text(header) << std::flush;
    }

    Data answer(const std::string& operation, const Data& request) {
        StreamLog log(replies_, level_of(request), trust_, agent_);
        const auto known = wire::operation_from(operation);
        if (!known) {
            log.critical("Unknown operation '" + operation + "'");
            return reply_of(operation, text_of(wire::Result::error));
        }
        const PromiseType type{.name = text_at(request, "promise_type")};
        switch (*known) {
        case wire::Operation::validate_promise: return validated(promise_from(request, type), log);
        case wire::Operation::evaluate_promise: return evaluated(promise_from(request, type), log);
        case wire::Operation::describe: return description();
        case wire::Operation::terminate: break;
        }
        return reply_of(operation, text_of(wire::Result::success));
    }

    Data validated(const Promise& promise, Log& log) {
        const std::string_view operation = text_of(wire::Operation::validate_promise);
        if (module_.validate(promise, log) == Validity::valid)
            return reply_of(operation, text_of(wire::Result::valid));
        const Data reply = reply_of(operation, text_of(wire::Result::invalid));
        return agent_ ? with_whole(reply, Outcome::of(Verdict::error)) : reply;
    }

    Data evaluated(const Promise& promise, Log& log) {
        if (agent_ != nullptr) {
            const Outcome outcome = module_.evaluate(promise, log);
            return with_whole(reply_of(outcome), outcome);
        }
        if (promise.terms.changes_allowed()) return reply_of(module_.evaluate(promise, log));
        WarningLog restrained(log);
        return reply_of(module_.evaluate(promise, restrained));
    }

    static Data with_whole(const Data& reply, const Outcome& outcome) {
        std::vector<Data::Member> members = reply.members();
        members.emplace_back(wire::whole_outcome_feature, wire::data_from(outcome));
        return Data::object(std::move(members));
    }

    Data description() {
        const auto described = module_.description();
        if (!described) return reply_of("describe", text_of(wire::Result::error));
        return Data::object({
            {"operation", Data::string("describe")},
            {"result", Data::string("success")},
            {"description", data_from(*described)},
        });
    }

    Module& module_;
    const Trust& trust_;
    const AgentSide* agent_; ///< null unless the module is the agent's own
    std::istream& requests_;
    std::ostream& replies_;
};

} // namespace

namespace {

int run_service(
    Module& module,
    const Trust& trust,
    const AgentSide* agent,
    std::istream& requests,
    std::ostream& replies
) {
    try {
        Service(module, trust, agent, requests, replies).run();
        return 0;
    } catch (const std::exception& error) {
        replies << "log_critical=" << error.what() << '\n' << std::flush;
        return 1;
    }
}

} // namespace

int serve(Module& module, const Trust& trust, std::istream& requests, std::ostream& replies) {
    return run_service(module, trust, nullptr, requests, replies);
}

int serve_agent(
    Module& module,
    const Trust& trust,
    const AgentSide& agent,
    std::istream& requests,
    std::ostream& replies
) {
    return run_service(module, trust, &agent, requests, replies);
}

int serve_agent(Module& module, const Trust& trust, const AgentSide& agent) {
    ProtocolStreams streams;
    return serve_agent(module, trust, agent, streams.requests(), streams.replies());
}

int serve(Module& module, const Trust& trust) {
    ProtocolStreams streams;
    return serve(module, trust, streams.requests(), streams.replies());
}

} // namespace vow::modules
