#include "modules/packages/package_method.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::modules {
namespace {

/// An attribute that makes sense only together with another one.
struct PackageDependency {
    std::string_view attribute;
    std::string_view needed;
};

constexpr PackageDependency package_dependencies[] = {
    {"package_delete_convention", "package_delete_command"},
    {"package_list_update_command", "package_list_command"},
    {"package_patch_installed_regex", "package_patch_list_command"},
    {"package_patch_name_regex", "package_patch_list_command"},
    {"package_patch_version_regex", "package_patch_list_command"},
    {"package_patch_arch_regex", "package_patch_list_command"},
    {"package_noverify_regex", "package_verify_command"},
    {"package_noverify_returncode", "package_verify_command"},
};

std::optional<Regex> compiled_pattern(const std::string& pattern) {
    auto made = Regex::compile(pattern);
    Regex* regex = std::get_if<Regex>(&made);
    return regex ? std::optional(std::move(*regex)) : std::nullopt;
}

void replace_part(std::string& text, std::string_view part, std::string_view by) {
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
}

/// A convention with the parts of a package in it.
std::string with_parts(std::string convention, const Package& package) {
    replace_part(convention, "$(name)", package.name);
    replace_part(convention, "$(version)", package.version);
    replace_part(convention, "$(arch)", package.architecture);
    return convention;
}

bool is_complete(const Package& package) {
    return !package.name.empty() && !package.version.empty() && !package.architecture.empty();
}

std::string quoted_for_pattern(std::string_view text) {
    return text.empty() ? std::string() : "\\Q" + std::string(text) + "\\E";
}

} // namespace

std::optional<std::chrono::minutes> PackageMethod::minutes(std::string_view attribute) const {
    const auto number = body_.number(attribute);
    return number ? std::optional(std::chrono::minutes(*number)) : std::nullopt;
}

std::vector<std::string> PackageMethod::faults(std::string_view policy) const {
    const bool has_pattern = body_.has("package_noverify_regex");
    const bool has_code = body_.has("package_noverify_returncode");
    std::vector<std::string> faults;
    const auto need = [&](bool holds, std::string_view fault) {
        if (!holds) faults.emplace_back(fault);
    };
    need(
        has("package_list_command") || body_.has("package_file_repositories"),
        "You must supply a method for listing packages: package_list_command or "
        "package_file_repositories"
    );
    need(
        has("package_list_name_regex"),
        "You must supply a method for determining the name of existing packages e.g. use the "
        "standard library generic package_method"
    );
    need(
        has("package_list_version_regex"),
        "You must supply a method for determining the version of existing packages e.g. use the "
        "standard library generic package_method"
    );
    need(has("package_installed_regex"), "!! Package installed regex undefined");
    need(
        has("package_name_regex") || !(has("package_version_regex") || has("package_arch_regex")),
        "You must supply name regex if you supplied version or arch regex for parsing promiser "
        "string"
    );
    need(
        policy != "verify" || has("package_verify_command"),
        "!! Package verify policy is used, but no package_verify_command is defined"
    );
    need(
        policy != "verify" || has_pattern || has_code,
        "!! Package verify policy is used, but neither package_noverify_regex nor "
        "package_noverify_returncode is defined"
    );
    need(
        !(has_pattern && has_code),
        "!! Both package_noverify_returncode and package_noverify_regex are defined, pick one of "
        "them"
    );
    for (const auto& [attribute, needed] : package_dependencies) {
        if (!body_.has(attribute) || body_.has(needed)) continue;
        faults.push_back(text(
            {"!! Dependency conflict: ", needed, " is not used, but ", attribute, " is defined."}
        ));
    }
    return faults;
}

std::string PackageMethod::command(PackageOperation operation) const {
    switch (operation) {
    case PackageOperation::remove: return value("package_delete_command");
    case PackageOperation::add: return value("package_add_command");
    case PackageOperation::update: return value("package_update_command");
    case PackageOperation::patch: return value("package_patch_command");
    case PackageOperation::verify: return value("package_verify_command");
    }
    return {};
}

/// The first group of the first match; empty without one.
std::string PackageMethod::first_group(std::string_view attribute, std::string_view line) const {
    const auto pattern = compiled_pattern(value(attribute));
    const auto match = pattern ? pattern->search(line) : std::nullopt;
    if (!match || match->groups().size() < 2) return {};
    return std::string(match->groups()[1].value_or(""));
}

PackageList PackageMethod::installed_in(
    std::string_view output, const std::string& default_architecture
) const {
    if (has("package_multiline_start")) return records_in(output, default_architecture);
    PackageList packages;
    const auto installed = compiled_pattern(value("package_installed_regex"));
    if (!installed) return packages;
    for (const std::string_view line : lines_of(output)) {
        if (!installed->matches(line)) continue;
        Package package{
            first_group("package_list_name_regex", line),
            first_group("package_list_version_regex", line),
            has("package_list_arch_regex") ? first_group("package_list_arch_regex", line)
                                           : default_architecture};
        if (is_complete(package)) packages.push_back(std::move(package));
    }
    return packages;
}

/// The packages in an output with several lines for each, the first of which is a
/// `package_multiline_start`. The expressions for the parts match whole lines.
PackageList
PackageMethod::records_in(std::string_view output, const std::string& default_architecture) const {
    const auto start = compiled_pattern(value("package_multiline_start"));
    PackageList packages;
    Package package;
    const auto end_record = [&] {
        if (is_complete(package)) packages.push_back(package);
        package = {{}, {}, default_architecture};
    };
    const auto read = [&](std::string_view attribute, std::string_view line, std::string& part) {
        const auto pattern = compiled_pattern(value(attribute));
        if (pattern && pattern->matches(line)) part = first_group(attribute, line);
    };
    for (const std::string_view line : lines_of(output)) {
        if (start && start->matches(line)) end_record();
        read("package_list_name_regex", line, package.name);
        read("package_list_version_regex", line, package.version);
        if (has("package_list_arch_regex"))
            read("package_list_arch_regex", line, package.architecture);
    }
    end_record();
    return packages;
}

PackageList
PackageMethod::patches_in(std::string_view output, const std::string& default_architecture) const {
    const auto installed = compiled_pattern(value("package_patch_installed_regex"));
    PackageList done;
    PackageList available;
    for (const std::string_view line : lines_of(output)) {
        Package patch{
            first_group("package_patch_name_regex", line),
            first_group("package_patch_version_regex", line),
            has("package_patch_arch_regex") ? first_group("package_patch_arch_regex", line)
                                            : default_architecture};
        if (!is_complete(patch)) continue;
        const bool is_installed =
            has("package_patch_installed_regex") && installed && installed->matches(line);
        (is_installed ? done : available).push_back(std::move(patch));
    }
    std::erase_if(available, [&](const Package& patch) {
        return std::ranges::find(done, patch) != done.end();
    });
    return available;
}

std::optional<Package> PackageMethod::named_by(std::string_view promiser) const {
    if (!has("package_version_regex")) return {};
    Package package{
        first_group("package_name_regex", promiser),
        first_group("package_version_regex", promiser),
        first_group("package_arch_regex", promiser)};
    if (package.architecture.empty()) package.architecture = "*";
    return package;
}

std::string PackageMethod::name_for(PackageOperation operation, const Package& package) const {
    const bool removes = operation == PackageOperation::remove;
    if (removes && has("package_delete_convention"))
        return with_parts(value("package_delete_convention"), package);
    if (has("package_name_convention"))
        return with_parts(value("package_name_convention"), package);
    return package.name;
}

std::optional<Regex> PackageMethod::file_pattern(const Package& package) const {
    std::string pattern = "\\Q" + value("package_name_convention") + "\\E";
    const std::string architecture =
        package.architecture == "*" ? ".*" : quoted_for_pattern(package.architecture);
    replace_part(pattern, "$(name)", "\\E" + quoted_for_pattern(package.name) + "\\Q");
    replace_part(pattern, "$(version)", "\\E(.*)\\Q");
    replace_part(pattern, "$(arch)", "\\E" + architecture + "\\Q");
    return compiled_pattern(pattern);
}

} // namespace vow::modules
