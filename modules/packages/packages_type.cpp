#include "modules/packages/packages_module.h"
#include "protocol/text/name_grammar.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace vow::modules {
namespace {

using Summaries = std::initializer_list<std::pair<std::string_view, std::string_view>>;

void add_texts(AttributeDescription& body, const Summaries& summaries) {
    for (const auto& [name, summary] : summaries)
        body.attributes.push_back({.name = std::string(name), .summary = std::string(summary)});
}

AttributeDescription package_module() {
    AttributeDescription body{
        .name = "package_module",
        .type = AttributeType::body,
        .summary = "a program that speaks the protocol of package modules"};
    add_texts(
        body,
        {{"module_path", "the program; WORK/modules/packages/NAME unless promised"},
         {"interpreter", "the program that runs it, with arguments"}}
    );
    body.attributes.push_back(
        {.name = "default_options",
         .type = AttributeType::slist,
         .summary = "the options for promises without any"}
    );
    for (const char* name : {"query_installed_ifelapsed", "query_updates_ifelapsed"}) {
        body.attributes.push_back(
            {.name = name,
             .type = AttributeType::int_,
             .summary = "the minutes for which a stored list is used"}
        );
    }
    return body;
}

AttributeDescription package_method() {
    AttributeDescription body{
        .name = "package_method",
        .type = AttributeType::body,
        .summary = "the commands of a package manager, and how to read their output"};
    add_texts(
        body,
        {{"package_list_command", "prints the installed packages, one a line"},
         {"package_installed_regex", "matches the whole line of an installed package"},
         {"package_list_name_regex", "its first group is the name in such a line"},
         {"package_list_version_regex", "its first group is the version in such a line"},
         {"package_list_arch_regex", "its first group is the architecture in such a line"},
         {"package_default_arch_command", "prints the architecture of lines without one"},
         {"package_name_regex", "its first group is the name in the promiser"},
         {"package_version_regex", "its first group is the version in the promiser"},
         {"package_arch_regex", "its first group is the architecture in the promiser"},
         {"package_add_command", "installs the packages whose names are appended"},
         {"package_update_command", "updates them; without it they are deleted and added"},
         {"package_delete_command", "deletes them"},
         {"package_verify_command", "has no effect: a package is verified by its version"},
         {"package_patch_command", "installs the patch whose name is appended"},
         {"package_patch_list_command", "prints the patches, one a line"},
         {"package_patch_installed_regex", "matches the whole line of an installed patch"},
         {"package_patch_name_regex", "its first group is the name in such a line"},
         {"package_patch_version_regex", "its first group is the version in such a line"},
         {"package_patch_arch_regex", "its first group is the architecture in such a line"},
         {"package_name_convention",
          "the name for commands, made of $(name), $(version) and $(arch)"},
         {"package_delete_convention", "the same for package_delete_command"},
         {"package_version_less_command", "succeeds if version $(v1) is older than $(v2)"},
         {"package_version_equal_command", "succeeds if version $(v1) equals $(v2)"},
         {"package_changes",
          "bulk: one command for all packages of a section of a policy; individual unless "
          "promised"},
         {"package_list_update_command", "updates the list of packages before it is printed"},
         {"package_multiline_start",
          "matches the first line of each package if the list has several lines for one"},
         {"package_noverify_regex", "has no effect"},
         {"package_noverify_returncode", "has no effect"}}
    );
    body.attributes.push_back(
        {.name = "package_list_update_ifelapsed",
         .type = AttributeType::int_,
         .summary = "the minutes for which a stored list of packages is used"}
    );
    body.attributes.push_back(
        {.name = "package_commands_useshell",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "run the commands by /bin/sh -c"}
    );
    body.attributes.push_back(
        {.name = "package_file_repositories",
         .type = AttributeType::slist,
         .summary = "folders of package files, of which the newest admitted one is installed"}
    );
    return body;
}

} // namespace

PromiseTypeDescription packages_type() {
    return {
        .name = "packages",
        .summary = "software packages: installed, updated, removed",
        .promiser_summary = "the package, or its file",
        .promiser_pattern = std::string(names::package_or_file.pattern),
        .attributes =
            {{.name = "policy",
              .choices = {"absent", "present", "inventory"},
              .summary = "whether it is installed; inventory updates only the lists of the module"},
             {.name = "version",
              .pattern = std::string(names::version.pattern),
              .summary = "its version; latest for the newest"},
             {.name = "architecture",
              .pattern = std::string(names::architecture.pattern),
              .summary = "its architecture"},
             {.name = "options",
              .type = AttributeType::slist,
              .summary = "options for the package module"},
             {.name = "removals",
              .type = AttributeType::bool_,
              .summary = "whether other packages may be removed for it; true unless promised, or "
                         "as the settings of the host have it"},
             package_module(),
             {.name = "package_policy",
              .choices = {"add", "delete", "reinstall", "update", "addupdate", "patch", "verify"},
              .summary = "the state of the package, by the package method; add unless promised"},
             {.name = "package_version",
              .pattern = std::string(names::version_or_any.pattern),
              .summary = "its version, for the package method"},
             {.name = "package_select",
              .choices = {">", "<", "==", "!=", ">=", "<="},
              .summary = "how the version of a file must compare; == unless promised"},
             {.name = "package_architectures",
              .type = AttributeType::slist,
              .pattern = std::string(names::architecture_or_any.pattern),
              .summary = "its architectures; each is a package"},
             {.name = "additional_packages",
              .type = AttributeType::slist,
              .summary = "has no effect"},
             {.name = "package_schedule",
              .choices = {"add", "run"},
              .summary = "sent by policies for a method with bulk changes: add schedules an "
                         "operation, run runs those that are scheduled"},
             package_method()},
        .examples = {"packages:\n  \"nano\"\n    policy => \"present\",\n    package_module => "
                     "apt_get;"}};
}

} // namespace vow::modules
