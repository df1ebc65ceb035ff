#include "agent/module/command.h"
#include "agent/module/shown_dialogue.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/wire/masked_line.h"

#include <cstdio>

namespace vow::agent {
namespace {

/// Writes the conversation to a file, with secrets masked.
void record(
    const std::string& path, const harness::Conversation& conversation, const Secrets& secrets
) {
    std::vector<harness::Conversation::Line> lines = conversation.lines();
    for (harness::Conversation::Line& line : lines)
        line.text = wire::masked_line(line.text, secrets);
    harness::write_transcript(path, lines);
}

} // namespace

int send_promise(const ModuleOptions& options) {
    ShownDialogue dialogue(subject_of(options), options);
    if (!dialogue.is_open()) return number_of(ModuleStatus::broken);
    const std::string why = dialogue.refusal(options.promise, options.changes);
    if (!why.empty()) {
        std::fprintf(stderr, "vow: the promise cannot be sent: %s\n", why.c_str());
        return number_of(ModuleStatus::violations);
    }
    const harness::Answer answer = dialogue.keep(options.promise, options.changes);
    if (answer.is_whole()) dialogue.terminate();
    dialogue.dialogue().conversation().wait_for_end();
    if (!options.record.empty()) {
        record(options.record, dialogue.dialogue().conversation(), dialogue.secrets());
    }
    dialogue.show_end();
    return number_of(status_for(answer));
}

} // namespace vow::agent
