#include "agent/pull/journal.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace vow::agent {
namespace {

constexpr const char* journal_space = "pull";
constexpr const char* journal_key = "journal";
constexpr std::size_t max_bad = 20;

std::string member_text(const Data& data, std::string_view name) {
    const Data* value = data.find(name);
    return std::string(value == nullptr ? std::string_view() : value->text());
}

std::int64_t member_number(const Data& data, std::string_view name) {
    const std::string text = member_text(data, name);
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::optional<Offer> offer_of(const Data& data, std::string_view name) {
    const Data* value = data.find(name);
    return value == nullptr ? std::nullopt : offer_from(*value);
}

Data data_of(const BadRelease& bad) {
    return Data::object(
        {{"id", Data::string(bad.id)},
         {"bundle", Data::string(bad.bundle)},
         {"digest", Data::string(bad.digest)},
         {"why", Data::string(bad.why)},
         {"time", Data::integer(bad.time)}}
    );
}

BadRelease bad_from(const Data& data) {
    return {
        .id = member_text(data, "id"),
        .bundle = member_text(data, "bundle"),
        .digest = member_text(data, "digest"),
        .why = member_text(data, "why"),
        .time = member_number(data, "time")};
}

Data data_of(const LastPull& last) {
    return Data::object(
        {{"time", Data::integer(last.time)},
         {"exit_status", Data::integer(last.exit_status)},
         {"run_status", last.run_status ? Data::integer(*last.run_status) : Data()},
         {"rule", Data::string(last.rule)},
         {"message", Data::string(last.message)}}
    );
}

LastPull last_from(const Data& data) {
    LastPull last{
        .time = member_number(data, "time"),
        .exit_status = static_cast<int>(member_number(data, "exit_status")),
        .run_status = {},
        .rule = member_text(data, "rule"),
        .message = member_text(data, "message")};
    if (!member_text(data, "run_status").empty())
        last.run_status = static_cast<int>(member_number(data, "run_status"));
    return last;
}

} // namespace

const Offer* PullState::current() const {
    if (candidate) return &*candidate;
    return good ? &*good : nullptr;
}

const BadRelease* PullState::find_bad(const std::string& id) const {
    const auto found = std::ranges::find(bad, id, &BadRelease::id);
    return found == bad.end() ? nullptr : &*found;
}

std::set<std::string> PullState::bad_ids() const {
    std::set<std::string> ids;
    for (const BadRelease& each : bad)
        ids.insert(each.id);
    return ids;
}

Data data_of(const PullState& state) {
    Data::Array bad;
    const std::size_t first = state.bad.size() - std::min(state.bad.size(), max_bad);
    bad.reserve(state.bad.size() - first);
    for (std::size_t at = first; at < state.bad.size(); ++at)
        bad.push_back(data_of(state.bad[at]));
    std::vector<Data::Member> members;
    const auto add = [&](const char* name, const std::optional<Offer>& offer) {
        if (offer) members.emplace_back(name, data_of(*offer));
    };
    add("good", state.good);
    add("previous", state.previous);
    add("candidate", state.candidate);
    members.emplace_back("attempts", Data::integer(state.attempts));
    members.emplace_back("bad", Data::array(std::move(bad)));
    members.emplace_back("pinned", Data::string(state.pinned));
    members.emplace_back("ran", Data::integer(state.ran));
    members.emplace_back("last", data_of(state.last));
    members.emplace_back("repository", state.repository);
    if (state.conclusion) members.emplace_back("conclusion", data_of(*state.conclusion));
    return Data::object(std::move(members));
}

PullState pull_state_from(const Data& data) {
    PullState state{
        .good = offer_of(data, "good"),
        .previous = offer_of(data, "previous"),
        .candidate = offer_of(data, "candidate"),
        .attempts = static_cast<int>(member_number(data, "attempts")),
        .pinned = member_text(data, "pinned"),
        .ran = member_number(data, "ran")};
    if (const Data* bad = data.find("bad"))
        for (const Data& each : bad->items())
            state.bad.push_back(bad_from(each));
    if (const Data* last = data.find("last")) state.last = last_from(*last);
    if (const Data* repository = data.find("repository")) state.repository = *repository;
    if (const Data* conclusion = data.find("conclusion"))
        state.conclusion = conclusion_from(*conclusion);
    return state;
}

PullJournal::PullJournal(
    std::string folder, Host& host, DiskState::Log log, std::function<void()> make_room
)
    : folder_(std::move(folder)),
      host_(host),
      log_(std::move(log)),
      make_room_(std::move(make_room)) {
    reopen();
}

void PullJournal::reopen() {
    has_warned_ = false;
    disk_ =
        std::make_unique<DiskState>(folder_, host_, [this](LogLevel level, std::string_view line) {
            has_warned_ = true;
            log_(level, line);
        });
}

PullState PullJournal::load() {
    auto data = disk_->document(journal_space, journal_key);
    if (!data && has_warned_) {
        make_room_();
        reopen();
        data = disk_->document(journal_space, journal_key);
    }
    if (data) return pull_state_from(*data);
    if (has_warned_) throw std::runtime_error("the state in '" + folder_ + "' cannot be read");
    return {};
}

void PullJournal::save(const PullState& state) {
    const DocumentChange change = {
        .space = journal_space, .key = journal_key, .value = data_of(state)};
    if (disk_->change_durably({change}) == DiskState::Stored::yes) return;
    make_room_();
    reopen();
    if (disk_->change_durably({change}) == DiskState::Stored::yes) return;
    throw std::runtime_error("the state in '" + folder_ + "' cannot be written");
}

} // namespace vow::agent
