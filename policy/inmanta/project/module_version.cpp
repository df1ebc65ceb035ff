#include "policy/inmanta/project/module_version.h"

#include "protocol/text/regex.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>

namespace vow::inmanta {
namespace {

constexpr std::string_view version_pattern =
    R"(\A\s*v?(?:(\d{1,9})!)?(\d{1,18}(?:\.\d{1,18})*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\d{0,18}))?)"
    R"((?:[-_.]?(post|rev|r)[-_.]?(\d{0,18})|-(\d{1,18}))?(?:[-_.]?(dev)[-_.]?(\d{0,18}))?(?:\+[a-z0-9._-]+)?\s*\z)";
constexpr std::string_view requirement_pattern =
    R"(\A\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?([^();]*)\)?\s*(?:;.*)?\z)";
constexpr std::string_view bound_pattern = R"(\A\s*(==|!=|<=|>=|~=|<|>)\s*([^\s<>=!~]+)\s*\z)";
constexpr std::string_view package_prefix = "inmanta_module_";

/// Before a release come its snapshots, then alpha, beta and candidates.
enum Stage { snapshot, alpha, beta, candidate, released };

std::optional<Match> matched(std::string_view pattern, std::string_view text) {
    const auto compiled = Regex::compile(pattern, Regex::ignore_case);
    return std::get<Regex>(compiled).search(text);
}

std::uint64_t number(const Match::Group& digits) {
    std::uint64_t value = 0;
    if (digits) std::from_chars(digits->data(), digits->data() + digits->size(), value);
    return value;
}

Stage stage_of(std::string_view word) {
    const char first = word.front();
    if (first == 'a' || first == 'A') return alpha;
    return first == 'b' || first == 'B' ? beta : candidate;
}

/// Whether the release begins with these numbers.
bool has_prefix(const Version& version, const std::vector<std::string_view>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint64_t own = i < version.release.size() ? version.release[i] : 0;
        if (own != number(numbers[i])) return false;
    }
    return true;
}

/// The numbers of "1.4.2" without the last, for "~=".
std::vector<std::string_view> compatible_numbers(std::string_view text) {
    auto numbers = split_at(text, '.');
    if (numbers.size() > 1) numbers.pop_back();
    return {numbers.begin(), numbers.end()};
}

std::vector<std::string_view> wildcard_numbers(std::string_view text) {
    const auto numbers = split_at(text.substr(0, text.size() - 2), '.');
    return {numbers.begin(), numbers.end()};
}

bool admits_bound(const Version& version, const Requirement::Bound& bound) {
    const bool is_equality = bound.relation == "==" || bound.relation == "!=";
    if (is_equality && bound.text.ends_with(".*"))
        return has_prefix(version, wildcard_numbers(bound.text)) == (bound.relation == "==");
    const auto limit = version_from(bound.text);
    if (!limit) return false;
    if (bound.relation == "==") return version == *limit;
    if (bound.relation == "!=") return version != *limit;
    if (bound.relation == "<=") return version <= *limit;
    if (bound.relation == ">=") return version >= *limit;
    if (bound.relation == "<") return version < *limit;
    if (bound.relation == ">") return version > *limit;
    return version >= *limit && has_prefix(version, compatible_numbers(bound.text));
}

/// The name of the module that a package has.
std::string module_of_package(std::string_view package) {
    std::string name(package);
    std::ranges::replace(name, '-', '_');
    return name.starts_with(package_prefix) ? name.substr(package_prefix.size()) : name;
}

} // namespace

std::optional<Version> version_from(std::string_view text) {
    const auto found = matched(version_pattern, text);
    if (!found) return std::nullopt;
    const auto& groups = found->groups();
    const auto group = [&](std::size_t index) {
        return index < groups.size() ? groups[index] : Match::Group();
    };
    const bool has_dev = group(8).has_value();
    const bool has_post = group(5).has_value() || group(7).has_value();
    Version version{.epoch = number(group(1)), .stage = {released, 0}};
    for (const std::string_view part : split_at(*group(2), '.'))
        version.release.push_back(number(part));
    while (version.release.size() > 1 && version.release.back() == 0)
        version.release.pop_back();
    if (group(3))
        version.stage = {stage_of(*group(3)), number(group(4))};
    else if (has_dev && !has_post)
        version.stage = {snapshot, 0};
    if (has_post) version.post = static_cast<std::int64_t>(number(group(5) ? group(6) : group(7)));
    if (has_dev) version.dev = number(group(9));
    return version;
}

bool Requirement::admits(const Version& version) const {
    return std::ranges::all_of(bounds, [&](const Bound& bound) {
        return admits_bound(version, bound);
    });
}

std::optional<Requirement> requirement_from(const std::string& text) {
    const auto found = matched(requirement_pattern, text);
    if (!found) return std::nullopt;
    Requirement requirement{.module = module_of_package(*found->groups()[1]), .bounds = {}};
    const std::string_view written = found->groups()[2].value_or("");
    const std::size_t begin = written.find_first_not_of(" \t");
    const bool has_bounds = begin != std::string_view::npos && written[begin] != '@';
    if (!has_bounds) return requirement; // "net", "net @ https://..."
    for (const std::string_view part : split_at(written, ',')) {
        const auto bound = matched(bound_pattern, part);
        if (!bound) return std::nullopt;
        Requirement::Bound read{std::string(*bound->groups()[1]), std::string(*bound->groups()[2])};
        const bool is_wildcard =
            read.text.ends_with(".*") && (read.relation == "==" || read.relation == "!=");
        const std::string limit =
            is_wildcard ? read.text.substr(0, read.text.size() - 2) : read.text;
        if (!version_from(limit)) return std::nullopt;
        requirement.bounds.push_back(std::move(read));
    }
    return requirement;
}

} // namespace vow::inmanta
