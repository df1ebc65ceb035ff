#include "agent/fleet/host_view.h"

#include "agent/command_line/history_options.h"
#include "policy/run/usage_error.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cctype>

namespace vow::agent {
namespace {

using std::chrono::seconds;

bool is_word_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

} // namespace

/// A parser by descent: any = all {| all}, all = one {& one}.
class HostExpression::Parser {
public:
    Parser(std::string_view text, std::vector<Term>& terms) : text_(text), terms_(terms) {}

    void parse() {
        any();
        skip_blanks();
        if (position_ < text_.size()) fail("the end, '&' or '|'");
    }

private:
    static constexpr int most_levels = 200;

    std::size_t any() {
        std::size_t left = all();
        while (takes("||") || takes("|"))
            left = add({.kind = Term::Kind::disjunction, .left = left, .right = all()});
        return left;
    }

    std::size_t all() {
        std::size_t left = one();
        while (takes("&&") || takes("&") || takes("."))
            left = add({.kind = Term::Kind::conjunction, .left = left, .right = one()});
        return left;
    }

    std::size_t one() {
        if (++level_ > most_levels) fail("fewer levels of parentheses");
        std::size_t term = 0;
        if (takes("!")) {
            term = add({.kind = Term::Kind::negation, .left = one()});
        } else if (takes("(")) {
            term = any();
            if (!takes(")")) fail("')'");
            // The whole expression is the last term.
            term = add({.kind = Term::Kind::conjunction, .left = term, .right = term});
        } else {
            term = named();
        }
        --level_;
        return term;
    }

    std::size_t named() {
        const std::string name = word();
        if (name.empty()) fail("a name, 'seen<TIME', '!' or '('");
        if (name != "seen") return add({.kind = Term::Kind::name, .name = name});
        const bool is_within = takes("<");
        if (!is_within && !takes(">")) fail("'<' or '>'");
        const auto age = age_from(word());
        if (!age) fail("a time such as 90s, 15m, 2h or 1d");
        return add(
            {.kind = is_within ? Term::Kind::seen_within : Term::Kind::seen_before, .age = *age}
        );
    }

    std::string word() {
        skip_blanks();
        const std::size_t begin = position_;
        while (position_ < text_.size() && is_word_letter(text_[position_]))
            ++position_;
        return std::string(text_.substr(begin, position_ - begin));
    }

    bool takes(std::string_view sign) {
        skip_blanks();
        if (!text_.substr(position_).starts_with(sign)) return false;
        position_ += sign.size();
        return true;
    }

    void skip_blanks() {
        while (position_ < text_.size() && text_[position_] == ' ')
            ++position_;
    }

    std::size_t add(Term term) {
        terms_.push_back(std::move(term));
        return terms_.size() - 1;
    }

    [[noreturn]] void fail(const std::string& expected) const {
        throw UsageError(
            "--where: expected " + expected + "\n    " + std::string(text_) + "\n    " +
            std::string(position_, ' ') + "^"
        );
    }

    std::string_view text_;
    std::vector<Term>& terms_;
    std::size_t position_ = 0;
    int level_ = 0;
};

HostExpression::HostExpression(std::string_view text) {
    if (!trimmed(text).empty()) Parser(text, terms_).parse();
}

bool HostExpression::matches(const FleetHost& host, FleetTime now) const {
    return terms_.empty() || is_true(terms_.size() - 1, host, now);
}

bool HostExpression::is_true(std::size_t index, const FleetHost& host, FleetTime now) const {
    const Term& term = terms_[index];
    switch (term.kind) {
    case Term::Kind::name: return has_name(host, term.name);
    case Term::Kind::seen_within: return host.presence && now - host.presence->time < term.age;
    case Term::Kind::seen_before: return !host.presence || now - host.presence->time > term.age;
    case Term::Kind::negation: return !is_true(term.left, host, now);
    case Term::Kind::conjunction:
        return is_true(term.left, host, now) && is_true(term.right, host, now);
    case Term::Kind::disjunction:
        return is_true(term.left, host, now) || is_true(term.right, host, now);
    }
    return false;
}

std::string FleetHost::state(const std::optional<ReleaseName>& desired) const {
    if (record.state == HostRecord::State::waiting) return "waiting";
    if (record.state == HostRecord::State::revoked) return "revoked";
    if (!presence) return "silent";
    if (presence->verdict == Verdict::failed) return "failed";
    if (presence->verdict == Verdict::not_kept) return "not kept";
    if (desired && presence->release && *presence->release != *desired) return "behind";
    return presence->verdict == Verdict::good ? "good" : "no run";
}

bool has_name(const FleetHost& host, const std::string& name) {
    return host.classes.contains(name) || name == canonified(host.state(std::nullopt)) ||
           name == "group_" + canonified(host.record.group) ||
           name == "name_" + canonified(host.record.name);
}

RolloutHost rollout_host(const Rollout& rollout, const FleetHost& host) {
    RolloutHost seen{.id = host.id};
    if (!host.presence) {
        seen.state = RolloutHost::State::silent;
        return seen;
    }
    const Presence& presence = *host.presence;
    const bool has_release = presence.release && *presence.release == rollout.plan.release;
    const bool is_marked = presence.rollout && presence.rollout->id == rollout.plan.id;
    const bool is_bad = is_marked && presence.rollout->state == RolloutMark::State::bad;
    if (rollout.state == Rollout::State::going_back && !has_release)
        seen.state = RolloutHost::State::back;
    else if (is_bad || (has_release && presence.verdict != Verdict::good))
        seen.state = RolloutHost::State::bad;
    else if (has_release)
        seen.state = RolloutHost::State::healthy;
    if (seen.state == RolloutHost::State::bad)
        seen.reason = host.record.name +
                      (is_bad ? " refused it or went back" : ": " + host.state(std::nullopt));
    return seen;
}

std::vector<RolloutHost> rollout_hosts(const Rollout& rollout, const std::vector<FleetHost>& all) {
    std::vector<RolloutHost> hosts;
    for (const FleetHost& host : all) {
        const bool is_in = rollout.plan.group.empty() || host.record.group == rollout.plan.group;
        if (host.is_active() && is_in) hosts.push_back(rollout_host(rollout, host));
    }
    return hosts;
}

std::string age_text(seconds age) {
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    const std::int64_t count = std::max<std::int64_t>(0, age.count());
    if (count < 2 * minute) return std::to_string(count) + "s";
    if (count < 2 * hour) return std::to_string(count / minute) + "m";
    if (count < 2 * day) return std::to_string(count / hour) + "h";
    return std::to_string(count / day) + "d";
}

} // namespace vow::agent
