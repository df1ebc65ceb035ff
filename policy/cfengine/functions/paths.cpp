#include "policy/cfengine/functions/families.h"

#include <algorithm>

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

} // namespace

std::span<const Function> paths() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "basename",
         .result = ResultType::string,
         .parameters = {{"path", text}, {"suffix", text}},
         .required = 1,
         .help = "The last part of a path, without the suffix.",
         .body = basename},
        {.name = "dirname",
         .result = ResultType::string,
         .parameters = {{"path", text}},
         .required = 1,
         .help = "The path without its last part.",
         .body = dirname},
        {.name = "translatepath",
         .result = ResultType::string,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "The path with the separators of this system.",
         .body = translatepath},
    };
    return table;
}

} // namespace vow::cfengine::families
