#include "agent/module/shown_dialogue.h"

#include "protocol/client/module_error.h"
#include "protocol/harness/request.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <cstdio>

namespace vow::agent {

using harness::ChangesAllowed;
using harness::SentPromise;
using wire::Operation;
using wire::Result;

ShownDialogue::ShownDialogue(const harness::Subject& subject, const ModuleOptions& options)
    : dialogue_(subject, options.limit),
      screen_(dialogue_.conversation()) {
    dialogue_.set_log_level(options.log_level);
    const harness::Greeting& greeting = dialogue_.greet();
    screen_.show_new({.completeness = greeting.completeness});
    if (greeting.line.empty() && dialogue_.conversation().has_ended()) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "the module ended without a header: it " +
                client::text_of(dialogue_.conversation().status())
        );
    }
    if (!dialogue_.is_open()) {
        std::fprintf(stderr, "vow: this is not a header: it %s\n", greeting.problem.c_str());
    }
}

std::string ShownDialogue::refusal(const SentPromise& promise, ChangesAllowed changes) const {
    if (changes == ChangesAllowed::only_warn && !dialogue_.offers("action_policy")) {
        return "it does not offer action_policy, so it must not get promises under warn";
    }
    const auto obstacle = obstacle_to(dialogue_.variant(), promise);
    return obstacle ? "it speaks the line based protocol, and " + *obstacle : "";
}

harness::Answer ShownDialogue::validate(const SentPromise& promise, ChangesAllowed changes) {
    note_secrets(promise);
    return shown(dialogue_.send_request(Operation::validate_promise, promise, changes));
}

void ShownDialogue::note_secrets(const SentPromise& promise) {
    if (promise.attributes.empty() || !dialogue_.offers("describe")) return;
    if (!description_) {
        description_ = dialogue_.describe();
        screen_.skip_new();
    }
    harness::note_secrets(screen_.secrets(), promise, *description_);
}

harness::Answer ShownDialogue::keep(const SentPromise& promise, ChangesAllowed changes) {
    harness::Answer answer = validate(promise, changes);
    if (answer.result() != Result::valid) return answer;
    return shown(dialogue_.send_request(Operation::evaluate_promise, promise, changes));
}

harness::Answer ShownDialogue::send_request(std::string_view operation, std::string_view bytes) {
    return shown(dialogue_.send_request(operation, bytes));
}

void ShownDialogue::send(std::string_view bytes) {
    dialogue_.conversation().send(bytes);
    screen_.show_new({.operation = {}, .completeness = harness::Completeness::whole});
}

harness::Answer ShownDialogue::terminate() {
    return shown(dialogue_.terminate());
}

harness::Answer ShownDialogue::shown(harness::Answer answer) {
    screen_.show_new(answer);
    return answer;
}

void ShownDialogue::show_end() {
    harness::Conversation& conversation = dialogue_.conversation();
    conversation.wait_for_end();
    std::printf("it %s\n", client::text_of(conversation.status()).c_str());
    show_errors();
}

void ShownDialogue::show_errors() {
    const std::string errors = dialogue_.conversation().new_errors();
    for (const std::string_view line : filled_lines_of(errors))
        std::printf("stderr: %s\n", vow::shown(screen_.secrets().masked(line)).c_str());
    std::fflush(stdout);
}

ModuleStatus status_for(const harness::Answer& answer) {
    switch (answer.result().value_or(Result::error)) {
    case Result::kept:
    case Result::repaired:
    case Result::valid:
    case Result::success: return ModuleStatus::success;
    case Result::not_kept:
    case Result::invalid: return ModuleStatus::violations;
    case Result::failure:
    case Result::error: break;
    }
    return ModuleStatus::broken;
}

} // namespace vow::agent
