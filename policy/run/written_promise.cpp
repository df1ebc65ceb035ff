#include "policy/run/written_promise.h"

#include <algorithm>

namespace vow {

namespace {

constexpr std::array<ObjectType, 12> object_types = {{
    {"files", {}, {"content", "perms"}},
    {"users", {}, {"policy", "uid", "home_dir", "shell"}},
    {"packages", {"architecture", "package_module"}, {"policy", "version"}},
    {"services", {}, {"service_policy"}},
    {"sysctl", {"file"}, {"value"}},
    {"mounts", {}, {"source", "fstype", "options", "mounted"}},
    {"cron", {"file", "user"}, {"command", "schedule"}},
    {"ini", {"section", "key"}, {"value"}},
    {"alternatives", {}, {"path"}},
    {"certificates", {}, {"source", "content"}},
    {"kernel_modules", {}, {"options"}},
    {"git", {}, {"repository", "branch", "version"}},
}};

/// nullopt for a text that is known only when the policy runs.
std::optional<std::string_view> known_text(const WrittenAttribute* attribute) {
    if (attribute == nullptr) return std::string_view();
    if (attribute->value.form != WrittenValue::Form::text) return std::nullopt;
    return attribute->value.text;
}

bool are_about_one_object(
    const ObjectType& type, const WrittenPromise& first, const WrittenPromise& second
) {
    const bool are_named = first.is_promiser_known && second.is_promiser_known;
    if (!are_named || first.promiser != second.promiser) return false;
    return std::ranges::all_of(type.identity, [&](std::string_view name) {
        const auto one = known_text(first.find(name)), other = known_text(second.find(name));
        return name.empty() || (one && one == other);
    });
}

} // namespace

const ObjectType* find_object_type(std::string_view name) {
    const auto* const found = std::ranges::find(object_types, name, &ObjectType::name);
    return found == object_types.end() ? nullptr : found;
}

std::optional<PromiseClash>
find_clash(const ObjectType& type, const WrittenPromise& first, const WrittenPromise& second) {
    if (!are_about_one_object(type, first, second)) return std::nullopt;
    for (const std::string_view name : type.values) {
        const WrittenAttribute* one = first.find(name);
        const WrittenAttribute* other = second.find(name);
        if (one == nullptr || other == nullptr) continue;
        const auto wanted = known_text(one), also = known_text(other);
        if (wanted && also && wanted != also) return PromiseClash{one, other};
    }
    return std::nullopt;
}

} // namespace vow
