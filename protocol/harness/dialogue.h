#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/request.h"
#include "protocol/wire/codec.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// How far a message of the module came.
enum class Completeness {
    whole,    ///< to its empty line
    cut,      ///< output ended in it, or before it
    too_late, ///< nothing more came within the limit
};

/// What the module said to the agent's header.
struct Greeting {
    Completeness completeness = Completeness::cut;
    std::vector<std::string> lines_before = {}; ///< empty ones, if any
    std::string line = {};                      ///< as it was written
    std::string line_after = {};                ///< empty, as it should be
    std::optional<wire::Header> header = {};    ///< none: it makes none
    std::string problem = {};                   ///< why it makes none, in words behind "it "
    std::chrono::nanoseconds duration = {};     ///< from the start of the process
};

/// What the module said to one request.
struct Answer {
    std::string operation; ///< that was asked for; empty: none, it spoke by itself
    Data request = {};     ///< what was asked; null when that was no ordinary request
    Completeness completeness = Completeness::cut;
    std::vector<std::string> lines = {}; ///< all, as they were written
    std::vector<wire::LogLine> log = {}; ///< those of the reply itself included
    std::vector<wire::ProgressLine> progress = {};
    std::vector<std::string> late_progress_lines = {}; ///< as late_log_lines
    std::vector<std::string> stray_lines = {};         ///< neither protocol nor log
    std::vector<std::string> late_log_lines = {};      ///< between the reply and its empty line
    std::vector<wire::Reply> surplus = {};             ///< to what had been answered already
    std::optional<wire::Reply> reply = {};             ///< none: not whole, or malformed
    Data fields = {};           ///< the whole reply as an object; null: no reply
    std::string malformed = {}; ///< why no reply can be made of it, behind "it "
    std::chrono::nanoseconds duration = {};

    bool is_whole() const { return completeness == Completeness::whole; }
    /// The result, if it is one that this operation may have.
    std::optional<wire::Result> result() const;
    bool has_logged(LogLevel level) const;
    bool has_logged_at_least(LogLevel level) const;
};

/// A conversation in the protocol's terms: headers, then requests and answers. Answers are read as
/// the agent reads them, but everything odd is kept to be judged. Nothing is thrown for it.
class Dialogue {
public:
    Dialogue(const Subject& subject, Conversation::Milliseconds limit);

    /// Sends the agent's header, or another one, and waits for the module's.
    const Greeting& greet(std::string_view agent_header);
    const Greeting& greet();
    /// Waits for the header, when the agent's has been sent by other means.
    const Greeting& hear_greeting();
    const Greeting& greeting() const { return greeting_; }
    /// Whether requests can be sent at all.
    bool is_open() const { return codec_ != nullptr; }
    wire::Variant variant() const { return greeting_.header->variant; }
    bool offers(std::string_view flag) const {
        return greeting_.header && greeting_.header->has(flag);
    }

    Answer ask(const Fields& fields);
    Answer ask(wire::Operation operation, const SentPromise& promise);
    Answer ask(wire::Operation operation, const SentPromise& promise, ChangesAllowed changes);
    /// Sends any bytes and waits for one answer to `operation`.
    Answer ask(std::string_view operation, std::string_view request) {
        return ask(operation, request, {});
    }
    /// Asks it to end; what else it says until its output ends is in the answer's lines.
    Answer terminate();

    /// What it says of itself, as it sent it; null: nothing that can be read. To be asked only of a
    /// module that offers `describe`.
    Data describe();

    /// What is still said until the output ends.
    Answer rest();

    /// From now on every answer is also added to `answers`, which lives as long.
    void record_in(std::vector<Answer>& answers) { record_ = &answers; }

    Conversation& conversation() { return conversation_; }
    void set_log_level(LogLevel level) { log_level_ = level; }

private:
    Answer ask(std::string_view operation, std::string_view request, Data fields);
    void read_answer(Answer& answer);
    void take(Answer& answer, wire::Read read, std::string_view line);
    bool has_begun_to_reply(const Answer& answer) const;
    bool is_surplus(const wire::Reply& reply, const Answer& answer) const;

    Conversation::Clock::time_point started_;
    Conversation conversation_;
    Greeting greeting_;
    std::unique_ptr<wire::Codec> codec_; ///< null until the header is read
    LogLevel log_level_ = LogLevel::info;
    std::string operation_before_;
    std::vector<Answer>* record_ = nullptr; ///< null: nobody's
};

} // namespace vow::harness
