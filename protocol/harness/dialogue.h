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

/// How much of a message arrived.
enum class Completeness {
    whole,    ///< up to its empty line
    cut,      ///< output ended in it, or before it
    too_late, ///< nothing more came within the limit
};

/// The module's response to the agent's header.
struct Greeting {
    Completeness completeness = Completeness::cut;
    std::vector<std::string> lines_before = {}; ///< empty lines, if any
    std::string line = {};                      ///< byte for byte
    std::string line_after = {};                ///< must be empty
    std::optional<wire::Header> header = {};    ///< nullopt if it cannot be parsed
    std::string problem = {}; ///< the fault in it; completes a sentence that begins with "it "
    std::chrono::nanoseconds duration = {}; ///< from the start of the process
};

/// The module's response to one request.
struct Answer {
    std::string operation; ///< of the request; empty for unsolicited output
    Data request = {};     ///< null if the request was not an ordinary one
    std::string sent = {}; ///< its bytes
    Completeness completeness = Completeness::cut;
    std::vector<std::string> lines = {}; ///< all, byte for byte
    std::vector<wire::LogLine> log = {}; ///< including those in the reply itself
    std::vector<wire::ProgressLine> progress = {};
    std::vector<std::string> late_progress_lines = {}; ///< as late_log_lines
    std::vector<std::string> stray_lines = {};         ///< neither a reply nor a log line
    std::vector<std::string> late_log_lines = {};      ///< between the reply and its empty line
    std::vector<wire::Reply> surplus = {};             ///< repeated replies to earlier requests
    std::optional<wire::Reply> reply = {};             ///< nullopt if incomplete or malformed
    Data fields = {}; ///< the whole reply as an object; null without a reply
    std::string malformed =
        {}; ///< the fault in the reply; completes a sentence that begins with "it "
    std::vector<std::string> cause = {}; ///< why it is not whole
    bool was_busy = false;               ///< the module, which was late
    const Secrets* secrets = nullptr;    ///< those of the subject
    std::chrono::nanoseconds duration = {};

    bool is_whole() const { return completeness == Completeness::whole; }
    /// The result, if it is valid for this operation.
    std::optional<wire::Result> result() const;
    /// A text from it as reports show it, without secrets.
    std::string masked(std::string_view text) const;
    bool has_logged(LogLevel level) const;
    bool has_logged_at_least(LogLevel level) const;
};

/// A conversation in terms of the protocol: headers, then requests and answers. Reads answers as
/// the agent does, but keeps all irregularities for the checks; none of them throws.
class Dialogue {
public:
    Dialogue(const Subject& subject, Conversation::Milliseconds limit);

    /// Sends the agent's header, or a variation of it, and reads the module's.
    const Greeting& greet(std::string_view agent_header);
    const Greeting& greet();
    /// Reads the module's header when the agent's has been sent by other means.
    const Greeting& read_greeting();
    const Greeting& greeting() const { return greeting_; }
    /// True if requests can be sent: the module has sent a valid header, and has answered all
    /// requests so far. Otherwise send_request() and terminate() send nothing, and their answer is
    /// incomplete.
    bool is_open() const { return codec_ != nullptr && !is_lost_; }
    /// Only if it is open.
    wire::Variant variant() const { return greeting_.header->variant; }
    bool offers(std::string_view flag) const {
        return greeting_.header && greeting_.header->has(flag);
    }

    Answer send_request(const Fields& fields);
    Answer send_request(wire::Operation operation, const SentPromise& promise);
    Answer
    send_request(wire::Operation operation, const SentPromise& promise, ChangesAllowed changes);
    /// Sends any bytes and reads one answer to `operation`.
    Answer send_request(std::string_view operation, std::string_view request) {
        return send_request(operation, request, {});
    }
    /// Sends `terminate`, unless the subject is to be killed; the answer contains all lines until
    /// the output ends.
    Answer terminate();

    /// The description as the module sent it; null if it cannot be read. Only for modules that
    /// offer `describe`.
    Data describe();

    /// Reads the remaining output.
    Answer read_rest();

    /// Appends all further answers to `answers`, which must outlive this object.
    void record_in(std::vector<Answer>& answers) { record_ = &answers; }

    Conversation& conversation() { return conversation_; }
    void set_log_level(LogLevel level) { log_level_ = level; }

private:
    Answer send_request(std::string_view operation, std::string_view request, Data fields);
    Answer unanswered(); ///< of a dialogue that is not open
    void read_answer(Answer& answer, Wait& wait);
    void take(Answer& answer, wire::ReadResult read, std::string_view line);
    bool is_reply(const std::string& line) const;
    bool is_surplus(const wire::Reply& reply, const Answer& answer) const;

    Conversation::Clock::time_point started_;
    Conversation conversation_;
    const Secrets* secrets_; ///< null if none are known
    LateAnswers late_answers_;
    Subject::Ending ending_;
    Greeting greeting_;
    std::unique_ptr<wire::Codec> codec_; ///< null until the header is read
    bool is_lost_ = false;               ///< an answer did not come whole
    LogLevel log_level_ = LogLevel::info;
    std::string operation_before_;
    bool has_begun_to_reply_ = false;       ///< in the present answer
    std::vector<Answer>* record_ = nullptr; ///< null if answers are not recorded
};

} // namespace vow::harness
