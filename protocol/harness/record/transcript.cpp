#include "protocol/harness/record/transcript.h"

#include "protocol/client/recording.h"
#include "protocol/system/place.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/stat.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using Speaker = Conversation::Line::Speaker;

constexpr std::string_view attribute_prefix = "attribute_";

struct Message {
    Speaker speaker;
    std::vector<std::string> lines;
};

struct MarkedLine {
    char mark;
    std::string text;
};

std::vector<MarkedLine> marked_lines(std::string_view text) {
    std::vector<MarkedLine> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with('>') || line.starts_with('<')) {
            lines.push_back(
                {line.front(), std::string(line.substr(std::min<std::size_t>(2, line.size())))}
            );
        } else if (line.starts_with("log_") && !lines.empty()) {
            // The published library does not mark log lines; they are the module's, which speaks
            // second.
            lines.push_back({lines.front().mark == '>' ? '<' : '>', std::string(line)});
        } else if (!line.empty() && !line.starts_with('#')) {
            throw TranscriptError("'" + std::string(line) + "' does not begin with '> ' or '< '");
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A message ends with an empty line, or where the other side begins.
std::vector<Message> messages_in(const std::vector<MarkedLine>& lines) {
    if (lines.empty()) throw TranscriptError("it is empty");
    const char agent = lines.front().mark; // of the side that begins
    std::vector<Message> messages;
    bool is_open = false;
    for (const MarkedLine& line : lines) {
        const Speaker speaker = line.mark == agent ? Speaker::agent : Speaker::module;
        if (line.text.empty()) {
            is_open = false;
            continue;
        }
        if (!is_open || messages.back().speaker != speaker) messages.push_back({speaker, {}});
        messages.back().lines.push_back(line.text);
        is_open = true;
    }
    return messages;
}

} // namespace

Data request_fields(const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    if (lines.front().starts_with('{')) {
        auto read = parse_json(lines.front());
        auto* data = std::get_if<Data>(&read);
        return data == nullptr ? Data() : std::move(*data);
    }
    std::vector<Data::Member> members;
    std::vector<Data::Member> attributes;
    for (const std::string& line : lines) {
        const std::size_t equals = std::min(line.find('='), line.size());
        const std::string name = line.substr(0, equals);
        const Data value = Data::string(line.substr(std::min(equals + 1, line.size())));
        if (name.starts_with(attribute_prefix)) {
            attributes.emplace_back(name.substr(attribute_prefix.size()), value);
        } else {
            members.emplace_back(name, value);
        }
    }
    if (!attributes.empty())
        members.emplace_back("attributes", Data::object(std::move(attributes)));
    return Data::object(std::move(members));
}

Transcript transcript_from(std::string_view text) {
    Transcript transcript;
    for (Message& message : messages_in(marked_lines(text))) {
        const bool is_agent = message.speaker == Speaker::agent;
        if (is_agent && transcript.agent_header.empty()) {
            transcript.agent_header = std::move(message.lines);
        } else if (!is_agent && transcript.exchanges.empty()) {
            if (transcript.module_header.empty())
                transcript.module_header = std::move(message.lines);
        } else if (is_agent) {
            transcript.exchanges.push_back(
                {.request = request_fields(message.lines), .request_lines = message.lines}
            );
        } else {
            auto& reply = transcript.exchanges.back().reply_lines;
            reply.insert(reply.end(), message.lines.begin(), message.lines.end());
        }
    }
    if (transcript.agent_header.empty() ||
        !transcript.agent_header.front().starts_with("cf-agent ")) {
        throw TranscriptError("it does not begin with an agent's header");
    }
    if (transcript.module_header.empty())
        throw TranscriptError("it does not contain a module's header");
    return transcript;
}

Transcript read_transcript(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path)) throw TranscriptError("cannot read '" + path + "'");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    try {
        return transcript_from(text);
    } catch (const TranscriptError& error) {
        throw TranscriptError("'" + path + "' is not a recorded conversation: " + error.what());
    }
}

std::string transcript_text(const std::vector<Conversation::Line>& lines) {
    std::string text(client::Recording::first_line);
    text += '\n';
    for (const Conversation::Line& line : lines) {
        text += line.speaker == Speaker::agent ? '>' : '<';
        if (!line.text.empty()) text += " " + line.text;
        text += '\n';
    }
    return text;
}

void write_transcript(const std::string& path, const std::vector<Conversation::Line>& lines) {
    const auto place = Place::at(path);
    // Requests may contain confidential data.
    const auto file = place ? place->open_output(Place::Writing::over, 0700)
                            : SystemResult<FileDescriptor>::failed(place.error());
    const bool is_ours = file && ::fchmod(file->number(), 0700) == 0;
    if (!is_ours || !write_all(*file, transcript_text(lines)))
        throw TranscriptError("cannot write '" + path + "'");
}

} // namespace vow::harness
