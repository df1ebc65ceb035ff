#include "modules/groups/group.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "modules/users/account.h"
#include "protocol/promise/settings.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <utility>

namespace vow::modules {
namespace {

/// A hash that no password has. An account with it cannot be logged in to by a password, but is not
/// locked.
constexpr std::string_view no_password = "x";
/// The day on which a locked account has expired.
constexpr const char* long_ago = "1970-01-02";

bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The task, and in words of the log.
struct Task {
    ChangeAction action;
    std::string_view verb;
    std::string_view participle;
};

constexpr Task creation = {ChangeAction::create, "create", "creating"};
constexpr Task modification = {ChangeAction::update, "modify", "modifying"};
constexpr Task removal = {ChangeAction::remove, "remove", "removing"};

/// A change that is made as a whole.
struct AccountStep {
    std::string to_do; ///< "create user 'ada'"
    std::string done;  ///< "Created user 'ada'"
    std::string need;  ///< the same as `to_do` in the reference's words, after "Need to"
    std::vector<ToolCall> calls;
};

/// The reference makes the changes of an account as one, and names the first.
AccountStep whole_of(std::vector<AccountStep> steps) {
    AccountStep whole = std::move(steps.front());
    for (auto step = steps.begin() + 1; step != steps.end(); ++step)
        std::ranges::move(step->calls, std::back_inserter(whole.calls));
    return whole;
}

/// Keeps one promise.
class UserKeeper {
public:
    UserKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes),
          groups_(local_groups()) {}

    void keep() {
        const auto account = find_account(name_);
        if (settings_.text("policy") == "absent") {
            if (account) return take(removal_step(), removal);
            return record_.kept(text({"There is no user '", name_, "'"}));
        }
        if (const auto group = unknown_group(account ? Unknown::primary : Unknown::any))
            return fail(account ? modification : creation, text({"No such group '", *group, "'."}));
        if (!account) return take(creation_step(), creation);
        if (!account->hash && needs_hash()) {
            return record_.failed_with(
                EACCES, text({"Cannot read the hash of user '", name_, "' in /etc/shadow"})
            );
        }
        auto steps = modification_steps(*account);
        if (acts_as_reference() && !steps.empty()) steps = {whole_of(std::move(steps))};
        for (const AccountStep& step : steps)
            take(step, modification);
        if (record_.verdicts().empty()) record_.kept(text({"User '", name_, "' is as promised"}));
    }

private:
    bool is_to_be_locked() const { return settings_.text("policy") == "locked"; }
    std::string quoted_name() const { return text({" user '", name_, "'"}); }

    // --- groups ---

    /// A name comes before a number. Null if there is no such group.
    const Group* group_of(const std::string& name_or_number) const {
        auto found = std::ranges::find(groups_, name_or_number, &Group::name);
        if (found == groups_.end()) found = std::ranges::find(groups_, name_or_number, &Group::id);
        return found == groups_.end() ? nullptr : &*found;
    }

    /// The groups that count: when an account exists, unknown secondary groups are ignored.
    enum class Unknown { primary, any };

    std::optional<std::string> unknown_group(Unknown which) const {
        auto primary = settings_.text("group_primary");
        if (primary && group_of(*primary) == nullptr && !is_number(*primary)) return primary;
        if (which == Unknown::primary) return std::nullopt;
        for (const std::string& name : settings_.list("groups_secondary")) {
            if (group_of(name) == nullptr) return name;
        }
        return std::nullopt;
    }

    std::vector<std::string> promised_groups() const {
        std::vector<std::string> names;
        for (const std::string& promised : settings_.list("groups_secondary")) {
            if (const Group* group = group_of(promised))
                names.push_back(group->name);
            else
                record_.log(
                    acts_as_reference() ? LogLevel::verbose : LogLevel::warning,
                    text({"There is no group '", promised, "' for user '", name_, "'"})
                );
        }
        return names;
    }

    std::vector<std::string> present_groups() const {
        std::vector<std::string> names;
        for (const Group& group : groups_) {
            if (group.has(name_)) names.push_back(group.name);
        }
        return names;
    }

    // --- steps ---

    AccountStep creation_step() const {
        std::vector<std::string> arguments = {"-M", "-p", is_to_be_locked() ? "!x" : "x"};
        if (is_to_be_locked()) arguments.insert(arguments.end(), {"-e", long_ago});
        append(arguments, options_for(nullptr));
        arguments.push_back(name_);
        const std::string to_do = text({"create", quoted_name()});
        AccountStep step{to_do, text({"Created", quoted_name()}), to_do, {}};
        step.calls.push_back({.name = "useradd", .arguments = std::move(arguments)});
        if (auto call = password_call(); call && !is_to_be_locked())
            step.calls.push_back(*std::move(call));
        return step;
    }

    AccountStep removal_step() const {
        const std::string to_do = text({"remove", quoted_name()});
        return {
            to_do,
            text({"Removed", quoted_name()}),
            to_do,
            {{.name = "userdel", .arguments = {name_}}}};
    }

    std::vector<AccountStep> modification_steps(const Account& account) const {
        std::vector<AccountStep> steps;
        const auto add = [&](std::string_view what, std::string need, std::vector<ToolCall> calls) {
            const std::string done = text({"Modified", quoted_name()});
            steps.push_back(
                {text({"modify", quoted_name(), ": ", what}),
                 acts_as_reference() ? done : text({done, ": ", what}),
                 std::move(need),
                 std::move(calls)}
            );
        };
        const auto need = [&](std::string_view verb) {
            return text({verb, " for", quoted_name()});
        };
        if (is_to_be_locked()) {
            if (!account.is_locked())
                add("lock",
                    need("lock account"),
                    {chpasswd("-e", "!" + *account.hash), usermod({"-e", long_ago})});
        } else if (!has_promised_password(account)) {
            add("password", need("change password"), {*password_call(), usermod({"-e", ""})});
        } else if (account.is_locked()) {
            add("unlock",
                need("unlock account"),
                {chpasswd("-e", unlocked(*account.hash)), usermod({"-e", ""})});
        }
        const auto options = options_for(&account);
        if (!options.empty()) add(joined(options, " "), need_of(options), {usermod(options)});
        return steps;
    }

    std::string need_of(const std::vector<std::string>& options) const {
        std::string command = "/usr/sbin/usermod";
        for (std::size_t i = 0; i + 1 < options.size(); i += 2) {
            command += text({" ", options[i], " \"", options[i + 1], "\""});
            if (options[i] == "-G") command += " ";
        }
        return text({"update user attributes (command '", command, " ", name_, "')"});
    }

    /// The options of useradd and usermod for what differs from an account, or for everything.
    std::vector<std::string> options_for(const Account* account) const {
        std::vector<std::string> options;
        const auto add = [&](const char* option, const std::string& value) {
            options.insert(options.end(), {option, value});
        };
        const auto uid = settings_.text("uid");
        if (uid && (!account || integer_from(*uid) != integer_from(account->id))) add("-u", *uid);
        const auto description = settings_.text("description");
        if (description && (!account || *description != account->description))
            add("-c", *description);
        if (const auto primary = settings_.text("group_primary")) {
            const Group* group = group_of(*primary);
            if (!account || (group != nullptr ? group->id : *primary) != account->group)
                add("-g", *primary);
        }
        const auto home = settings_.text("home_dir");
        if (home && (!account || *home != account->home)) add("-d", *home);
        const auto shell = settings_.text("shell");
        if (shell && (!account || *shell != account->shell)) add("-s", *shell);
        if (settings_.has("groups_secondary")) {
            const auto groups = promised_groups();
            if (!account || !std::ranges::is_permutation(groups, present_groups()))
                add("-G", joined(groups, ","));
        }
        return options;
    }

    // --- passwords ---

    bool needs_hash() const { return is_to_be_locked() || settings_.has("password"); }

    bool has_promised_password(const Account& account) const {
        const auto password = settings_.body("password");
        if (!password) return true;
        const std::string data = password->text_or("data", "");
        if (password->text("format") == "hash") return account.hash == data;
        return has_hash(data, *account.hash);
    }

    std::optional<ToolCall> password_call() const {
        const auto password = settings_.body("password");
        if (!password) return std::nullopt;
        const bool is_hash = password->text("format") == "hash";
        return chpasswd(is_hash ? "-e" : "", password->text_or("data", ""));
    }

    /// The hash without the marks of a locked account. An empty one would need no password.
    static std::string unlocked(const std::string& hash) {
        const std::size_t begin = hash.find_first_not_of('!');
        return begin == std::string::npos ? std::string(no_password) : hash.substr(begin);
    }

    ToolCall chpasswd(const std::string& option, const std::string& password) const {
        ToolCall call{.name = "chpasswd", .input = text({name_, ":", password, "\n"})};
        if (!option.empty()) call.arguments.push_back(option);
        return call;
    }

    ToolCall usermod(std::vector<std::string> arguments) const {
        arguments.push_back(name_);
        return {.name = "usermod", .arguments = std::move(arguments)};
    }

    static void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
        to.insert(to.end(), more.begin(), more.end());
    }

    // --- changes ---

    void take(const AccountStep& step, const Task& task) {
        Change change{.what = step.to_do, .path = "/etc/passwd", .action = task.action};
        if (acts_as_reference()) {
            if (!record_.allows(std::move(change), text({"Need to ", step.need, "."})))
                return record_.failed(failure_of(task));
        } else if (!record_.allows(std::move(change))) {
            return;
        }
        for (const ToolCall& call : step.calls) {
            const ToolRun run = run_tool(call, promise_, log_);
            if (run.succeeded) continue;
            return fail(
                task,
                text(
                    {"Command returned error while ",
                     task.participle,
                     quoted_name(),
                     ". (Command line: '",
                     call.name,
                     " ",
                     joined(call.arguments, " "),
                     "'): ",
                     run.problem}
                )
            );
        }
        record_.repaired(step.done);
    }

    void fail(const Task& task, const std::string& reason) {
        record_.log(LogLevel::error, reason);
        record_.failed(failure_of(task));
    }

    std::string failure_of(const Task& task) const {
        return text({"Failed to ", task.verb, quoted_name()});
    }

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const std::vector<Group> groups_;
    const std::string& name_ = promise_.promiser;
};

} // namespace

void keep_user(const Promise& promise, Record& record, Log& log) {
    UserKeeper(promise, record, log).keep();
}

} // namespace vow::modules
