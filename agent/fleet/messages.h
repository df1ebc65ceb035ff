#pragma once

#include "agent/fleet/message_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// The messages of a fleet about its state: what hosts publish of themselves, and operators of their
// work. docs/fleet-protocol.md has the subjects and forms of all messages, docs/*.schema.json their
// schemas. Each is a JSON object with the number of its form as `schema`. Members that a reader
// does not know are ignored, so that two versions apart work together. Those of joining and
// questions have headers of their own: join_messages.h, question.h.
//
// All *_from functions throw BadMessage.

/// The state of a host's last run, as a reader sees it at a glance.
enum class Verdict { good, not_kept, failed, unknown };
std::string_view name_of(Verdict verdict);
/// Of a run that has ended; nullopt: it was killed.
Verdict verdict_of(std::optional<int> exit_status);

/// A bundle of a release.
struct ReleaseName {
    std::string bundle = {};
    std::string version = {};

    friend bool operator==(const ReleaseName&, const ReleaseName&) = default;
};
std::string text_of(const ReleaseName& release); ///< "BUNDLE/VERSION"

/// The state of a host in a rollout.
struct RolloutMark {
    enum class State { waiting, taken, bad };
    std::string id;
    State state = State::waiting;
};

/// A host is there; bucket `hosts`, by its id, for as long as the bucket keeps it.
struct Presence {
    std::string host;
    std::string name;
    std::string vow = {}; ///< its version
    FleetTime time = {};
    Verdict verdict = Verdict::unknown;
    std::optional<std::int64_t> run = {}; ///< the last run's number
    std::optional<FleetTime> finished = {};
    std::optional<ReleaseName> release = {}; ///< the version that it runs
    std::optional<RolloutMark> rollout = {};
    std::int64_t pending_reports = 0;
    std::int64_t bad_messages = 0; ///< dropped since it began
};
std::string text_of(const Presence& presence);
Presence presence_from(std::string_view text);

/// The names of a host's classes, for expressions of `--where`; bucket `facts`, by its id.
std::string facts_text(const std::vector<std::string>& classes);
std::vector<std::string> classes_from(std::string_view text);

/// The newest version of a repository; bucket `desired`, by its name. It only wakes hosts: the
/// signatures of the repository decide about trust.
struct Desired {
    std::string release = {}; ///< BUNDLE/VERSION; may be empty
    std::string digest = {};  ///< of timestamp.json; may be empty
    FleetTime time = {};
};
std::string text_of(const Desired& desired);
Desired desired_from(std::string_view text);

/// An action of an operator; `vow.log.WHO`.
struct LogEntry {
    FleetTime time = {};
    std::string who = {};
    std::string action = {};
    std::string what = {};
};
std::string text_of(const LogEntry& entry);
LogEntry log_entry_from(std::string_view text);

} // namespace vow::agent
