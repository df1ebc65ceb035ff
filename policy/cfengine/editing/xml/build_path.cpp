#include "policy/cfengine/editing/xml/build_path.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// Reads a path from left to right.
class BuildPathReader {
public:
    explicit BuildPathReader(std::string_view path) : path_(path) {}

    std::optional<std::vector<BuildStep>> steps() {
        std::vector<BuildStep> steps;
        while (at_ < path_.size()) {
            if (!skip("/")) return std::nullopt;
            auto step = read_step();
            if (!step) return std::nullopt;
            steps.push_back(*std::move(step));
        }
        return steps.empty() ? std::nullopt : std::optional(std::move(steps));
    }

private:
    std::optional<BuildStep> read_step() {
        BuildStep step{.name = read_word()};
        if (step.name.empty()) return std::nullopt;
        if (skip("[")) {
            do {
                auto condition = read_condition();
                if (!condition) return std::nullopt;
                step.conditions.push_back(*std::move(condition));
            } while (skip("|"));
            if (!skip("]")) return std::nullopt;
        }
        step.end = at_;
        return step;
    }

    std::optional<BuildStep::Condition> read_condition() {
        using Of = BuildStep::Condition::Of;
        BuildStep::Condition condition{
            .of = skip("@") ? Of::attribute : Of::element, .name = read_word(), .value = {}};
        if (condition.name.empty() || !skip("=")) return std::nullopt;
        skip("'\"");
        condition.value = read_word();
        skip("'\"");
        if (condition.value.empty()) return std::nullopt;
        return condition;
    }

    /// Skips one of the characters, with the blanks before and after it. False if the next is
    /// another one.
    bool skip(std::string_view characters) {
        skip_blanks();
        if (at_ == path_.size() || characters.find(path_[at_]) == std::string_view::npos)
            return false;
        ++at_;
        skip_blanks();
        return true;
    }

    void skip_blanks() { at_ = std::min(path_.find_first_not_of(" \t", at_), path_.size()); }

    std::string read_word() {
        constexpr std::string_view word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-.";
        const std::size_t begin = at_;
        at_ = std::min(path_.find_first_not_of(word, at_), path_.size());
        return std::string(path_.substr(begin, at_ - begin));
    }

    std::string_view path_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<std::vector<BuildStep>> build_steps(std::string_view path) {
    return BuildPathReader(path).steps();
}

} // namespace vow::cfengine
