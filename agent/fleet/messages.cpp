#include "agent/fleet/messages.h"

#include "agent/exit_status.h"
#include "protocol/text/named_value.h"

#include <array>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::array<NamedValue<Verdict>, 4> verdicts{
    {{"good", Verdict::good},
     {"not_kept", Verdict::not_kept},
     {"failed", Verdict::failed},
     {"unknown", Verdict::unknown}}};
constexpr std::array<NamedValue<RolloutMark::State>, 3> marks{
    {{"waiting", RolloutMark::State::waiting},
     {"taken", RolloutMark::State::taken},
     {"bad", RolloutMark::State::bad}}};

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
    return RolloutMark{.id = fleet_name(mark, "id"), .state = named_member(mark, "state", marks)};
}

} // namespace

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
        {"verdict", Data::string(name_of(presence.verdict))},
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
                 {"state", Data::string(find_name(marks, presence.rollout->state))}}
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
            .verdict = named_member(members, "verdict", verdicts),
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

} // namespace vow::agent
