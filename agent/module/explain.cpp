#include "agent/module/command.h"
#include "policy/source/diagnostic.h"
#include "protocol/harness/explanation.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {
namespace {

using harness::Explanation;

int list_checks(const std::vector<Explanation>& all) {
    for (const Explanation& each : all)
        std::printf("%-18s  %s\n", each.id.c_str(), each.title.c_str());
    return number_of(ModuleStatus::success);
}

int refuse(const std::string& id, const std::vector<Explanation>& all) {
    std::vector<std::string_view> ids;
    ids.reserve(all.size());
    for (const Explanation& each : all)
        ids.emplace_back(each.id);
    const std::string hint = did_you_mean(id, ids);
    std::fprintf(
        stderr,
        "vow: '%s' is not a check%s; 'vow module explain' lists them\n",
        id.c_str(),
        hint.empty() ? "" : ("; " + hint).c_str()
    );
    return number_of(ModuleStatus::usage);
}

} // namespace

int explain_checks(const ModuleOptions& options) {
    const std::vector<Explanation> all = harness::explanations();
    if (options.document == ModuleOptions::DocumentFormat::markdown) {
        std::fputs(harness::page_of(all).c_str(), stdout);
        return number_of(ModuleStatus::success);
    }
    if (options.only.empty()) return list_checks(all);
    for (const std::string& id : options.only) {
        if (std::ranges::find(all, id, &Explanation::id) == all.end()) return refuse(id, all);
    }
    std::string text;
    for (const std::string& id : options.only) {
        if (!text.empty()) text += "\n";
        text += text_of(*std::ranges::find(all, id, &Explanation::id));
    }
    std::fputs(text.c_str(), stdout);
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
