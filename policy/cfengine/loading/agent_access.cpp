#include "policy/cfengine/loading/load_steps.h"
#include "protocol/text/number.h"

#include <set>
#include <utility>

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind not_authorized{
    "not-authorized", "File '{}' is not owned by an authorized user (security exception)"};

/// Users by name or number. Unknown ones are left out: they own nothing.
std::set<std::uint32_t> users_of(HostAccounts& host, const std::vector<std::string>& words) {
    std::set<std::uint32_t> users;
    for (const std::string& word : words) {
        const auto number = integer_from(word);
        if (const auto user = host.user(word))
            users.insert(user->uid);
        else if (number && std::in_range<std::uint32_t>(*number))
            users.insert(static_cast<std::uint32_t>(*number));
    }
    return users;
}

} // namespace

void check_access(
    ControlReader& control, Host& host, std::span<const ast::File> files, Diagnostics& diagnostics
) {
    const Expression* written = control.find("agent", "agentaccess");
    const auto words = control.list("agent", "agentaccess");
    if (written == nullptr || words.empty()) return;
    const auto users = users_of(host, words);
    if (users.contains(host.self().uid)) return;
    for (const ast::File& file : files) {
        const auto status = host.status(file.source->path(), Symlinks::follow);
        if (!status || !users.contains(status->owner)) {
            diagnostics.add(
                not_authorized,
                written->span,
                {file.source->path()},
                "agentaccess lists neither its owner nor the user who runs it"
            );
        }
    }
}

} // namespace vow::cfengine
