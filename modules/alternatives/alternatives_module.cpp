#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

const std::string alternatives_program = "update-alternatives";

PromiseTypeDescription alternatives_type() {
    PromiseTypeDescription type{
        .name = "alternatives",
        .summary = "which of several programs has a common name",
        .promiser_summary = "the common name, as editor",
        .promiser_pattern = "[A-Za-z0-9_][A-Za-z0-9_.+-]*",
    };
    type.attributes = {
        {.name = "path",
         .required = true,
         .pattern = std::string(names::path.pattern),
         .summary = "the program, which must be one of the alternatives"}};
    type.examples = {"alternatives:\n  \"editor\"\n    path => \"/usr/bin/vim.basic\";"};
    return type;
}

/// The values of a field in the answer of `update-alternatives --query`.
std::vector<std::string> values_in(std::string_view answer, std::string_view field) {
    std::vector<std::string> values;
    for (const std::string_view line : lines_of(answer)) {
        if (line.starts_with(field)) values.emplace_back(trimmed(line.substr(field.size())));
    }
    return values;
}

Outcome keep_alternatives(const Promise& promise, Record& record, Log& log) {
    const std::string& name = promise.promiser;
    const std::string& path = *promise.attributes.text("path");
    const ToolRun queried =
        run_tool({.name = alternatives_program, .arguments = {"--query", name}}, promise, log);
    if (!queried.succeeded) {
        record.missing(text({"The alternatives of '", name, "' are unknown: ", queried.problem}));
        return {};
    }
    const auto known = values_in(queried.output, "Alternative:");
    if (std::ranges::find(known, path) == known.end()) {
        record.missing(text(
            {"'", path, "' is not an alternative of '", name, "'; these are: ", joined(known, ", ")}
        ));
        return {};
    }
    const auto value = values_in(queried.output, "Value:");
    const auto status = values_in(queried.output, "Status:");
    const std::string before = value.empty() ? "" : value.front();
    const bool is_manual = !status.empty() && status.front() == "manual";
    if (before == path && is_manual) {
        record.kept(text({"'", name, "' is '", path, "'"}));
        return {};
    }
    if (!record.allows(
            {.what = text({"set '", name, "' to '", path, "'"}),
             .path = "/etc/alternatives/" + name,
             .before = before == path ? before + " (auto)" : before,
             .after = path,
             .action = ChangeAction::update,
             .kind = "path",
             .object = "/etc/alternatives/" + name,
             .field = "target"}
        )) {
        return {};
    }
    const ToolRun set =
        run_tool({.name = alternatives_program, .arguments = {"--set", name, path}}, promise, log);
    if (set.succeeded)
        record.repaired(text({"Set '", name, "' to '", path, "'"}));
    else
        record.failed(text({"'", name, "' cannot be set to '", path, "': ", set.problem}));
    return {};
}

} // namespace

std::unique_ptr<Module> make_alternatives_module() {
    return std::make_unique<EverydayModule>(alternatives_type(), keep_alternatives);
}

} // namespace vow::modules
