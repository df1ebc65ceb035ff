#include "protocol/harness/disturbance.h"

#include "protocol/client/quotation.h"
#include "protocol/harness/dialogue.h"

#include <algorithm>

namespace vow::harness {
namespace {

using namespace std::chrono_literals;
using wire::Operation;
using wire::Result;

/// Time for an answer to the bytes. No result depends on it.
constexpr auto patience = 100ms;

/// The last lines are the relevant ones.
std::vector<std::string> end_of(const std::vector<std::string>& lines) {
    constexpr std::size_t max_shown_lines = 6;
    const std::size_t begin = lines.size() - std::min(lines.size(), max_shown_lines);
    std::vector<std::string> shown;
    for (std::size_t i = begin; i < lines.size(); ++i)
        shown.push_back("< " + client::quoted_excerpt(lines[i]));
    return shown;
}

/// One conversation, and all output after the module's header.
class DisturbedConversation {
public:
    DisturbedConversation(const Subject& subject, Conversation::Milliseconds limit)
        : dialogue_(subject, limit) {
        dialogue_.greet();
    }

    bool is_open() const { return dialogue_.is_open(); }

    std::optional<DisturbanceFault> run(const Disturbance& disturbance) {
        Conversation& conversation = dialogue_.conversation();
        conversation.send(disturbance.bytes);
        if (disturbance.bytes.ends_with("\n\n")) {
            read_answer_lines();
            send_request(fields_of(
                Operation::validate_promise, disturbance.after, ChangesAllowed::yes, LogLevel::info
            ));
            send_request(fields_of(text_of(Operation::terminate), LogLevel::info));
        }
        conversation.close_input();
        read_rest();
        if (!conversation.wait_for_end()) {
            return DisturbanceFault{
                DisturbanceFault::Kind::hangs, "it neither answered nor exited", end_of(lines_)};
        }
        return judged(conversation.status(), disturbance);
    }

private:
    void send_request(const Fields& fields) {
        dialogue_.conversation().send(request_text(dialogue_.variant(), fields));
        read_answer_lines();
    }

    /// Reads lines up to the empty line after a reply, or until time is up.
    void read_answer_lines() {
        Conversation& conversation = dialogue_.conversation();
        Wait wait(conversation.process_id(), patience);
        while (const auto line = conversation.next_line(wait)) {
            lines_.push_back(*line);
            if (line->empty()) return;
        }
    }

    void read_rest() {
        Conversation& conversation = dialogue_.conversation();
        Wait wait = conversation.begin_wait();
        while (auto line = conversation.next_line(wait))
            lines_.push_back(*std::move(line));
    }

    /// The results sent, by operation, in order.
    std::vector<wire::Reply> replies() const {
        std::vector<wire::Reply> replies;
        const auto codec = wire::make_codec(dialogue_.variant());
        for (const std::string& line : lines_) {
            auto read = codec->read_line(line);
            if (auto* reply = std::get_if<wire::Reply>(&read)) replies.push_back(std::move(*reply));
        }
        return replies;
    }

    std::optional<DisturbanceFault>
    judged(client::ExitStatus status, const Disturbance& disturbance) const {
        if (status.kind == client::ExitStatus::Kind::signalled) {
            return DisturbanceFault{
                DisturbanceFault::Kind::crashes, "it " + client::text_of(status), end_of(lines_)};
        }
        const std::vector<wire::Reply> all = replies();
        const bool has_terminated =
            !all.empty() && all.back().operation == text_of(Operation::terminate);
        if (!has_terminated || !disturbance.bytes.ends_with("\n\n")) return std::nullopt;
        const bool has_earlier_answer = all.size() > 1;
        const std::string expected(text_of(disturbance.expected));
        if (has_earlier_answer && all[all.size() - 2].result == expected) return std::nullopt;
        return DisturbanceFault{
            DisturbanceFault::Kind::strays,
            "it went on, but did not answer " + expected + " to a promise that is otherwise " +
                expected,
            end_of(lines_)};
    }

    Dialogue dialogue_;
    std::vector<std::string> lines_;
};

} // namespace

std::optional<DisturbanceFault>
disturb(const Subject& subject, const Disturbance& disturbance, Conversation::Milliseconds limit) {
    DisturbedConversation disturbing(subject, limit);
    if (!disturbing.is_open()) return std::nullopt;
    return disturbing.run(disturbance);
}

std::optional<Result> undisturbed_result(
    const Subject& subject, const SentPromise& promise, Conversation::Milliseconds limit
) {
    Dialogue dialogue(subject, limit);
    if (!dialogue.greet().header || !dialogue.is_open()) return std::nullopt;
    return dialogue.send_request(Operation::validate_promise, promise).result();
}

} // namespace vow::harness
