#include "agent/pull/verifier.h"
#include "agent/release/untrusted.h"

#include <charconv>

namespace vow::agent {
namespace {

constexpr std::size_t max_question = 8192;

/// "BYTES NAME"
struct Question {
    std::size_t most = 0;
    std::string name;
};

Question question_from(const std::string& text) {
    Question question;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), question.most);
    if (error == std::errc() && end != text.data() + text.size()) question.name = end + 1;
    return question;
}

} // namespace

void serve_source(const FileDescriptor& asked, const FetchWish& wish, const SourceTools& tools) {
    std::unique_ptr<Mirror> mirror;
    while (const auto frame = receive_frame(asked, max_question)) {
        const Question question = question_from(frame->bytes);
        try {
            if (!mirror) mirror = open_source(wish.source, tools);
            const auto bytes = frame->name == "metadata"
                                   ? mirror->metadata(question.name, question.most)
                                   : mirror->target(question.name, question.most);
            send_frame(asked, bytes ? "content" : "absent", bytes.value_or(""));
        } catch (const Untrusted& error) {
            send_frame(asked, text_of(error.rule()), error.what());
        }
    }
}

} // namespace vow::agent
