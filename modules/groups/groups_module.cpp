#include "modules/groups/group.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/promise/settings.h"
#include "protocol/text/name_grammar.h"

#include <set>

namespace vow::modules {
namespace {

using Arguments = std::vector<std::string>;

PromiseTypeDescription groups_type() {
    PromiseTypeDescription type{
        .name = "groups",
        .summary = "local groups and their members",
        .promiser_summary = "the group",
        .promiser_pattern = std::string(names::group.pattern),
    };
    type.attributes = {
        {.name = "policy",
         .fallback = Data::string("present"),
         .choices = {"present", "absent"},
         .summary = "whether it exists"},
        {.name = "gid", .type = AttributeType::int_, .pattern = "[0-9]+", .summary = "its number"},
        {.name = "members",
         .type = AttributeType::data,
         .summary = "its members: a body or data with only, or include and exclude"},
    };
    type.examples = {"groups:\n  \"admins\"\n    members => '{ \"include\": [ \"alice\" ] }';"};
    return type;
}

std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ",") + name;
    return list;
}

/// Keeps one promise.
class GroupKeeper {
public:
    GroupKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes) {}

    void keep() {
        auto group = find_group(name_);
        if (settings_.text("policy") == "absent") {
            if (!group) return record_.kept(text({"There is no group '", name_, "'"}));
            change(
                {"delete group", "Deleted group", ChangeAction::remove}, "", "", "groupdel", {name_}
            );
            return;
        }
        if (!group) {
            if (!create()) return;
            group = find_group(name_);
        }
        if (!group)
            return record_.failed(text({"There is no group '", name_, "' although it was created"})
            );
        if (const auto id = settings_.text("gid"); id && *id != group->id) {
            record_.failed(text(
                {"Group '",
                 name_,
                 "' has the number ",
                 group->id,
                 ", not ",
                 *id,
                 ", which is not changed"}
            ));
        }
        keep_members(*group);
        if (record_.verdicts().empty()) record_.kept(text({"Group '", name_, "' is as promised"}));
    }

private:
    /// The change in words, before and after it was made; the group's name follows.
    struct Words {
        std::string_view to_do;
        std::string_view done;
        ChangeAction action = ChangeAction::update;
    };

    bool create() {
        Arguments arguments = {name_};
        if (const auto id = settings_.text("gid")) arguments = {"--gid", *id, name_};
        return change(
            {"create group", "Created group", ChangeAction::create}, "", "", "groupadd", arguments
        );
    }

    void keep_members(const Group& group) {
        const Membership wanted = std::get<Membership>(Membership::from(promise_.attributes));
        members_ = group.members;
        if (wanted.only) {
            const std::set<std::string> now(members_.begin(), members_.end());
            if (now == std::set<std::string>(wanted.only->begin(), wanted.only->end())) return;
            const std::string list = list_of(*wanted.only);
            change_members(
                {text({"set members '", list, "' of group"}),
                 text({"Set members '", list, "' of group"})},
                *wanted.only,
                {"--members", list, name_}
            );
        }
        for (const std::string& user : wanted.include) {
            if (group.has(user)) continue;
            std::vector<std::string> with = members_;
            with.push_back(user);
            change_members(
                {text({"add user '", user, "' to group"}),
                 text({"Added user '", user, "' to group"})},
                with,
                {"--add", user, name_}
            );
        }
        for (const std::string& user : wanted.exclude) {
            if (!group.has(user)) continue;
            std::vector<std::string> without = members_;
            std::erase(without, user);
            change_members(
                {text({"remove user '", user, "' from group"}),
                 text({"Removed user '", user, "' from group"})},
                without,
                {"--delete", user, name_}
            );
        }
    }

    void change_members(
        const Words& words, const std::vector<std::string>& members, const Arguments& arguments
    ) {
        const bool done = change(words, list_of(members_), list_of(members), "gpasswd", arguments);
        if (done || !promise_.terms.changes_allowed()) members_ = members;
    }

    /// Returns whether it was made.
    bool change(
        const Words& words,
        const std::string& before,
        const std::string& after,
        const std::string& tool,
        const Arguments& arguments
    ) {
        const std::string to_do = text({words.to_do, " '", name_, "'"});
        if (!record_.allows(
                {.what = to_do,
                 .path = "/etc/group",
                 .before = before,
                 .after = after,
                 .action = words.action}
            )) {
            return false;
        }
        const ToolRun ran = run_tool({.name = tool, .arguments = arguments}, promise_, log_);
        if (ran.succeeded) {
            record_.repaired(text({words.done, " '", name_, "'"}));
        } else {
            record_.failed(text({"Cannot ", to_do, ": ", ran.problem}));
        }
        return ran.succeeded;
    }

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const std::string& name_ = promise_.promiser;
    std::vector<std::string>
        members_; ///< the current members or, if no changes are allowed, the members after them
};

/// Keeps `groups` promises: the promiser is a local group that exists, with the promised members,
/// or does not exist. Its number is never changed, since files belong to numbers.
class GroupsModule : public DescribedModule {
public:
    GroupsModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

GroupsModule::GroupsModule() : DescribedModule(groups_type(), "group") {}

std::vector<std::string> GroupsModule::further_faults(const Promise& promise) const {
    const auto members = Membership::from(promise.attributes);
    if (const auto* fault = std::get_if<std::string>(&members)) return {*fault};
    return {};
}

Outcome GroupsModule::keep(const Promise& promise, Record& record, Log& log) {
    GroupKeeper(promise, record, log).keep();
    return {};
}

std::unique_ptr<Module> make_groups_module() {
    return std::make_unique<GroupsModule>();
}

} // namespace vow::modules
