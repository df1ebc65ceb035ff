#include "policy/cfengine/functions/text/glob.h"

#include "policy/cfengine/values/table_order.h"

#include <algorithm>
#include <unordered_set>

#include <fnmatch.h>

namespace vow::cfengine {

namespace {

using Texts = std::vector<std::string>;

/// The brace that closes the one at `open`, and the commas between them on its level.
struct Braces {
    std::size_t open, close;
    std::vector<std::size_t> commas;
};

std::optional<Braces> first_braces(const std::string& pattern) {
    const auto open = pattern.find('{');
    if (open == pattern.npos) return std::nullopt;
    Braces braces{open, pattern.npos, {}};
    int depth = 0;
    for (std::size_t at = open; at < pattern.size() && braces.close == pattern.npos; ++at) {
        if (pattern[at] == '{')
            ++depth;
        else if (pattern[at] == '}' && --depth == 0)
            braces.close = at;
        else if (pattern[at] == ',' && depth == 1)
            braces.commas.push_back(at);
    }
    return braces.close == pattern.npos ? std::nullopt : std::optional(std::move(braces));
}

/// The patterns that a pattern with alternatives expands to, with a limit against
/// {a,b}{a,b}{a,b}...
Texts alternatives(const std::string& pattern) {
    constexpr std::size_t max_patterns = 1000;
    Texts done;
    Texts pending = {pattern};
    while (!pending.empty() && done.size() + pending.size() < max_patterns) {
        const std::string next = std::move(pending.back());
        pending.pop_back();
        const auto braces = first_braces(next);
        if (!braces) {
            done.push_back(next);
            continue;
        }
        auto commas = braces->commas;
        commas.push_back(braces->close);
        std::size_t from = braces->open + 1;
        for (const std::size_t comma : commas) {
            pending.push_back(
                next.substr(0, braces->open) + next.substr(from, comma - from) +
                next.substr(braces->close + 1)
            );
            from = comma + 1;
        }
    }
    return done;
}

/// The patterns that "a/**/b" expands to: "a/b", "a/*/b", "a/*/*/b", ... shallow ones first.
Texts with_depths(const std::string& pattern) {
    constexpr int max_depth = 5;
    const auto stars = pattern.find("**");
    if (stars == pattern.npos) return {pattern};
    std::string before = pattern.substr(0, stars);
    std::string after = pattern.substr(stars + 2);
    Texts out;
    std::string levels;
    for (int depth = 0; depth <= max_depth; ++depth) {
        std::string each = before;
        each.append(levels).append(after);
        if (depth == 0 && before.ends_with('/'))
            each = before.substr(0, before.size() - 1) + (after.empty() ? "" : after);
        for (std::string& inner : with_depths(each))
            out.push_back(std::move(inner));
        levels += levels.empty() ? "*" : "/*";
    }
    return out;
}

bool is_literal(const std::string& name) {
    return name.find_first_of("*?[\\") == name.npos;
}

std::string child_of(const std::string& folder, const std::string& name) {
    std::string path = folder;
    return path.append("/").append(name);
}

class GlobWalk {
public:
    explicit GlobWalk(HostFiles& host) : host_(host) {}

    Texts paths(const std::string& pattern) {
        const bool wants_directory = pattern.size() > 1 && pattern.ends_with('/');
        Texts found = {""};
        for (const std::string& name : names_in(pattern))
            found = next(found, name);
        Texts out;
        for (const std::string& path : found) {
            const bool directory = is_directory(path.empty() ? "/" : path);
            if (directory)
                out.push_back(path + "/");
            else if (!wants_directory)
                out.push_back(path);
        }
        return out;
    }

private:
    static Texts names_in(const std::string& pattern) {
        Texts names;
        std::size_t at = 0;
        while (at < pattern.size()) {
            const auto end = std::min(pattern.find('/', at), pattern.size());
            if (end > at) names.push_back(pattern.substr(at, end - at));
            at = end + 1;
        }
        return names;
    }

    bool is_directory(const std::string& path) {
        const auto status = host_.status(path, Symlinks::follow);
        return status && status->kind == FileKind::directory;
    }

    Texts next(const Texts& folders, const std::string& name) {
        Texts out;
        for (const std::string& folder : folders) {
            if (is_literal(name)) {
                std::string path = child_of(folder, name);
                if (host_.status(path, Symlinks::as_they_are)) out.push_back(std::move(path));
                continue;
            }
            const auto listed = host_.list_directory(folder.empty() ? "/" : folder);
            if (!listed) continue;
            for (const std::string& each : *listed) {
                if (each != "." && each != ".." &&
                    ::fnmatch(name.c_str(), each.c_str(), FNM_PERIOD) == 0)
                    out.push_back(child_of(folder, each));
            }
        }
        return out;
    }

    HostFiles& host_;
};

} // namespace

std::vector<std::string> glob(HostFiles& host, const std::string& pattern) {
    Texts patterns;
    for (const std::string& each : alternatives(pattern)) {
        for (std::string& depth : with_depths(each))
            patterns.push_back(std::move(depth));
    }
    GlobWalk walk(host);
    Texts found;
    std::unordered_set<std::string> seen;
    for (const std::string& each : patterns) {
        for (std::string& path : walk.paths(each)) {
            if (seen.insert(path).second) found.push_back(std::move(path));
        }
    }
    const auto depth_and_name = [](const std::string& path) {
        const std::string_view name = std::string_view(path).substr(0, path.size() - 1);
        return std::pair(std::ranges::count(name, '/'), std::string_view(path));
    };
    std::ranges::stable_sort(found, {}, depth_and_name);
    return set_order(found);
}

} // namespace vow::cfengine
