#pragma once

#include "agent/fleet/live/host_program.h"
#include "agent/fleet/question.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Something that the resident agent has a child do.
struct HostJob {
    enum class Purpose { facts, release, pull, back, answer };
    Purpose purpose;
    std::vector<std::string> words; ///< of the command line of vow
    Ask ask = {};                   ///< of an answer
    std::string reply = {};         ///< likewise
    std::string rollout = {};       ///< the id of the one that wants a pull, or to go back
};

/// The jobs of a work folder, one after another in the order in which they were added.
class HostJobs {
public:
    struct Ended {
        HostJob job;
        int status = 0;
        std::string output = {};
        bool is_cut = false;
        std::string fault = {}; ///< why it could not be started; empty if it was
    };

    explicit HostJobs(std::string work_folder) : work_folder_(std::move(work_folder)) {}

    void add(HostJob job);
    bool is_full() const { return jobs_.size() >= max_jobs; }
    /// Begins the next job if none runs, and returns one that has ended.
    std::optional<Ended> advance();
    /// For poll(): readable when the running job has made progress.
    std::vector<int> descriptors() const;

private:
    static constexpr std::size_t max_jobs = 50;

    Ended take_first();

    std::string work_folder_;
    std::deque<HostJob> jobs_; ///< the first one is the program's
    std::unique_ptr<HostProgram> program_;
};

} // namespace vow::agent
