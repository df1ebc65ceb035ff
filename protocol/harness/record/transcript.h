#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/conversation.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A request of the agent, and the module's response.
struct RecordedExchange {
    Data request; ///< its fields, in either variant; attributes of the line variant are collected
    std::vector<std::string> request_lines = {};
    std::vector<std::string> reply_lines = {}; ///< including log lines, without the last empty line
};

/// A recorded conversation: "> " marks lines of the agent, "< " lines of the module, "# " remarks.
struct Transcript {
    std::vector<std::string> agent_header = {}; ///< usually one line
    std::vector<std::string> module_header = {};
    std::vector<RecordedExchange> exchanges = {};
};

/// A file that is not a valid transcript; the message gives the reason.
class TranscriptError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads a transcript of ours, or of the published Python library, which marks lines from the
/// module's point of view. Throws TranscriptError.
Transcript read_transcript(const std::string& path);
Transcript transcript_from(std::string_view text);

/// The conversation so far as a transcript. Its first line makes the file a module, played by `vow
/// module mock`.
std::string transcript_text(const std::vector<Conversation::Line>& lines);

/// Writes a transcript to an executable file. Throws TranscriptError.
void write_transcript(const std::string& path, const std::vector<Conversation::Line>& lines);

/// Parses the fields of a request from its lines.
Data request_fields(const std::vector<std::string>& lines);

} // namespace vow::harness
