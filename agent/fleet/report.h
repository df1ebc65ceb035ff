#pragma once

#include "agent/fleet/messages.h"
#include "agent/fleet/nkey.h"
#include "agent/history/run_record.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// An outcome that is not `kept`, as a report has it.
struct ReportedOutcome {
    std::string type, promiser, place, handle, result;
    std::string reason = {};  ///< JSON; may be empty
    std::string changes = {}; ///< JSON; may be empty
};

/// A run of a host; `vow.report.HOST`. Its id is that of the host and the run, so that it is stored
/// once however often it is delivered.
struct Report {
    std::string id;
    std::string host;
    std::string name; ///< of the host
    std::int64_t number = 0;
    FleetTime started = {};
    std::optional<FleetTime> finished = {};
    std::string policy = {};
    std::string policy_digest = {};
    std::optional<int> exit_status = {}; ///< nullopt: the run was killed
    std::int64_t kept = 0, repaired = 0, not_kept = 0;
    std::int64_t omitted = 0; ///< outcomes that are left out
    std::vector<ReportedOutcome> outcomes = {};

    Verdict verdict() const;
};

/// Of a run that has ended.
Report report_of(
    const RecordedRun& run,
    const std::vector<RecordedOutcome>& outcomes,
    const std::string& host,
    const std::string& name
);

std::string text_of(const Report& report);
/// Throws BadMessage.
Report report_from(std::string_view text);

/// The signature of a host under a report, in base64url. It proves that a report is the host's,
/// even if others can publish to its subject.
std::string report_signature(const NKey& host, std::string_view report);
bool is_report_signed(
    const std::string& public_key, std::string_view report, std::string_view signature
);

} // namespace vow::agent
