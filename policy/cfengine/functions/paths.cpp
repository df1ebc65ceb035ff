#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/glob.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <unordered_set>

namespace vow::cfengine::families {

namespace {

std::string without_repeated_slashes(std::string path) {
    const auto both_slashes = [](char left, char right) { return left == '/' && right == '/'; };
    path.erase(std::unique(path.begin(), path.end(), both_slashes), path.end());
    return path;
}

/// A path without slashes at its end, unless it is the root.
std::string without_last_slashes(std::string path) {
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

Result basename(Call& call) {
    const std::string path = without_last_slashes(call.text(0));
    std::string base = path == "/" ? path : path.substr(path.rfind('/') + 1);
    const std::string& suffix = call.text(1);
    if (suffix.size() < base.size() && base.ends_with(suffix))
        base.resize(base.size() - suffix.size());
    return Value::string(base);
}

Result dirname(Call& call) {
    const std::string path = without_last_slashes(without_repeated_slashes(call.text(0)));
    const auto slash = path.rfind('/');
    if (slash == path.npos) return Value::string(path.empty() ? "" : ".");
    return Value::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

Result translatepath(Call& call) {
    return Value::string(call.text(0));
}

Result findfiles(Call& call) {
    std::vector<std::string> out;
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < call.size(); ++i) {
        const std::string& pattern = call.text(i);
        if (!pattern.starts_with('/')) {
            call.fail(
                "skipping the path '" + pattern + "', which is not absolute", LogLevel::warning
            );
            continue;
        }
        for (std::string& path : glob(call.around().settled_world().host, pattern)) {
            if (seen.insert(path).second) out.push_back(std::move(path));
        }
    }
    return Value::list(std::move(out));
}

std::string without_last_slash(std::string path) {
    while (path.ends_with('/'))
        path.pop_back();
    return path;
}

Result findfiles_up(Call& call) {
    Host& host = call.around().settled_world().host;
    std::string folder = without_last_slash(call.text(0));
    const auto status = host.status(folder.empty() ? "/" : folder, Symlinks::follow);
    if (!status || status->kind != FileKind::directory)
        return call.fail_here("'" + call.text(0) + "' is not a directory");
    if (call.text(1).starts_with('/')) return call.fail("the pattern must not be absolute");
    const auto levels = call.has(2) ? call.integer(2) : std::optional(infinite);
    if (!levels) return std::nullopt;
    std::vector<std::string> out;
    for (long long level = 0; level <= *levels; ++level) {
        for (std::string& path : glob(host, folder + "/" + call.text(1)))
            out.push_back(std::move(path));
        const auto slash = folder.rfind('/');
        if (slash == folder.npos) break;
        folder.resize(slash);
    }
    return Value::data(array_of(out));
}

Result search_up(Call& call) {
    return findfiles_up(call);
}

Result lsdir(Call& call) {
    const auto regex = call.text(1).empty() ? nullptr : call.regex(1);
    if (!regex && !call.text(1).empty()) return std::nullopt;
    std::vector<std::string> out;
    const auto names = call.around().settled_world().host.list_directory(call.text(0));
    if (!names)
        call.fail_here("cannot list the directory '" + call.text(0) + "': " + names.why_not);
    else {
        const std::string prefix = call.truth(2) ? call.text(0) + "/" : "";
        for (const std::string& name : *names) {
            if (!regex || regex->matches(name)) out.push_back(prefix + name);
        }
    }
    return Value::list(std::move(out));
}

/// A file without a list, or that cannot be read, has no entries.
Result getacls(Call& call) {
    using AccessLists = Host::AccessLists;
    const AccessLists which = call.text(1) == "access" ? AccessLists::own : AccessLists::inherited;
    const auto entries = call.around().settled_world().host.access_list(call.text(0), which);
    if (!entries)
        call.fail_here("cannot read the ACL of '" + call.text(0) + "': " + entries.why_not);
    return Value::list(entries ? *entries : std::vector<std::string>());
}

} // namespace

std::span<const Function> paths() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "basename",
         .category = "data",
         .result = ResultType::string,
         .parameters = {{"path", text}, {"suffix", text}},
         .required = 1,
         .help = "The last part of a path, without the suffix.",
         .example = R"(basename("/etc/nginx/nginx.conf", ".conf"))",
         .body = basename},
        {.name = "dirname",
         .result = ResultType::string,
         .parameters = {{"path", text}},
         .required = 1,
         .help = "The path without its last part.",
         .example = R"(dirname("/etc/nginx/nginx.conf"))",
         .body = dirname},
        {.name = "findfiles",
         .result = ResultType::slist,
         .parameters = {{"glob", text}},
         .required = 0,
         .variadic = true,
         .help = "The paths that match the patterns; ** goes through directories.",
         .example = R"(findfiles("/etc/*.conf", "/etc/*/*.conf"))",
         .body = findfiles},
        {.name = "findfiles_up",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"glob", text, ".+"}, {"levels", integer, "0,99999999999"}},
         .required = 2,
         .help = "The paths that match in a directory or the ones above it.",
         .example = R"(findfiles_up("/srv/site/pages", ".git"))",
         .body = findfiles_up},
        {.name = "getacls",
         .result = ResultType::slist,
         .parameters = {{"path", path}, {"type", option, "default,access"}},
         .required = 2,
         .help = "The access control list of a file, or the one that files in it inherit.",
         .example = R"(getacls("/srv/data", "access"))",
         .body = getacls},
        {.name = "lsdir",
         .result = ResultType::slist,
         .parameters =
             {{"path", text, ".+"},
              {"regex", regular_expression},
              {"include_base", option, truth_words}},
         .required = 3,
         .help = "The names in a directory that match, optionally with their path.",
         .example = R"(lsdir("/etc/cron.d", "[^.].*", "true"))",
         .body = lsdir},
        {.name = "search_up",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"glob", text, ".+"}, {"levels", integer, "0,99999999999"}},
         .required = 2,
         .help = "The paths that match in a directory or the ones above it.",
         .example = R"(search_up("/srv/site/pages", ".git"))",
         .body = search_up},
        {.name = "translatepath",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "The path with the separators of this system.",
         .example = R"(translatepath("/srv/www"))",
         .body = translatepath},
    };
    return table;
}

} // namespace vow::cfengine::families
