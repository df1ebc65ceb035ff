#pragma once

#include "protocol/promise/keeper.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::tests {

/// Records the log lines, the progress and the outcome of one promise.
class RecordingListener final : public PromiseListener {
public:
    void log(LogLevel level, std::string_view line) override {
        lines_.push_back(std::string(text_of(level)) + ": " + std::string(line));
    }
    void progress(int percent, std::string_view text) override {
        progress_.push_back(std::to_string(percent) + " " + std::string(text));
    }
    void done(Outcome outcome) override {
        ++times_done_;
        outcome_ = std::move(outcome);
    }

    bool is_done() const { return outcome_.has_value(); }
    int times_done() const { return times_done_; }
    const Outcome& outcome() const { return outcome_.value(); }
    /// "kept", "error", ...; "none" until it is done.
    std::string result() const {
        return outcome_ ? std::string(text_of(outcome_->result())) : "none";
    }

    /// "LEVEL: TEXT" for each.
    const std::vector<std::string>& lines() const { return lines_; }
    /// All log lines, each with a line end.
    std::string log_text() const {
        std::string text;
        for (const std::string& line : lines_)
            text += line + "\n";
        return text;
    }
    /// "PERCENT TEXT" for each.
    const std::vector<std::string>& progress_lines() const { return progress_; }
    bool has_line_with(std::string_view part) const {
        return log_text().find(part) != std::string::npos;
    }

private:
    std::vector<std::string> lines_;
    std::vector<std::string> progress_;
    std::optional<Outcome> outcome_;
    int times_done_ = 0;
};

} // namespace vow::tests
