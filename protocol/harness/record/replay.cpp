#include "protocol/client/module_error.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/record/playback.h"

namespace vow::harness {
namespace {

/// The comparable parts of an answer, as lines.
std::vector<std::string> meaning_of(const Answer& answer) {
    std::vector<std::string> lines;
    for (const wire::LogLine& line : answer.log)
        lines.push_back("log_" + line.word + "=" + line.text);
    if (!answer.reply) {
        lines.push_back(answer.malformed.empty() ? "no answer" : "it " + answer.malformed);
        return lines;
    }
    lines.push_back("result=" + answer.reply->result.value_or(""));
    for (const std::string& name : answer.reply->result_classes)
        lines.push_back("class " + name);
    return lines;
}

/// The recorded answer, parsed like a new one.
std::vector<std::string>
recorded_meaning(const std::vector<std::string>& reply, wire::Variant variant) {
    const auto codec = wire::make_codec(variant);
    Answer answer;
    std::vector<std::string> lines = reply;
    lines.emplace_back();
    for (const std::string& line : lines) {
        wire::ReadResult read = codec->read_line(line);
        if (auto* log = std::get_if<wire::LogLine>(&read)) answer.log.push_back(std::move(*log));
        if (auto* whole = std::get_if<wire::Reply>(&read)) {
            answer.log.insert(answer.log.end(), whole->log.begin(), whole->log.end());
            answer.reply = std::move(*whole);
        }
        if (auto* broken = std::get_if<wire::FormatError>(&read)) answer.malformed = broken->why;
    }
    return meaning_of(answer);
}

Finding compared(const std::vector<std::string>& recorded, const std::vector<std::string>& now) {
    if (recorded == now) return Finding::pass();
    std::vector<std::string> details;
    for (const std::string& line : recorded)
        details.push_back("- " + line);
    for (const std::string& line : now)
        details.push_back("+ " + line);
    return Finding::violation("it differs from the record", std::move(details));
}

std::string title_of(const Data& request) {
    const auto text = [&](std::string_view name) {
        const Data* field = request.find(name);
        return field == nullptr ? std::string() : " " + std::string(field->text());
    };
    return "answers" + text("operation") + text("promise_type") + text("promiser") + " as recorded";
}

wire::Variant variant_of(const Transcript& transcript) {
    const auto read = wire::parse_header(transcript.module_header.front());
    const auto* header = std::get_if<wire::Header>(&read);
    return header == nullptr ? wire::Variant::line_based : header->variant;
}

} // namespace

Report
replay(const Subject& subject, const Transcript& transcript, Conversation::Milliseconds limit) {
    Dialogue dialogue(subject, limit);
    dialogue.greet();
    if (!dialogue.is_open()) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "'" + subject.name + "' sent no header; see vow module conform"
        );
    }
    Report report{.kind = "replay", .subject = subject.name};
    for (const RecordedExchange& exchange : transcript.exchanges) {
        // The module may use another variant than the recorded one.
        const Answer answer = dialogue.send_request(exchange.request.members());
        report.entries.push_back(
            {.id = "RPL-ANSWER",
             .title = title_of(exchange.request),
             .section = "",
             .finding = compared(
                 recorded_meaning(exchange.reply_lines, variant_of(transcript)), meaning_of(answer)
             ),
             .duration = answer.duration}
        );
        if (!answer.is_whole()) break;
    }
    return report;
}

} // namespace vow::harness
