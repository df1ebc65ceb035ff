#include "policy/otterscript/checking/operation_catalogue.h"

#include "policy/otterscript/operations/table.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

struct Prefix {
    std::string_view text;
    OperationKind kind;
};
constexpr std::array prefixes = {
    Prefix{"Ensure-", OperationKind::ensure},
    Prefix{"Verify-", OperationKind::verify},
    Prefix{"Execute-", OperationKind::execute}};

constexpr std::array promiser_properties = {Property{"Promiser", Property::Use::required}};

/// Of a name; other texts may be completed before the module gets them, such as paths.
std::string_view name_pattern(std::string_view pattern) {
    return find_grammar(pattern) != nullptr ? pattern : std::string_view();
}

bool is_equal(std::string_view left, std::string_view right) {
    return lower_case(left) == lower_case(right);
}

/// A published extension, whose name may be written in place of those of its spaces.
struct Extension {
    std::string_view name;
    std::string_view space;
};
constexpr std::array extensions = {
    Extension{"Core", "InedoCore"},
    Extension{"Core", "Artifacts"},
    Extension{"Core", "BuildMaster"},
    Extension{"Core", "DB"},
    Extension{"Core", "Tasks"},
    Extension{"InedoCore", "Files"},
    Extension{"InedoCore", "HTTP"},
    Extension{"InedoCore", "Network"},
    Extension{"Scripting", "Linux"},
    Extension{"Scripting", "Python"},
    Extension{"Scripting", "PowerShell"},
    Extension{"Windows", "PowerShell"},
    Extension{"Windows", "IIS"},
};

bool is_in(const Operation& operation, std::string_view space) {
    return is_equal(operation.space, space) ||
           std::ranges::any_of(extensions, [&](const Extension& extension) {
               return is_equal(extension.name, space) && is_equal(extension.space, operation.space);
           });
}

} // namespace

OperationCatalogue::OperationCatalogue(World& world, const std::string& raft) : world_(world) {
    for (const PromiseType& type : world.catalogue.types())
        types_.push_back({"Vow", &type});
    add_programs(world.host, raft + "/operations", "");
}

/// The programs of a folder and, in the outermost one, of the folders in it.
void OperationCatalogue::add_programs(
    HostFiles& host, const std::string& folder, const std::string& space
) {
    const auto names = host.list_directory(folder);
    if (!names) return;
    for (const std::string& name : *names) {
        std::string path = folder;
        path.append("/").append(name);
        if (name.starts_with('.')) continue;
        const auto status = host.status(path, Symlinks::follow);
        if (!status) continue;
        if (status->kind == FileKind::directory) {
            if (space.empty()) add_programs(host, path, name);
            continue;
        }
        if (status->kind != FileKind::regular || !host.may(Access::execute, path)) continue;
        programs_.push_back({.name = name.substr(0, name.find('.')), .path = path});
        types_.push_back({space, &programs_.back()});
    }
}

/// A promise type wins over an operation that is only known by name.
OperationCatalogue::Found OperationCatalogue::find(std::string_view space, std::string_view name) {
    for (const Operation& operation : native_operations()) {
        const bool is_whole_space = operation.name == "*";
        if (!is_whole_space && is_equal(operation.name, name) &&
            (space.empty() || is_in(operation, space))) {
            if (operation.unavailable.empty()) return {&operation};
            const Found promise = find_promise(space, name);
            return promise.candidates.empty() ? Found{&operation} : promise;
        }
        if (is_whole_space && !space.empty() && is_equal(operation.space, space)) {
            const auto [made, is_new] = made_.try_emplace(
                lower_case(std::string(space) + "::" + std::string(name)), operation
            );
            if (is_new) made->second.name = std::string(space) + "::" + std::string(name);
            return {&made->second};
        }
    }
    return find_promise(space, name);
}

const Operation* OperationCatalogue::find_namesake(
    std::string_view name, std::span<const std::string_view> arguments
) {
    const auto& table = native_operations();
    const auto found = std::ranges::find_if(table, [&](const Operation& operation) {
        if (operation.argument_names.empty() || !is_equal(operation.name, name)) return false;
        const auto names = words_of(lower_case(operation.argument_names));
        return std::ranges::all_of(arguments, [&](std::string_view argument) {
            return std::ranges::find(names, lower_case(argument)) != names.end();
        });
    });
    return found == table.end() ? nullptr : &*found;
}

OperationCatalogue::Found
OperationCatalogue::find_promise(std::string_view space, std::string_view name) {
    Found found;
    for (std::size_t prefix = 0; prefix < prefixes.size(); ++prefix) {
        const std::string_view text = prefixes.at(prefix).text;
        if (name.size() <= text.size() || !is_equal(name.substr(0, text.size()), text)) continue;
        for (const Type& type : types_) {
            if (!is_equal(type.type->name, name.substr(text.size()))) continue;
            if (!space.empty() && !is_equal(type.space, space)) continue;
            found.operation = &make(type, prefix);
            found.candidates.push_back(
                (type.space.empty() ? "" : type.space + "::") + found.operation->name
            );
        }
    }
    if (found.candidates.size() > 1) found.operation = nullptr;
    return found;
}

const Operation& OperationCatalogue::make(const Type& type, std::size_t prefix) {
    const std::string name = std::string(prefixes.at(prefix).text) + type.type->name;
    Operation operation{
        .name = name,
        .space = type.space,
        .kind = prefixes.at(prefix).kind,
        .properties = promiser_properties,
        .run = &run_promise_operation,
        .type = type.type,
        .takes_others = true};
    const auto [made, is_new] = made_.try_emplace(type.space + "::" + name, std::move(operation));
    if (is_new && world_.options.purpose != Purpose::run) describe(made->second);
    return made->second;
}

/// When a plan is checked: the arguments of a promise are those that its module describes.
void OperationCatalogue::describe(Operation& operation) {
    const bool may_describe =
        operation.type->path.empty() || world_.options.start_modules == StartModules::yes;
    if (!may_describe) return;
    auto described = world_.descriptions.describe(*operation.type);
    auto* description = std::get_if<Description>(&described);
    if (description == nullptr) return;
    const auto& kept = descriptions_.emplace_back(std::move(*description));
    const PromiseTypeDescription* type = kept.promise_type(operation.type->name);
    if (type == nullptr) return;
    auto& properties = properties_.emplace_back(
        std::vector<Property>(promiser_properties.begin(), promiser_properties.end())
    );
    properties.front().pattern = name_pattern(type->promiser_pattern);
    for (const AttributeDescription& attribute : type->attributes)
        properties.push_back(
            {.name = attribute.name,
             .use = attribute.required ? Property::Use::required : Property::Use::optional,
             .pattern = name_pattern(attribute.pattern)}
        );
    operation.properties = properties;
    operation.takes_others = false;
}

std::vector<std::string_view> OperationCatalogue::names() const {
    std::vector<std::string_view> names;
    for (const Operation& operation : native_operations()) {
        if (operation.name != "*") names.push_back(operation.name);
    }
    return names;
}

} // namespace vow::otterscript
