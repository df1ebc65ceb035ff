#pragma once

#include "agent/history/run_record.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The promises that took the most time, the slowest first.
std::vector<RecordedTiming> slowest(std::vector<RecordedTiming> timings, std::size_t count);

/// The promises of one type together.
struct TypeTiming {
    std::string type;
    std::size_t promises = 0;
    std::chrono::microseconds duration = {};
};

/// The types of promises, so the modules, that took the most time, the slowest first.
std::vector<TypeTiming>
slowest_types(const std::vector<RecordedTiming>& timings, std::size_t count);

/// "files, 3 promises".
std::string title_of(const TypeTiming& type);

} // namespace vow::agent
