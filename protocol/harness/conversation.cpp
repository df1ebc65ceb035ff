#include "protocol/harness/conversation.h"

#include "protocol/description/secrets.h"
#include "protocol/harness/escapes.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <poll.h>

namespace vow::harness {

namespace {

constexpr std::size_t errors_kept = 64U << 10;
constexpr std::size_t max_line_length = 64U << 20;

} // namespace

Conversation::Conversation(const Subject& subject, Milliseconds limit)
    : subprocess_(subject.start()),
      limit_(limit) {}

void Conversation::send(std::string_view bytes) {
    for (std::string_view rest = bytes; is_recording_ && !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        record(Line::Speaker::agent, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    subprocess_.send(bytes);
}

void Conversation::wait_until_read() const {
    constexpr auto look_again = std::chrono::milliseconds(1); // no event announces it
    Wait wait = begin_wait();
    while (subprocess_.has_unread_input() && !subprocess_.has_exited() && !wait.is_over())
        std::this_thread::sleep_for(look_again);
}

std::optional<std::string> Conversation::next_line(Wait& wait) {
    for (;;) {
        const std::string_view bytes = subprocess_.output().unfinished();
        if (const std::size_t end = bytes.find('\n'); end != std::string_view::npos) {
            std::string line(bytes.substr(0, end)); // next_line() would take "\r" away
            subprocess_.output().next_line();
            record(Line::Speaker::module, line);
            return line;
        }
        const bool is_too_long = bytes.size() > max_line_length;
        if (is_too_long || subprocess_.is_output_closed() || subprocess_.has_exited()) {
            silence_ = Silence::output_ended;
            return std::nullopt;
        }
        if (wait.is_over()) {
            silence_ = Silence::too_long;
            late_text_ = wait.limit_text();
            was_busy_ = wait.was_busy();
            return std::nullopt;
        }
        pump(wait.next_look());
    }
}

bool Conversation::wait_for_end() {
    Wait wait = begin_wait();
    while (!subprocess_.has_exited() && !wait.is_over())
        pump(wait.next_look());
    if (!subprocess_.has_exited()) late_text_ = wait.limit_text();
    return subprocess_.has_exited();
}

client::ExitStatus Conversation::status() {
    if (!status_) {
        status_ = subprocess_.reap();
        errors_ += subprocess_.take_errors();
    }
    return *status_;
}

const std::string& Conversation::errors() {
    errors_ += subprocess_.take_errors();
    if (errors_.size() > errors_kept) {
        const std::size_t surplus = errors_.size() - errors_kept;
        errors_.erase(0, surplus);
        errors_returned_ -= std::min(surplus, errors_returned_);
    }
    return errors_;
}

std::string Conversation::new_errors() {
    errors(); // reads pending output
    return errors_.substr(std::exchange(errors_returned_, errors_.size()));
}

void Conversation::pump(Clock::time_point deadline) {
    client::Subprocess::Watched watched = subprocess_.watched();
    const auto left = std::chrono::ceil<Milliseconds>(deadline - Clock::now());
    const auto timeout = static_cast<int>(std::max(left, Milliseconds(0)).count());
    if (poll(watched.data(), watched.size(), timeout) > 0) subprocess_.attend(watched);
}

void Conversation::record(Line::Speaker speaker, std::string_view text) {
    if (is_recording_) lines_.push_back({speaker, std::string(text)});
}

namespace {

constexpr std::size_t max_error_lines = 5;

} // namespace

std::vector<std::string> cause_of_silence(Conversation& conversation, const Secrets* secrets) {
    std::vector<std::string> lines;
    if (conversation.has_ended())
        lines.push_back("the module " + client::text_of(conversation.status()));
    else if (conversation.silence() == Conversation::Silence::output_ended)
        lines.emplace_back("the module closed its standard output and did not exit");
    else
        lines.push_back("the module did not answer " + conversation.late_text());
    const std::string errors =
        secrets == nullptr ? conversation.errors() : secrets->masked(conversation.errors());
    const auto printed = filled_lines_of(errors);
    const std::size_t first = printed.size() - std::min(printed.size(), max_error_lines);
    for (std::size_t index = first; index < printed.size(); ++index)
        lines.push_back("stderr: " + with_escapes(printed[index]));
    return lines;
}

} // namespace vow::harness
