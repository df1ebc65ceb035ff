#pragma once

#include "agent/history/run_record.h"

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// A RecordedOutcome as the database has it. The texts are views into PackedOutcomes.
struct PackedOutcome {
    std::string_view type = {};
    std::string_view promiser = {};
    std::string_view place = {};
    std::string_view bundle = {};
    std::string_view handle = {};
    std::string_view result = {};
    std::string_view reason = {};  ///< JSON, or empty
    std::string_view changes = {}; ///< JSON, or empty
    int pass = 0;
    bool is_handled = false;
    std::chrono::microseconds duration = {};

    /// Of its texts.
    std::size_t bytes() const;
    RecordedOutcome unpacked() const;
};

/// The outcomes of a run until its end, in order. A first run may repair hundreds of thousands of
/// promises: each takes little more than its texts.
class PackedOutcomes {
public:
    PackedOutcomes() = default;
    PackedOutcomes(std::initializer_list<RecordedOutcome> outcomes);

    void add(const RecordedOutcome& outcome);
    void add(const PackedOutcome& outcome);

    std::size_t size() const { return count_; }

    class Iterator {
    public:
        explicit Iterator(const std::string* block) : block_(block) {}

        PackedOutcome operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator& other) const = default;

    private:
        const std::string* block_;
        std::size_t offset_ = 0; ///< in the block
    };

    Iterator begin() const { return Iterator(blocks_.data()); }
    Iterator end() const { return Iterator(blocks_.data() + blocks_.size()); }

private:
    std::vector<std::string> blocks_; ///< of whole outcomes: a growing text would be copied
    std::size_t count_ = 0;
};

/// The end of a run.
struct RunEnd {
    RunTime time = {};
    int exit_status = 0;
    Data totals = {};
    PackedOutcomes outcomes = {};
    std::vector<std::string> errors = {}; ///< of a run that failed: those of no promise
    std::string timings = "[]";           ///< JSON: [type, promiser, place, microseconds] each
    std::string timeline = "[]"; ///< JSON: [kind, name, lane, result, begin, microseconds] each
    std::int64_t omitted = 0;
};

} // namespace vow::agent
