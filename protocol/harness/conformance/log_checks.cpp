#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <functional>

namespace vow::harness {
namespace {

using client::quoted_excerpt;
using wire::Operation;
using wire::Result;

bool is_under_warn(const Answer& answer) {
    const Data* attributes = answer.request.find("attributes");
    const Data* policy = attributes == nullptr ? nullptr : attributes->find("action_policy");
    return policy != nullptr && policy->text() == "warn";
}

bool is_evaluated(const Answer& answer) {
    return answer.operation == text_of(Operation::evaluate_promise);
}

/// The answers that a rule applies to, and the log lines that they must have.
struct Rule {
    std::function<bool(const Answer&)> concerns;
    std::function<bool(const Answer&)> holds;
    std::string breach;
    std::string never; ///< reported when the rule applies to no answer
};

Finding judged(const Examination& examination, const Rule& rule) {
    if (examination.is_out_of_step())
        return Finding::not_offered("it sends more answers than it gets requests");
    bool is_concerned = false;
    for (const Answer& answer : examination.traffic()) {
        if (!answer.reply || !rule.concerns(answer)) continue;
        is_concerned = true;
        if (!rule.holds(answer)) return Finding::violation(rule.breach, excerpt(answer));
    }
    return is_concerned ? Finding::pass() : Finding::not_offered(rule.never);
}

} // namespace

Finding log_levels_are_known(Examination& examination) {
    for (const Answer& answer : examination.traffic()) {
        for (const wire::LogLine& line : answer.log) {
            if (line.level) continue;
            return Finding::violation(
                quoted_excerpt(line.word) + " is not a log level", excerpt(answer)
            );
        }
    }
    return Finding::pass();
}

Finding output_is_protocol_only(Examination& examination) {
    for (const Answer& answer : examination.traffic()) {
        if (answer.stray_lines.empty()) continue;
        return Finding::violation(
            "it printed " + quoted_excerpt(answer.masked(answer.stray_lines.front())) +
                "; debug output belongs on standard error",
            excerpt(answer)
        );
    }
    return Finding::pass();
}

Finding log_comes_before_reply(Examination& examination) {
    for (const Answer& answer : examination.traffic()) {
        const bool is_unsolicited = answer.operation.empty();
        if (answer.late_log_lines.empty() && !(is_unsolicited && !answer.log.empty())) continue;
        return Finding::violation(
            "it logged after the answer that the line belongs to", excerpt(answer)
        );
    }
    return Finding::pass();
}

Finding invalid_is_explained(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer) { return answer.result() == Result::invalid; },
         .holds = [](const Answer& answer) { return answer.has_logged_at_least(LogLevel::error); },
         .breach = "it answered invalid without logging an error",
         .never = "no answer was invalid"}
    );
}

Finding not_kept_is_explained(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer
                     ) { return answer.result() == Result::not_kept && !is_under_warn(answer); },
         .holds = [](const Answer& answer) { return answer.has_logged_at_least(LogLevel::error); },
         .breach = "it answered not_kept without logging an error",
         .never = "no answer was not_kept"}
    );
}

Finding repaired_is_explained(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer
                     ) { return answer.result() == Result::repaired && !is_under_warn(answer); },
         .holds = [](const Answer& answer) { return answer.has_logged(LogLevel::info); },
         .breach = "it answered repaired without logging at info what it changed",
         .never = "no answer was repaired"}
    );
}

Finding error_is_explained(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer) { return answer.result() == Result::error; },
         .holds = [](const Answer& answer) { return answer.has_logged(LogLevel::critical); },
         .breach = "it answered error without a critical log line",
         .never = "no answer was an error"}
    );
}

Finding warn_is_explained(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer
                     ) { return answer.result() == Result::not_kept && is_under_warn(answer); },
         .holds = [](const Answer& answer
                  ) { return answer.has_logged_at_least(LogLevel::warning); },
         .breach = "under warn it answered not_kept without a warning of what it would change",
         .never = "no answer was not_kept under warn"}
    );
}

Finding warn_has_no_info(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer
                     ) { return is_evaluated(answer) && is_under_warn(answer); },
         .holds = [](const Answer& answer) { return !answer.has_logged(LogLevel::info); },
         .breach = "under warn it logged at info, which is for what was changed",
         .never = "no promise was evaluated under warn"}
    );
}

Finding secrets_stay_secret(Examination& examination) {
    for (const std::string& secret : examination.secrets()) {
        for (const Answer& answer : examination.traffic()) {
            for (const std::string& line : answer.lines) {
                if (line.find(secret) == std::string::npos) continue;
                return Finding::violation(
                    "it wrote a value that its description marks as secret",
                    {"< " + quoted_excerpt(answer.masked(line))}
                );
            }
        }
    }
    return Finding::pass();
}

Finding warn_repairs_nothing(Examination& examination) {
    return judged(
        examination,
        {.concerns = [](const Answer& answer
                     ) { return is_evaluated(answer) && is_under_warn(answer); },
         .holds = [](const Answer& answer) { return answer.result() != Result::repaired; },
         .breach = "under warn it answered repaired",
         .never = "no promise was evaluated under warn"}
    );
}

} // namespace vow::harness
