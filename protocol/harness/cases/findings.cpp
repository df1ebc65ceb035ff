#include "protocol/harness/cases/findings.h"

#include "protocol/data/conversion.h"

namespace vow::harness {

Data data_of(const Finding& finding) {
    return Data::object(
        {{"is_violation", Data::boolean(finding.judgement == Judgement::violation)},
         {"text", Data::string(finding.text)},
         {"details", array_of(finding.details)}}
    );
}

Finding finding_from(const Data& data) {
    if (!data.find("is_violation")->truth()) return Finding::pass();
    Finding finding = Finding::violation(std::string(data.find("text")->text()));
    for (const Data& line : data.find("details")->items())
        finding.details.emplace_back(line.text());
    return finding;
}

} // namespace vow::harness
