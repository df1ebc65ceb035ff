#include "agent/pull/pulled_policy.h"

#include "agent/personality/work_directory.h"
#include "agent/pull/host_identity.h"
#include "agent/pull/offer.h"
#include "agent/pull/wish.h"
#include "agent/release/gate.h"
#include "agent/release/repository_client.h"
#include "policy/run/usage_error.h"
#include "protocol/text/utc_time.h"

#include <system_error>
#include <utility>

namespace vow::agent {
namespace {

constexpr int max_attempts = 3; ///< to try a version, each ended by a crash

std::string work_folder_of(const Options& options) {
    return work_directory_of(options.work_directory, options.personality);
}

std::string bundle_name(const Offer* offer) {
    return offer == nullptr ? "" : offer->bundle;
}

ReleaseTime time_of(std::int64_t seconds) {
    return ReleaseTime(std::chrono::seconds(seconds));
}

/// A rule that no mirror breaks by accident: the exit status is 9. Others are failures of the way.
bool is_breach(TrustRule rule) {
    return rule != TrustRule::fetch && rule != TrustRule::absent;
}

} // namespace

Pull::Pull(
    const Options& options,
    const PullSettings& settings,
    Session& session,
    const ReleaseStore& store,
    PullJournal& journal
)
    : options_(options),
      settings_(settings),
      session_(session),
      store_(store),
      journal_(journal),
      versions_(store, settings, journal),
      programs_(session),
      trial_(programs_, store, settings, work_folder_of(options), session.world().stop),
      record_(options, settings, session, journal) {}

int Pull::run() {
    state_ = versions_.present(journal_.load());
    versions_.point_links(state_);
    if (!options_.pull.is_plan) record_.begin();
    const std::string before = bundle_name(state_.good ? &*state_.good : nullptr);
    fetch_release();
    if (options_.pull.is_plan) return show_plan();
    if (options_.pull.runs) run_policy();
    return record(before);
}

/// The version that was good counts as bad from now on, or the next pull would take it again.
int Pull::take_back() {
    state_ = versions_.present(journal_.load());
    versions_.point_links(state_);
    if (!state_.good || !state_.previous)
        throw UsageError("this host has no version to go back to");
    record_.begin();
    const std::string before = bundle_name(&*state_.good);
    state_.candidate = std::exchange(state_.good, std::exchange(state_.previous, std::nullopt));
    state_.pinned.clear();
    go_back("it was taken back");
    result_.status.reset(); // it was to go back
    return record(before);
}

int Pull::record(const std::string& before) {
    const int status = finish();
    const std::string after = bundle_name(state_.good ? &*state_.good : nullptr);
    std::optional<PullRecord::What> what;
    if (result_.status)
        what = PullRecord::What{.result = "not_kept", .message = result_.message};
    else if (before != after)
        what =
            PullRecord::What{.result = "repaired", .message = {}, .before = before, .after = after};
    record_.finish(status, what);
    return status;
}

void Pull::fetch_release() {
    const World& world = session_.world();
    const FetchWish wanted = wish_of(state_, settings_, store_, world, release_now());
    const SourceTools tools = {
        .host = world.host,
        .network = world.network,
        .settings = settings_,
        .folder = store_.fetch_folder()};
    const Fetched fetched = fetch(wanted, tools, world.stop);
    MetadataFolder trusted(store_.metadata_folder());
    for (const auto& [role, bytes] : fetched.metadata)
        trusted.save(role, bytes);
    // A root from a file is trusted from now on, even if nothing more could be fetched.
    if (!fetched.metadata.contains("root") && !trusted.load("root") && !fetched.refused)
        trusted.save("root", wanted.metadata.at("root"));
    if (fetched.repository.size() > 0) state_.repository = fetched.repository;
    if (fetched.refused) return refuse(*fetched.refused);
    if (fetched.terms) conclude(wanted, fetched);
    take(fetched);
}

/// The next pull need not verify the same again.
void Pull::conclude(FetchWish wanted, const Fetched& fetched) {
    for (const auto& [role, bytes] : fetched.metadata)
        wanted.metadata[role] = bytes;
    state_.conclusion = conclusion_from(wanted, settings_, *fetched.offer, *fetched.terms);
}

void Pull::refuse(const RefusedFetch& refused) {
    const bool is_untrusted = is_breach(refused.rule);
    result_.status = is_untrusted ? ExitStatus::untrusted : ExitStatus::nothing_fetched;
    result_.rule = text_of(refused.rule);
    result_.message = is_untrusted ? "what was fetched is not to be trusted (" + result_.rule +
                                         "): " + refused.message + clock_hint(refused)
                                   : "nothing could be fetched: " + refused.message;
    say(LogLevel::error, result_.message + (is_untrusted ? "; nothing of it is used" : ""));
}

std::string Pull::clock_hint(const RefusedFetch& refused) const {
    if (refused.rule != TrustRule::expiry) return {};
    if (state_.last.time <= now()) return "; if that is not the time, set the clock";
    return "; the clock of this host is wrong: the last pull was at " +
           utc_text(time_of(state_.last.time));
}

void Pull::take(const Fetched& fetched) {
    const Offer& offer = *fetched.offer;
    if (!state_.pinned.empty()) {
        if (state_.good && state_.good->id() != offer.id())
            result_.message = "pinned to " + state_.good->bundle + ": " + offer.bundle +
                              " is not taken before 'vow pull --unpin'";
        return;
    }
    if (state_.candidate && *state_.candidate == offer) return; // its trial goes on
    state_.candidate.reset(); // a newer release, or the good one again
    if (state_.good && *state_.good == offer) return;
    if (const BadRelease* bad = state_.find_bad(offer.id())) {
        result_.message = offer.bundle + " was bad and is not tried again: " + bad->why;
        return say(LogLevel::notice, result_.message);
    }
    if (const auto objection = objection_of_host(offer)) return hold(offer, fetched, *objection);
    if (stage(offer, fetched)) staged_ = offer;
}

/// It is stored, so that it is fetched once.
void Pull::hold(const Offer& offer, const Fetched& fetched, const std::string& objection) {
    if (!unpack(offer, fetched)) return;
    held_ = offer;
    result_.message = offer.bundle + " is not taken yet: " + objection;
}

/// A host without a version has nothing to lose: it takes the first one at once.
std::optional<std::string> Pull::objection_of_host(const Offer& offer) const {
    const bool is_harmless = options_.pull.is_plan || !options_.pull.runs;
    if (options_.pull.is_now || is_harmless || !state_.good) return std::nullopt;
    const auto gate = journal_.database().document(gate_space, gate_key);
    const std::string host = HostIdentity(store_.folder() + "/identity").id_if_any();
    return objection_to(offer, {.id = host, .gate = gate, .now = release_now()});
}

bool Pull::stage(const Offer& offer, const Fetched& fetched) {
    if (!unpack(offer, fetched)) return false;
    if (const auto fault = trial_.fault_of_check(offer)) {
        if (session_.world().stop.signal() == 0) mark_bad(offer, *fault, ExitStatus::went_back);
        return false;
    }
    if (!settings_.plans || options_.pull.is_plan) return true;
    const ProgramEnd plan = trial_.plan(offer);
    if (plan.is_good() || plan.is_stopped) return plan.is_good();
    mark_bad(offer, "its plan " + plan.text(), ExitStatus::went_back);
    return false;
}

bool Pull::unpack(const Offer& offer, const Fetched& fetched) {
    const auto full = [&](const std::string& why) {
        result_.status = ExitStatus::nothing_fetched;
        result_.message = "what was fetched cannot be stored: " + why;
        say(LogLevel::error, result_.message);
        return false;
    };
    const std::set<std::string> stored = store_.digests();
    const BundleLimits limits = {
        .packed = settings_.limits.file, .content = settings_.limits.unpacked};
    try {
        for (const auto& [name, digest] : offer.data) {
            if (stored.contains(digest)) continue;
            const auto file = fetched.files.find(digest);
            if (file == fetched.files.end()) return full("data/" + name + ".age is missing");
            store_.add_data(digest, file->second);
        }
        store_.name_secrets(offer.id(), offer.data);
        if (stored.contains(offer.digest)) return true;
        const auto file = fetched.files.find(offer.digest);
        if (file == fetched.files.end()) return full("the bundle is missing");
        store_.add_bundle(offer.digest, file->second, limits);
    } catch (const BundleFault& fault) {
        if (fault.error() != 0) return full(fault.what());
        mark_bad(
            offer, std::string("its bundle is refused: ") + fault.what(), ExitStatus::untrusted
        );
        return false;
    } catch (const std::system_error& error) {
        return full(error.what());
    }
    return true;
}

/// Before it has run.
void Pull::mark_bad(const Offer& offer, const std::string& why, ExitStatus status) {
    result_.status = status;
    result_.message = offer.bundle + " is bad: " + why;
    state_.bad.push_back(
        {.id = offer.id(),
         .bundle = offer.bundle,
         .digest = offer.digest,
         .why = why,
         .time = now()}
    );
    save();
    say(LogLevel::error, result_.message);
}

int Pull::show_plan() {
    const Offer* offer = staged_ ? &*staged_ : state_.current();
    save();
    if (offer == nullptr) {
        if (!result_.status) say(LogLevel::error, "this host has no version yet");
        return number_of(result_.status.value_or(ExitStatus::nothing_fetched));
    }
    const ProgramEnd plan = trial_.plan(*offer);
    return result_.status ? number_of(*result_.status) : plan.status;
}

void Pull::run_policy() {
    if (result_.status == ExitStatus::nothing_fetched && settings_.is_strict) {
        say(LogLevel::notice, "nothing is run, as --strict demands");
        return;
    }
    if (staged_) {
        state_.candidate = *staged_;
        state_.attempts = 0;
    }
    if (state_.candidate)
        try_candidate();
    else
        run_good();
}

void Pull::try_candidate() {
    ++state_.attempts;
    state_.ran = now();
    save();
    if (state_.attempts > max_attempts)
        return go_back(
            "each of " + std::to_string(max_attempts) + " pulls that tried it was killed"
        );
    versions_.point_links(state_);
    say(LogLevel::notice, "trying " + state_.candidate->bundle);
    const Trial::Verdict verdict = trial_.try_out(*state_.candidate);
    result_.run_status = verdict.run.status;
    constexpr int busy = number_of(ExitStatus::busy);
    if (verdict.run.is_stopped || verdict.run.status == busy) {
        --state_.attempts; // nothing speaks against it: the next pull goes on
        return;
    }
    if (verdict.fault) return go_back(*verdict.fault);
    accept_candidate();
}

void Pull::accept_candidate() {
    if (state_.good && state_.good->digest != state_.candidate->digest)
        state_.previous = state_.good;
    state_.good = std::move(state_.candidate);
    state_.candidate.reset();
    state_.attempts = 0;
    save();
    versions_.point_links(state_);
    say(LogLevel::notice, state_.good->bundle + " is good");
}

void Pull::go_back(const std::string& why) {
    const Offer bad = *state_.candidate;
    state_.candidate.reset();
    state_.attempts = 0;
    mark_bad(bad, why, ExitStatus::went_back);
    versions_.point_links(state_);
    if (!state_.good) return say(LogLevel::error, "this host has no version to go back to");
    say(LogLevel::notice, "back to " + state_.good->bundle);
    run_good_now();
}

void Pull::run_good() {
    if (!state_.good) {
        if (!result_.status) say(LogLevel::error, "this host has no version to run");
        return;
    }
    if (options_.pull.is_now || is_due(*state_.good, time_of(state_.ran), release_now()))
        return run_good_now();
    result_.is_resting = true;
    if (result_.message.empty())
        result_.message =
            "it ran at " + utc_text(time_of(state_.ran)) + ", and by its schedule runs later again";
}

/// The time is saved with the end of the pull: one that is killed before runs the policy again.
void Pull::run_good_now() {
    state_.ran = now();
    result_.run_status = trial_.run(*state_.good).status;
}

void Pull::save() {
    journal_.save(state_);
}

int Pull::finish() {
    const int signal = session_.signals().signal();
    const int own = result_.status ? number_of(*result_.status) : result_.run_status.value_or(0);
    const bool has_nothing =
        options_.pull.runs && !result_.run_status && !result_.status && !result_.is_resting;
    const int status = signal != 0   ? ended_by_signal(signal)
                       : has_nothing ? number_of(ExitStatus::nothing_fetched)
                                     : own;
    state_.last = {
        .time = now(),
        .exit_status = status,
        .run_status = result_.run_status,
        .rule = result_.rule,
        .message = result_.message};
    save();
    versions_.prune(state_, {staged_, held_});
    return status;
}

void Pull::say(LogLevel level, const std::string& text) const {
    session_.world().observer.receive(LogLine{level, text});
    session_.display().output().flush();
}

std::int64_t Pull::now() const {
    return std::chrono::system_clock::to_time_t(session_.world().host.now());
}

} // namespace vow::agent
