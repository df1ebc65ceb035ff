#include "policy/cfengine/promises/kept_promise.h"

#include <algorithm>
#include <span>

namespace vow::cfengine {

namespace {

class PathSearch {
public:
    explicit PathSearch(RunState& run) : run_(run) {}

    std::vector<std::string> find(std::string_view pattern) {
        search({}, components_of(pattern));
        return std::move(found_);
    }

private:
    void search(std::string base, std::span<const std::string_view> rest) {
        for (; !rest.empty() && !is_pattern(rest.front()); rest = rest.subspan(1))
            base.append("/").append(rest.front());
        if (rest.empty()) {
            found_.push_back(std::move(base));
            return;
        }
        const auto regex = run_.regexes.find(std::string(rest.front()));
        const auto* pattern = std::get_if<std::shared_ptr<const Regex>>(&regex);
        const auto names = run_.world.host.list_directory(base.empty() ? "/" : base);
        if (pattern == nullptr || !names) return;
        for (const std::string& name : *names) {
            if (name == "." || name == ".." || !(*pattern)->fits(name)) continue;
            std::string path = base;
            path.append("/").append(name);
            if (rest.size() == 1 || is_folder(path)) search(path, rest.subspan(1));
        }
    }

    bool is_folder(const std::string& path) {
        const auto status = run_.world.host.status(path, Symlinks::follow);
        return status && status->kind == FileKind::directory;
    }

    RunState& run_;
    std::vector<std::string> found_;
};

List groups_of(RegexCache& regexes, const std::string& pattern, const std::string& path) {
    std::vector<std::string> groups;
    const auto regex = regexes.find(pattern);
    if (const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex)) {
        if (const auto match = (*compiled)->match(path)) {
            for (const auto& group : match->groups())
                groups.emplace_back(group.value_or(""));
        }
    }
    return list_of(std::move(groups));
}

} // namespace

std::optional<std::vector<PromisedPath>> promised_paths(PromiseRound& round) {
    const std::string& pattern = round.promiser();
    if (!is_path_pattern(pattern) || round.text("pathtype") == "literal") return {};
    RunState& run = round.run();
    run.pending.wait_for_all_pending();
    std::vector<PromisedPath> paths;
    for (std::string& path : PathSearch(run).find(pattern)) {
        List groups = groups_of(run.regexes, pattern, path);
        paths.push_back({std::move(path), std::move(groups)});
    }
    if (paths.empty() && round.is_true("create")) paths.push_back({pattern, nullptr});
    return paths;
}

namespace {

/// Reads a text letter by letter.
class PatternScan {
public:
    bool is_pattern(std::string_view text) {
        for (const char letter : text) {
            if (!accepts(letter)) return false;
        }
        return has_operator_ && groups_ == 0 && !in_class_ && !is_escaped_;
    }

private:
    /// Returns false when the text cannot be a pattern.
    bool accepts(char letter) {
        if (is_escaped_ || letter == '\\') {
            is_escaped_ = !is_escaped_;
            may_repeat_ = true;
            return true;
        }
        return in_class_ ? accepts_in_class(letter) : accepts_outside(letter);
    }

    bool accepts_in_class(char letter) {
        if (letter == ']') in_class_ = false;
        return letter != '[';
    }

    bool accepts_outside(char letter) {
        const bool repeats = letter == '*' || letter == '+';
        if (letter == ']' || (repeats && !may_repeat_)) return false;
        if (letter == '(') ++groups_;
        if (letter == ')' && --groups_ < 0) return false;
        in_class_ = letter == '[';
        has_operator_ = has_operator_ || repeats || in_class_ || (letter == '|' && groups_ > 0);
        may_repeat_ = !repeats && letter != '(' && letter != '|' && letter != '^';
        return true;
    }

    int groups_ = 0; ///< open ones
    bool in_class_ = false;
    bool is_escaped_ = false;
    bool may_repeat_ = false; ///< the letter before can be repeated
    bool has_operator_ = false;
};

bool has_slash_in_brackets(std::string_view path) {
    int groups = 0;
    int classes = 0;
    return std::ranges::any_of(path, [&](char letter) {
        groups += static_cast<int>(letter == '(') - static_cast<int>(letter == ')');
        classes += static_cast<int>(letter == '[') - static_cast<int>(letter == ']');
        return letter == '/' && (groups != 0 || classes != 0);
    });
}

} // namespace

bool is_pattern(std::string_view text) {
    return PatternScan().is_pattern(text);
}

bool is_path_pattern(std::string_view path) {
    return path.starts_with('/') && is_pattern(path) && !has_slash_in_brackets(path);
}

std::vector<std::string_view> components_of(std::string_view path) {
    std::vector<std::string_view> components;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (slash > 0) components.push_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return components;
}

} // namespace vow::cfengine
