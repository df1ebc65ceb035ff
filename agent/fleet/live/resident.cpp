#include "agent/fleet/host_documents.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/host_connection.h"
#include "agent/fleet/live/host_jobs.h"
#include "agent/fleet/live/host_reports.h"
#include "agent/fleet/live/report_sender.h"
#include "agent/fleet/live/rollout_follower.h"
#include "agent/fleet/live/work_folder.h"
#include "agent/fleet/membership.h"
#include "agent/fleet/messages.h"
#include "agent/fleet/question.h"
#include "agent/fleet/server_files.h"
#include "agent/personality/work_directory.h"
#include "policy/run/usage_error.h"
#include "protocol/system/own_process.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace vow::agent {
namespace {

using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

constexpr seconds long_sleep(10);

using Job = HostJob;

class Resident {
public:
    /// `reports` has begun.
    Resident(
        const Options& options,
        const Membership& membership,
        Membership::Access access,
        HostReports reports
    )
        : options_(options),
          access_(std::move(access)),
          rollouts_(membership, access_, reports),
          reports_(std::move(reports), access_.host, membership.key()),
          jobs_(options_.work_directory),
          watch_(options_.work_directory + "/state"),
          interval_(options.fleet.interval.value_or(seconds(60))),
          fleet_(access_, membership.key(), interval_ * 2 / 3) {}

    int run(EndingSignals& signals) {
        recall_rollout();
        ask_for_release();
        jobs_.add({.purpose = Job::Purpose::facts, .words = {"facts", "--format", "json"}});
        while (signals.signal() == 0) {
            work();
            std::vector<int> files{signals.descriptor(), fleet_.descriptor(), watch_.descriptor()};
            const auto more = jobs_.descriptors();
            files.insert(files.end(), more.begin(), more.end());
            const auto time = time_to_sleep();
            if (time > long_sleep) give_back_unused_pages();
            wait_for(files, time);
        }
        return number_of(ExitStatus::success);
    }

private:
    std::chrono::milliseconds time_to_sleep() const {
        auto next = std::min(next_presence_, next_check_);
        next = std::min(next, rollouts_.next_pull().value_or(next));
        return std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    }

    void work() {
        while (const auto letter = fleet_.take())
            handle(*letter);
        if (const auto pull = rollouts_.next_pull(); pull && Clock::now() >= *pull)
            follow_rollout();
        while (const auto ended = jobs_.advance())
            end_job(*ended);
        fleet_.renew_if_refused();
        if (watch_.take_end()) next_check_ = Clock::now();
        // Both are done together, so that it wakes up once.
        const auto soon = Clock::now() + interval_ / 20;
        if (soon >= next_check_) check_reports();
        if (soon >= next_presence_) send_presence();
    }

    void handle(const Mailbox::Letter& letter) {
        try {
            if (letter.kind == Mailbox::Letter::Kind::connected)
                catch_up();
            else
                receive(letter.message);
        } catch (const BadMessage& fault) {
            ++bad_messages_;
            log("dropped a message of '" + letter.message.subject + "': " + fault.what());
        } catch (const BusError& fault) {
            log(fault.what());
        }
    }

    void receive(const BusMessage& message) {
        if (message.subject.ends_with(".ask")) return answer(message);
        if (message.subject.starts_with("$KV.desired.")) return wish(desired_from(message.data));
        rollouts_.note(message.data);
        follow_rollout();
    }

    /// Reads the values that may have changed while it was not connected.
    void catch_up() {
        if (!fleet_.bus().is_connected()) return;
        next_presence_ = next_check_ = Clock::now();
        if (!facts_.empty()) send_facts();
        if (const auto entry = fleet_.bus().get_directly("desired", "main"))
            handle({.message = {.subject = "$KV.desired.main", .data = entry->value}});
        for (const std::string& key : {std::string("all"), access_.group}) {
            if (key.empty()) continue;
            if (const auto entry = fleet_.bus().get_directly("rollouts", key))
                handle({.message = {.subject = "$KV.rollouts." + key, .data = entry->value}});
        }
    }

    /// A new version wakes the host; with a rollout of it the rollout decides.
    void wish(const Desired& desired) {
        const std::string text = text_of(desired);
        if (text == desired_ || rollouts_.decides(desired.release)) return;
        desired_ = text;
        jobs_.add({.purpose = Job::Purpose::pull, .words = {"pull"}});
    }

    /// The newest one that it knew before it was restarted.
    void recall_rollout() {
        try {
            rollouts_.recall();
            follow_rollout();
        } catch (const BadMessage& fault) {
            log(std::string("dropped the last rollout: ") + fault.what());
        }
    }

    void follow_rollout() {
        try {
            rollouts_.keep_gate();
        } catch (const std::exception& fault) {
            log(fault.what()); // the release can be taken all the same
        }
        if (auto job = rollouts_.next_job(release_)) jobs_.add(*std::move(job));
    }

    void answer(const BusMessage& message) {
        const Ask ask = ask_from(message.data);
        if (message.reply.empty()) throw BadMessage("a question without a subject for its answer");
        Job job{.purpose = Job::Purpose::answer, .ask = ask, .reply = message.reply};
        job.words = {std::string(name_of(ask.verb))};
        const std::string policy = options_.fleet.policy;
        const bool needs_policy = ask.verb == Ask::Verb::run || ask.verb == Ask::Verb::plan ||
                                  ask.verb == Ask::Verb::explain;
        if (needs_policy && !policy.empty()) job.words.push_back(policy);
        if (ask.verb == Ask::Verb::explain) job.words.push_back(ask.what);
        if (jobs_.is_full())
            return send_answer(message.reply, {.id = ask.id, .error = "the host is busy"});
        jobs_.add(std::move(job));
    }

    void send_answer(const std::string& reply, AskAnswer answer) {
        answer.host = access_.host;
        answer.error = answer.error.substr(0, 1000);
        fleet_.bus().publish({.subject = reply, .data = text_of(answer)});
    }

    void end_job(const HostJobs::Ended& ended) {
        next_check_ = Clock::now();
        if (!ended.fault.empty()) log(ended.fault);
        try {
            finish(ended);
        } catch (const BusError& fault) {
            log(fault.what());
        }
    }

    void finish(const HostJobs::Ended& ended) {
        const Job& job = ended.job;
        if (job.purpose == Job::Purpose::answer) send_answer(job.reply, answer_of(ended));
        if (!ended.fault.empty()) return;
        switch (job.purpose) {
        case Job::Purpose::facts: return note_facts(ended.output);
        case Job::Purpose::release: return note_release(ended.output);
        case Job::Purpose::pull:
        case Job::Purpose::back:
            if (ended.status != number_of(ExitStatus::success)) log_failure(ended);
            rollouts_.note_end(job, ended.status);
            break;
        case Job::Purpose::answer:
            if (job.ask.verb != Ask::Verb::pull) return;
            break;
        }
        ask_for_release();
    }

    /// Pulls that a rollout wants run in no terminal: the log of the agent is where they are read.
    static void log_failure(const HostJobs::Ended& ended) {
        constexpr std::size_t max_shown = 1000;
        log("'vow " + ended.job.words.front() + "' ended with status " +
            std::to_string(ended.status) + ": " + ended.output.substr(0, max_shown));
    }

    static AskAnswer answer_of(const HostJobs::Ended& ended) {
        if (!ended.fault.empty()) return {.id = ended.job.ask.id, .error = ended.fault};
        return {
            .id = ended.job.ask.id,
            .exit_status = ended.status,
            .output = ended.output,
            .is_cut = ended.is_cut};
    }

    /// A host whose release cannot be read keeps the one that it had: without one it would look as
    /// if it had gone back.
    void note_release(const std::string& output) {
        const auto status = pull_status_from(output);
        knows_release_ = status.has_value();
        if (!status) return log("the release of this host is not known: " + output);
        release_ = status->release;
        next_presence_ = Clock::now();
        follow_rollout();
    }

    void ask_for_release() {
        jobs_.add({.purpose = Job::Purpose::release, .words = {"pull", "--status", "--json"}});
    }

    void note_facts(const std::string& output) {
        const auto classes = fact_classes_from(output);
        if (!classes) return log("the facts of this host are not known");
        facts_ = facts_text(*classes);
        if (fleet_.bus().is_connected()) send_facts();
    }

    void send_facts() { fleet_.store({.subject = "$KV.facts." + access_.host, .data = facts_}); }

    void check_reports() {
        next_check_ = Clock::now() + interval_;
        if (!std::exchange(knows_release_, true)) ask_for_release();
        try {
            const ReportSender::Found found = reports_.look();
            watch_.take_end(); // this end was its own
            if (found.has_new_run) next_presence_ = Clock::now();
            if (!fleet_.bus().is_connected()) return;
            for (const SpooledReport& report : found.reports) {
                if (const auto fault = reports_.send(report, fleet_)) log(*fault);
            }
            if (reports_.waiting() > 0) next_check_ = Clock::now();
        } catch (const std::exception& fault) {
            log(fault.what());
        }
    }

    void send_presence() {
        next_presence_ = Clock::now() + interval_;
        if (!fleet_.bus().is_connected()) return;
        const LastRun& last = reports_.last_run();
        Presence presence{
            .host = access_.host,
            .name = access_.name,
            .vow = std::string(vow_version),
            .time = fleet_now(),
            .verdict = last.verdict,
            .run = last.number,
            .finished = last.finished,
            .release = release_,
            .pending_reports = reports_.waiting(),
            .bad_messages = bad_messages_ + fleet_.dropped()};
        presence.rollout = rollouts_.mark(release_);
        try {
            fleet_.store({.subject = "$KV.hosts." + access_.host, .data = text_of(presence)});
        } catch (const BusError& fault) {
            log(fault.what());
        }
    }

    static void log(const std::string& text) {
        std::fprintf(stderr, "vow agent: %s\n", text.c_str());
    }

    const Options& options_;
    Membership::Access access_;
    RolloutFollower rollouts_;
    ReportSender reports_;
    HostJobs jobs_;
    RunWatch watch_;
    seconds interval_;
    HostConnection fleet_;
    Clock::time_point next_presence_ = Clock::now();
    Clock::time_point next_check_ = Clock::now();
    std::int64_t bad_messages_ = 0;
    std::string desired_, facts_;
    std::optional<ReleaseName> release_;
    bool knows_release_ = true; ///< false: the next check reads it again
};

} // namespace

int run_resident(const Options& options) {
    Options own = options;
    own.work_directory = work_directory_of(options.work_directory, options.personality);
    const Membership membership(own.work_directory);
    auto access = membership.access();
    if (!access)
        throw UsageError(
            "this host has not joined a fleet: run 'vow fleet join --token TOKEN URL' first"
        );
    require_safe_urls(access->url, access->authority);
    const AgentLock lock(membership);
    if (const auto fault = lock.fault()) {
        std::fprintf(stderr, "vow agent: %s\n", fault->c_str());
        return number_of(ExitStatus::busy);
    }
    const HostReports reports(own);
    reports.begin(access->host);
    EndingSignals signals;
    return Resident(own, membership, std::move(*access), reports).run(signals);
}

} // namespace vow::agent
