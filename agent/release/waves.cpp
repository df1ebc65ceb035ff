#include "agent/release/waves.h"

#include "protocol/text/digest.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace vow::agent {
namespace {

constexpr int parts_of_percent = 100;
constexpr const char* opened_by_rollout = "rollout";
constexpr std::int64_t longest_soak = 366LL * 24 * 3600;

} // namespace

std::optional<int> parts_from(std::string_view text) {
    if (!text.ends_with('%')) return std::nullopt;
    text.remove_suffix(1);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::string fraction(point == std::string_view::npos ? "" : text.substr(point + 1));
    const auto is_number = [](std::string_view digits) {
        return digits.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (whole.empty() || whole.size() > 3 || fraction.size() > 2 || !is_number(whole) ||
        !is_number(fraction))
        return std::nullopt;
    fraction.resize(2, '0');
    const int parts = std::stoi(std::string(whole)) * parts_of_percent + std::stoi(fraction);
    return parts <= all_parts ? std::optional(parts) : std::nullopt;
}

std::string parts_text(int parts) {
    std::string text = std::to_string(parts / parts_of_percent);
    const int rest = parts % parts_of_percent;
    if (rest != 0) {
        std::string digits = std::to_string(parts_of_percent + rest).substr(1);
        if (digits.back() == '0') digits.pop_back();
        text += "." + digits;
    }
    return text + "%";
}

std::optional<std::vector<int>> waves_from(std::string_view text) {
    std::vector<int> waves;
    for (const std::string_view piece : split_at(text, ',')) {
        const auto parts = parts_from(trimmed(piece));
        if (!parts || *parts <= (waves.empty() ? 0 : waves.back())) return std::nullopt;
        waves.push_back(*parts);
    }
    return waves.back() == all_parts ? std::optional(waves) : std::nullopt;
}

std::string waves_text(const std::vector<int>& waves) {
    std::vector<std::string> texts;
    texts.reserve(waves.size());
    for (const int parts : waves)
        texts.push_back(parts_text(parts));
    return joined(texts, ",");
}

int position_of(const std::string& host, const std::string& rollout) {
    constexpr std::size_t digits = 8;
    const std::string hash = sha256_of(rollout + "/" + host).substr(0, digits);
    std::uint32_t number = 0;
    std::from_chars(hash.data(), hash.data() + hash.size(), number, 16);
    return static_cast<int>(number % static_cast<std::uint32_t>(all_parts));
}

ReleaseTime Waves::opening_for(const std::string& host, const std::string& release) const {
    const int position = host.empty() ? all_parts - 1 : position_of(host, release);
    const auto wave = std::ranges::upper_bound(parts, position) - parts.begin();
    return start + soak * wave;
}

Data data_of(const Waves& waves) {
    if (waves.opened_by == Waves::OpenedBy::rollout)
        return Data::object({{"opened_by", Data::string(opened_by_rollout)}});
    return Data::object(
        {{"start", Data::string(utc_text(waves.start))},
         {"parts", Data::string(waves_text(waves.parts))},
         {"soak", Data::integer(waves.soak.count())}}
    );
}

Waves waves_from(const MetadataMembers& members) {
    if (members.find("opened_by") != nullptr) {
        members.require_known({"opened_by"});
        if (members.text("opened_by") != opened_by_rollout)
            members.fail("has waves that are opened by '" + members.text("opened_by") + "'");
        return {.opened_by = Waves::OpenedBy::rollout};
    }
    members.require_known({"start", "parts", "soak"});
    const auto start = utc_from(members.text("start"));
    if (!start)
        members.fail("has waves that start at '" + members.text("start") + "', not a time of UTC");
    auto parts = waves_from(members.text("parts"));
    if (!parts) members.fail("has waves whose 'parts' do not grow to 100%, such as 1%,10%,100%");
    const std::int64_t soak = members.number("soak", 1);
    if (soak > longest_soak) members.fail("has waves with a 'soak' of more than a year");
    return {.start = *start, .soak = std::chrono::seconds(soak), .parts = *std::move(parts)};
}

} // namespace vow::agent
