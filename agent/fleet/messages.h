#pragma once

#include "agent/fleet/message_reader.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// The messages of a fleet: docs/fleet-protocol.md has their subjects and forms, docs/*.schema.json
// their schemas. Each is a JSON object with the number of its form as `schema`. Members that a
// reader does not know are ignored, so that two versions apart work together.
//
// All *_from functions throw BadMessage.

/// A host requests to join; `vow.join.TOKEN`. Signed by the key that it names.
struct JoinRequest {
    std::string token;
    std::string key; ///< public text of the host's key
    std::string name;
    std::string signature = {}; ///< base64url, over the canonical JSON of the rest

    std::string host() const; ///< the id
    std::string signed_text() const;
    bool is_signed() const;
};
std::string text_of(const JoinRequest& request);
JoinRequest join_request_from(std::string_view text);

/// The answer to it.
struct JoinAnswer {
    enum class State { accepted, waiting, refused };
    State state = State::refused;
    std::string jwt = {};    ///< of an accepted host
    std::string group = {};  ///< likewise; may be empty
    std::string reason = {}; ///< of a refusal
};
std::string text_of(const JoinAnswer& answer);
JoinAnswer join_answer_from(std::string_view text);

/// A token; bucket `tokens`, by its id.
struct TokenRecord {
    std::string group = {}; ///< may be empty
    std::int64_t uses = 1;  ///< left
    FleetTime expires = {};
    bool needs_approval = false;
    std::string made_by = {};
};
std::string text_of(const TokenRecord& token);
TokenRecord token_from(std::string_view text);

/// A host that has joined or wants to; bucket `registry`, by its id.
struct HostRecord {
    enum class State { waiting, active, revoked };
    std::string key;
    std::string name;
    std::string group = {}; ///< may be empty
    State state = State::waiting;
    std::string token = {};
    FleetTime since = {}; ///< of the state
};
std::string_view name_of(HostRecord::State state);
std::string text_of(const HostRecord& host);
HostRecord host_record_from(std::string_view text);

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

/// A question to a host; `vow.host.HOST.ask`.
struct Ask {
    enum class Verb { status, facts, plan, run, pull, explain };
    std::string id;
    Verb verb = Verb::status;
    std::string what = {}; ///< of explain
};
std::optional<Ask::Verb> verb_from(std::string_view name);
std::string_view name_of(Ask::Verb verb);
std::string text_of(const Ask& ask);
Ask ask_from(std::string_view text);

/// The answer to it.
struct AskAnswer {
    std::string id = {};
    std::string host = {};
    int exit_status = 0;
    std::string output = {};
    bool is_cut = false;    ///< the output was longer
    std::string error = {}; ///< why the question was not answered
};
std::string text_of(const AskAnswer& answer);
AskAnswer ask_answer_from(std::string_view text);

/// An action of an operator; `vow.log.WHO`.
struct LogEntry {
    FleetTime time = {};
    std::string who = {};
    std::string action = {};
    std::string what = {};
};
std::string text_of(const LogEntry& entry);
LogEntry log_entry_from(std::string_view text);

/// The id of the host with this key: the id that TUF gives to the same key. BadMessage if the text
/// is not a user's public key.
std::string host_id_of(std::string_view public_key);

} // namespace vow::agent
