#include "agent/reporting/delivery.h"

#include "agent/reporting/spool.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <unistd.h>

namespace vow::agent {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t first_batch = 25;
constexpr std::size_t max_in_batch = 500;
constexpr std::size_t max_bytes = 1'000'000;

/// A number from 0 to 1 that differs between hosts, so that those that lost a server at the same
/// time do not return at the same time.
double share_of_host(std::int64_t failures) {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    constexpr std::size_t steps = 1000;
    const std::string text = std::string(name.data()) + std::to_string(failures);
    return static_cast<double>(std::hash<std::string>()(text) % steps) / steps;
}

std::chrono::milliseconds pause_after(std::int64_t failures) {
    constexpr std::chrono::milliseconds shortest = 1min, longest = 1h;
    constexpr std::int64_t doublings = 6;
    const auto whole = std::min<std::chrono::milliseconds>(
        longest, shortest * (1LL << std::min(failures - 1, doublings))
    );
    const double part = 0.5 + share_of_host(failures) / 2;
    return std::chrono::duration_cast<std::chrono::milliseconds>(whole * part);
}

/// The reports of one destination.
class Delivery {
    template <class Question>
    auto ask(Question question) {
        decltype(question(std::declval<Spool&>())) answer{};
        state_.record([&](Database& database) {
            Spool spool(database);
            answer = question(spool);
        });
        return answer;
    }

public:
    Delivery(
        DiskState& state,
        const ReportDestination& destination,
        const ReportSettings& settings,
        const SendTerms& terms
    )
        : state_(state),
          destination_(destination),
          settings_(settings),
          terms_(terms) {}

    void send(Sending& sending) {
        // A batch has twice the reports of the one before, and is begun if twice the time is left.
        using Clock = std::chrono::steady_clock;
        std::size_t count = first_batch;
        Clock::duration last{};
        while (problem_.empty() && Clock::now() + 2 * last < terms_.deadline) {
            const Clock::time_point begin = Clock::now();
            const auto reports = due(std::min(count, most_));
            if (reports.empty()) break;
            hand_over(reports);
            count = 2 * reports.size();
            last = Clock::now() - begin;
        }
        sending.stored += stored_;
        const std::int64_t waiting =
            ask([&](Spool& spool) { return spool.waiting(destination_.name); });
        sending.waiting += waiting;
        if (!problem_.empty())
            sending.problems.push_back(
                destination_.name + ": not sent: " + problem_ + "; " + std::to_string(waiting) +
                (waiting == 1 ? " report waits" : " reports wait")
            );
    }

    /// True if it failed a while ago. A clock that was set back does not make it wait longer.
    bool is_left_alone() {
        if (terms_.retries == SendTerms::Retries::now) return false;
        const NextTry next = ask([&](Spool& spool) { return spool.next_try(destination_.name); });
        return next.failures > 0 && next.time > terms_.now && next.time < terms_.now + 1h;
    }

private:
    std::vector<SpooledReport> due(std::size_t count) {
        return ask([&](Spool& spool) { return spool.due(destination_.name, count, max_bytes); });
    }

    /// No transaction is open while a server takes its time.
    void hand_over(const std::vector<SpooledReport>& reports) {
        const Receipt receipt =
            deliver(destination_, reports, settings_.certificates, terms_.deadline);
        const std::span<const SpooledReport> all(reports);
        if (receipt.stored > 0 && !finish(all.first(receipt.stored), Spool::End::stored)) return;
        stored_ += receipt.stored;
        if (receipt.is_too_much && reports.size() > 1) {
            most_ = reports.size() / 2;
        } else if (receipt.is_too_much) {
            finish(all, Spool::End::refused);
        } else {
            // The destination did not fail if time ran out after other batches. Requests end some
            // milliseconds early.
            const bool is_late = std::chrono::steady_clock::now() + 20ms >= terms_.deadline;
            if (stored_ == 0 || !is_late) problem_ = receipt.problem;
            note_try();
        }
    }

    /// False if the state cannot tell that they were stored: they would be sent without end.
    bool finish(std::span<const SpooledReport> reports, Spool::End end) {
        const bool done = state_.record([&](Database& database) {
            Spool(database).finish(destination_.name, reports, end);
        });
        if (!done) problem_ = "the state database cannot be written";
        return done;
    }

    void note_try() {
        state_.record([&](Database& database) {
            Spool spool(database);
            NextTry next = spool.next_try(destination_.name);
            if (problem_.empty() && next.failures == 0) return;
            next.failures = problem_.empty() ? 0 : next.failures + 1;
            if (next.failures > 0) next.time = terms_.now + pause_after(next.failures);
            spool.set_next_try(destination_.name, next);
        });
    }

    DiskState& state_;
    const ReportDestination& destination_;
    const ReportSettings& settings_;
    const SendTerms& terms_;
    std::size_t most_ = max_in_batch;
    std::size_t stored_ = 0;
    std::string problem_;
};

} // namespace

Sending send_reports(DiskState& state, const ReportSettings& settings, const SendTerms& terms) {
    using Kind = ReportDestination::Kind;
    Sending sending;
    // Servers last: one that does not answer uses up the time.
    for (const Kind kind : {Kind::folder, Kind::file, Kind::web}) {
        for (const ReportDestination& destination : settings.to) {
            if (destination.kind != kind) continue;
            Delivery delivery(state, destination, settings, terms);
            if (!delivery.is_left_alone()) delivery.send(sending);
        }
    }
    return sending;
}

} // namespace vow::agent
