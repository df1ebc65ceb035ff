#include "agent/machine/companions.h"
#include "agent/serving/serving.h"

#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr const char* program = "vow-fleet";

} // namespace

int become_fleet_program(const Options& options) {
    std::string path = path_of_companion(program);
    if (path.empty()) {
        const auto folders = companion_folders();
        std::fprintf(
            stderr,
            "vow: '%s' is done by the program '%s', which is not installed in '%s' or '%s'; "
            "install "
            "the package vow-fleet, or build vow where libnats is available\n",
            options.words.front().c_str(),
            program,
            folders.front().c_str(),
            folders.back().c_str()
        );
        return number_of(ExitStatus::usage);
    }
    std::vector<std::string> words{path};
    words.insert(words.end(), options.words.begin(), options.words.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(path.c_str(), arguments.data());
    std::perror(("vow: cannot start '" + path + "'").c_str());
    return number_of(ExitStatus::fault);
}

} // namespace vow::agent
