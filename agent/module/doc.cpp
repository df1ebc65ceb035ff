#include "agent/module/command.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/description_page.h"
#include "protocol/harness/dialogue.h"

#include <cstdio>

namespace vow::agent {
namespace {

int refuse(const std::string& why) {
    std::fprintf(stderr, "vow: %s\n", why.c_str());
    return number_of(ModuleStatus::violations);
}

} // namespace

int document_module(const ModuleOptions& options) {
    harness::Dialogue dialogue(subject_of(options), options.limit);
    const harness::Greeting& greeting = dialogue.greet();
    if (greeting.line.empty()) {
        const auto cause = client::ModuleError::Cause::not_started;
        throw client::ModuleError(cause, "the module sent no header");
    }
    if (!greeting.header) return refuse("the module sent no readable header");
    if (!dialogue.offers("describe")) return refuse("the module does not describe itself");
    const auto read = description_from(dialogue.describe());
    dialogue.terminate();
    if (const auto* why = std::get_if<std::string>(&read)) return refuse("its description " + *why);
    std::fputs(
        page_of(greeting.header->name, std::get<Description>(read), options.page).c_str(), stdout
    );
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
