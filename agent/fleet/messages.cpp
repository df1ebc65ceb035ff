#include "agent/fleet/messages.h"

#include "agent/exit_status.h"
#include "agent/fleet/message_reader.h"
#include "agent/fleet/nkey.h"
#include "agent/fleet/roles.h"
#include "agent/release/canonical_json.h"
#include "protocol/text/digest.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::size_t name_size = 255;
constexpr std::size_t jwt_size = 16'384;
constexpr std::size_t reason_size = 1024;
constexpr std::size_t output_size = 512UL * 1024;

constexpr std::array<NamedValue<JoinAnswer::State>, 3> join_states{
    {{"accepted", JoinAnswer::State::accepted},
     {"waiting", JoinAnswer::State::waiting},
     {"refused", JoinAnswer::State::refused}}};
constexpr std::array<NamedValue<HostRecord::State>, 3> host_states{
    {{"waiting", HostRecord::State::waiting},
     {"active", HostRecord::State::active},
     {"revoked", HostRecord::State::revoked}}};
constexpr std::array<NamedValue<Verdict>, 4> verdicts{
    {{"good", Verdict::good},
     {"not_kept", Verdict::not_kept},
     {"failed", Verdict::failed},
     {"unknown", Verdict::unknown}}};
constexpr std::array<NamedValue<RolloutMark::State>, 3> marks{
    {{"waiting", RolloutMark::State::waiting},
     {"taken", RolloutMark::State::taken},
     {"bad", RolloutMark::State::bad}}};
constexpr std::array<NamedValue<Ask::Verb>, 6> verbs{
    {{"status", Ask::Verb::status},
     {"facts", Ask::Verb::facts},
     {"plan", Ask::Verb::plan},
     {"run", Ask::Verb::run},
     {"pull", Ask::Verb::pull},
     {"explain", Ask::Verb::explain}}};

std::string message_text(std::vector<Data::Member> members) {
    members.insert(members.begin(), {"schema", Data::integer(fleet_schema)});
    return json_text(Data::object(std::move(members)));
}

Data text_data(std::string_view text) {
    return Data::string(text);
}

template <class Value, class Table>
Value named_member(const MetadataMembers& members, std::string_view name, const Table& table) {
    const std::string word = members.text(name);
    const auto value = find_value<Value>(table, word);
    if (!value) members.fail("has an unknown '" + std::string(name) + "': " + word);
    return *value;
}

std::string fleet_name(const MetadataMembers& members, std::string_view name) {
    std::string text = bounded_text(members, name, name_size);
    if (!is_fleet_name(text)) members.fail("has a '" + std::string(name) + "' that is not a name");
    return text;
}

std::string optional_fleet_name(const MetadataMembers& members, std::string_view name) {
    return optional_text(members, name, name_size).empty() ? std::string()
                                                           : fleet_name(members, name);
}

std::string host_member(const MetadataMembers& members) {
    std::string text = members.text("host");
    if (!is_host_id(text)) members.fail("has a 'host' that is not a host's id");
    return text;
}

/// Of the members that are signed.
std::vector<Data::Member> request_members(const JoinRequest& request) {
    return {
        {"token", Data::string(request.token)},
        {"key", Data::string(request.key)},
        {"name", Data::string(request.name)}};
}

std::optional<ReleaseName> optional_release(const MetadataMembers& members) {
    const Data* value = members.find("release");
    if (value == nullptr || value->kind() == Data::Kind::null) return std::nullopt;
    const MetadataMembers release = members.object("release");
    return ReleaseName{
        .bundle = bounded_text(release, "bundle", name_size),
        .version = bounded_text(release, "version", name_size)};
}

std::optional<RolloutMark> optional_mark(const MetadataMembers& members) {
    const Data* value = members.find("rollout");
    if (value == nullptr || value->kind() == Data::Kind::null) return std::nullopt;
    const MetadataMembers mark = members.object("rollout");
    return RolloutMark{
        .id = fleet_name(mark, "id"),
        .state = named_member<RolloutMark::State>(mark, "state", marks)};
}

} // namespace

std::string JoinRequest::host() const {
    return host_id_of(key);
}

std::string JoinRequest::signed_text() const {
    return "vow join\n" + canonical_json(Data::object(request_members(*this))).value_or("");
}

bool JoinRequest::is_signed() const {
    const auto bytes = bytes_of_base64_url(signature);
    return bytes && is_signed_by(key, NKey::Kind::user, signed_text(), *bytes);
}

std::string text_of(const JoinRequest& request) {
    auto members = request_members(request);
    members.emplace_back("signature", Data::string(request.signature));
    return message_text(std::move(members));
}

JoinRequest join_request_from(std::string_view text) {
    return read_message(text, "a request to join", [](const MetadataMembers& members) {
        JoinRequest request{
            .token = fleet_name(members, "token"),
            .key = bounded_text(members, "key", name_size),
            .name = bounded_text(members, "name", name_size),
            .signature = bounded_text(members, "signature", name_size)};
        if (request.name.empty()) members.fail("has an empty 'name'");
        host_id_of(request.key);
        return request;
    });
}

std::string text_of(const JoinAnswer& answer) {
    return message_text(
        {{"state", text_data(find_name(join_states, answer.state))},
         {"jwt", Data::string(answer.jwt)},
         {"group", Data::string(answer.group)},
         {"reason", Data::string(answer.reason)}}
    );
}

JoinAnswer join_answer_from(std::string_view text) {
    return read_message(
        text,
        "the answer to a request to join",
        [](const MetadataMembers& members) {
            return JoinAnswer{
                .state = named_member<JoinAnswer::State>(members, "state", join_states),
                .jwt = optional_text(members, "jwt", jwt_size),
                .group = optional_fleet_name(members, "group"),
                .reason = optional_text(members, "reason", reason_size)};
        }
    );
}

std::string text_of(const TokenRecord& token) {
    return message_text(
        {{"group", Data::string(token.group)},
         {"uses", Data::integer(token.uses)},
         {"expires", time_data(token.expires)},
         {"needs_approval", Data::boolean(token.needs_approval)},
         {"made_by", Data::string(token.made_by)}}
    );
}

TokenRecord token_from(std::string_view text) {
    return read_message(text, "a token", [](const MetadataMembers& members) {
        return TokenRecord{
            .group = optional_fleet_name(members, "group"),
            .uses = members.number("uses", 0),
            .expires = time_member(members, "expires"),
            .needs_approval = members.truth("needs_approval"),
            .made_by = optional_text(members, "made_by", name_size)};
    });
}

std::string_view name_of(HostRecord::State state) {
    return find_name(host_states, state);
}

std::string text_of(const HostRecord& host) {
    return message_text(
        {{"key", Data::string(host.key)},
         {"name", Data::string(host.name)},
         {"group", Data::string(host.group)},
         {"state", text_data(name_of(host.state))},
         {"token", Data::string(host.token)},
         {"since", time_data(host.since)}}
    );
}

HostRecord host_record_from(std::string_view text) {
    return read_message(text, "a host's record", [](const MetadataMembers& members) {
        HostRecord host{
            .key = bounded_text(members, "key", name_size),
            .name = bounded_text(members, "name", name_size),
            .group = optional_fleet_name(members, "group"),
            .state = named_member<HostRecord::State>(members, "state", host_states),
            .token = optional_text(members, "token", name_size),
            .since = time_member(members, "since")};
        host_id_of(host.key);
        return host;
    });
}

std::string_view name_of(Verdict verdict) {
    return find_name(verdicts, verdict);
}

Verdict verdict_of(std::optional<int> exit_status) {
    if (!exit_status) return Verdict::failed;
    if (*exit_status == number_of(ExitStatus::not_kept)) return Verdict::not_kept;
    const bool is_good = *exit_status == number_of(ExitStatus::success) ||
                         *exit_status == number_of(ExitStatus::changes);
    return is_good ? Verdict::good : Verdict::failed;
}

std::string text_of(const ReleaseName& release) {
    return release.bundle + "/" + release.version;
}

std::string text_of(const Presence& presence) {
    std::vector<Data::Member> members{
        {"host", Data::string(presence.host)},
        {"name", Data::string(presence.name)},
        {"vow", Data::string(presence.vow)},
        {"time", time_data(presence.time)},
        {"verdict", text_data(name_of(presence.verdict))},
        {"pending_reports", Data::integer(presence.pending_reports)},
        {"bad_messages", Data::integer(presence.bad_messages)}};
    if (presence.run) members.emplace_back("run", Data::integer(*presence.run));
    if (presence.finished) members.emplace_back("finished", time_data(*presence.finished));
    if (presence.release) {
        members.emplace_back(
            "release",
            Data::object(
                {{"bundle", Data::string(presence.release->bundle)},
                 {"version", Data::string(presence.release->version)}}
            )
        );
    }
    if (presence.rollout) {
        members.emplace_back(
            "rollout",
            Data::object(
                {{"id", Data::string(presence.rollout->id)},
                 {"state", text_data(find_name(marks, presence.rollout->state))}}
            )
        );
    }
    return message_text(std::move(members));
}

Presence presence_from(std::string_view text) {
    return read_message(text, "a presence", [](const MetadataMembers& members) {
        Presence presence{
            .host = host_member(members),
            .name = bounded_text(members, "name", name_size),
            .vow = optional_text(members, "vow", name_size),
            .time = time_member(members, "time"),
            .verdict = named_member<Verdict>(members, "verdict", verdicts),
            .finished = optional_time(members, "finished"),
            .release = optional_release(members),
            .rollout = optional_mark(members),
            .pending_reports = members.number("pending_reports", 0),
            .bad_messages = members.number("bad_messages", 0)};
        if (members.find("run") != nullptr) presence.run = members.number("run", 0);
        return presence;
    });
}

std::string facts_text(const std::vector<std::string>& classes) {
    constexpr std::size_t most = 5000;
    Data::Array items;
    items.reserve(classes.size());
    for (const std::string& name : classes) {
        if (items.size() < most) items.push_back(Data::string(name));
    }
    return message_text({{"classes", Data::array(std::move(items))}});
}

std::vector<std::string> classes_from(std::string_view text) {
    return read_message(text, "the facts of a host", [](const MetadataMembers& members) {
        return members.texts("classes");
    });
}

std::string text_of(const Desired& desired) {
    return message_text(
        {{"release", Data::string(desired.release)},
         {"digest", Data::string(desired.digest)},
         {"time", time_data(desired.time)}}
    );
}

Desired desired_from(std::string_view text) {
    return read_message(text, "a desired version", [](const MetadataMembers& members) {
        return Desired{
            .release = optional_text(members, "release", name_size),
            .digest = optional_text(members, "digest", name_size),
            .time = time_member(members, "time")};
    });
}

std::optional<Ask::Verb> verb_from(std::string_view name) {
    return find_value<Ask::Verb>(verbs, name);
}

std::string_view name_of(Ask::Verb verb) {
    return find_name(verbs, verb);
}

std::string text_of(const Ask& ask) {
    std::vector<Data::Member> members{
        {"id", Data::string(ask.id)}, {"verb", text_data(name_of(ask.verb))}};
    if (!ask.what.empty()) members.emplace_back("what", Data::string(ask.what));
    return message_text(std::move(members));
}

Ask ask_from(std::string_view text) {
    return read_message(text, "a question", [](const MetadataMembers& members) {
        Ask ask{
            .id = fleet_name(members, "id"),
            .verb = named_member<Ask::Verb>(members, "verb", verbs),
            .what = optional_text(members, "what", name_size)};
        const bool is_explain = ask.verb == Ask::Verb::explain;
        if (is_explain == ask.what.empty()) members.fail("has a 'what' that does not fit its verb");
        // It becomes a word of a command line, where it must not be an option.
        const auto is_control = [](unsigned char letter) { return letter < ' ' || letter == 127; };
        if (ask.what.starts_with('-') || std::ranges::any_of(ask.what, is_control))
            members.fail("has a 'what' that is not a name");
        return ask;
    });
}

std::string text_of(const AskAnswer& answer) {
    return message_text(
        {{"id", Data::string(answer.id)},
         {"host", Data::string(answer.host)},
         {"exit_status", Data::integer(answer.exit_status)},
         {"output", Data::string(answer.output)},
         {"cut", Data::boolean(answer.is_cut)},
         {"error", Data::string(answer.error)}}
    );
}

AskAnswer ask_answer_from(std::string_view text) {
    return read_message(text, "an answer", [](const MetadataMembers& members) {
        return AskAnswer{
            .id = fleet_name(members, "id"),
            .host = host_member(members),
            .exit_status = static_cast<int>(members.number("exit_status", 0)),
            .output = optional_text(members, "output", output_size),
            .is_cut = members.truth("cut"),
            .error = optional_text(members, "error", reason_size)};
    });
}

std::string text_of(const LogEntry& entry) {
    return message_text(
        {{"time", time_data(entry.time)},
         {"who", Data::string(entry.who)},
         {"action", Data::string(entry.action)},
         {"what", Data::string(entry.what)}}
    );
}

LogEntry log_entry_from(std::string_view text) {
    return read_message(text, "an entry of the log", [](const MetadataMembers& members) {
        return LogEntry{
            .time = time_member(members, "time"),
            .who = fleet_name(members, "who"),
            .action = bounded_text(members, "action", name_size),
            .what = optional_text(members, "what", reason_size)};
    });
}

std::string host_id_of(std::string_view public_key) {
    const auto bytes = public_bytes_from(public_key, NKey::Kind::user);
    if (!bytes) throw BadMessage("a key is not the public key of a user of NATS");
    std::string digits;
    digits.reserve(2 * bytes->size());
    for (const char byte : *bytes)
        digits += hexadecimal(static_cast<unsigned char>(byte));
    const Data key = Data::object(
        {{"keytype", Data::string("ed25519")},
         {"keyval", Data::object({{"public", Data::string(digits)}})},
         {"scheme", Data::string("ed25519")}}
    );
    return sha256_of(canonical_json(key).value_or(""));
}

} // namespace vow::agent
