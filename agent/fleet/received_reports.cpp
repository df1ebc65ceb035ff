#include "agent/fleet/received_reports.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <thread>

namespace vow::agent {
namespace {

constexpr std::size_t least_part = 50; ///< of reports that are worth a thread

VerifiedReport verified(const ReceivedReport& received) {
    if (received.host == nullptr) return BadMessage("a report of an unknown host");
    try {
        Report report = report_from(received.document);
        if (report.host != received.host_id) return BadMessage("a report of another host");
        if (!is_report_signed(received.host->key, received.document, received.signature))
            return BadMessage("a report without the signature of its host");
        report.name = received.host->name;
        return report;
    } catch (const BadMessage& fault) {
        return fault;
    }
}

std::vector<VerifiedReport> verified_in_order(std::span<const ReceivedReport> received) {
    std::vector<VerifiedReport> reports;
    reports.reserve(received.size());
    std::ranges::transform(received, std::back_inserter(reports), verified);
    return reports;
}

} // namespace

std::vector<VerifiedReport> verified_reports(std::span<const ReceivedReport> received) {
    const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t part = std::max(least_part, received.size() / threads + 1);
    const auto own = received.first(std::min(part, received.size()));
    std::vector<std::future<std::vector<VerifiedReport>>> others;
    for (std::size_t begin = own.size(); begin < received.size(); begin += part)
        others.push_back(std::async(
            std::launch::async,
            verified_in_order,
            received.subspan(begin, std::min(part, received.size() - begin))
        ));
    std::vector<VerifiedReport> reports = verified_in_order(own);
    for (auto& other : others)
        std::ranges::move(other.get(), std::back_inserter(reports));
    return reports;
}

} // namespace vow::agent
