#include "agent/planning/plan_inputs.h"

#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace vow::agent {
namespace {

/// As agent/machine/clock_facts has them; without GMT_.
constexpr std::array<std::string_view, 33> classes_of_time = {
    "Min*",     "Hr*",    "Q1",       "Q2",        "Q3",        "Q4",       "Day*",     "Yr*",
    "Lcycle_*", "Night",  "Morning",  "Afternoon", "Evening",   "Monday",   "Tuesday",  "Wednesday",
    "Thursday", "Friday", "Saturday", "Sunday",    "January",   "February", "March",    "April",
    "May",      "June",   "July",     "August",    "September", "October",  "November", "December"};

bool matches(std::string_view pattern, std::string_view name) {
    if (!pattern.ends_with('*')) return pattern == name;
    return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool is_class_of_time(std::string_view name) {
    constexpr std::string_view universal = "GMT_";
    if (name.starts_with(universal)) name.remove_prefix(universal.size());
    return std::ranges::any_of(classes_of_time, [&](std::string_view pattern) {
        return !pattern.empty() && matches(pattern, name);
    });
}

bool is_made_up(std::string_view path) {
    return std::ranges::any_of(std::array{"/proc/", "/sys/", "/dev/"}, [&](const char* folder) {
        return path.starts_with(folder);
    });
}

} // namespace

bool WatchedFacts::is_class(std::string_view name) {
    const bool holds = facts_.is_class(name);
    if (is_class_of_time(name)) asked_.insert_or_assign(std::string(name), holds);
    return holds;
}

std::vector<std::string> WatchedFacts::classes_of_time() const {
    std::vector<std::string> names;
    names.reserve(asked_.size());
    for (const auto& [name, holds] : asked_)
        names.push_back(holds ? name : "!" + name);
    return names;
}

void PlanInputs::receive(const Event& event) {
    const auto* done = std::get_if<PromiseDone>(&event);
    if (done == nullptr) return;
    const Promise& promise = done->promise;
    if (!promise.type->path.empty()) modules_.insert(promise.type->path);
    if (promise.promiser.starts_with('/')) promised_.insert(promise.promiser);
}

std::vector<PlannedFile> PlanInputs::files(const ReadFiles& read, HostFiles& host) const {
    std::set<std::string> paths = read.policy;
    paths.insert(modules_.begin(), modules_.end());
    std::ranges::copy_if(read.data, std::inserter(paths, paths.end()), [&](const auto& path) {
        return !promised_.contains(path);
    });
    std::vector<PlannedFile> files;
    files.reserve(paths.size());
    for (const std::string& path : paths) {
        if (is_made_up(path)) continue;
        const auto digest = host.file_digest(path, Digest::Algorithm::sha256);
        if (digest) files.push_back({path, *digest});
    }
    return files;
}

} // namespace vow::agent
