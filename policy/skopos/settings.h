#pragma once

#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

/// The options of the command line for plans, as they are given.
struct Settings {
    struct Answer {
        std::string gate; ///< "*": all gates that have no other answer
        bool is_approval;
    };

    std::string model = {}; ///< may be empty
    std::vector<std::string> targets = {};
    std::vector<std::string> variables = {}; ///< "NAME=VALUE"
    std::string project = {};                ///< empty: the name of the plan's file
    std::string work_folder = {};            ///< empty: the usual one
    std::vector<std::string> plugin_folders = {};
    std::vector<Answer> answers = {};
    std::vector<std::string> assumed = {};   ///< "STEP=fail", for dry runs
    std::vector<std::string> only = {};      ///< --only: FILE:LINE, ids, types; empty: all
    bool is_stepwise = false;                ///< pauses after each action, delay or gate
    std::optional<double> action_limit = {}; ///< seconds
};

} // namespace vow::skopos
