#include "agent/fleet/live/host_jobs.h"

#include <utility>

namespace vow::agent {

void HostJobs::add(HostJob job) {
    job.words.insert(job.words.end(), {"-w", work_folder_});
    jobs_.push_back(std::move(job));
}

std::optional<HostJobs::Ended> HostJobs::advance() {
    if (jobs_.empty()) return std::nullopt;
    try {
        if (!program_) program_ = std::make_unique<HostProgram>(jobs_.front().words);
    } catch (const std::exception& fault) {
        Ended ended = take_first();
        ended.fault = fault.what();
        return ended;
    }
    const auto status = program_->advance();
    if (!status) return std::nullopt;
    const auto program = std::exchange(program_, nullptr);
    Ended ended = take_first();
    ended.status = *status;
    ended.output = program->output();
    ended.is_cut = program->is_cut();
    return ended;
}

std::vector<int> HostJobs::descriptors() const {
    return program_ ? program_->descriptors() : std::vector<int>();
}

HostJobs::Ended HostJobs::take_first() {
    Ended ended{.job = std::move(jobs_.front())};
    jobs_.pop_front();
    return ended;
}

} // namespace vow::agent
