#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <csignal>

namespace vow::harness {
namespace {

using wire::Result;

/// Passes if the module ends by itself after the disturbance.
Finding ends(Dialogue& dialogue, const std::string& after_what) {
    if (dialogue.conversation().wait_for_end()) return Finding::pass();
    return Finding::violation(
        "it kept running after " + after_what,
        {"it did not exit " + dialogue.conversation().late_text()}
    );
}

} // namespace

Finding terminate_succeeds(Examination& examination) {
    const Answer& end = examination.contact().end;
    Finding finding = answered(end, "terminate");
    if (finding.judgement != Judgement::pass || !end.result()) return finding;
    if (end.result() == Result::success) return finding;
    return Finding::violation(
        "it answered terminate with " + client::quoted_excerpt(end.reply->result.value_or("")),
        excerpt(end)
    );
}

Finding terminate_ends_it(Examination& examination) {
    if (examination.contact().has_ended) return Finding::pass();
    return Finding::violation(
        "it did not exit after terminate", {"it did not exit " + examination.contact().late_text}
    );
}

Finding exit_status_is_zero(Examination& examination) {
    const FirstContact& contact = examination.contact();
    if (!contact.has_ended) return Finding::not_offered("it did not exit on its own");
    if (!contact.end.is_whole())
        return Finding::not_offered("it did not answer terminate, see END-TERMINATE");
    const bool is_zero =
        contact.status.kind == client::ExitStatus::Kind::exited && contact.status.number == 0;
    if (is_zero) return Finding::pass();
    return Finding::warning("after terminate it " + client::text_of(contact.status));
}

Finding nothing_is_left_behind(Examination& examination) {
    const std::vector<std::string>& left = examination.contact().left_behind;
    if (left.empty()) return Finding::pass();
    return Finding::violation("processes that it started outlived it", left);
}

Finding terminate_may_come_first(Examination& examination) {
    const auto dialogue = examination.begin();
    Finding finding = answered(dialogue->terminate(), "terminate before any promise");
    if (finding.judgement != Judgement::pass || !examination.contact().has_ended) return finding;
    return ends(*dialogue, "terminate before any promise");
}

Finding end_of_input_ends_it(Examination& examination) {
    const auto dialogue = examination.begin();
    dialogue->send_request(examination.usual_fields());
    dialogue->conversation().close_input();
    return ends(*dialogue, "the end of its input");
}

Finding cut_request_ends_it(Examination& examination) {
    const auto dialogue = examination.begin();
    const wire::Variant variant = examination.contact().greeting.header->variant;
    const std::string request = request_text(variant, examination.usual_fields());
    dialogue->conversation().send(std::string_view(request).substr(0, request.size() / 2));
    dialogue->conversation().close_input();
    return ends(*dialogue, "the end of its input in the middle of a request");
}

Finding sigterm_ends_it(Examination& examination) {
    const auto dialogue = examination.begin();
    dialogue->send_request(examination.usual_fields());
    dialogue->conversation().signal(SIGTERM);
    return ends(*dialogue, "SIGTERM");
}

} // namespace vow::harness
