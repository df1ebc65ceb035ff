#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <span>
#include <thread>

namespace vow::harness {
namespace {

using client::quoted_excerpt;
using namespace std::chrono_literals;

constexpr auto pause_of_slow_agent = 30ms;
constexpr auto poll_interval = 10ms;
constexpr int polls_of_sleeper = 10;

/// Sends a header in these pieces, and an ordinary request: each must be answered as usual.
Finding after_header(
    Examination& examination, std::span<const std::string> pieces, const std::string& what
) {
    const auto dialogue = examination.begin_silently();
    for (const std::string& piece : pieces) {
        if (&piece != pieces.data()) {
            dialogue->conversation().wait_until_read(); // however long the module takes to start
            std::this_thread::sleep_for(pause_of_slow_agent);
        }
        dialogue->conversation().send(piece);
    }
    const Greeting& greeting = dialogue->read_greeting();
    if (!greeting.header) {
        return Finding::violation(
            what + ": it sent " +
            (greeting.line.empty() ? "no header" : quoted_excerpt(greeting.line))
        );
    }
    if (greeting.line != examination.contact().greeting.line) {
        return Finding::violation(
            what + ": its header is another one, " + quoted_excerpt(greeting.line),
            {"instead of " + quoted_excerpt(examination.contact().greeting.line)}
        );
    }
    Finding finding = answered(dialogue->send_request(examination.usual_fields()), what);
    examination.end(*dialogue);
    return finding;
}

Finding as_warning(Finding finding) {
    if (finding.judgement == Judgement::violation) finding.judgement = Judgement::warning;
    return finding;
}

} // namespace

Finding header_is_answered(Examination& examination) {
    const Greeting& greeting = examination.contact().greeting;
    if (greeting.line.empty()) return Finding::violation("it sent no header within the limit");
    if (greeting.completeness != Completeness::whole) {
        return Finding::violation(
            "no empty line ended its header " + quoted_excerpt(greeting.line)
        );
    }
    if (!greeting.line_after.empty()) {
        return Finding::violation(
            "its header is followed by " + quoted_excerpt(greeting.line_after) +
            ", not by an empty line"
        );
    }
    if (!greeting.lines_before.empty()) {
        return Finding::warning("empty lines come before its header");
    }
    return Finding::pass();
}

Finding header_has_its_parts(Examination& examination) {
    const Greeting& greeting = examination.contact().greeting;
    if (greeting.completeness != Completeness::whole)
        return Finding::not_offered("there is no whole header");
    if (!greeting.header)
        return Finding::violation(quoted_excerpt(greeting.line) + " " + greeting.problem);
    const bool has_odd_blanks = greeting.line.find("  ") != std::string::npos ||
                                greeting.line.find('\t') != std::string::npos ||
                                greeting.line.starts_with(' ') || greeting.line.ends_with(' ');
    if (has_odd_blanks) {
        return Finding::warning(
            quoted_excerpt(greeting.line) + " has blanks other than one between two parts"
        );
    }
    return Finding::pass();
}

Finding header_names_one_variant(Examination& examination) {
    const wire::Header& header = *examination.contact().greeting.header;
    if (header.remarks.empty()) return Finding::pass();
    return Finding::violation("it " + header.remarks.front());
}

Finding flags_are_words(Examination& examination) {
    const wire::Header& header = *examination.contact().greeting.header;
    std::set<std::string> seen;
    for (const std::string& flag : header.flags) {
        const bool is_word = std::all_of(flag.begin(), flag.end(), [](char letter) {
            return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                   letter == '_';
        });
        if (!is_word)
            return Finding::warning(
                "the flag " + quoted_excerpt(flag) + " is not a word of a-z and _"
            );
        if (!seen.insert(flag).second)
            return Finding::warning("it names " + quoted_excerpt(flag) + " twice");
    }
    return Finding::pass();
}

/// A module that speaks first does so before its process first sleeps for long.
Finding agent_speaks_first(Examination& examination) {
    const auto dialogue = examination.begin_silently();
    Conversation& conversation = dialogue->conversation();
    std::string trace;
    for (int quiet = 0; quiet < polls_of_sleeper && !conversation.has_ended();) {
        if (const auto line = conversation.next_line_within(poll_interval)) {
            return Finding::warning(
                "it sent " + quoted_excerpt(*line) + " before the agent's header"
            );
        }
        const std::string now = trace_of(conversation.process_id());
        quiet = !now.empty() && now == trace ? quiet + 1 : 0;
        trace = now;
    }
    return Finding::pass();
}

Finding input_may_end_before_header(Examination& examination) {
    const auto dialogue = examination.begin_silently();
    dialogue->conversation().close_input();
    if (dialogue->conversation().wait_for_end()) return Finding::pass();
    return Finding::violation("it did not exit when its input ended before a header");
}

Finding agent_may_be_slow(Examination& examination) {
    const std::string header = wire::agent_header();
    const std::string pieces[] = {
        header.substr(0, 3), header.substr(3, 9), header.substr(12, header.size() - 13), "\n"};
    return after_header(examination, pieces, "a header that comes in pieces");
}

Finding agent_may_be_newer(Examination& examination) {
    const std::string header[] = {"cf-agent 3.99.12-build8 v1\n\n"};
    return after_header(examination, header, "an agent of version 3.99.12");
}

Finding agent_header_may_grow(Examination& examination) {
    const std::string header[] = {"cf-agent 3.27.0 v1 later_feature\n\n"};
    return as_warning(after_header(examination, header, "a fourth part in the agent's header"));
}

Finding request_may_follow_at_once(Examination& examination) {
    const auto dialogue = examination.begin_silently();
    const std::string request =
        request_text(examination.contact().greeting.header->variant, examination.usual_fields());
    dialogue->conversation().send(wire::agent_header() + request);
    if (!dialogue->read_greeting().header) {
        return Finding::violation(
            "it sent no header when a request immediately followed the agent's"
        );
    }
    Finding finding = answered(
        dialogue->send_request("validate_promise", ""),
        "a request immediately after the agent's header"
    );
    examination.end(*dialogue);
    return finding;
}

} // namespace vow::harness
