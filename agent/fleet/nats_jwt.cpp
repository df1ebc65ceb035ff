#include "agent/fleet/nats_jwt.h"

#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>

namespace vow::agent {
namespace {

constexpr int claims_version = 2;
constexpr std::string_view header = R"({"typ":"JWT","alg":"ed25519-nkey"})";

Data texts(const std::vector<std::string>& list) {
    Data::Array items;
    items.reserve(list.size());
    for (const std::string& text : list)
        items.push_back(Data::string(text));
    return Data::array(std::move(items));
}

Data jwt_seconds(JwtTime time) {
    return Data::integer(time.time_since_epoch().count());
}

Data claims_for(
    const NKey& issuer,
    const std::string& subject,
    const std::string& name,
    std::optional<JwtTime> expires,
    JwtTime now,
    Data nats
) {
    std::vector<Data::Member> members{
        {"iat", jwt_seconds(now)},
        {"iss", Data::string(issuer.public_text())},
        {"name", Data::string(name)},
        {"sub", Data::string(subject)},
        {"nats", std::move(nats)}};
    if (expires) members.emplace_back("exp", jwt_seconds(*expires));
    // Any text that no other claims have.
    const std::string id = sha256_of(json_text(Data::object(members)));
    members.emplace_back("jti", Data::string(id));
    return Data::object(std::move(members));
}

std::string signed_jwt(const NKey& issuer, const Data& claims) {
    std::string text = base64_url_of(header) + "." + base64_url_of(json_text(claims));
    const std::string signature = base64_url_of(issuer.sign(text));
    return text + "." + signature;
}

std::vector<Data::Member> without_limits(const std::vector<std::string>& names) {
    std::vector<Data::Member> members;
    members.reserve(names.size());
    for (const std::string& name : names)
        members.emplace_back(name, Data::integer(-1));
    return members;
}

/// An empty list of NATS's allows everything, so one that allows nothing denies everything.
Data subjects(const std::vector<std::string>& allowed) {
    if (allowed.empty()) return Data::object({{"deny", texts({">"})}});
    return Data::object({{"allow", texts(allowed)}});
}

/// 1970 for anything but a number of seconds.
JwtTime jwt_time(const Data& seconds) {
    const std::string_view digits = seconds.text();
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return JwtTime(std::chrono::seconds(number));
}

std::string text_in(const Data& claims, std::string_view member) {
    const Data* value = claims.find(member);
    return std::string(value != nullptr ? value->text() : std::string_view());
}

std::optional<NKey::Kind> kind_of(std::string_view public_text) {
    if (public_text.starts_with('O')) return NKey::Kind::operator_key;
    if (public_text.starts_with('A')) return NKey::Kind::account;
    return std::nullopt;
}

/// The lines between "-----BEGIN LABEL-----" and the next line of dashes.
std::string part_of(std::string_view text, std::string_view label) {
    std::string part;
    bool is_inside = false;
    for (const std::string_view line : lines_of(text)) {
        if (line.starts_with("---")) {
            if (is_inside) return part;
            is_inside = line.find("BEGIN " + std::string(label)) != std::string_view::npos;
        } else if (is_inside) {
            part += trimmed(line);
        }
    }
    return {};
}

} // namespace

std::string operator_jwt(
    const NKey& key, const std::string& name, const std::string& system_account, JwtTime now
) {
    Data nats = Data::object(
        {{"system_account", Data::string(system_account)},
         {"type", Data::string("operator")},
         {"version", Data::integer(claims_version)}}
    );
    return signed_jwt(
        key, claims_for(key, key.public_text(), name, std::nullopt, now, std::move(nats))
    );
}

std::string account_jwt(
    const NKey& operator_key,
    const std::string& account,
    const std::string& name,
    JetStream jet_stream,
    const Revocations& revocations,
    JwtTime now
) {
    std::vector<Data::Member> limits =
        without_limits({"subs", "data", "payload", "imports", "exports", "conn", "leaf"});
    limits.emplace_back("wildcards", Data::boolean(true));
    if (jet_stream == JetStream::unlimited) {
        for (auto& member : without_limits({"mem_storage", "disk_storage", "streams", "consumer"}))
            limits.push_back(std::move(member));
    }
    std::vector<Data::Member> nats{
        {"limits", Data::object(std::move(limits))},
        {"type", Data::string("account")},
        {"version", Data::integer(claims_version)}};
    if (!revocations.empty()) {
        std::vector<Data::Member> users;
        users.reserve(revocations.size());
        for (const auto& [user, time] : revocations)
            users.emplace_back(user, jwt_seconds(time));
        nats.emplace_back("revocations", Data::object(std::move(users)));
    }
    return signed_jwt(
        operator_key,
        claims_for(operator_key, account, name, std::nullopt, now, Data::object(std::move(nats)))
    );
}

std::string user_jwt(
    const NKey& account,
    const std::string& user,
    const std::string& name,
    const Permissions& permissions,
    std::optional<JwtTime> expires,
    JwtTime now
) {
    std::vector<Data::Member> nats = without_limits({"subs", "data", "payload"});
    nats.emplace_back("pub", subjects(permissions.publish));
    nats.emplace_back("sub", subjects(permissions.subscribe));
    if (permissions.answers) {
        constexpr std::int64_t hour = 3'600'000'000'000; // in nanoseconds
        nats.emplace_back(
            "resp", Data::object({{"max", Data::integer(1)}, {"ttl", Data::integer(hour)}})
        );
    }
    nats.emplace_back("type", Data::string("user"));
    nats.emplace_back("version", Data::integer(claims_version));
    return signed_jwt(
        account, claims_for(account, user, name, expires, now, Data::object(std::move(nats)))
    );
}

std::optional<Data> verified_claims(std::string_view jwt) {
    const auto pieces = split_at(jwt, '.');
    if (pieces.size() != 3) return std::nullopt;
    const auto text = bytes_of_base64_url(pieces[1]);
    const auto signature = bytes_of_base64_url(pieces[2]);
    if (!text || !signature) return std::nullopt;
    auto parsed = parse_json(*text);
    auto* claims = std::get_if<Data>(&parsed);
    if (claims == nullptr) return std::nullopt;
    const std::string issuer = text_in(*claims, "iss");
    const auto kind = kind_of(issuer);
    const std::string_view signed_part = jwt.substr(0, pieces[0].size() + 1 + pieces[1].size());
    if (!kind || !is_signed_by(issuer, *kind, signed_part, *signature)) return std::nullopt;
    return std::move(*claims);
}

JwtTime issue_of(const Data& claims) {
    const Data* issue = claims.find("iat");
    return issue != nullptr ? jwt_time(*issue) : JwtTime();
}

std::optional<JwtTime> expiry_of(const Data& claims) {
    const Data* expiry = claims.find("exp");
    return expiry != nullptr ? std::optional(jwt_time(*expiry)) : std::nullopt;
}

std::string issuer_of(const Data& claims) {
    return text_in(claims, "iss");
}

std::string subject_of(const Data& claims) {
    return text_in(claims, "sub");
}

bool may_publish(const Data& claims, std::string_view subject) {
    const Data* nats = claims.find("nats");
    const Data* publish = nats != nullptr ? nats->find("pub") : nullptr;
    const Data* allowed = publish != nullptr ? publish->find("allow") : nullptr;
    return allowed != nullptr && std::ranges::any_of(allowed->items(), [&](const Data& each) {
               return each.text() == subject || each.text() == ">";
           });
}

Revocations revocations_of(const Data& claims) {
    Revocations found;
    const Data* nats = claims.find("nats");
    const Data* users = nats != nullptr ? nats->find("revocations") : nullptr;
    if (users == nullptr) return found;
    found.reserve(users->size());
    for (const auto& [user, time] : users->members())
        found.emplace_back(user, jwt_time(time));
    return found;
}

std::string credentials_text(const Credentials& credentials) {
    return "-----BEGIN NATS USER JWT-----\n" + credentials.jwt +
           "\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n" +
           credentials.seed + "\n------END USER NKEY SEED------\n";
}

std::optional<Credentials> credentials_from(std::string_view text) {
    Credentials credentials{
        .jwt = part_of(text, "NATS USER JWT"), .seed = part_of(text, "USER NKEY SEED")};
    if (credentials.jwt.empty() || credentials.seed.empty()) return std::nullopt;
    return credentials;
}

} // namespace vow::agent
