#pragma once

#include "protocol/promise/settings.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A `changes` body: which differences to what earlier runs saw are reported, and where.
struct ChangeWatch {
    std::string hash; ///< the name of the algorithm: "sha256"
    Digest::Algorithm algorithm = Digest::Algorithm::md5;
    bool content = false;
    bool status = false;
    bool update = false;              ///< a reported difference is stored, thus reported once
    std::vector<std::string> silence; ///< categories whose lines are not logged
    std::string log;                  ///< the file that lists all changes; empty: none

    static ChangeWatch from(const Settings& body) {
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
    bool is_silent(std::string_view category) const {
        constexpr std::array<std::string_view, 6> of_status = {
            "perms", "owner", "group", "device", "inode", "mtime"};
        const auto lists = [&](std::string_view name) {
            return std::ranges::count(silence, name) > 0;
        };
        return lists(category) || (std::ranges::count(of_status, category) > 0 && lists("stats"));
    }
};

} // namespace vow::modules
