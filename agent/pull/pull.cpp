#include "agent/pull/pull.h"

#include "agent/command_line/arguments.h"
#include "agent/personality/work_directory.h"
#include "agent/pull/host_identity.h"
#include "agent/pull/pull_status.h"
#include "agent/pull/pulled_policy.h"
#include "agent/reporting/delivery.h"
#include "policy/run/usage_error.h"
#include "protocol/text/shown_text.h"

#include <chrono>
#include <cstdio>
#include <utility>
#include <variant>

namespace vow::agent {
namespace {

using Task = PullOptions::Task;

std::variant<PullSettings, SettingsError> settings_of(const PullOptions& given) {
    const std::string file = given.settings_file.empty() ? pull_settings_path : given.settings_file;
    auto read = read_pull_settings(file);
    if (std::holds_alternative<SettingsError>(read)) return read;
    auto settings = std::get<PullSettings>(std::move(read));
    if (!given.source.empty()) {
        const bool is_path = !source_from(given.source);
        settings.source = is_path ? absolute_path(given.source) : given.source;
    }
    if (!given.root.empty()) settings.root = absolute_path(given.root);
    if (!given.root_digest.empty()) settings.root_digest = given.root_digest;
    settings.is_strict = settings.is_strict || given.is_strict;
    return settings;
}

void require_source(const PullSettings& settings) {
    if (settings.source.empty())
        throw UsageError("name where the policy comes from: vow pull SOURCE, or 'source' in "
                         "/etc/vow/pull.yaml");
    if (!source_from(settings.source))
        throw UsageError(
            "'" + settings.source +
            "' is neither an address, an absolute path, nor git+ and the "
            "address of a repository"
        );
}

/// Trust never comes from the first use.
void require_root(const PullSettings& settings, const ReleaseStore& store) {
    const auto root = Place::at(store.metadata_folder() + "/root.json");
    const bool is_known = root && root->status();
    if (is_known || !settings.root.empty() || !settings.root_digest.empty()) return;
    throw UsageError("no root is trusted yet: name its file by --root or 'root' in the settings, "
                     "or its SHA-256 by --root-digest or 'root_digest'");
}

/// Everything that a task works with.
class PullCommand {
public:
    PullCommand(const Options& options, PullSettings settings)
        : options_(options),
          settings_(std::move(settings)),
          session_(options),
          work_folder_(absolute_path(work_directory_of(options.work_directory, options.personality))
          ),
          store_(work_folder_ + "/pull"),
          journal_(
              work_folder_ + "/state",
              session_.world().host,
              [this](LogLevel level, std::string_view line) {
                  session_.world().observer.receive(LogLine{level, line});
              },
              [this] { store_.free_reserve(); }
          ) {}

    int work() {
        switch (options_.pull.task) {
        case Task::pull: return pull();
        case Task::status: return status();
        case Task::pin: return pin();
        case Task::unpin: return unpin();
        case Task::identity: return show_identity();
        case Task::back: return back();
        case Task::send_reports: return send();
        case Task::check_settings: break;
        }
        require_source(settings_);
        return number_of(ExitStatus::success);
    }

private:
    int pull() {
        require_source(settings_);
        store_.prepare();
        require_root(settings_, store_);
        const auto lock = locked();
        return lock ? Pull(options_, settings_, session_, store_, journal_).run()
                    : number_of(ExitStatus::busy);
    }

    int back() {
        store_.prepare();
        const auto lock = locked();
        return lock ? Pull(options_, settings_, session_, store_, journal_).take_back()
                    : number_of(ExitStatus::busy);
    }

    int send() {
        if (!settings_.reports)
            throw UsageError("'" + settings_.file + "' has no member 'reports'");
        constexpr std::chrono::minutes limit{5};
        const Sending sending = send_reports(
            journal_.database(),
            *settings_.reports,
            {.now = session_.world().host.now(),
             .deadline = std::chrono::steady_clock::now() + limit,
             .retries = SendTerms::Retries::now}
        );
        for (const std::string& problem : sending.problems)
            session_.world().observer.receive(LogLine{LogLevel::error, problem});
        Output& output = session_.display().output();
        output.write(
            std::to_string(sending.stored) + " stored, " + std::to_string(sending.waiting) +
            " waiting\n"
        );
        const auto status = sending.problems.empty() ? ExitStatus::success : ExitStatus::not_kept;
        return output.finished(number_of(status), "standard output");
    }

    int status() {
        return show_pull_status(
            journal_.load(), settings_, session_.display().output(), options_.pull.is_json
        );
    }

    int pin() {
        store_.prepare();
        const auto lock = locked();
        if (!lock) return number_of(ExitStatus::busy);
        PullState state = journal_.load();
        const auto is_wanted = [&](const std::optional<Offer>& offer) {
            return offer && offer->digest.starts_with(options_.pull.pin);
        };
        const auto* wanted = is_wanted(state.good)       ? &state.good
                             : is_wanted(state.previous) ? &state.previous
                                                         : nullptr;
        if (wanted == nullptr)
            throw UsageError(
                "this host has no version '" + options_.pull.pin +
                "'; 'vow pull --status' shows those that it has"
            );
        state.pinned = (*wanted)->digest;
        if (wanted == &state.previous) std::swap(state.good, state.previous);
        state.candidate.reset();
        journal_.save(state);
        store_.point("current", state.good->digest);
        return number_of(ExitStatus::success);
    }

    int unpin() {
        store_.prepare();
        const auto lock = locked();
        if (!lock) return number_of(ExitStatus::busy);
        PullState state = journal_.load();
        state.pinned.clear();
        journal_.save(state);
        return number_of(ExitStatus::success);
    }

    int show_identity() {
        store_.prepare();
        const HostIdentity identity(store_.folder() + "/identity");
        identity.make();
        Output& output = session_.display().output();
        output.write(
            "id: " + identity.id() + "\nkey: " + identity.public_key() +
            "\nage: " + identity.age_recipient() + "\n"
        );
        return output.finished(number_of(ExitStatus::success), "standard output");
    }

    /// Null, with a message, while another pull works in the folder.
    std::unique_ptr<LockFile> locked() {
        auto lock = std::make_unique<LockFile>(store_.folder() + "/lock");
        if (lock->take_unnoted(1)) return lock;
        session_.world().observer.receive(LogLine{
            LogLevel::error, "another 'vow pull' is running in '" + store_.folder() + "'"});
        return nullptr;
    }

    const Options& options_;
    PullSettings settings_;
    Session session_;
    std::string work_folder_;
    ReleaseStore store_;
    PullJournal journal_;
};

} // namespace

int pull_policy(const Options& options) {
    auto settings = settings_of(options.pull);
    if (const auto* error = std::get_if<SettingsError>(&settings)) {
        std::fputs(shown(error->text, LineEnds::kept).c_str(), stderr);
        return number_of(ExitStatus::usage);
    }
    return PullCommand(options, std::get<PullSettings>(std::move(settings))).work();
}

} // namespace vow::agent
