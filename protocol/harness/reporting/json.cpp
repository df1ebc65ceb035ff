#include "protocol/data/conversion.h"
#include "protocol/harness/reporting/formats.h"

namespace vow::harness {
namespace {

constexpr int format_version = 1;

Data data_of(const Report::Entry& entry) {
    return Data::object({
        {"id", Data::string(entry.id)},
        {"title", Data::string(entry.title)},
        {"section", Data::string(entry.section)},
        {"case", Data::string(entry.group)},
        {"place", Data::string(entry.place)},
        {"verdict", Data::string(text_of(entry.finding.judgement))},
        {"text", Data::string(entry.finding.text)},
        {"details", array_of(entry.finding.details)},
        {"try", Data::string(entry.command)},
        {"milliseconds", Data::integer(entry.duration.count() / 1'000'000)},
    });
}

Data counts_in(const Report& report) {
    std::vector<Data::Member> counts;
    for (const Judgement judgement :
         {Judgement::pass, Judgement::warning, Judgement::violation, Judgement::not_offered}) {
        const auto count = static_cast<std::int64_t>(report.count(judgement));
        counts.emplace_back(std::string(text_of(judgement)), Data::integer(count));
    }
    return Data::object(std::move(counts));
}

} // namespace

std::string json_report(const Report& report) {
    Data::Array entries;
    for (const Report::Entry& entry : report.entries)
        entries.push_back(data_of(entry));
    return json_text(Data::object({
               {"version", Data::integer(format_version)},
               {"kind", Data::string(report.kind)},
               {"module", Data::string(report.subject)},
               {"counts", counts_in(report)},
               {"entries", Data::array(std::move(entries))},
           })) +
           "\n";
}

} // namespace vow::harness
