#include "agent/languages.h"
#include "agent/module/command.h"
#include "protocol/client/module_error.h"
#include "protocol/description/description.h"
#include "protocol/harness/description_page.h"
#include "protocol/harness/dialogue.h"

#include <cstdio>

namespace vow::agent {
namespace {

int refuse(const std::string& why) {
    std::fprintf(stderr, "vow: %s\n", why.c_str());
    return number_of(ModuleStatus::violations);
}

std::string text_of(
    const std::string& name, const Description& description, ModuleOptions::DocumentFormat format
) {
    using DocumentFormat = ModuleOptions::DocumentFormat;
    switch (format) {
    case DocumentFormat::text: return page_of(name, description, harness::PageFormat::terminal);
    case DocumentFormat::markdown: return page_of(name, description, harness::PageFormat::markdown);
    case DocumentFormat::inmanta: break;
    }
    return model_entities(description);
}

} // namespace

std::variant<SelfDescription, std::string> self_description_of(const ModuleOptions& options) {
    harness::Dialogue dialogue(subject_of(options), options.limit);
    const harness::Greeting& greeting = dialogue.greet();
    if (greeting.line.empty()) {
        const auto cause = client::ModuleError::Cause::not_started;
        throw client::ModuleError(cause, "the module sent no header");
    }
    if (!greeting.header) return "the module sent no readable header";
    if (!dialogue.offers("describe")) return "the module does not describe itself";
    auto read = description_from(dialogue.describe());
    dialogue.terminate();
    if (const auto* why = std::get_if<std::string>(&read)) return "its description " + *why;
    return SelfDescription{greeting.header->name, std::get<Description>(std::move(read))};
}

int document_module(const ModuleOptions& options) {
    const auto answer = self_description_of(options);
    if (const auto* why = std::get_if<std::string>(&answer)) return refuse(*why);
    const auto& [name, description] = std::get<SelfDescription>(answer);
    for (const std::string& mistake : description.mistakes)
        std::fprintf(stderr, "vow: in its description, %s\n", mistake.c_str());
    const std::string text = text_of(name, description, options.document);
    std::fputs(text.c_str(), stdout);
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
