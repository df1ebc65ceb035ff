#pragma once

#include "agent/fleet/join_messages.h"
#include "agent/fleet/message_reader.h"
#include "agent/fleet/messages.h"
#include "agent/fleet/nkey.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::agent {

/// An outcome that is not `kept`, as a report has it.
struct ReportedOutcome {
    std::string type, promiser, place, handle, result;
    std::string reason = {}; ///< JSON; may be empty
};

/// "files '/etc/motd' (main.cf:6)"; the place may be unknown.
std::string title_of(const ReportedOutcome& outcome);

/// The parts that a fleet looks at of a report of agent/reporting, whose form is
/// docs/report.schema.json; `vow.report.HOST`. Its id is that of the host and the run, so that it
/// is stored once however often it is delivered.
struct Report {
    std::string id;
    std::string host;
    std::string name; ///< its own; the collector puts the one that it has in its fleet here
    std::int64_t number = 0;
    FleetTime started = {};
    std::string policy = {};
    std::optional<int> exit_status = {}; ///< nullopt: the run was killed
    std::int64_t kept = 0, repaired = 0, not_kept = 0;
    std::vector<ReportedOutcome> outcomes = {};
    std::string document = {}; ///< the report itself
};

/// Reads a report of a run. Throws BadMessage.
Report report_from(std::string_view document);

/// The signature of a host under a report, in base64url. It proves that a report is the host's,
/// even if others can publish to its subject.
std::string report_signature(const NKey& host, std::string_view report);
bool is_report_signed(
    const std::string& public_key, std::string_view report, std::string_view signature
);

/// A message of the subject of a host. All is borrowed.
struct ReceivedReport {
    std::string_view host_id;
    const HostRecord* host = nullptr; ///< nullptr: the fleet does not know it
    std::string_view document, signature;
};

/// A report, under the host's name in its fleet, or why the message is none of that host.
using VerifiedReport = std::variant<Report, BadMessage>;

/// In the same order. Verifying a signature takes a tenth of a millisecond: all processors share
/// it.
std::vector<VerifiedReport> verified_reports(std::span<const ReceivedReport> received);

} // namespace vow::agent
