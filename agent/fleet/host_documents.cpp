#include "agent/fleet/host_documents.h"

#include "protocol/data/data.h"

namespace vow::agent {

/// {"good": {"bundle": "web 1.4.0", ...}, ...}
std::optional<PullStatus> pull_status_from(std::string_view text) {
    const auto parsed = parse_json(text);
    const auto* status = std::get_if<Data>(&parsed);
    if (status == nullptr) return std::nullopt;
    const Data* good = status->find("good");
    const Data* bundle = good != nullptr ? good->find("bundle") : nullptr;
    const std::string release(bundle != nullptr ? bundle->text() : "");
    const std::size_t blank = release.rfind(' ');
    if (blank == std::string::npos) return PullStatus{};
    return PullStatus{
        ReleaseName{.bundle = release.substr(0, blank), .version = release.substr(blank + 1)}};
}

std::optional<std::vector<std::string>> fact_classes_from(std::string_view text) {
    const auto parsed = parse_json(text);
    const auto* facts = std::get_if<Data>(&parsed);
    const Data* classes = facts != nullptr ? facts->find("classes") : nullptr;
    if (classes == nullptr) return std::nullopt;
    std::vector<std::string> names;
    names.reserve(classes->size());
    for (const Data& name : classes->items())
        names.emplace_back(name.text());
    return names;
}

} // namespace vow::agent
