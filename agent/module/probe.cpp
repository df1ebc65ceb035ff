#include "agent/module/command.h"
#include "protocol/client/quotation.h"
#include "protocol/description/description.h"
#include "protocol/harness/dialogue.h"
#include "protocol/text/text.h"

#include <cstdio>

namespace vow::agent {
namespace {

using harness::Completeness;
using harness::Greeting;

void print_row(const char* what, const std::string& text) {
    std::printf("%-14s %s\n", what, text.c_str());
}

std::string milliseconds(std::chrono::nanoseconds duration) {
    char text[32]; // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(duration.count()) / 1e6);
    return text;
}

/// Why the module's header cannot be used; empty if it can.
std::string problem_of(const Greeting& greeting) {
    if (greeting.header && greeting.line_after.empty()) return {};
    if (greeting.line.empty()) return "It sent no header";
    if (greeting.completeness != Completeness::whole) return "No empty line ends its header";
    if (!greeting.line_after.empty()) {
        return "Its header is followed by " + client::quoted_excerpt(greeting.line_after) +
               ", not by an empty line";
    }
    return "Its header " + greeting.problem;
}

/// Prints the description, if the module offers one.
void print_description(harness::Dialogue& dialogue) {
    if (!dialogue.offers("describe")) return;
    const auto read = description_from(dialogue.describe());
    if (const auto* why = std::get_if<std::string>(&read)) {
        return print_row("description", "unreadable: it " + *why);
    }
    const auto& description = std::get<Description>(read);
    for (const std::string& mistake : description.mistakes)
        print_row("mistake", "in its description, " + mistake);
    if (!description.summary.empty()) print_row("summary", description.summary);
    std::vector<std::string> types;
    for (const PromiseTypeDescription& type : description.promise_types)
        types.push_back(type.name);
    print_row("promise types", joined(types, ", "));
    for (const PromiseTypeDescription& type : description.promise_types) {
        std::vector<std::string> names;
        for (const AttributeDescription& attribute : type.attributes)
            names.push_back(attribute.name);
        print_row("attributes", type.name + ": " + joined(names, ", "));
    }
}

void print_header(const Greeting& greeting, const harness::Subject& subject) {
    print_row("module", subject.name);
    print_row("started as", joined(subject.command, " "));
    if (!greeting.line.empty()) print_row("header", greeting.line);
    if (!greeting.header) return;
    const bool is_json = greeting.header->variant == wire::Variant::json_based;
    print_row("variant", is_json ? "JSON" : "line");
    print_row(
        "features", greeting.header->flags.empty() ? "none" : joined(greeting.header->flags, ", ")
    );
    for (const std::string& remark : greeting.header->remarks)
        print_row("remark", "The header " + remark);
}

void print_end(harness::Conversation& conversation) {
    print_row("ended", "It " + client::text_of(conversation.status()));
    for (const std::string_view line : filled_lines_of(conversation.errors()))
        print_row("stderr", std::string(line));
}

} // namespace

int probe_module(const ModuleOptions& options) {
    const harness::Subject subject = subject_of(options);
    harness::Dialogue dialogue(subject, options.limit);
    const Greeting& greeting = dialogue.greet();
    print_header(greeting, subject);
    if (const std::string problem = problem_of(greeting); !problem.empty()) {
        const bool has_ended = dialogue.conversation().has_ended();
        print_row("problem", problem);
        print_end(dialogue.conversation());
        return number_of(
            has_ended && greeting.line.empty() ? ModuleStatus::not_started
                                               : ModuleStatus::violations
        );
    }
    print_description(dialogue);
    const harness::Answer end = dialogue.terminate();
    const bool is_ended = dialogue.conversation().wait_for_end();
    print_row(
        "timing",
        "header " + milliseconds(greeting.duration) + ", terminate " + milliseconds(end.duration)
    );
    const bool is_right = end.result() == wire::Result::success && is_ended;
    if (!is_right) print_row("problem", "It did not answer terminate with success and exit");
    print_end(dialogue.conversation());
    return number_of(is_right ? ModuleStatus::success : ModuleStatus::violations);
}

} // namespace vow::agent
