#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/log.h"
#include "modules/users/account.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/text/name_grammar.h"

namespace vow::modules {
namespace {

AttributeDescription path_attribute(std::string name, std::string summary) {
    return {.name = std::move(name), .pattern = "/[^:\n]*", .summary = std::move(summary)};
}

PromiseTypeDescription users_type() {
    PromiseTypeDescription type{
        .name = "users",
        .summary = "local user accounts",
        .promiser_summary = "the user",
        .promiser_pattern = std::string(names::user.pattern),
    };
    const std::string group(names::group_or_number.pattern);
    type.attributes = {
        {.name = "policy",
         .required = true,
         .choices = {"present", "absent", "locked"},
         .summary = "whether the account exists, and can be used"},
        {.name = "uid", .type = AttributeType::int_, .pattern = "[0-9]+", .summary = "its number"},
        {.name = "group_primary", .pattern = group, .summary = "its group, by name or number"},
        {.name = "groups_secondary",
         .type = AttributeType::slist,
         .pattern = group,
         .summary = "all other groups that it is a member of; an empty list: none"},
        path_attribute("home_dir", "its home directory, which is not created"),
        path_attribute("shell", "the program that it logs in to"),
        {.name = "description", .pattern = "[^:\n]*", .summary = "its name in words"},
        {.name = "password",
         .type = AttributeType::body,
         .summary = "its password; a locked account's is not looked at",
         .attributes =
             {{.name = "format",
               .required = true,
               .choices = {"hash", "plaintext"},
               .summary = "what `data` is"},
              {.name = "data",
               .required = true,
               .pattern = "[^\n]+",
               .secret = true,
               .summary = "the hash or the password"}}},
    };
    type.examples = {"users:\n  \"ada\"\n    policy => \"present\",\n    shell => \"/bin/bash\";"};
    return type;
}

/// Keeps `users` promises: the promiser is a local account with the promised attributes, a locked
/// one, or does not exist (host types, section 5). No home directory is made or removed.
class UsersModule : public DescribedModule {
public:
    UsersModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

UsersModule::UsersModule() : DescribedModule(users_type(), "user") {}

std::vector<std::string> UsersModule::further_faults(const Promise& promise) const {
    const auto password = Settings(promise.attributes).body("password");
    const bool is_hash = password && password->text("format") == "hash";
    if (is_hash && password->text_or("data", "").find(':') != std::string::npos)
        return {"Attribute 'data' in 'password' has a colon, which no hash has"};
    return {};
}

Outcome UsersModule::keep(const Promise& promise, Record& record, Log& log) {
    keep_user(promise, record, log);
    return {};
}

std::unique_ptr<Module> make_users_module() {
    return std::make_unique<UsersModule>();
}

} // namespace vow::modules
