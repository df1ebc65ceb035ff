#include "agent/fleet/live/report_sender.h"

#include "agent/fleet/report.h"
#include "agent/fleet/roles.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t largest_report = 1'000'000; ///< the server takes 1 MB, with headers

} // namespace

ReportSender::ReportSender(HostReports reports, std::string host, NKey key)
    : reports_(std::move(reports)),
      host_(std::move(host)),
      key_(std::move(key)) {}

ReportSender::Found ReportSender::look() {
    HostReports::Pending pending = reports_.pending();
    const bool has_new_run = pending.last.number != last_.number;
    last_ = pending.last;
    waiting_ = pending.count;
    return {.reports = std::move(pending.reports), .has_new_run = has_new_run};
}

std::optional<std::string> ReportSender::send(const SpooledReport& report, HostConnection& fleet) {
    const bool is_own = report.id.starts_with(host_ + "/");
    const bool is_sent = is_own && report.document.size() <= largest_report;
    if (is_sent)
        fleet.store(
            {.subject = report_subject(host_),
             .data = report.document,
             .id = report.id,
             .signature = report_signature(key_, report.document)}
        );
    reports_.finish(report, is_sent ? Spool::End::stored : Spool::End::refused);
    --waiting_;
    if (is_sent) return std::nullopt;
    return "dropped the report '" + report.id + "': it is " +
           (is_own ? "too large" : "of another host");
}

} // namespace vow::agent
