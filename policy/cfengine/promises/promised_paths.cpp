#include "policy/cfengine/promises/promised_paths.h"

#include "policy/cfengine/promises/path_pattern.h"

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

} // namespace vow::cfengine
