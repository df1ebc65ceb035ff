#include "modules/files/change_watch.h"

#include <algorithm>
#include <array>

namespace vow::modules {
namespace {

constexpr std::array<std::string_view, 6> of_status = {
    "perms", "owner", "group", "device", "inode", "mtime"};

} // namespace

ChangeWatch ChangeWatch::from(const Settings& body) {
    const std::string reported = body.text_or("report_changes", "none");
    ChangeWatch watch{
        .hash = body.text_or("hash", "md5"),
        .content = reported == "content" || reported == "all",
        .status = reported == "stats" || reported == "all",
        .update = body.holds("update_hashes"),
        .silence = body.list("silence"),
        .log = body.text_or("log", "")};
    if (watch.hash == "best") watch.hash = "sha512";
    watch.algorithm = digest_algorithm(watch.hash).value_or(Digest::Algorithm::md5);
    return watch;
}

bool ChangeWatch::is_silent(std::string_view category) const {
    const auto lists = [&](std::string_view name) { return std::ranges::count(silence, name) > 0; };
    return lists(category) || (std::ranges::count(of_status, category) > 0 && lists("stats"));
}

} // namespace vow::modules
