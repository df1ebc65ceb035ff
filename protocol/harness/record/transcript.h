#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/conversation.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// One request of the agent and what the module said to it.
struct RecordedExchange {
    Data request; ///< its fields, of either variant; attributes of the line variant gathered
    std::vector<std::string> request_lines = {};
    std::vector<std::string> reply_lines = {}; ///< log lines included, the last empty line left out
};

/// A recorded conversation: "> " is what the agent said, "< " what the module said, "# " a remark.
struct Transcript {
    std::vector<std::string> agent_header = {}; ///< one line, as a rule
    std::vector<std::string> module_header = {};
    std::vector<RecordedExchange> exchanges = {};
};

/// No conversation can be made of a file; the message says why.
class TranscriptError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads a record of ours, or one of the published Python library, which marks lines from the
/// module's side. Throws TranscriptError.
Transcript read_transcript(const std::string& path);
Transcript transcript_from(std::string_view text);

/// What was said so far, as such a file. Its first line lets it be started as a module, which is
/// then `vow module mock`.
std::string transcript_text(const std::vector<Conversation::Line>& lines);

/// Writes that to a file which can be started. Throws TranscriptError.
void write_transcript(const std::string& path, const std::vector<Conversation::Line>& lines);

/// The fields of a request by the lines it was written in.
Data request_fields(const std::vector<std::string>& lines);

} // namespace vow::harness
