#pragma once

#include "agent/fleet/message_reader.h"
#include "agent/fleet/messages.h"
#include "agent/fleet/report.h"

#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::agent {

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
