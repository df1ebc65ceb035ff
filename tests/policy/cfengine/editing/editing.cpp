#include "tests/policy/cfengine/editing/editing.h"

namespace vow::tests {

namespace {

class FakeSurroundings : public cfengine::EditSurroundings {
public:
    explicit FakeSurroundings(const std::map<std::string, std::string>& files) : files_(files) {}

    RegexCache& regexes() override { return regexes_; }
    Answer<std::string> read_file(const std::string& path) override {
        const auto found = files_.find(path);
        if (found == files_.end()) return {.why_not = "No such file or directory"};
        return {.value = found->second};
    }
    std::string expanded(std::string_view text) override { return "<" + std::string(text) + ">"; }
    /// Knows $(match.1) only.
    std::string replacement(std::string_view value, const Match& match) override {
        std::string text(value);
        const std::string reference = "$(match.1)";
        const std::size_t at = text.find(reference);
        if (at != std::string::npos) text.replace(at, reference.size(), *match.groups().at(1));
        return text;
    }

private:
    const std::map<std::string, std::string>& files_;
    RegexCache regexes_;
};

} // namespace

std::string shown_log(const cfengine::EditResult& result) {
    std::string log;
    for (const auto& [level, line] : result.log) {
        if (level <= LogLevel::info) log += std::string(text_of(level)) + ": " + line + "\n";
    }
    return log;
}

Edited edit(
    std::string_view type,
    std::string promiser,
    Attributes attributes,
    std::string_view text,
    Terms::Policy policy,
    const std::map<std::string, std::string>& files
) {
    const PromiseType promise_type = {std::string(type)};
    const Promise promise = {
        .type = &promise_type,
        .promiser = std::move(promiser),
        .attributes = std::move(attributes),
        .terms = {.policy = policy}};
    FakeSurroundings around(files);
    cfengine::LineBuffer lines(text);
    const cfengine::EditResult result = cfengine::LineEditor("/f", lines, around).keep(promise);
    return {lines.text(), shown_log(result), result.outcome.verdicts, result.undecided};
}

} // namespace vow::tests
