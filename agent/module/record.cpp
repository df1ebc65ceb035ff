#include "agent/module/command.h"
#include "protocol/harness/record/playback.h"

#include <iostream>

namespace vow::agent {

int replay_record(const ModuleOptions& options) {
    const harness::Transcript transcript = harness::read_transcript(options.record);
    return show(harness::replay(subject_of(options), transcript, options.limit), options);
}

int mock_module(const ModuleOptions& options) {
    const harness::Transcript transcript = harness::read_transcript(options.record);
    std::ios::sync_with_stdio(false);
    harness::play(transcript, std::cin, std::cout);
    return number_of(ModuleStatus::success);
}

} // namespace vow::agent
