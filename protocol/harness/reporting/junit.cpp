#include "protocol/data/data.h"
#include "protocol/harness/reporting/formats.h"

namespace vow::harness {
namespace {

/// Escapes text for XML; invalid characters become U+FFFD.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        switch (letter) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        case '\n': out += "&#10;"; break;
        default:
            if (static_cast<unsigned char>(letter) < 0x20 && letter != '\t') {
                out += "\xef\xbf\xbd";
            } else {
                out += letter;
            }
        }
    }
    return out;
}

std::string seconds_of(std::chrono::nanoseconds duration) {
    return json_text(Data::real(static_cast<double>(duration.count() / 1'000'000) / 1000.0));
}

std::chrono::nanoseconds whole_duration(const Report& report) {
    std::chrono::nanoseconds whole{};
    for (const Report::Entry& entry : report.entries)
        whole += entry.duration;
    return whole;
}

std::string junit_entry(const Report::Entry& entry, const Report& report) {
    std::string text = "  <testcase classname=\"" + escaped(report.subject + "." + report.kind) +
                       "\" name=\"" + escaped(entry.id + " " + entry.title) + "\" time=\"" +
                       seconds_of(entry.duration) + "\"";
    std::string body;
    for (const std::string& line : remarks_on(entry))
        body += escaped(line) + "\n";
    const std::string message = "message=\"" + escaped(entry.finding.text) + "\"";
    switch (entry.finding.judgement) {
    case Judgement::pass: return text + "/>\n";
    case Judgement::not_offered: return text + "><skipped " + message + "/></testcase>\n";
    case Judgement::violation:
        return text + "><failure " + message + ">" + body + "</failure></testcase>\n";
    case Judgement::warning:
        return text + "><system-out>warning: " + escaped(entry.finding.text) + "\n" + body +
               "</system-out></testcase>\n";
    }
    return text;
}

} // namespace

std::string junit_text(const Report& report) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
                       escaped("vow module " + report.kind + " " + report.subject) + "\" tests=\"" +
                       std::to_string(report.entries.size()) + "\" failures=\"" +
                       std::to_string(report.count(Judgement::violation)) + "\" skipped=\"" +
                       std::to_string(report.count(Judgement::not_offered)) + "\" time=\"" +
                       seconds_of(whole_duration(report)) + "\">\n";
    for (const Report::Entry& entry : report.entries)
        text += junit_entry(entry, report);
    return text + "</testsuite>\n";
}

} // namespace vow::harness
